import { call } from "../../kit/api/client.ts";
import { toast } from "../../kit/api/toast-store.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { TextField } from "../../kit/parts/fields.tsx";
import { Sheet } from "../../kit/parts/sheet.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { FaultNote } from "../fault-note.tsx";
import { useReason } from "../use-reason.ts";

const LEAST_REASON = 5;

/** An action on an account that needs a reason. */
export type AccountDeed = "lock" | "unlock" | "mark-test" | "unmark-test";

/** A dialog that asks for the reason of an action on an account, and states the consequences. */
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
  const reason = useReason({ id: "deed-why", least: LEAST_REASON });
  const said = (part: string, params = {}) => words(`staff:people.sheet.${deed}.${part}`, params);
  const { run, busy, fault } = useAction({
    call: () => call("POST", `/people/{id}/${deed}`, { path: { id }, body: { reason: reason.given } }),
    changes: ["/people", "/test-accounts"],
    done: (answer) => {
      toast({ tone: "gain", text: said(answer?.state ?? "done") });
      onClose();
    },
    failed: "here",
  });
  return (
    <Sheet
      title={said("title", { email: name })}
      onClose={onClose}
      footer={
        <>
          <Button
            kind={deed === "lock" ? "danger" : "main"}
            wide
            busy={busy}
            onClick={() => reason.demand(() => run(undefined))}
          >
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
        {...reason.field}
        label={said("reason")}
        maxLength={300}
        error={reason.isMissing ? words("staff:people.reasonMissing") : null}
      />
      <FaultNote fault={fault} />
    </Sheet>
  );
}
