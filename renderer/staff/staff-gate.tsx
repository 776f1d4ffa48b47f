import type { ReactNode } from "react";
import { useSession } from "../kit/api/session.ts";
import { maySee } from "../kit/api/staff-places.ts";
import { NeedsLogIn } from "../kit/parts/needs-log-in.tsx";
import { Note } from "../kit/parts/note.tsx";
import { EmptyState, LoadingShape } from "../kit/parts/states.tsx";
import { useText } from "../kit/text/i18n.ts";
import { StaffFrame } from "./staff-frame.tsx";
import "../kit/parts/screens.css";

/** Shows a staff page to those who may work there; everybody else reads what it is. The server judges by itself. */
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
