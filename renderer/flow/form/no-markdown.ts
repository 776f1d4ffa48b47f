import type { ReactNode } from "react";

/**
 * Replaces `markdown-to-jsx/react`, which @rjsf/core loads for Markdown descriptions. Our descriptions are plain text,
 * and this saves 16 kB.
 */
export function Markdown({ children }: { readonly children?: ReactNode }): ReactNode {
  return children;
}
