import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Result } from "../../../engine/values/result.ts";
import type { PayoutDesk } from "../../kit/api/answers.ts";
import { type ApiFailure, call } from "../../kit/api/client.ts";
import { get } from "../../kit/api/query.ts";
import { textOfFile } from "../../kit/api/text-of-file.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { TextField } from "../../kit/parts/fields.tsx";
import { Listed } from "../../kit/parts/listed.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { Badge } from "../../kit/parts/small-parts.tsx";
import { EmptyState, ErrorState, LoadingShape } from "../../kit/parts/states.tsx";
import { accountNamed } from "../../kit/text/account-named.ts";
import { formatBaht, formatDate, formatInstant } from "../../kit/text/format.ts";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { StaffPage } from "../staff-gate.tsx";
import { TestMark } from "../test-mark.tsx";

/** Payouts: due payments, payment files that one person creates and another releases, and returned payments. */
export default function PayoutsScreen() {
  const words = useText();
  return (
    <StaffPage title={words("staff:payouts.title")} at="/staff/payouts">
      <Desk />
    </StaffPage>
  );
}

/** An action of finance, with its messages. */
type Act = {
  readonly send: () => Promise<Result<unknown, ApiFailure>>;
  readonly said: string;
};

function useDesk() {
  const words = useText();
  return useAction({
    call: ({ send }: Act) => send(),
    changes: ["/payouts", "/trial-balance"],
    said: ({ said }) => words(`staff:payouts.said.${said}`),
    failed: "here",
  });
}

function Desk() {
  const words = useText();
  const desk = useQuery({ ...get("/payouts"), refetchInterval: 10_000 });
  const { run, busy, fault } = useDesk();
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
      {fault === null ? null : <Note tone="loss">{fault}</Note>}
      {desk.isPending ? <LoadingShape rows={5} /> : null}
      {desk.isError ? <ErrorState error={desk.error} retry={() => void desk.refetch()} /> : null}
      {desk.data ? (
        <>
          <section className="gap12" aria-labelledby="open">
            <h2 id="open">{words("staff:payouts.open", { count: desk.data.total })}</h2>
            <Listed shown={desk.data.payouts.length} total={desk.data.total} />
            {desk.data.payouts.length === 0 ? (
              <EmptyState title={words("staff:payouts.none.title")}>
                {words("staff:payouts.none.text")}
              </EmptyState>
            ) : (
              <ul className="card list">
                {desk.data.payouts.map((payout) => (
                  <li key={payout.id} className="card--pad">
                    <Payout of={payout} byFile={desk.data.byFile} />
                  </li>
                ))}
              </ul>
            )}
          </section>
          {desk.data.files.length === 0 ? null : (
            <section className="gap12" aria-labelledby="files">
              <h2 id="files">{words("staff:payouts.files")}</h2>
              <ul className="card list">
                {desk.data.files.map((file) => (
                  <li key={file.id} className="card--pad">
                    <PaymentFile
                      of={file}
                      payments={desk.data.payouts.filter((payout) => payout.file === file.id)}
                    />
                  </li>
                ))}
              </ul>
            </section>
          )}
        </>
      ) : null}
    </div>
  );
}

function Payout({ of, byFile }: { readonly of: PayoutDesk["payouts"][number]; readonly byFile: boolean }) {
  const words = useText();
  const [reference, setReference] = useState("");
  const { run, busy, fault } = useDesk();
  const path = { id: of.id };
  return (
    <div className="gap12">
      <What of={of} />
      {of.state === "RETURNED" ? (
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
      ) : null}
      {of.state === "DUE" && !byFile ? (
        of.bankReference === null ? (
          <form
            className="rowwrap"
            onSubmit={(event) => {
              event.preventDefault();
              run({
                send: () =>
                  call("POST", "/payouts/{id}/paid", { path, body: { reference: reference.trim() } }),
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
                onValue={setReference}
              />
            </div>
            <Button kind="line" type="submit" busy={busy} disabled={reference.trim() === ""}>
              {words("staff:payouts.paid")}
            </Button>
          </form>
        ) : (
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
        )
      ) : null}
      {fault === null ? null : <Note tone="loss">{fault}</Note>}
    </div>
  );
}

/** A payment: investor, amount, destination, and whether it was paid before. */
function What({ of }: { readonly of: PayoutDesk["payouts"][number] }) {
  const words = useText();
  const language = useLanguage();
  return (
    <>
      <p>
        <b className="num">{of.reference}</b> {of.refund ? words("staff:payouts.refund") : null}{" "}
        <span className="num">{of.strategy}</span>
        {of.correction ? ` · ${words("staff:payouts.correction")}` : null} ·{" "}
        <b className="num">{formatBaht(of.amount)}</b> {words("common:baht")}{" "}
        {of.dueOn === null ? null : `· ${formatDate(of.dueOn)}`}{" "}
        <Badge tone={of.state === "RETURNED" ? "warn" : "info"}>
          {words(`staff:payouts.state.${of.state}`)}
        </Badge>
      </p>
      <p className="small">
        {[of.name?.[language], of.investor ?? "–"].filter(Boolean).join(" · ")} <TestMark who={of.investor} />{" "}
        · {words("staff:payouts.to")} {accountNamed(of.label)} ·{" "}
        {of.holder ?? words("staff:payouts.holderUnknown")}
      </p>
      {of.again === null ? null : (
        <Note tone="warn">
          {words("staff:payouts.before", { on: formatDate(of.again.on), reason: of.again.reason })}
        </Note>
      )}
    </>
  );
}

function PaymentFile({
  of,
  payments,
}: {
  readonly of: PayoutDesk["files"][number];
  readonly payments: PayoutDesk["payouts"];
}) {
  const words = useText();
  const again = payments.filter((payment) => payment.again !== null).length;
  const decided =
    of.state === "MADE"
      ? []
      : [
          words(`staff:payouts.${of.state === "RELEASED" ? "releasedBy" : "discardedBy"}`, {
            who: of.decidedBy ?? "–",
          }),
        ];
  const { run, busy, fault } = useDesk();
  const path = { id: of.id };
  const takeReturns = async (file: File) => {
    const text = await textOfFile(file);
    return text.ok
      ? await call("POST", "/payment-files/{id}/returns", { path, body: { file: text.value } })
      : text;
  };
  return (
    <div className="gap12">
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
      {of.state === "MADE" ? (
        <>
          {again === 0 ? null : (
            <Note tone="warn">{words("staff:payouts.againBefore", { count: again })}</Note>
          )}
          {payments.length < of.lines ? (
            <Note tone="warn">
              {words("staff:payouts.notAll", { shown: payments.length, total: of.lines })}
            </Note>
          ) : null}
          <details>
            <summary>{words("staff:payouts.look")}</summary>
            <ol className="gap12">
              {payments.map((payment) => (
                <li key={payment.id}>
                  <What of={payment} />
                </li>
              ))}
            </ol>
          </details>
        </>
      ) : null}
      {of.state === "MADE" ? (
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
      ) : null}
      {of.state === "RELEASED" ? (
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
      ) : null}
      {fault === null ? null : <Note tone="loss">{fault}</Note>}
    </div>
  );
}
