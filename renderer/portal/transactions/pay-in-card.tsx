import { useQuery } from "@tanstack/react-query";
import { useFlowBackend } from "../../flow/flow-backend.ts";
import type { PayInCode } from "../../kit/api/answers.ts";
import { CopyButton } from "../../kit/parts/copy-button.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { formatBaht, formatDate, formatInstant } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";
import type { OrderWithTimeline } from "../parts/records.ts";
import { PayInQr } from "./pay-in-qr.tsx";
import { PayInSlip } from "./pay-in-slip.tsx";
import "../../kit/parts/screens.css";
import "./transactions.css";

/**
 * Shows how to pay an order: the QR code if available, the account with amount and reference to copy, the
 * upload of the slip, and the NAV for each payment time. If the order takes no more money, it shows only the
 * slip's result.
 */
export function PayInCard({ order }: { readonly order: OrderWithTimeline }) {
  const asked = usePayIn(order);
  const { payIn } = order;
  const slip = asked.data ? <PayInSlip order={order.id} of={asked.data} /> : null;
  if (payIn === null) return order.status === "SUBMITTED" ? slip : null;
  // A person who has sent a slip is not asked to pay again. The bank account for the payment can still be
  // shown, because the slip may be rejected.
  if (asked.data?.slip?.state === "WAITING")
    return (
      <div className="gap16">
        {slip}
        <OwedWithSlip order={order} account={payIn.account} />
      </div>
    );
  return (
    <div className="gap16">
      <HowToPay order={order} account={payIn.account} code={asked.data?.code ?? null} />
      {slip}
      <PayDays of={payIn.days} />
    </div>
  );
}

type PayIn = NonNullable<OrderWithTimeline["payIn"]>;

/**
 * The payment instructions: the QR code first, if available and wanted, and the account with amount and
 * reference.
 */
function HowToPay({
  order,
  account,
  code,
}: {
  readonly order: OrderWithTimeline;
  readonly account: PayIn["account"];
  readonly code: PayInCode["code"];
}) {
  const words = useText();
  const amount = amountOf(order);
  const qr = code === null ? null : <PayInQr code={code} reference={order.reference} amount={amount} />;
  const scansFirst = qr !== null && order.method === "qr";
  return (
    <section className="card card--pad gap8 payin" aria-labelledby="payin">
      <h2 id="payin">{words(scansFirst ? "my-orders:payIn.qr.title" : "my-orders:payIn.title")}</h2>
      {scansFirst ? (
        <>
          <p>
            <Baht amount={amount} />
          </p>
          {qr}
          <h3>{words("my-orders:payIn.qr.or")}</h3>
        </>
      ) : null}
      {account === null ? <Note tone="warn">{words("my-orders:payIn.noAccount")}</Note> : null}
      <dl>
        {account === null ? null : <AccountLines of={account} />}
        <OwedLines of={order} />
      </dl>
      {qr === null || scansFirst ? null : (
        <>
          <h3>{words("my-orders:payIn.qr.title")}</h3>
          {qr}
        </>
      )}
    </section>
  );
}

/**
 * A note with the amount to pay while a slip is being checked. The bank account for the payment is shown only
 * if the person asks for it.
 */
function OwedWithSlip({
  order,
  account,
}: {
  readonly order: OrderWithTimeline;
  readonly account: PayIn["account"];
}) {
  const words = useText();
  return (
    <section className="card card--pad gap8 payin" aria-label={words("my-orders:order.reference")}>
      <dl>
        <OwedLines of={order} />
      </dl>
      {account === null ? null : (
        <details>
          <summary>{words("my-orders:payIn.slip.notPaid")}</summary>
          <dl>
            <AccountLines of={account} />
          </dl>
        </details>
      )}
    </section>
  );
}

/** The NAV date for each payment time. */
function PayDays({ of }: { readonly of: PayIn["days"] }) {
  const words = useText();
  return (
    <section className="card card--pad gap8" aria-labelledby="paywhen">
      <h2 id="paywhen">{words("my-orders:payIn.when")}</h2>
      <ul className="paydays">
        {of.map((day) => (
          <li key={day.navDate}>
            <span>{words("my-orders:payIn.before", { time: formatInstant(day.before) })}</span>
            <b translate="no" className="num">
              {words("my-orders:payIn.nav", { date: formatDate(day.navDate) })}
            </b>
          </li>
        ))}
      </ul>
      <p className="small">{words("my-orders:payIn.counts")}</p>
    </section>
  );
}

function amountOf(order: OrderWithTimeline): string {
  return order.amount ?? "0.00";
}

function Baht({ amount }: { readonly amount: string }) {
  const words = useText();
  return (
    <>
      <b translate="no" className="num">
        {formatBaht(amount)}
      </b>{" "}
      {words("common:baht")}
    </>
  );
}

function OwedLines({ of }: { readonly of: OrderWithTimeline }) {
  const words = useText();
  const amount = amountOf(of);
  return (
    <>
      <Line label={words("my-orders:order.amount")} copy={amount}>
        <Baht amount={amount} />
      </Line>
      <Line label={words("my-orders:order.reference")} copy={of.reference}>
        <b translate="no" className="num reference">
          {of.reference}
        </b>
      </Line>
    </>
  );
}

/**
 * Loads the payment options of an order, its slip, and money that was received for the order but does not pay
 * it.
 */
export function usePayIn(order: Pick<OrderWithTimeline, "id" | "payBy"> | undefined) {
  const backend = useFlowBackend();
  return useQuery({
    ...backend.record("/orders/{id}/pay-in", { path: { id: order?.id ?? "none" } }),
    enabled: order !== undefined && order.payBy !== null,
    refetchInterval: 10_000,
  });
}

function AccountLines({ of }: { readonly of: NonNullable<PayIn["account"]> }) {
  const words = useText();
  return (
    <>
      <Line label={words("my-orders:payIn.bank")}>
        {of.bank}
        {of.demo ? <span className="demo"> {words("common:demo")}</span> : null}
      </Line>
      <Line label={words("my-orders:payIn.holder")} copy={of.holder}>
        {of.holder}
      </Line>
      <Line label={words("my-orders:payIn.number")} copy={of.number}>
        <b translate="no" className="num">
          {of.number}
        </b>
      </Line>
    </>
  );
}

function Line({
  label,
  copy,
  children,
}: {
  readonly label: string;
  readonly copy?: string;
  readonly children: React.ReactNode;
}) {
  return (
    <div>
      <dt className="small">{label}</dt>
      <dd className="copyrow">
        <span>{children}</span>
        {copy === undefined ? null : <CopyButton text={copy} of={label} />}
      </dd>
    </div>
  );
}
