import { Undo2, UsersRound } from "lucide-react";
import { useState } from "react";
import type { Result } from "../../../engine/values/result.ts";
import type { ApiFailure } from "../../kit/api/client.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { TextAreaField } from "../../kit/parts/fields.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { FaultNote } from "../fault-note.tsx";
import { atItsPlace, bangkokInstant, LaterApproval } from "../later-approval.tsx";
import "./definitions.css";

/** A decision about a submitted proposal. */
export type Decision = "approve" | "refuse";

/** The pressed button: a decision now, or an approval for a later time. */
type Press = Decision | "schedule";

type Labels = Readonly<Record<Decision | "approved" | "refused", string>>;

type Props = {
  readonly intro: string;
  readonly covers: string;
  readonly labels: Labels;
  /** The decisions that need a reason. */
  readonly reasonFor: readonly Decision[];
  readonly mayApprove: boolean;
  readonly send: (decision: Decision, note: string) => Promise<Result<unknown, ApiFailure>>;
  /** Approves the proposal for a later time; absent if that is not possible. */
  readonly schedule?: (at: string, note: string) => Promise<Result<unknown, ApiFailure>>;
};

/** A form for a decision with its reason. The decision applies to exactly the evidence shown. */
export function DecisionForm(given: Props) {
  const { intro, covers, labels, mayApprove, schedule } = given;
  const words = useText();
  const { reason, setReason, missing, deciding, fault, decide, later } = useDecision(given);
  return (
    <section className="card judged">
      <h2>{words("definition:decide.title")}</h2>
      <p className="checkline small">
        <UsersRound size={20} aria-hidden="true" />
        {intro}
      </p>
      <TextAreaField
        id="decision-reason"
        label={words("definition:decide.reason")}
        optional={words("definition:decide.reasonHint")}
        maxLength={2_000}
        value={reason}
        error={missing === "reason" && reason.trim() === "" ? words("definition:decide.reasonNeeded") : null}
        onValue={setReason}
      />
      <FaultNote fault={fault} />
      <Button
        kind="main"
        wide
        busy={deciding.doing === "approve"}
        disabled={(deciding.busy && deciding.doing !== "approve") || !mayApprove}
        onClick={() => decide("approve")}
      >
        {labels.approve}
      </Button>
      <Button
        wide
        busy={deciding.doing === "refuse"}
        disabled={deciding.busy && deciding.doing !== "refuse"}
        onClick={() => decide("refuse")}
      >
        <Undo2 size={20} aria-hidden="true" /> {labels.refuse}
      </Button>
      {schedule === undefined ? null : (
        <LaterApproval
          {...later}
          text={words("definition:decide.later.text")}
          busy={deciding.doing === "schedule"}
          disabled={(deciding.busy && deciding.doing !== "schedule") || !mayApprove}
          onApprove={() => decide("schedule")}
        />
      )}
      <p className="small wrap" data-code>
        {covers}
      </p>
    </section>
  );
}

/** Holds the typed reason and time of a decision. Sends both once neither is missing. */
function useDecision({ labels, reasonFor, send, schedule }: Props) {
  const words = useText();
  const [reason, setReason] = useState("");
  const [missing, setMissing] = useState<"reason" | "at" | null>(null);
  const [moment, setMoment] = useState("");
  const deciding = useAction({
    call: (press: Press) => {
      const at = bangkokInstant(moment);
      return press === "schedule" && schedule !== undefined && at !== null
        ? schedule(at, reason.trim())
        : send(press === "refuse" ? "refuse" : "approve", reason.trim());
    },
    changes: ["/definitions", "/changes", "/rule-book"],
    said: (press) =>
      press === "schedule" ? words("staff:later.done") : labels[press === "approve" ? "approved" : "refused"],
    failed: "here",
  });
  const decide = (press: Press) => {
    const isWithoutReason = (press === "schedule" || reasonFor.includes(press)) && reason.trim() === "";
    const lacks = isWithoutReason
      ? "reason"
      : press === "schedule" && bangkokInstant(moment) === null
        ? "at"
        : null;
    setMissing(lacks);
    if (lacks === null) deciding.run(press);
    else document.getElementById(`decision-${lacks}`)?.focus();
  };
  const isWithoutTime = missing === "at" && bangkokInstant(moment) === null;
  const { time, other } = atItsPlace(deciding);
  const later = {
    id: "decision-at",
    moment,
    error: isWithoutTime ? words("staff:later.atNeeded") : time,
    onMoment: (next: string) => {
      setMoment(next);
      if (time !== null) deciding.forget();
    },
  };
  const changed = deciding.failed?.kind === "refused" && deciding.failed.code === "evidence-changed";
  const fault = changed ? words("definition:decide.again") : other;
  return { reason, setReason, missing, deciding, fault, decide, later };
}
