/**
 * Returns rows as CSV for spreadsheets: UTF-8 with a byte order mark, so that spreadsheets read Thai text
 * correctly. Decimals are unchanged. Text that a spreadsheet would run as a formula is escaped.
 */
export function csvOf(rows: readonly (readonly (string | null)[])[]): string {
  return `\uFEFF${csvRowsOf(rows)}`;
}

/**
 * Returns rows as CSV (RFC 4180) without a byte order mark, which banks and the tax office require. Text that a
 * spreadsheet would run as a formula is escaped.
 */
export function csvRowsOf(rows: readonly (readonly (string | null)[])[]): string {
  return rows.map((row) => `${row.map(cellOf).join(",")}\r\n`).join("");
}

function cellOf(value: string | null): string {
  const text = value ?? "";
  const safe = /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
