import { call } from "../../kit/api/client.ts";
import { Note } from "../../kit/parts/note.tsx";
import { formatInstant } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";
import { ApproveOrReject } from "../approve-or-reject.tsx";
import "./strategies.css";

/** The author and reason of a proposal, and the decision of another person. */
export function ProposalDecision({
  of,
  path,
  changes,
}: {
  readonly of: {
    readonly id: string;
    readonly note: string;
    readonly own: boolean;
    readonly enteredBy: string | null;
    readonly enteredAt: string;
  };
  /** First segment of the address of the calls that decide about the proposal. */
  readonly path: "/terms" | "/dealing" | "/rates" | "/calendar/changes";
  /** Paths of calls whose answers the decision makes out of date. */
  readonly changes: readonly string[];
}) {
  const words = useText();
  return (
    <div className="gap12">
      <p className="small">
        {words("staff:proposal.by", {
          who: of.own ? words("staff:nav.you") : (of.enteredBy ?? words("staff:nav.someone")),
          at: formatInstant(of.enteredAt),
        })}
        {" · "}
        {of.note}
      </p>
      {of.own ? (
        <Note>{words("staff:proposal.own")}</Note>
      ) : (
        <ApproveOrReject
          id={`decision-${of.id}`}
          changes={changes}
          send={(decision, note) =>
            call("POST", `${path}/{id}/${decision}`, { path: { id: of.id }, body: { note } })
          }
        />
      )}
    </div>
  );
}
