import { useState } from "react";
import type { SlipOnDesk } from "../../kit/api/answers.ts";
import { call } from "../../kit/api/client.ts";
import { Button } from "../../kit/parts/button.tsx";
import { TextField } from "../../kit/parts/fields.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { PrivateImage } from "../../kit/parts/private-image.tsx";
import { Badge, type Pair, Pairs } from "../../kit/parts/small-parts.tsx";
import { formatBaht, formatDate, formatInstant } from "../../kit/text/format.ts";
import { type Translate, useText } from "../../kit/text/i18n.ts";
import { FaultNote } from "../fault-note.tsx";
import { TestMark } from "../test-mark.tsx";
import { SlipReader } from "./slip-reader.tsx";
import { type SlipAction, useSlipAction } from "./use-slip-action.ts";
import { useSlipReading } from "./use-slip-reading.ts";

/** A payment slip with its picture, its order, and the fields that finance reads from the picture. */
export function SlipDesk({ of }: { readonly of: SlipOnDesk }) {
  const words = useText();
  const acting = useSlipAction();
  // The values read from the slip are held here. They survive while the form is hidden, for example after the
  // first of two confirmations.
  const reading = useSlipReading(of);
  const { confirmed } = of;
  return (
    <article className="card card--pad slipdesk" aria-label={of.reference}>
      <PrivateImage url={`/api/slips/${of.id}/picture`} alt={words("staff:money.slips.picture")} />
      <div className="gap12">
        <SlipHead of={of} />
        <Pairs of={pairsOf(of, words)} />
        {confirmed === null ? null : (
          <Note tone="info">
            {words(`staff:money.slips.${confirmed.why ?? "nav"}.${confirmed.byYou ? "mine" : "other"}`, {
              who: confirmed.by ?? "",
              amount: formatBaht(confirmed.amount),
            })}
          </Note>
        )}
        {confirmed?.byYou === true && (confirmed.why ?? "nav") === "nav" ? null : (
          <SlipReader of={of} reading={reading} acting={acting} />
        )}
        <SlipRefusal of={of} acting={acting} />
        <FaultNote fault={acting.common} />
      </div>
    </article>
  );
}

/** The order's reference and state, and whether the code on the slip was readable. */
function SlipHead({ of }: { readonly of: SlipOnDesk }) {
  const words = useText();
  return (
    <div className="rowwrap">
      <b className="num">{of.reference}</b>
      <Badge tone={of.code === "read" ? "gain" : of.code === "damaged" ? "loss" : "warn"}>
        {words(`staff:money.slips.code.${of.code}`)}
      </Badge>
      {of.orderStatus === "SUBMITTED" ? null : (
        <Badge tone="loss">{words(`my-orders:orders.status.${of.orderStatus}`)}</Badge>
      )}
    </div>
  );
}

function pairsOf(of: SlipOnDesk, words: Translate): readonly Pair[] {
  return [
    {
      key: "amount",
      label: words("staff:money.slips.due"),
      value: `${formatBaht(of.amount)} ${words("common:baht")}`,
      look: "strong",
    },
    { key: "strategy", label: words("my-orders:order.strategy"), value: of.strategy },
    {
      key: "who",
      label: words("staff:money.slips.investor"),
      value: (
        <>
          {of.investor ?? "–"} <TestMark who={of.investor} />
        </>
      ),
    },
    { key: "sent", label: words("staff:money.slips.sent"), value: formatInstant(of.sentAt) },
    { key: "nav", label: words("my-orders:order.navDate"), value: formatDate(of.navDate) },
    ...(of.payBy === null
      ? []
      : [{ key: "by", label: words("staff:money.slips.payBy"), value: formatInstant(of.payBy) }]),
  ];
}

/** A form that refuses a slip, with a reason that the investor reads. */
function SlipRefusal({ of, acting }: { readonly of: SlipOnDesk; readonly acting: SlipAction }) {
  const words = useText();
  const [reason, setReason] = useState("");
  return (
    <form
      className="rowwrap"
      onSubmit={(event) => {
        event.preventDefault();
        acting.run({
          send: () =>
            call("POST", "/slips/{id}/refuse", { path: { id: of.id }, body: { reason: reason.trim() } }),
          said: "staff:money.slips.refused",
        });
      }}
    >
      <div className="grow">
        <TextField
          id={`${of.id}-reason`}
          label={words("staff:money.slips.reason")}
          hint={words("staff:money.slips.reasonHint")}
          value={reason}
          maxLength={500}
          onValue={setReason}
        />
      </div>
      <Button kind="danger" type="submit" busy={acting.busy} disabled={reason.trim().length < 3}>
        {words("staff:money.slips.refuse")}
      </Button>
    </form>
  );
}
