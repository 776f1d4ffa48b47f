import type { ReactNode } from "react";
import { useSession } from "../../api/session.ts";
import { EmptyState, LoadingShape } from "../../parts/states.tsx";
import { StaffFrame } from "../../shell/staff-frame.tsx";
import { maySee } from "../../shell/staff-places.ts";
import { useText } from "../../text/i18n.ts";
import { NeedsLogIn } from "../needs-log-in.tsx";
import "../screens.css";

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
        children
      )}
    </StaffFrame>
  );
}
