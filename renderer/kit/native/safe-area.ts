import type { SafeArea } from "./native-shell.ts";

/** Returns the covered screen edges from `env(safe-area-inset-*)`, which `tokens.css` stores in variables. */
export function safeArea(): SafeArea {
  const style = getComputedStyle(document.documentElement);
  const px = (edge: string) => Number.parseFloat(style.getPropertyValue(`--safe-${edge}`)) || 0;
  return { top: px("t"), right: px("r"), bottom: px("b"), left: px("l") };
}
