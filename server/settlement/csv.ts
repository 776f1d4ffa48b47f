/**
 * Rows as CSV (RFC 4180): CRLF, quoted where needed. What a spreadsheet would take for a formula gets an apostrophe before it.
 */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(cellOf).join(",")}\r\n`).join("");
}

function cellOf(value: string): string {
  const isFormula = /^[=+@\t\r]|^-(?![\d.]+$)/.test(value);
  const safe = isFormula ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
