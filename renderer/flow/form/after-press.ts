/** Whether a finger or mouse button is down. Moving the page now would move the control that is being pressed. */
let pressed = false;
let waiting: (() => void)[] = [];

/**
 * Runs something that may move the page, such as showing an error under a field that was just left: at once, or as soon
 * as the current press ends. A button that moves between press and release gets no click.
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
  // If the window loses focus, the release happens elsewhere.
  addEventListener("blur", release);
}

function setPressed(now: boolean): void {
  pressed = now;
  if (pressed) return;
  const due = waiting;
  waiting = [];
  for (const run of due) run();
}
