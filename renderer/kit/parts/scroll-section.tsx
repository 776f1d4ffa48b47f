import type { ReactNode, Ref } from "react";

/**
 * A named section whose content may be larger than its box. The content scrolls inside the box, also by
 * keyboard.
 */
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
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll this section.
    <section ref={ref} className={className} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
