/** Replaces Thai digits (๐ to ๙) and full-width digits by 0 to 9. Other characters are unchanged. */
export function normaliseDigits(text: string): string {
  return text.replace(/[\u0e50-\u0e59\uff10-\uff19]/g, (digit) => {
    const code = digit.charCodeAt(0);
    return String(code >= 0xff10 ? code - 0xff10 : code - 0x0e50);
  });
}
