/** Puts the focus on the first of these that stands on the page; choices that are folded up are opened for it. */
export function focusOn(ids: readonly string[]): void {
  const found = ids.flatMap((id) => document.getElementById(id) ?? [])[0];
  found?.closest("details")?.setAttribute("open", "");
  found?.focus();
}
