import { Check } from "lucide-react";
import { useState } from "react";
import type { Review } from "../../kit/api/answers.ts";
import { call } from "../../kit/api/client.ts";
import { toast } from "../../kit/api/toast-store.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { TextAreaField } from "../../kit/parts/fields.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { FaultNote } from "../fault-note.tsx";
import { applicantOf } from "./applicant-of.ts";
import { AskAgain, type Asked, askedItems } from "./ask-again.tsx";
import { RejectSheet } from "./reject-sheet.tsx";
import type { SentFields } from "./sent-fields.ts";
import "./reviews.css";

type Decision = "approve" | "reject" | "ask-again";

/** A form for the decision about an identity, with its reason. A rejected identity can be reopened. */
export function DecideReview({ of, fields }: { readonly of: Review; readonly fields: SentFields }) {
  const words = useText();
  const decision = useReviewDecision(of);
  if (of.state === "asked-again") return <Earlier of={of} status="ASKED_AGAIN" />;
  if (of.state !== "open" && of.state !== "rejected")
    return <Note tone="gain">{words("staff:review.alreadyDecided")}</Note>;
  return (
    <section className="gap12 decision">
      {of.state === "rejected" ? <Earlier of={of} status="REJECTED" /> : null}
      <TwoDecide of={of.approval} />
      <TextAreaField
        id="reason"
        label={words("staff:review.reason")}
        hint={words("staff:review.reasonHint")}
        maxLength={1000}
        value={decision.reason}
        error={decision.isMissing ? words("staff:review.reasonNeeded") : null}
        onValue={decision.setReason}
      />
      <AskAgain of={of} fields={fields} asked={decision.asked} onAsked={decision.setAsked} />
      <FaultNote fault={decision.isMissing ? null : decision.fault} />
      <Choices of={of} decision={decision} />
      <p className="small">{words("staff:review.note")}</p>
      {decision.rejects ? (
        <RejectSheet
          name={applicantOf(of)}
          email={of.person.email}
          reason={decision.reason.trim()}
          busy={decision.doing === "reject"}
          onReject={() => decision.decide("reject")}
          onClose={decision.closeSheet}
        />
      ) : null}
    </section>
  );
}

/** Holds the typed reason and the chosen items that the investor must send again. Sends the decision. */
function useReviewDecision(of: Review) {
  const words = useText();
  const [reason, setReason] = useState("");
  const [asked, setAsked] = useState<Asked>({});
  const [isMissing, setMissing] = useState(false);
  const [rejects, setRejects] = useState(false);
  const deciding = useAction({
    call: ({ decision, given }: { readonly decision: Decision; readonly given: string }) =>
      call("POST", "/reviews/{id}/decision", {
        path: { id: of.id },
        body: { decision, reason: given, asked: decision === "ask-again" ? askedItems(asked, given) : [] },
      }).finally(() => setRejects(false)),
    changes: ["/reviews"],
    done: ({ state }) =>
      toast({
        tone: "gain",
        text: words(state === "proposed" ? "staff:review.byTwo.saved" : "staff:review.decided"),
      }),
    failed: "here",
  });
  /** Runs the next action if a reason is given. Otherwise the field of the reason gets the focus. */
  const withReason = (given: string, go: () => void) => {
    setMissing(given === "");
    if (given === "") document.getElementById("reason")?.focus();
    else go();
  };
  return {
    ...{ reason, setReason, asked, setAsked, isMissing, rejects },
    fault: deciding.fault,
    doing: deciding.doing?.decision,
    decide: (decision: Decision) => {
      const typed = reason.trim();
      const given = typed === "" && decision === "approve" ? words("staff:review.approvedReason") : typed;
      withReason(given, () => deciding.run({ decision, given }));
    },
    /** Opens the dialog that shows the consequences of a rejection before the rejection is sent. */
    openSheet: () =>
      withReason(reason.trim(), () => {
        deciding.forget();
        setRejects(true);
      }),
    closeSheet: () => setRejects(false),
  };
}

/** An earlier decision with its reason. */
function Earlier({ of, status }: { readonly of: Review; readonly status: "ASKED_AGAIN" | "REJECTED" }) {
  const words = useText();
  return (
    <Note tone="warn">
      <b>{words(`staff:review.status.${status}`)}</b>
      <p>{of.reason ?? words("staff:erased")}</p>
    </Note>
  );
}

/** A note that two people must approve. After the first approval, it shows the reason of the first person. */
function TwoDecide({ of: { byTwo, first } }: { readonly of: Review["approval"] }) {
  const words = useText();
  if (!byTwo) return null;
  return (
    <Note tone="info">
      <b>{words(`staff:review.byTwo.${first === null ? "needed" : "first"}`)}</b>
      {first === null ? null : (
        <>
          <p>{first.reason || words("staff:erased")}</p>
          <p className="small">
            {words(`staff:review.watch.${first.own ? "waitsForOther" : "waitsForYou"}`)}
          </p>
        </>
      )}
    </Note>
  );
}

function Choices({
  of,
  decision: { doing, decide, openSheet },
}: {
  readonly of: Review;
  readonly decision: ReturnType<typeof useReviewDecision>;
}) {
  const words = useText();
  const reopens = of.state === "rejected";
  return (
    <div className="decide">
      {reopens ? null : (
        <Button
          kind="main"
          busy={doing === "approve"}
          disabled={of.approval.byTwo && of.approval.first?.own === true}
          onClick={() => decide("approve")}
        >
          <Check size={18} aria-hidden="true" /> {words("staff:review.approve")}
        </Button>
      )}
      <Button busy={doing === "ask-again"} onClick={() => decide("ask-again")}>
        {words(reopens ? "staff:review.reopen" : "staff:review.askAgain")}
      </Button>
      {reopens ? null : (
        <Button kind="danger" onClick={openSheet}>
          {words("staff:review.reject")}
        </Button>
      )}
    </div>
  );
}
