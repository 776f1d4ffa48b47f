import { useState } from "react";
import type { PayoutDesk } from "../../kit/api/answers.ts";
import { call } from "../../kit/api/client.ts";
import { Button } from "../../kit/parts/button.tsx";
import { TextField } from "../../kit/parts/fields.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { FaultNote } from "../fault-note.tsx";
import { Payment } from "./payment.tsx";
import { usePayoutAction } from "./use-payout-action.ts";

type Payout = PayoutDesk["payouts"][number];
type PayoutProps = { readonly of: Payout; readonly desk: ReturnType<typeof usePayoutAction> };

/**
 * A payout that is not paid yet. It is paid through a file, or by hand by two people. A returned payout can
 * be paid again.
 */
export function OpenPayout({ of, byFile }: { readonly of: Payout; readonly byFile: boolean }) {
  // The typed reference survives when the payout's state changes.
  const [reference, setReference] = useState("");
  const desk = usePayoutAction();
  return (
    <div className="gap12">
      <Payment of={of} />
      {of.state === "RETURNED" ? <ReturnedPayout of={of} desk={desk} /> : null}
      {of.state === "DUE" && !byFile ? (
        of.bankReference === null ? (
          <PaidByHand of={of} desk={desk} reference={reference} onReference={setReference} />
        ) : (
          <EnteredPayout of={of} desk={desk} />
        )
      ) : null}
      <FaultNote fault={desk.fault} />
    </div>
  );
}

function ReturnedPayout({ of, desk: { run, busy } }: PayoutProps) {
  const words = useText();
  const path = { id: of.id };
  return (
    <div className="rowwrap">
      <p className="small grow">{of.returnReason}</p>
      <Button
        kind="line"
        busy={busy}
        onClick={() =>
          run({
            send: () => call("POST", "/payouts/{id}/again", { path, body: { account: of.account } }),
            said: "again",
          })
        }
      >
        {words("staff:payouts.again")}
      </Button>
    </div>
  );
}

/** A form for the bank's reference of a payment that was made by hand. */
function PaidByHand({
  of,
  desk: { run, busy },
  reference,
  onReference,
}: PayoutProps & { readonly reference: string; readonly onReference: (reference: string) => void }) {
  const words = useText();
  const path = { id: of.id };
  return (
    <form
      className="rowwrap"
      onSubmit={(event) => {
        event.preventDefault();
        run({
          send: () => call("POST", "/payouts/{id}/paid", { path, body: { reference: reference.trim() } }),
          said: "entered",
        });
      }}
    >
      <div className="grow">
        <TextField
          id={`paid-${of.id}`}
          label={words("staff:payouts.bankReference")}
          maxLength={60}
          value={reference}
          onValue={onReference}
        />
      </div>
      <Button kind="line" type="submit" busy={busy} disabled={reference.trim() === ""}>
        {words("staff:payouts.paid")}
      </Button>
    </form>
  );
}

/** A payout whose reference was entered. Another person confirms the reference. */
function EnteredPayout({ of, desk: { run, busy } }: PayoutProps) {
  const words = useText();
  const path = { id: of.id };
  return (
    <div className="rowwrap">
      <p className="small grow">
        {words("staff:payouts.bankReference")} {of.bankReference} ·{" "}
        {words("staff:payouts.enteredBy", { who: of.enteredBy ?? "–" })}
      </p>
      {of.enteredByYou ? (
        <p className="small">{words("staff:payouts.own")}</p>
      ) : (
        <Button
          kind="main"
          busy={busy}
          onClick={() =>
            run({ send: () => call("POST", "/payouts/{id}/confirm", { path }), said: "confirmed" })
          }
        >
          {words("button:confirm")}
        </Button>
      )}
    </div>
  );
}
