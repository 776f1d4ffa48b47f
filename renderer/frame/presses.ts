/** How far a finger or mouse may move during one press, in CSS pixels. */
const STILL_PX = 8;

/**
 * Gives a press to the control on which it began, when the page moved under a still finger or mouse before the release,
 * such as when a late part pushed the button down. The browser would press what stands there now, or nothing. Returns a
 * function that stops it.
 */
export function holdPresses(): () => void {
  let begun: { readonly control: HTMLElement; readonly x: number; readonly y: number } | null = null;
  const onDown = ({ target, clientX: x, clientY: y }: PointerEvent) => {
    const control = controlAt(target);
    begun = control === null ? null : { control, x, y };
  };
  const onClick = (event: MouseEvent) => {
    const press = begun;
    // A click by keyboard or by code has no count.
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
