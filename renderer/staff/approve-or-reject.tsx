import type { Result } from "../../engine/values/result.ts";
import type { ApiFailure } from "../kit/api/client.ts";
import { useAction } from "../kit/api/use-action.ts";
import { Button } from "../kit/parts/button.tsx";
import { TextAreaField } from "../kit/parts/fields.tsx";
import { useText } from "../kit/text/i18n.ts";
import { FaultNote } from "./fault-note.tsx";
import { useReason } from "./use-reason.ts";

/** The decision of a second person about a proposal, with the reason. */
export function ApproveOrReject({
  id,
  send,
  changes,
}: {
  /** Element id of the field for the reason. */
  readonly id: string;
  readonly send: (decision: "approve" | "reject", note: string) => Promise<Result<unknown, ApiFailure>>;
  /** Paths of calls whose answers the decision makes out of date. */
  readonly changes: readonly string[];
}) {
  const words = useText();
  const reason = useReason({ id });
  const deciding = useAction({
    call: (decision: "approve" | "reject") => send(decision, reason.given),
    changes,
    said: (decision) => words(`staff:proposal.${decision === "approve" ? "approved" : "rejected"}`),
    failed: "here",
  });
  const decide = (decision: "approve" | "reject") => reason.demand(() => deciding.run(decision));
  return (
    <>
      <TextAreaField
        {...reason.field}
        label={words("staff:proposal.note")}
        maxLength={1_000}
        error={reason.isMissing ? words("staff:proposal.noteNeeded") : null}
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
  );
}
