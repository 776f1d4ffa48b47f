import { useState } from "react";
import { call } from "../../kit/api/client.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { TextAreaField } from "../../kit/parts/fields.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { formatInstant } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";
import { FaultNote } from "../fault-note.tsx";
import "./strategies.css";

/** A proposal's author and reason, and the decision of another person. */
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
  /** The path of its calls: `/terms`. */
  readonly path: "/terms" | "/dealing" | "/rates" | "/calendar/changes";
  /** Paths that the decision outdates. */
  readonly changes: readonly string[];
}) {
  const words = useText();
  const [note, setNote] = useState("");
  const [missing, setMissing] = useState(false);
  const deciding = useAction({
    call: (decision: "approve" | "reject") =>
      call("POST", `${path}/{id}/${decision}`, { path: { id: of.id }, body: { note: note.trim() } }),
    changes,
    said: (decision) => words(`staff:proposal.${decision === "approve" ? "approved" : "rejected"}`),
    failed: "here",
  });
  const id = `decision-${of.id}`;
  const decide = (decision: "approve" | "reject") => {
    const isMissing = note.trim().length < 3;
    setMissing(isMissing);
    if (isMissing) document.getElementById(id)?.focus();
    else deciding.run(decision);
  };
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
        <>
          <TextAreaField
            id={id}
            label={words("staff:proposal.note")}
            maxLength={1_000}
            value={note}
            error={missing ? words("staff:proposal.noteNeeded") : null}
            onValue={setNote}
          />
          <FaultNote fault={deciding.fault} />
          <div className="row wraps">
            <Button kind="main" busy={deciding.doing === "approve"} onClick={() => decide("approve")}>
              {words("staff:proposal.approve")}
            </Button>
            <Button busy={deciding.doing === "reject"} onClick={() => decide("reject")}>
              {words("staff:proposal.reject")}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}
