/**
 * Returns true if a text is an ISO 8601 instant with seconds and an offset, such as `2026-03-02T07:00:00Z` or
 * `…+07:00`.
 */
export function isInstant(text: string): boolean {
  return (
    text.length <= 40 &&
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/.test(text) &&
    !Number.isNaN(Date.parse(text))
  );
}
