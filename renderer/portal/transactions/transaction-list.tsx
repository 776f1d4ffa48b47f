import { ArrowDownToLine, ArrowLeftRight, FileCheck, Plus } from "lucide-react";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { PageLink } from "../../kit/parts/page-link.tsx";
import { wholeCodes } from "../../kit/parts/phrases.tsx";
import { Badge } from "../../kit/parts/small-parts.tsx";
import { formatBaht, formatDate, formatUnits } from "../../kit/text/format.ts";
import { type Translate, useLanguage, useText } from "../../kit/text/i18n.ts";
import { orderFigure } from "../parts/order-figure.ts";
import { isZero, stepTone, type Transaction } from "../parts/records.ts";
import { saveContractNote } from "./document-download.ts";
import "../parts/portal.css";
import "./transactions.css";

const ICONS = {
  subscription: Plus,
  redemption: ArrowDownToLine,
  "switch-out": ArrowLeftRight,
  "switch-in": ArrowLeftRight,
} as const;

/** The entries of the transaction history: kind, units in or out, charges, both references of a switch. */
export function TransactionList({ of }: { readonly of: readonly Transaction[] }) {
  return (
    <ul className="card list history">
      {of.map((one) => (
        <Line key={one.id} of={one} />
      ))}
    </ul>
  );
}

function Line({ of }: { readonly of: Transaction }) {
  const words = useText();
  const Icon = ICONS[of.kind];
  return (
    <li>
      <PageLink className="item" to="/orders/$id" params={{ id: of.id }}>
        <span className="ava ava--plain">
          <Icon size={20} aria-hidden="true" />
        </span>
        <span>
          <b>
            {words(`my-orders:orders.kind.${of.kind}`)} <span className="nb">{of.strategy}</span>
          </b>
          <br />
          <small translate="no" className="num">
            {formatDate(of.placedAt)}
          </small>
        </span>
        <span className="right">
          <b translate="no" className="num">
            {orderFigure({ ...of, gross: null, unitsWished: of.unitsOut }, words)}
          </b>
          <br />
          <Badge tone={stepTone(of.step)}>{words(`my-orders:orders.step.${of.kind}.${of.step}`)}</Badge>
        </span>
      </PageLink>
      <Details of={of} />
    </li>
  );
}

function Details({ of }: { readonly of: Transaction }) {
  const words = useText();
  const language = useLanguage();
  const { run, busy } = useAction({
    call: (order: Transaction) => saveContractNote(order, language),
  });
  const facts = factsOf(of, words);
  return (
    <div className="more">
      <p translate="no" className="small num">
        <span>
          {words("my-orders:order.reference")} <span className="nb">{of.reference}</span>
        </span>
        {facts.map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
        {of.counter === null ? null : (
          <PageLink className="link" to="/orders/$id" params={{ id: of.counter.id }}>
            <span>{wholeCodes(words(`my-orders:orders.counter.${of.kind}`, of.counter))}</span>
          </PageLink>
        )}
      </p>
      {of.status === "ALLOTTED" ? (
        <Button kind="plain" small busy={busy} onClick={() => run(of)}>
          <FileCheck size={18} aria-hidden="true" /> {words("my-orders:orders.note")}
          <span className="sr"> {of.reference}</span>
        </Button>
      ) : null}
    </div>
  );
}

function factsOf(of: Transaction, words: Translate): readonly string[] {
  const allotted = of.status === "ALLOTTED";
  const say = (key: string, params: Readonly<Record<string, string>>) =>
    words(`my-orders:orders.fact.${key}`, params);
  return [
    // An unpaid order gets the NAV of the day on which it is paid.
    of.status === "SUBMITTED"
      ? say("navUnpaid", {})
      : allotted && of.nav !== null
        ? say("nav", { date: formatDate(of.navDate), nav: formatUnits(of.nav) })
        : say("navDay", { date: formatDate(of.navDate) }),
    ...(of.unitsIn === null ? [] : [say("in", { units: formatUnits(of.unitsIn) })]),
    ...(allotted && of.unitsOut !== null ? [say("out", { units: formatUnits(of.unitsOut) })] : []),
    ...(isZero(of.fee)
      ? []
      : [say(`fee.${of.feeKind}`, { fee: formatBaht(of.fee), vat: formatBaht(of.vat) })]),
    ...(of.net === null || of.amount === null || isZero(of.fee)
      ? []
      : [say(`net.${of.kind}`, { net: formatBaht(of.net), gross: formatBaht(of.amount) })]),
    ...of.corrections.map((more) =>
      say(isZero(more.units) ? "correctedBaht" : isZero(more.amount) ? "correctedUnits" : "correctedLeg", {
        on: formatDate(more.on),
        nav: formatUnits(more.nav),
        units: formatUnits(more.units),
        net: formatBaht(more.net),
      }),
    ),
  ];
}
