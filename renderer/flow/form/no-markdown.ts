import type { ReactNode } from "react";

/**
 * Stands in for `markdown-to-jsx/react`, which @rjsf/core brings for descriptions written as Markdown: ours are plain
 * sentences of the locales, drawn by our own templates, and 16 kB are not loaded for them.
 */
export function Markdown({ children }: { readonly children?: ReactNode }): ReactNode {
  return children;
}
