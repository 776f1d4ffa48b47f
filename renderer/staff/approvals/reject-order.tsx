import { useState } from "react";
import type { OrderDecided, WaitingOrder } from "../../kit/api/answers.ts";
import { call } from "../../kit/api/client.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { TextAreaField } from "../../kit/parts/fields.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { Sheet } from "../../kit/parts/sheet.tsx";
import { useText } from "../../kit/text/i18n.ts";

/** Asks why, as the investor will read it, before an order is rejected. */
export function RejectOrder({ of, onClose }: { readonly of: WaitingOrder; readonly onClose: () => void }) {
  const words = useText();
  const [reason, setReason] = useState("");
  const [missing, setMissing] = useState(false);
  const rejecting = useAction({
    call: () => call<OrderDecided>("POST", `/approvals/${of.id}/reject`, { body: { reason: reason.trim() } }),
    changes: ["/approvals"],
    said: () => words("staff:approvals.rejected"),
    done: onClose,
    failed: "here",
  });
  const id = `reject-${of.id}`;
  const reject = () => {
    const isMissing = reason.trim().length < 3;
    setMissing(isMissing);
    if (isMissing) document.getElementById(id)?.focus();
    else rejecting.run(undefined);
  };
  return (
    <Sheet
      title={words("staff:approvals.rejecting.title", { reference: of.reference })}
      onClose={onClose}
      footer={
        <>
          <Button kind="danger" wide busy={rejecting.busy} onClick={reject}>
            {words("staff:approvals.rejecting.confirm")}
          </Button>
          <Button kind="soft" wide onClick={onClose}>
            {words("button:cancel")}
          </Button>
        </>
      }
    >
      <p>{words("staff:approvals.rejecting.text")}</p>
      <TextAreaField
        id={id}
        label={words("staff:approvals.rejecting.reason")}
        maxLength={500}
        value={reason}
        error={missing ? words("staff:approvals.rejecting.needed") : null}
        onValue={setReason}
      />
      {rejecting.fault === null ? null : (
        <Note tone="loss" role="alert">
          {rejecting.fault}
        </Note>
      )}
    </Sheet>
  );
}
