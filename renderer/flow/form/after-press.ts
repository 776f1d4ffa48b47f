/** A finger or mouse button is down: what moves the page now takes the place away that is being pressed. */
let pressed = false;
let waiting: (() => void)[] = [];

/**
 * Runs something that may move the page, such as an error under a field that was just left: at once, or as soon as the
 * press that left the field has ended. A button that slides away between press and release gets no click.
 */
export function afterPress(run: () => void): void {
  if (pressed) waiting.push(run);
  else run();
}

if (typeof document !== "undefined") {
  // The click follows the release in the same task.
  const release = () => setTimeout(() => setPressed(false), 0);
  addEventListener("pointerdown", () => setPressed(true), true);
  addEventListener("pointerup", release, true);
  addEventListener("pointercancel", release, true);
  // Somebody who went to another window released it there.
  addEventListener("blur", release);
}

function setPressed(now: boolean): void {
  pressed = now;
  if (pressed) return;
  const due = waiting;
  waiting = [];
  for (const run of due) run();
}
