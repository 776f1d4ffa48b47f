import { useState } from "react";
import { BAHT_SCALE, formatBaht as bahtOf, satangOf } from "../../../domain/money.ts";
import { parseTypedDate } from "../../../engine/values/local-date.ts";
import type { Result } from "../../../engine/values/result.ts";
import { parseTypedDecimal } from "../../../engine/values/typed-decimal.ts";
import type { SlipOnDesk } from "../../kit/api/answers.ts";
import { type ApiFailure, call } from "../../kit/api/client.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { TextField } from "../../kit/parts/fields.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { PrivateImage } from "../../kit/parts/private-image.tsx";
import { Badge, Pairs } from "../../kit/parts/small-parts.tsx";
import { formatBaht, formatDate, formatInstant } from "../../kit/text/format.ts";
import { firstText, useLanguage, useText } from "../../kit/text/i18n.ts";
import { FaultNote } from "../fault-note.tsx";
import { TestMark } from "../test-mark.tsx";

const FIELDS = ["bank", "reference", "amount", "date", "time"] as const;
type Field = (typeof FIELDS)[number];

/** A slip: its picture, its order, and the fields that finance reads from it. */
export function SlipDesk({ of }: { readonly of: SlipOnDesk }) {
  const words = useText();
  const lng = useLanguage();
  const [read, setRead] = useState<Record<Field, string>>({
    bank: of.bank ?? "",
    reference: of.bankReference ?? "",
    amount: "",
    date: "",
    time: "",
  });
  const [sure, setSure] = useState<string | null>(null);
  const [reason, setReason] = useState("");
  const acting = useAction({
    call: ({ send }: { readonly send: () => Promise<Result<unknown, ApiFailure>>; readonly said: string }) =>
      send(),
    changes: ["/money-in", "/orders"],
    said: ({ said }) => words(said),
    failed: "here",
  });
  const { failed } = acting;
  const wrong = failed?.kind === "refused" ? failed.fields[0] : undefined;
  const faultOf = (field: Field) => {
    const at = wrong?.pointer === "/at" ? "date" : wrong?.pointer.slice(1);
    return at === field ? (wrong?.message?.[lng] ?? acting.fault) : null;
  };
  const common = wrong === undefined ? acting.fault : null;
  const mine = of.confirmed?.byYou === true;
  const why = of.confirmed?.why ?? "nav";
  const typed = parseTypedDecimal(read.amount, BAHT_SCALE);
  const order = satangOf(of.amount);
  const off = typed.ok && typed.value !== order ? typed.value - order : null;
  const confirm = () =>
    acting.run({
      send: () =>
        call("POST", "/slips/{id}/confirm", {
          path: { id: of.id },
          body: { bank: read.bank, reference: read.reference, amount: read.amount, at: instantOf(read) },
        }),
      said: "staff:money.slips.confirmed",
    });
  return (
    <article className="card card--pad slipdesk" aria-label={of.reference}>
      <PrivateImage url={`/api/slips/${of.id}/picture`} alt={words("staff:money.slips.picture")} />
      <div className="gap12">
        <div className="rowwrap">
          <b className="num">{of.reference}</b>
          <Badge tone={of.code === "read" ? "gain" : of.code === "damaged" ? "loss" : "warn"}>
            {words(`staff:money.slips.code.${of.code}`)}
          </Badge>
          {of.orderStatus === "SUBMITTED" ? null : (
            <Badge tone="loss">{words(`my-orders:orders.status.${of.orderStatus}`)}</Badge>
          )}
        </div>
        <Pairs
          of={[
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
          ]}
        />
        {of.confirmed === null ? null : (
          <Note tone="info">
            {words(`staff:money.slips.${why}.${mine ? "mine" : "other"}`, {
              who: of.confirmed.by ?? "",
              amount: formatBaht(of.confirmed.amount),
            })}
          </Note>
        )}
        {mine && why === "nav" ? null : (
          <form
            className="slipread"
            onSubmit={(event) => {
              event.preventDefault();
              confirm();
            }}
          >
            <h3>{words("staff:money.slips.read")}</h3>
            {FIELDS.map((field) => (
              <TextField
                key={field}
                id={`${of.id}-${field}`}
                className="num"
                label={words(`staff:money.slips.field.${field}`)}
                placeholder={field === "date" ? "DD/MM/YYYY" : field === "time" ? "HH:MM" : undefined}
                inputMode={field === "amount" ? "decimal" : field === "reference" ? "text" : "numeric"}
                autoComplete="off"
                readOnly={of.code === "read" && (field === "bank" || field === "reference")}
                value={read[field]}
                error={faultOf(field)}
                onValue={(value) => setRead({ ...read, [field]: value })}
              />
            ))}
            {read.bank.trim() === "" ? null : (
              <p className="small">
                {firstText([`form:common.bank-code.options.${read.bank.trim()}`]) ?? read.bank}
              </p>
            )}
            {off === null ? null : (
              <Note tone="warn" role="alert">
                {words(off < 0n ? "staff:money.slips.less" : "staff:money.slips.more", {
                  off: formatBaht(bahtOf(off < 0n ? -off : off)),
                  due: formatBaht(of.amount),
                })}
                <label>
                  <input
                    type="checkbox"
                    checked={sure === read.amount}
                    onChange={({ currentTarget }) => setSure(currentTarget.checked ? read.amount : null)}
                  />{" "}
                  {words("staff:money.slips.sure")}
                </label>
              </Note>
            )}
            <Button
              kind="main"
              type="submit"
              busy={acting.busy}
              disabled={
                FIELDS.some((field) => read[field].trim() === "") || (off !== null && sure !== read.amount)
              }
            >
              {words("staff:money.slips.confirm")}
            </Button>
          </form>
        )}
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
        <FaultNote fault={common} />
      </div>
    </article>
  );
}

/**
 * Date and time of a slip as one instant, also with Buddhist years. Invalid input is sent as it is, so that its field
 * gets the error.
 */
function instantOf({ date, time }: { readonly date: string; readonly time: string }): string {
  const day = parseTypedDate(date.trim());
  return day.ok ? `${day.value}T${time.trim()}` : `${date} ${time}`;
}
