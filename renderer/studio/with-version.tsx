import type { ReactNode } from "react";
import { PageLink } from "../kit/parts/page-link.tsx";
import { EmptyState, ErrorState, LoadingShape } from "../kit/parts/states.tsx";
import { useText } from "../kit/text/i18n.ts";
import type { BaseVersion } from "./draft/base-version.ts";
import { useBaseVersion } from "./draft/use-base-version.ts";

/**
 * Loads a flow together with a change: the viewed change, or else the person's own. Renders its children with
 * both.
 */
export function WithVersion({
  flow,
  begins = false,
  children,
}: {
  readonly flow: string;
  /**
   * Whether the person starts viewing the flow on this page. If so, a change that was viewed earlier is
   * forgotten.
   */
  readonly begins?: boolean;
  readonly children: (base: BaseVersion) => ReactNode;
}) {
  const words = useText();
  const { base, failed, isUnknown } = useBaseVersion(flow, begins);
  if (base !== null) return children(base);
  return (
    <div className="screen">
      {failed?.error ? (
        <ErrorState error={failed.error} retry={() => void failed.refetch()} />
      ) : isUnknown ? (
        <EmptyState title={words("studio:flow.unknown")}>
          <PageLink className="link" to="/studio">
            {words("studio:flow.unknownText")}
          </PageLink>
        </EmptyState>
      ) : (
        <LoadingShape rows={6} />
      )}
    </div>
  );
}
