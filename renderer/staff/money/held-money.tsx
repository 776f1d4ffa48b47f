import { useState } from "react";
import type { PaymentCase } from "../../kit/api/answers.ts";
import type { BodyOf } from "../../kit/api/calls.ts";
import { call } from "../../kit/api/client.ts";
import { toast } from "../../kit/api/toast-store.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { TextField } from "../../kit/parts/fields.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { PageLink } from "../../kit/parts/page-link.tsx";
import { Badge, type Pair, Pairs } from "../../kit/parts/small-parts.tsx";
import { accountNamed, bankNamed } from "../../kit/text/account-named.ts";
import { formatBaht, formatDate, formatInstant } from "../../kit/text/format.ts";
import { type Translate, useText } from "../../kit/text/i18n.ts";
import { FaultNote } from "../fault-note.tsx";
import { TestMark } from "../test-mark.tsx";

type Act = "claim" | "hold" | "match" | "refund" | "same";

const TONES = {
  OPEN: "warn",
  HELD: "info",
  ACCOUNT_WANTED: "warn",
  REFUND_DUE: "info",
  MATCHED: "gain",
  REFUNDED: "gain",
  KNOWN: "gain",
} as const;

type Body = BodyOf<"POST", `/payment-cases/{id}/${Act}`>;

/** Received money that bought no units: the reason, the responsible person, and the possible actions. */
export function HeldMoney({ of }: { readonly of: PaymentCase }) {
  const words = useText();
  const acting = useAction({
    call: ({ act, body }: { readonly act: Act; readonly body: Body }) =>
      call("POST", `/payment-cases/{id}/${act}`, { path: { id: of.id }, body }),
    changes: ["/money-in", "/orders", "/payouts"],
    done: ({ second }, { act }) =>
      toast({ tone: "gain", text: words(`staff:money.held.said.${second ? "second" : act}`) }),
    failed: "here",
  });
  const run = (act: Act, body: Body = {}) => acting.run({ act, body });
  return (
    <article className="card card--pad gap12" aria-label={of.bankReference}>
      <div className="screenhead">
        <h3>
          <span className="num">{formatBaht(of.amount)}</span> {words("common:baht")} ·{" "}
          {words(`staff:money.held.reason.${of.reason}`)}
        </h3>
        <Badge tone={of.refund === "returned" ? "warn" : TONES[of.state]}>
          {words(`staff:money.held.state.${of.refund === "returned" ? "RETURNED" : of.state}`)}
        </Badge>
      </div>
      <Pairs of={pairsOf(of, words)} />
      {of.alike === null ? null : <Note tone="warn">{words("staff:money.held.alikeHow")}</Note>}
      {of.confirmed === null ? null : (
        <Note tone="info">
          {words(`staff:money.held.first.${of.confirmed.byYou ? "mine" : "other"}`, {
            who: of.confirmed.by ?? "–",
            what: words(`staff:money.held.act.${of.confirmed.act}`),
            reference: of.confirmed.reference ?? "",
          })}
        </Note>
      )}
      <FaultNote fault={acting.fault} />
      <Ways of={of} busy={acting.busy} run={run} />
    </article>
  );
}

function Ways({
  of,
  busy,
  run,
}: {
  readonly of: PaymentCase;
  readonly busy: boolean;
  readonly run: (act: Act, body?: Body) => void;
}) {
  const words = useText();
  return (
    <>
      {of.state === "REFUND_DUE" ? (
        <p className="small">
          {words("staff:money.held.inPayouts")} ·{" "}
          <PageLink to="/staff/payouts">{words("staff:payouts.title")}</PageLink>
        </p>
      ) : null}
      {of.state === "ACCOUNT_WANTED" ? (
        <Note tone="warn">
          {words(`staff:money.held.${of.investor === null ? "wantedUnknown" : "wanted"}`)}
        </Note>
      ) : null}
      {of.alike === null || (of.state !== "OPEN" && of.state !== "HELD") ? null : (
        <div className="rowwrap">
          <Button busy={busy} onClick={() => run("same")}>
            {words("staff:money.held.act.same")}
          </Button>
        </div>
      )}
      {of.mayMatch ? <OneLine id={of.id} act="match" field="reference" busy={busy} run={run} /> : null}
      <OneLine id={of.id} act="hold" field="note" busy={busy} run={run} />
      {of.investor === null && of.payerAccount === null ? (
        <OneLine id={of.id} act="refund" field="reference" busy={busy} run={run} />
      ) : of.state === "OPEN" || of.state === "HELD" ? (
        <div className="rowwrap">
          <Button busy={busy} onClick={() => run("refund")}>
            {words("staff:money.held.act.refund")}
          </Button>
        </div>
      ) : null}
      {of.yours ? null : (
        <div className="rowwrap">
          <Button busy={busy} onClick={() => run("claim")}>
            {words("staff:money.held.act.claim")}
          </Button>
        </div>
      )}
    </>
  );
}

function OneLine({
  id,
  act,
  field,
  busy,
  run,
}: {
  readonly id: string;
  readonly act: Act;
  readonly field: "reference" | "note";
  readonly busy: boolean;
  readonly run: (act: Act, body?: Body) => void;
}) {
  const words = useText();
  const [text, setText] = useState("");
  return (
    <form
      className="rowwrap"
      onSubmit={(event) => {
        event.preventDefault();
        run(act, field === "note" ? { note: text.trim() } : { reference: text.trim() });
      }}
    >
      <div className="grow">
        <TextField
          id={`${id}-${act}`}
          label={words(`staff:money.held.field.${act}`)}
          autoComplete="off"
          maxLength={200}
          value={text}
          onValue={setText}
        />
      </div>
      <Button type="submit" busy={busy} disabled={text.trim().length < 3}>
        {words(`staff:money.held.act.${act}`)}
      </Button>
    </form>
  );
}

function pairsOf(of: PaymentCase, words: Translate): readonly Pair[] {
  return [
    ...transferPairs(of, words),
    ...orderPairs(of, words),
    ...investorPairs(of, words),
    ...deskPairs(of, words),
  ];
}

/** Returns the details of the transfer: who paid, and with which references. */
function transferPairs(of: PaymentCase, words: Translate): readonly Pair[] {
  const pairs: Pair[] = [
    {
      key: "transfer",
      label: words("staff:money.held.transfer"),
      value: `${bankNamed(of.bank)} ${of.bankReference} · ${formatInstant(of.transferredAt)}`,
    },
  ];
  const payer = [
    of.payerErased ? words("staff:erased") : of.payerName,
    of.payerBank === null ? null : bankNamed(of.payerBank),
    of.payerAccount,
  ].filter((part) => part !== null);
  if (payer.length > 0)
    pairs.push({ key: "payer", label: words("staff:money.held.payer"), value: payer.join(" · ") });
  const refs = [of.ref1, of.ref2].filter((part) => part !== null);
  if (refs.length > 0)
    pairs.push({ key: "refs", label: words("staff:money.held.refs"), value: refs.join(" · ") });
  return pairs;
}

/** Returns the order that the transfer names, and an earlier transfer that resembles this one. */
function orderPairs(of: PaymentCase, words: Translate): readonly Pair[] {
  const pairs: Pair[] = [];
  if (of.order !== null)
    pairs.push({
      key: "order",
      label: words("staff:money.held.order"),
      value: [
        of.order.reference,
        words(`my-orders:orders.status.${of.order.status}`),
        of.order.amount === null ? null : `${formatBaht(of.order.amount)} ${words("common:baht")}`,
      ]
        .filter((part) => part !== null)
        .join(" · "),
    });
  if (of.alike !== null)
    pairs.push({
      key: "alike",
      label: words("staff:money.held.alike"),
      value: [
        `${bankNamed(of.alike.bank)} ${of.alike.bankReference}`,
        formatInstant(of.alike.transferredAt),
        ...(of.alike.order === null ? [] : [of.alike.order]),
      ].join(" · "),
    });
  return pairs;
}

/** Returns the investor, and the refund to their account. */
function investorPairs(of: PaymentCase, words: Translate): readonly Pair[] {
  const pairs: Pair[] = [];
  if (of.investor !== null)
    pairs.push({
      key: "investor",
      label: words("staff:money.held.investor"),
      value: (
        <>
          {of.investor} <TestMark who={of.investor} />
        </>
      ),
    });
  if (of.investorName !== null)
    pairs.push({
      key: "investorName",
      label: words("staff:money.held.investorName"),
      value: `${of.investorName.th} · ${of.investorName.en}`,
    });
  if (of.refundOn !== null)
    pairs.push({
      key: "refund",
      label: words("staff:money.held.refund"),
      value: `${formatDate(of.refundOn)} · ${of.refundTo === null ? "–" : accountNamed(of.refundTo)}`,
    });
  return pairs;
}

/** Returns the colleague who handles the case, and their note. */
function deskPairs(of: PaymentCase, words: Translate): readonly Pair[] {
  const pairs: Pair[] = [{ key: "owner", label: words("staff:money.held.owner"), value: of.owner ?? "–" }];
  if (of.note !== null || of.state === "HELD")
    pairs.push({
      key: "note",
      label: words("staff:money.held.note"),
      value: of.note ?? words("staff:erased"),
    });
  return pairs;
}
