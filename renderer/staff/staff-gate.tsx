import { type ReactNode, useEffect } from "react";
import { factorMissing } from "../kit/api/factor.ts";
import { useSession } from "../kit/api/session.ts";
import { maySee } from "../kit/api/staff-places.ts";
import { NeedsLogIn } from "../kit/parts/needs-log-in.tsx";
import { Note } from "../kit/parts/note.tsx";
import { EmptyState, LoadingShape } from "../kit/parts/states.tsx";
import { useText } from "../kit/text/i18n.ts";
import { useStore } from "../kit/text/store.ts";
import { FactorMissing } from "./factor-missing.tsx";
import { StaffFrame } from "./staff-frame.tsx";
import "../kit/parts/screens.css";

/**
 * Shows a staff page to people with a permitted role. Other people see only what the page is for. The server
 * checks access on every call.
 */
export function StaffPage({
  title,
  at,
  children,
}: {
  readonly title: string;
  readonly at: string;
  readonly children: ReactNode;
}) {
  const words = useText();
  const session = useSession();
  const isMissing = useStore(factorMissing);
  // A missing second factor is forgotten when a page opens, because the person may have set up the factor in
  // the meantime. The calls of the new page check it again.
  useEffect(() => factorMissing.set(false), []);
  return (
    <StaffFrame title={title} at={at}>
      {session === null ? (
        <NeedsLogIn title={title} />
      ) : session.user === null ? (
        <div className="screen">
          <LoadingShape />
        </div>
      ) : !maySee(session.user.role, at) ? (
        <div className="screen narrowscreen">
          <h1 tabIndex={-1}>{title}</h1>
          <EmptyState title={words("staff:forbidden.title")}>{words("staff:forbidden.text")}</EmptyState>
        </div>
      ) : isMissing ? (
        <FactorMissing />
      ) : (
        <>
          {session.user.role === "auditor" ? (
            <div className="staffnote">
              <Note tone="info">{words("staff:auditor")}</Note>
            </div>
          ) : null}
          {children}
        </>
      )}
    </StaffFrame>
  );
}
