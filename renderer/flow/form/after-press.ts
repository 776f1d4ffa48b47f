/** Whether a finger or mouse button is down. If the page moved now, the pressed control would move too. */
let pressed = false;
let waiting: (() => void)[] = [];

/**
 * Runs a function that may move the page, such as one that shows an error under a field. It runs at once if
 * nothing is pressed, or else when the press ends. A button that moves between press and release would get no
 * click.
 */
export function afterPress(run: () => void): void {
  if (pressed) waiting.push(run);
  else run();
}

if (typeof document !== "undefined") {
  // The browser fires the click in the same task as the release, so the timeout runs after the click.
  const release = () => setTimeout(() => setPressed(false), 0);
  addEventListener("pointerdown", () => setPressed(true), true);
  addEventListener("pointerup", release, true);
  addEventListener("pointercancel", release, true);
  // If the window loses focus, the release happens outside the page, and the page gets no event for it.
  addEventListener("blur", release);
}

function setPressed(now: boolean): void {
  pressed = now;
  if (pressed) return;
  const due = waiting;
  waiting = [];
  for (const run of due) run();
}
