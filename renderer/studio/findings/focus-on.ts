/** Focuses the first of these ids on the page, and opens folded sections around it. */
export function focusOn(ids: readonly string[]): void {
  const found = ids.flatMap((id) => document.getElementById(id) ?? [])[0];
  found?.closest("details")?.setAttribute("open", "");
  found?.focus();
}
