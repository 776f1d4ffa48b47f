import { useState } from "react";
import type { WaitingOrder } from "../../kit/api/answers.ts";
import { call } from "../../kit/api/client.ts";
import { toast } from "../../kit/api/toast-store.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { TextAreaField } from "../../kit/parts/fields.tsx";
import { Sheet } from "../../kit/parts/sheet.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { FaultNote } from "../fault-note.tsx";

/** A dialog that asks why an order is rejected. The investor will read the reason. */
export function RejectOrder({ of, onClose }: { readonly of: WaitingOrder; readonly onClose: () => void }) {
  const words = useText();
  const [reason, setReason] = useState("");
  const rejecting = useAction({
    call: () =>
      call("POST", "/approvals/{id}/reject", { path: { id: of.id }, body: { reason: reason.trim() } }),
    changes: ["/approvals"],
    done: () => {
      toast({
        id: "approvals",
        tone: "gain",
        text: words("staff:approvals.rejected", { reference: of.reference }),
      });
      onClose();
    },
    failed: "here",
  });
  return (
    <Sheet
      title={words("staff:approvals.rejecting.title", { reference: of.reference })}
      onClose={onClose}
      footer={
        <>
          <Button
            kind="danger"
            wide
            busy={rejecting.busy}
            disabled={reason.trim().length < 3}
            onClick={() => rejecting.run(undefined)}
          >
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
        id={`reject-${of.id}`}
        label={words("staff:approvals.rejecting.reason")}
        maxLength={500}
        value={reason}
        onValue={setReason}
      />
      <FaultNote fault={rejecting.fault} />
    </Sheet>
  );
}
