/** Maximum distance, in CSS pixels, that a finger or mouse may move during one press. */
const STILL_PX = 8;

/**
 * Gives a press to the control on which it began, even if the page moved before the release. For example, a
 * part that loaded late may have pushed the button down. Without this function, the browser would press the
 * control that is now under the finger, or none. Returns a function that stops this handling.
 */
export function holdPresses(): () => void {
  let begun: { readonly control: HTMLElement; readonly x: number; readonly y: number } | null = null;
  const onDown = ({ target, clientX: x, clientY: y }: PointerEvent) => {
    const control = controlAt(target);
    begun = control === null ? null : { control, x, y };
  };
  const onClick = (event: MouseEvent) => {
    const press = begun;
    // A click by keyboard or by code has a click count (`detail`) of 0.
    if (press === null || event.detail === 0) return;
    begun = null;
    if (press.control.contains(event.target as Node) || !press.control.isConnected) return;
    if (Math.hypot(event.clientX - press.x, event.clientY - press.y) > STILL_PX) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    press.control.click();
  };
  addEventListener("pointerdown", onDown, true);
  addEventListener("click", onClick, true);
  return () => {
    removeEventListener("pointerdown", onDown, true);
    removeEventListener("click", onClick, true);
  };
}

function controlAt(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>("button, a[href], summary") : null;
}
