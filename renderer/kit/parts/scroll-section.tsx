import type { ReactNode, Ref } from "react";

/** A named section that may be wider or longer than its box: it scrolls inside, also by keyboard. */
export function ScrollSection({
  ref,
  className,
  label,
  children,
}: {
  readonly ref?: Ref<HTMLElement>;
  readonly className: string;
  readonly label: string;
  readonly children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section ref={ref} className={className} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
