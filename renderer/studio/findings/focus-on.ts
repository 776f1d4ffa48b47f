/**
 * Moves the focus to the first of these element ids that exists on the page, and opens the collapsed sections
 * around it.
 */
export function focusOn(ids: readonly string[]): void {
  const found = ids.flatMap((id) => document.getElementById(id) ?? [])[0];
  found?.closest("details")?.setAttribute("open", "");
  found?.focus();
}
