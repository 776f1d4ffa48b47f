/**
 * A table as a file that a spreadsheet opens as it is: UTF-8 with its mark, so that Thai reads as Thai; decimals as they are,
 * and no text that it would take for a formula.
 */
export function csvOf(rows: readonly (readonly (string | null)[])[]): string {
  return `\uFEFF${rows.map((row) => row.map(cellOf).join(",")).join("\r\n")}\r\n`;
}

function cellOf(value: string | null): string {
  const text = value ?? "";
  const safe = /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
