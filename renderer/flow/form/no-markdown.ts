import type { ReactNode } from "react";

/**
 * Replaces `markdown-to-jsx/react`, which @rjsf/core loads for descriptions in Markdown. Our descriptions are
 * plain text, so this replacement saves 16 kB.
 */
export function Markdown({ children }: { readonly children?: ReactNode }): ReactNode {
  return children;
}
