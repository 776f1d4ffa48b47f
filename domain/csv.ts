/**
 * Returns rows as CSV for spreadsheets: UTF-8 with a byte order mark, so that spreadsheets read Thai text
 * correctly. Decimals are unchanged. Escapes text that a spreadsheet would run as a formula.
 */
export function csvOf(rows: readonly (readonly (string | null)[])[]): string {
  return `\uFEFF${csvRowsOf(rows)}`;
}

/**
 * Returns rows as CSV (RFC 4180) for banks and the tax office, which require a file without a byte order
 * mark. Escapes text that a spreadsheet would run as a formula.
 */
export function csvRowsOf(rows: readonly (readonly (string | null)[])[]): string {
  return rows.map((row) => `${row.map(cellOf).join(",")}\r\n`).join("");
}

function cellOf(value: string | null): string {
  const text = value ?? "";
  const safe = /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
