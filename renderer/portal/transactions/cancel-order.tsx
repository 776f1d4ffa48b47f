import { useState } from "react";
import type { PayInCode } from "../../kit/api/answers.ts";
import { call } from "../../kit/api/client.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { Sheet } from "../../kit/parts/sheet.tsx";
import { formatInstant } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";
import type { OrderWithTimeline } from "../parts/records.ts";
import { backOf } from "./money-aside.tsx";

/**
 * A button that cancels an order while the order can be cancelled. It shows the deadline and asks the person
 * to confirm. The dialog says what happens to the money or units, including a transfer that the person
 * already made.
 */
export function CancelOrder({
  order,
  hasSlip,
  refund,
}: {
  readonly order: OrderWithTimeline;
  readonly hasSlip: boolean;
  /** How the money of a paid order would be refunded. */
  readonly refund: PayInCode["ifCancelled"];
}) {
  const words = useText();
  const [asks, setAsks] = useState(false);
  const cancelling = useAction({
    call: () => call("POST", "/orders/{id}/cancel", { path: { id: order.id } }),
    changes: ["/orders", "/overview"],
    said: () => words("my-orders:order.cancel.done"),
    done: () => setAsks(false),
    failed: "here",
  });
  if (order.cancellableUntil === null) return null;
  const what = situationOf(order, hasSlip);
  return (
    <section className="gap12">
      <Button kind="line" wide onClick={() => setAsks(true)}>
        {words("my-orders:order.cancel.action")}
      </Button>
      <p className="small">
        {words("my-orders:order.cancel.until", { time: formatInstant(order.cancellableUntil) })}
      </p>
      {asks ? (
        <Sheet
          title={words("my-orders:order.cancel.title")}
          onClose={() => setAsks(false)}
          footer={
            <>
              <Button kind="danger" wide busy={cancelling.busy} onClick={() => cancelling.run(undefined)}>
                {words("my-orders:order.cancel.confirm")}
              </Button>
              <Button kind="soft" wide onClick={() => setAsks(false)}>
                {words("my-orders:order.cancel.keep")}
              </Button>
            </>
          }
        >
          <p>
            {words(`my-orders:order.cancel.${what}`)}{" "}
            {what === "paid" && refund !== null ? backOf(refund, words) : null}
          </p>
          {cancelling.fault === null ? null : (
            <Note tone="loss" role="alert">
              {cancelling.fault}
            </Note>
          )}
        </Sheet>
      ) : null}
    </section>
  );
}

/**
 * Returns the situation of the order: whether a slip was sent or the order was paid, or whether units are
 * sold or switched. The situation decides the texts of the dialog.
 */
function situationOf(order: OrderWithTimeline, hasSlip: boolean) {
  if (order.payBy === null) return order.counter === null ? "sell" : "switch";
  if (order.paidAt !== null) return "paid";
  return hasSlip ? "slip" : "unpaid";
}
