import { useState } from "react";
import type { Language } from "../../../engine/values/languages.ts";
import type { WaitingOrder } from "../../kit/api/answers.ts";
import { call } from "../../kit/api/client.ts";
import { toast } from "../../kit/api/toast-store.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { Badge, type Pair, Pairs } from "../../kit/parts/small-parts.tsx";
import { formatBaht, formatDate, formatInstant, formatUnits } from "../../kit/text/format.ts";
import { type Translate, useLanguage, useText } from "../../kit/text/i18n.ts";
import { FaultNote } from "../fault-note.tsx";
import { TestMark } from "../test-mark.tsx";
import { OrderHistory } from "./order-history.tsx";
import { RejectOrder } from "./reject-order.tsx";

/** An order that waits for approval: investor, amount, NAV, approvals so far, and the decision. */
export function WaitingSell({ of }: { readonly of: WaitingOrder }) {
  const words = useText();
  const language = useLanguage();
  const [rejects, setRejects] = useState(false);
  const approving = useAction({
    call: () => call("POST", "/approvals/{id}/approve", { path: { id: of.id } }),
    changes: ["/approvals"],
    done: ({ outcome }) =>
      toast({
        id: "approvals",
        tone: "gain",
        text: words(`staff:approvals.${outcome}`, { reference: of.reference }),
      }),
    failed: "here",
  });
  return (
    <article className="card card--pad waitingsell" data-order={of.reference}>
      <div className="gap12">
        <OrderKind of={of} />
        <h2>
          {of.strategy}
          {of.into === null ? null : ` → ${of.into.strategy}`}
        </h2>
        <Pairs of={factsOf(of, words, language)} />
      </div>
      <div className="gap12">
        <div>
          <b className="num">{words("staff:approvals.estimate", { value: formatBaht(of.estimate.value) })}</b>
          <p className="small">
            {words("staff:approvals.estimateBasis", {
              nav: formatUnits(of.estimate.nav),
              date: formatDate(of.estimate.navDate),
            })}
          </p>
        </div>
        <Approvals of={of} />
        {of.short === null ? null : <Note tone="warn">{words(`staff:approvals.short.${of.short}`)}</Note>}
        <FaultNote fault={approving.fault} />
        {of.yours === "open" ? (
          <div className="row wraps">
            <Button kind="main" busy={approving.busy} onClick={() => approving.run(undefined)}>
              {words("staff:approvals.approve")}
            </Button>
            <Button onClick={() => setRejects(true)}>{words("staff:approvals.reject")}</Button>
          </div>
        ) : (
          <Note>{words(`staff:approvals.yours.${of.yours}`)}</Note>
        )}
        <OrderHistory of={of.id} />
      </div>
      {rejects ? <RejectOrder of={of} onClose={() => setRejects(false)} /> : null}
    </article>
  );
}

/** The kind of an order, with its references. */
function OrderKind({ of }: { readonly of: WaitingOrder }) {
  const words = useText();
  return (
    <div className="rowwrap">
      <Badge tone="info">{words(`my-orders:orders.kind.${of.kind}`)}</Badge>
      <TestMark who={of.investor} />
      <span className="num small">
        {of.reference}
        {of.into === null ? null : ` · ${of.into.reference}`}
      </span>
    </div>
  );
}

/** Number of approvals given and needed, with the names of the approvers. */
function Approvals({ of }: { readonly of: WaitingOrder }) {
  const words = useText();
  return (
    <div>
      <p>
        {words("staff:approvals.approvals")}{" "}
        <b>{words("staff:approvals.given", { given: of.given.length, needed: of.needed })}</b>
        {of.needsCompliance ? ` (${words("staff:approvals.compliance")})` : null}
      </p>
      {of.given.map(({ by, role, at }) => (
        <p key={by} className="small">
          {words("staff:approvals.by", {
            who: by,
            role: words(`staff:approvals.role.${role}`),
            at: formatInstant(at),
          })}
        </p>
      ))}
    </div>
  );
}

function factsOf(of: WaitingOrder, words: Translate, language: Language): readonly Pair[] {
  const pair = (key: string, value: string, look?: Pair["look"]): Pair => ({
    key,
    label: words(`staff:approvals.${key}`),
    value,
    ...(look === undefined ? {} : { look }),
  });
  return [
    pair("sells", wishOf(of, words), "strong"),
    pair("investor", of.name === null ? of.investor : `${of.name[language]} · ${of.investor}`),
    ...(of.payout === null
      ? []
      : [pair("account", `${words(`form:common.bank-code.options.${of.payout.bank}`)} ${of.payout.number}`)]),
    pair("placed", formatInstant(of.placedAt)),
    pair("navDate", formatDate(of.navDate)),
    pair("allotment", formatDate(of.allotmentDate)),
    ...(of.expiresAt === null ? [] : [pair("expires", formatInstant(of.expiresAt))]),
    {
      key: "holds",
      label: words("staff:approvals.holding"),
      value: words("staff:approvals.holds", {
        units: formatUnits(of.unitsHeld),
        pending: formatUnits(of.unitsPending),
      }),
    },
  ];
}

function wishOf(of: WaitingOrder, words: Translate): string {
  const units = words("staff:approvals.units", { units: formatUnits(of.reservedUnits) });
  if (of.sellAll) return `${words("staff:approvals.everything")} · ${units}`;
  return of.amount === null ? units : `${formatBaht(of.amount)} ${words("common:baht")}`;
}
