import { useState } from "react";
import { call } from "../../kit/api/client.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { Sheet } from "../../kit/parts/sheet.tsx";
import { formatInstant } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";
import type { OrderWithTimeline } from "../parts/records.ts";

/** Takes an order back while that is possible: says until when, asks once more, and tells what becomes of money or units. */
export function CancelOrder({ order }: { readonly order: OrderWithTimeline }) {
  const words = useText();
  const [asks, setAsks] = useState(false);
  const cancelling = useAction({
    call: () => call("POST", `/orders/${order.id}/cancel`),
    changes: ["/orders", "/overview"],
    said: () => words("my-account:order.cancel.done"),
    done: () => setAsks(false),
    failed: "here",
  });
  if (order.cancellableUntil === null) return null;
  const what =
    order.kind === "subscription"
      ? order.paidAt === null
        ? "unpaid"
        : "paid"
      : order.counter === null
        ? "sell"
        : "switch";
  return (
    <section className="gap12">
      <Button kind="line" wide onClick={() => setAsks(true)}>
        {words("my-account:order.cancel.action")}
      </Button>
      <p className="small">
        {words("my-account:order.cancel.until", { time: formatInstant(order.cancellableUntil) })}
      </p>
      {asks ? (
        <Sheet
          title={words("my-account:order.cancel.title")}
          onClose={() => setAsks(false)}
          footer={
            <>
              <Button kind="danger" wide busy={cancelling.busy} onClick={() => cancelling.run(undefined)}>
                {words("my-account:order.cancel.confirm")}
              </Button>
              <Button kind="soft" wide onClick={() => setAsks(false)}>
                {words("my-account:order.cancel.keep")}
              </Button>
            </>
          }
        >
          <p>{words(`my-account:order.cancel.${what}`)}</p>
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
