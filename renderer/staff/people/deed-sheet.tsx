import { useState } from "react";
import { call } from "../../kit/api/client.ts";
import { toast } from "../../kit/api/toast-store.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { TextField } from "../../kit/parts/fields.tsx";
import { Sheet } from "../../kit/parts/sheet.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { FaultNote } from "../fault-note.tsx";

const LEAST_REASON = 5;

/** An action on an account that needs a reason. */
export type AccountDeed = "lock" | "unlock" | "mark-test" | "unmark-test";

/** Asks for the reason of an action on an account, and says what follows. */
export function DeedSheet({
  id,
  name,
  deed,
  onClose,
}: {
  readonly id: string;
  readonly name: string;
  readonly deed: AccountDeed;
  readonly onClose: () => void;
}) {
  const words = useText();
  const [reason, setReason] = useState("");
  const [isShort, setShort] = useState(false);
  const said = (part: string, params = {}) => words(`staff:people.sheet.${deed}.${part}`, params);
  const { run, busy, fault } = useAction({
    call: () => call("POST", `/people/{id}/${deed}`, { path: { id }, body: { reason: reason.trim() } }),
    changes: ["/people", "/test-accounts"],
    done: (answer) => {
      toast({ tone: "gain", text: said(answer?.state ?? "done") });
      onClose();
    },
    failed: "here",
  });
  const send = () => {
    const missing = reason.trim().length < LEAST_REASON;
    setShort(missing);
    if (missing) document.getElementById("deed-why")?.focus();
    else run(undefined);
  };
  return (
    <Sheet
      title={said("title", { email: name })}
      onClose={onClose}
      footer={
        <>
          <Button kind={deed === "lock" ? "danger" : "main"} wide busy={busy} onClick={send}>
            {words(`staff:people.do.${deed}`)}
          </Button>
          <Button kind="soft" wide onClick={onClose}>
            {words("button:cancel")}
          </Button>
        </>
      }
    >
      <p>{said("text")}</p>
      <TextField
        id="deed-why"
        label={said("reason")}
        value={reason}
        maxLength={300}
        error={isShort ? words("staff:people.reasonMissing") : null}
        onValue={setReason}
      />
      <FaultNote fault={fault} />
    </Sheet>
  );
}
