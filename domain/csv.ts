/** A table as a CSV file that a spreadsheet opens as it is: UTF-8 with its byte order mark, so that Thai reads as Thai. */
export function csvOf(rows: readonly (readonly (string | null)[])[]): string {
  return `\uFEFF${csvRowsOf(rows)}`;
}

/** Rows as CSV (RFC 4180) without a byte order mark, as banks and the tax office take them. Text is never a formula. */
export function csvRowsOf(rows: readonly (readonly (string | null)[])[]): string {
  return rows.map((row) => `${row.map(cellOf).join(",")}\r\n`).join("");
}

function cellOf(value: string | null): string {
  const text = value ?? "";
  const safe = /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
