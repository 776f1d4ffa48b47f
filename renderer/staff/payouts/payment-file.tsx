import type { PayoutDesk } from "../../kit/api/answers.ts";
import { call } from "../../kit/api/client.ts";
import { textOfFile } from "../../kit/api/text-of-file.ts";
import { Button } from "../../kit/parts/button.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { Badge } from "../../kit/parts/small-parts.tsx";
import { formatBaht, formatDate, formatInstant } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";
import { FaultNote } from "../fault-note.tsx";
import { Payment } from "./payment.tsx";
import { usePayoutAction } from "./use-payout-action.ts";

type ListedPaymentFile = PayoutDesk["files"][number];
type FileProps = { readonly of: ListedPaymentFile; readonly desk: ReturnType<typeof usePayoutAction> };
type Payments = { readonly payments: PayoutDesk["payouts"] };

/**
 * A payment file. One person creates it, another releases it, and the bank reports which payments it
 * returned.
 */
export function PaymentFile({ of, payments }: { readonly of: ListedPaymentFile } & Payments) {
  const desk = usePayoutAction();
  return (
    <div className="gap12">
      <FileHead of={of} />
      {of.state === "MADE" ? (
        <>
          <FileContent of={of} payments={payments} />
          <ReleaseFile of={of} payments={payments} desk={desk} />
        </>
      ) : null}
      {of.state === "RELEASED" ? <ReleasedFile of={of} desk={desk} /> : null}
      <FaultNote fault={desk.fault} />
    </div>
  );
}

/** Number, date, total and state of the file, and who created and decided it. */
function FileHead({ of }: { readonly of: ListedPaymentFile }) {
  const words = useText();
  const decided =
    of.state === "MADE"
      ? []
      : [
          words(`staff:payouts.${of.state === "RELEASED" ? "releasedBy" : "discardedBy"}`, {
            who: of.decidedBy ?? "–",
          }),
        ];
  return (
    <>
      <p>
        <b>{words("staff:payouts.file", { number: of.number })}</b> · {formatDate(of.valueDate)} ·{" "}
        {words("staff:payouts.lines", { count: of.lines })} · <b className="num">{formatBaht(of.total)}</b>{" "}
        {words("common:baht")}{" "}
        <Badge tone={of.confirmed ? "gain" : of.state === "MADE" ? "warn" : "info"}>
          {words(`staff:payouts.fileState.${of.confirmed ? "CONFIRMED" : of.state}`)}
        </Badge>
      </p>
      <p className="small">
        {formatInstant(of.madeAt)} ·{" "}
        {[words("staff:payouts.madeBy", { who: of.madeBy ?? "–" }), ...decided].join(" · ")} · SHA-256{" "}
        <span className="num" data-code>
          {of.hash.slice(0, 16)}…
        </span>
      </p>
    </>
  );
}

/** The payments of a file, shown to the person who releases it. */
function FileContent({ of, payments }: { readonly of: ListedPaymentFile } & Payments) {
  const words = useText();
  const again = payments.filter((payment) => payment.again !== null).length;
  return (
    <>
      {again === 0 ? null : <Note tone="warn">{words("staff:payouts.againBefore", { count: again })}</Note>}
      {payments.length < of.lines ? (
        <Note tone="warn">{words("staff:payouts.notAll", { shown: payments.length, total: of.lines })}</Note>
      ) : null}
      <details>
        <summary>{words("staff:payouts.look")}</summary>
        <ol className="gap12">
          {payments.map((payment) => (
            <li key={payment.id}>
              <Payment of={payment} />
            </li>
          ))}
        </ol>
      </details>
    </>
  );
}

function ReleaseFile({ of, payments, desk: { run, busy } }: FileProps & Payments) {
  const words = useText();
  const path = { id: of.id };
  return (
    <div className="rowwrap">
      {of.madeByYou ? (
        <p className="small grow">{words("staff:payouts.own")}</p>
      ) : (
        <Button
          kind="main"
          busy={busy}
          disabled={payments.length < of.lines}
          onClick={() =>
            run({ send: () => call("POST", "/payment-files/{id}/release", { path }), said: "released" })
          }
        >
          {words("staff:payouts.release")}
        </Button>
      )}
      <Button
        busy={busy}
        onClick={() =>
          run({ send: () => call("POST", "/payment-files/{id}/discard", { path }), said: "discarded" })
        }
      >
        {words("staff:payouts.discard")}
      </Button>
    </div>
  );
}

/** A released file to download, and the upload of the bank's list of returned payments. */
function ReleasedFile({ of, desk: { run } }: FileProps) {
  const words = useText();
  const path = { id: of.id };
  const takeReturns = async (file: Blob) => {
    const text = await textOfFile(file);
    return text.ok
      ? await call("POST", "/payment-files/{id}/returns", { path, body: { file: text.value } })
      : text;
  };
  return (
    <div className="rowwrap">
      <a className="btn btn--line btn--small" href={`/api/payment-files/${of.id}/file`} download>
        {words("staff:payouts.download")}
      </a>
      <label className="btn btn--line btn--small filebtn">
        {words("staff:payouts.returns")}
        <input
          className="sr"
          type="file"
          accept=".csv,text/csv"
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            if (file) run({ send: () => takeReturns(file), said: "returns" });
            event.target.value = "";
          }}
        />
      </label>
    </div>
  );
}
