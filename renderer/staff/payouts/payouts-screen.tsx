import { useQuery } from "@tanstack/react-query";
import type { PayoutDesk } from "../../kit/api/answers.ts";
import { call } from "../../kit/api/client.ts";
import { get } from "../../kit/api/query.ts";
import { Button } from "../../kit/parts/button.tsx";
import { Listed } from "../../kit/parts/listed.tsx";
import { EmptyState, ErrorState, LoadingShape } from "../../kit/parts/states.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { FaultNote } from "../fault-note.tsx";
import { StaffPage } from "../staff-gate.tsx";
import { OpenPayout } from "./open-payout.tsx";
import { PaymentFile } from "./payment-file.tsx";
import { usePayoutAction } from "./use-payout-action.ts";

/**
 * The page of payouts: due payments, returned payments, and payment files, which one person creates and
 * another releases.
 */
export default function PayoutsScreen() {
  const words = useText();
  return (
    <StaffPage title={words("staff:payouts.title")} at="/staff/payouts">
      <Desk />
    </StaffPage>
  );
}

function Desk() {
  const words = useText();
  const desk = useQuery({ ...get("/payouts"), refetchInterval: 10_000 });
  const { run, busy, fault } = usePayoutAction();
  return (
    <div className="screen">
      <div className="screenhead">
        <div>
          <h1 tabIndex={-1}>{words("staff:payouts.title")}</h1>
          <p className="mut">
            {words(`staff:payouts.intro.${desk.data?.byFile === false ? "hand" : "file"}`)}
          </p>
        </div>
        {desk.data?.byFile ? (
          <Button
            kind="main"
            busy={busy}
            disabled={!desk.data.payouts.some(({ state }) => state === "DUE")}
            onClick={() => run({ send: () => call("POST", "/payment-files"), said: "made" })}
          >
            {words("staff:payouts.make")}
          </Button>
        ) : null}
      </div>
      <FaultNote fault={fault} />
      {desk.isPending ? <LoadingShape rows={5} /> : null}
      {desk.isError ? <ErrorState error={desk.error} retry={() => void desk.refetch()} /> : null}
      {desk.data ? (
        <>
          <OpenPayouts of={desk.data} />
          {desk.data.files.length === 0 ? null : <PaymentFiles of={desk.data} />}
        </>
      ) : null}
    </div>
  );
}

function OpenPayouts({ of: { payouts, total, byFile } }: { readonly of: PayoutDesk }) {
  const words = useText();
  return (
    <section className="gap12" aria-labelledby="open">
      <h2 id="open">{words("staff:payouts.open", { count: total })}</h2>
      <Listed shown={payouts.length} total={total} />
      {payouts.length === 0 ? (
        <EmptyState title={words("staff:payouts.none.title")}>{words("staff:payouts.none.text")}</EmptyState>
      ) : (
        <ul className="card list">
          {payouts.map((payout) => (
            <li key={payout.id} className="card--pad">
              <OpenPayout of={payout} byFile={byFile} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function PaymentFiles({ of: { files, payouts } }: { readonly of: PayoutDesk }) {
  const words = useText();
  return (
    <section className="gap12" aria-labelledby="files">
      <h2 id="files">{words("staff:payouts.files")}</h2>
      <ul className="card list">
        {files.map((file) => (
          <li key={file.id} className="card--pad">
            <PaymentFile of={file} payments={payouts.filter((payout) => payout.file === file.id)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
