import { useEffect, useRef } from "react";
import { brandFacts } from "../brand/brand.ts";

/**
 * Sets the title of the browser tab. Also moves the focus to the page's heading, once per page, so that
 * screen readers start there.
 */
export function usePageTitle(title: string): void {
  const last = useRef<string | null>(null);
  useEffect(() => {
    document.title = `${title} · ${brandFacts().name}`;
    if (last.current === title) return;
    last.current = title;
    if (document.activeElement === document.body || document.activeElement === null)
      document.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });
  }, [title]);
}
