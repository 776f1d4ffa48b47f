/**
 * Moves the focus to the first element on the page that has one of these ids. Opens the collapsed sections
 * around that element.
 */
export function focusOn(ids: readonly string[]): void {
  const found = ids.flatMap((id) => document.getElementById(id) ?? [])[0];
  found?.closest("details")?.setAttribute("open", "");
  found?.focus();
}
