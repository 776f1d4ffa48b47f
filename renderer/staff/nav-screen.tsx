import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { changeBps, percentOfBps } from "../../domain/strategy-returns.ts";
import { tenThousandthsOf, UNIT_SCALE } from "../../domain/units.ts";
import type { Result } from "../../engine/values/result.ts";
import { parseTypedDecimal } from "../../engine/values/typed-decimal.ts";
import type { NavDay, SetAsideList } from "../kit/api/answers.ts";
import { type ApiFailure, call } from "../kit/api/client.ts";
import { get } from "../kit/api/query.ts";
import { useSession } from "../kit/api/session.ts";
import { useAction } from "../kit/api/use-action.ts";
import { Button } from "../kit/parts/button.tsx";
import { TextField } from "../kit/parts/fields.tsx";
import { Note } from "../kit/parts/note.tsx";
import { Badge, Delta } from "../kit/parts/small-parts.tsx";
import { ErrorState, LoadingShape } from "../kit/parts/states.tsx";
import { formatBaht, formatDate, formatInstant, formatUnits } from "../kit/text/format.ts";
import { useLanguage, useText } from "../kit/text/i18n.ts";
import { CorrectionPreview } from "./nav/made-good-figures.tsx";
import { NavCorrectionForm } from "./nav/nav-correction-form.tsx";
import { NavCorrectionsPart } from "./nav/nav-corrections-part.tsx";
import { NavFilePart } from "./nav/nav-file-part.tsx";
import { SendBackNav } from "./nav/send-back-nav.tsx";
import { StaffPage } from "./staff-gate.tsx";
import "./nav/nav.css";

/**
 * NAV of the day: one `finance` person enters it, another approves it. Compliance decides on compensation for a wrong
 * one.
 */
export default function NavScreen() {
  const words = useText();
  const role = useSession()?.user?.role;
  const readsDay = role === "finance" || role === "auditor";
  return (
    <StaffPage title={words("staff:nav.title")} at="/staff/nav">
      {readsDay ? (
        <Day />
      ) : (
        <div className="screen">
          <h1 tabIndex={-1}>{words("staff:nav.title")}</h1>
          <NavCorrectionsPart none={words("staff:navCorrection.none")} />
        </div>
      )}
    </StaffPage>
  );
}

function Day() {
  const words = useText();
  const [date, setDate] = useState("");
  const day = useQuery({ ...get("/nav", { query: { date: date || undefined } }), refetchInterval: 10_000 });
  const left = useQuery({ ...get("/set-aside"), refetchInterval: 10_000 });
  return (
    <div className="screen">
      <div className="screenhead">
        <div>
          <h1 tabIndex={-1}>{words("staff:nav.title")}</h1>
          <p className="mut">{words("staff:nav.intro")}</p>
        </div>
        <DateField key={day.data?.date ?? ""} value={day.data?.date ?? ""} onChange={setDate} />
      </div>
      {day.isPending ? <LoadingShape rows={6} /> : null}
      {day.isError ? <ErrorState error={day.error} retry={() => void day.refetch()} /> : null}
      {left.data && left.data.setAside.length > 0 ? <SetAsideOrders of={left.data.setAside} /> : null}
      {day.data?.waiting
        .filter((entry) => entry.date !== day.data.date)
        .map((entry) => (
          <Note key={entry.id} tone="warn">
            {words("staff:nav.other", { strategy: entry.strategy, date: formatDate(entry.date) })}{" "}
            <Button small onClick={() => setDate(entry.date)}>
              {formatDate(entry.date)}
            </Button>
          </Note>
        ))}
      {day.data?.open.map((open) => (
        <Note key={open.date} tone="warn">
          {words("staff:nav.open", { date: formatDate(open.date), strategies: open.strategies.join(", ") })}{" "}
          <Button small onClick={() => setDate(open.date)}>
            {formatDate(open.date)}
          </Button>
        </Note>
      ))}
      {day.data ? (
        <ul className="card list">
          {day.data.strategies.map((strategy) => (
            <li key={strategy.code}>
              <Row date={day.data.date} of={strategy} />
            </li>
          ))}
        </ul>
      ) : null}
      {day.data ? <NavFilePart /> : null}
      <NavCorrectionsPart />
    </div>
  );
}

/** Paid orders without units, with the database's error: finance fixes the cause, or rejects and repays them. */
function SetAsideOrders({ of }: { readonly of: SetAsideList["setAside"] }) {
  const words = useText();
  return (
    <Note tone="warn">
      <h2>{words("staff:nav.setAside.title", { count: of.length })}</h2>
      <p>{words("staff:nav.setAside.text")}</p>
      <ul>
        {of.map((order) => (
          <li key={order.order}>
            <b className="num">{order.reference}</b> {order.strategy} {formatBaht(order.amount)}{" "}
            {words("common:baht")} · {words("staff:nav.setAside.tried", { count: order.tries })}{" "}
            {formatInstant(order.triedAt)}
            <br />
            <small lang="en">{order.reason}</small>
          </li>
        ))}
      </ul>
    </Note>
  );
}

/** A DD/MM/YYYY field; reports the ISO date once complete. */
function DateField({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (iso: string) => void;
}) {
  const words = useText();
  const [text, setText] = useState(value === "" ? "" : formatDate(value));
  return (
    <TextField
      id="nav-date"
      label={words("staff:nav.date")}
      inputMode="numeric"
      placeholder="DD/MM/YYYY"
      value={text}
      onValue={(typed) => {
        setText(typed);
        const parts = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(typed.trim());
        if (parts) onChange(`${parts[3]}-${parts[2]}-${parts[1]}`);
      }}
    />
  );
}

/** An action of finance on a strategy's NAV, with its messages. */
type Act = { readonly send: Send; readonly said: string };
type Send = () => Promise<Result<unknown, ApiFailure>>;

function Row({ date, of }: { readonly date: string; readonly of: NavDay["strategies"][number] }) {
  const words = useText();
  const lng = useLanguage();
  const [nav, setNav] = useState("");
  const [reason, setReason] = useState("");
  const [correcting, setCorrecting] = useState(false);
  const { entry, before, correction, replaced, sentBack, affects } = of;
  const acting = useAction({
    call: ({ send }: Act) => send(),
    changes: ["/nav", "/nav-corrections", "/strategies", "/overview", "/orders"],
    said: ({ said }) => words(said),
    done: () => {
      setNav("");
      setReason("");
    },
    failed: "here",
  });
  const { busy, failed } = acting;
  const field = failed?.kind === "refused" ? failed.fields[0]?.message?.[lng] : undefined;
  const fault = field ?? acting.fault;
  const act = (send: Send, said: string) => acting.run({ send, said });
  const id = `nav-${of.code.replace(/\W/g, "")}`;
  const typed = parseTypedDecimal(correction?.nav ?? entry?.nav ?? nav, UNIT_SCALE, "decimal");
  const moved =
    before && typed.ok ? changeBps({ from: tenThousandthsOf(before.nav), to: typed.value }) : null;
  const change = moved === null ? null : percentOfBps(moved);
  const jumps = moved !== null && (moved < 0n ? -moved : moved) > BigInt(of.jumpBps);
  const who = (name: string | null) => name ?? words("staff:nav.someone");
  const whom = words("staff:nav.affects", {
    orders: affects.orders,
    baht: formatBaht(affects.baht),
    units: formatUnits(affects.units),
    holders: affects.holders,
  });
  return (
    <div className="navrow" data-strategy={of.code}>
      <div>
        <b>{of.code}</b>
        <p className="small">
          {before
            ? `${words("staff:nav.before")} ${formatUnits(before.nav)} (${formatDate(before.date)})`
            : "–"}
        </p>
      </div>
      <div>
        <Badge tone={entry === null ? "info" : entry.status === "APPROVED" ? "gain" : "warn"}>
          {words(`staff:nav.status.${entry?.status ?? "NONE"}`)}
        </Badge>{" "}
        {change === null ? null : <Delta percent={change} />}{" "}
        {jumps ? (
          <Badge tone="loss">{words("staff:nav.jump", { limit: percentOfBps(BigInt(of.jumpBps)) })}</Badge>
        ) : null}
        {entry ? (
          <p className="small">
            <b className="num">{formatUnits(entry.nav)}</b>{" "}
            {entry.demo
              ? words("staff:nav.demo")
              : words("staff:nav.by", {
                  who: entry.enteredByYou
                    ? words("staff:nav.you")
                    : (entry.enteredBy ?? words("staff:nav.someone")),
                })}
            {entry.reason ? ` · ${entry.reason}` : null}
            {entry.status === "APPROVED" && !entry.demo && entry.decidedAt !== null
              ? ` · ${words("staff:nav.approvedBy", {
                  who: who(entry.decidedBy),
                  at: formatInstant(entry.decidedAt),
                })}`
              : null}
          </p>
        ) : null}
        {sentBack === null || sentBack.decidedAt === null ? null : (
          <Note tone="warn">
            {words("staff:nav.sentBack", {
              nav: formatUnits(sentBack.nav),
              by: sentBack.enteredByYou ? words("staff:nav.you") : who(sentBack.enteredBy),
              who: who(sentBack.decidedBy),
              at: formatInstant(sentBack.decidedAt),
              why: sentBack.decisionReason ?? "–",
            })}
          </Note>
        )}
        {replaced.map((one) => (
          <p key={one.id} className="small">
            {words("staff:navCorrection.replaced")} <del className="num">{formatUnits(one.nav)}</del>
          </p>
        ))}
      </div>
      {entry === null ? (
        <form
          className="rowwrap"
          onSubmit={(event) => {
            event.preventDefault();
            const given = { strategy: of.code, date, nav: nav.trim() };
            const body = reason.trim() === "" ? given : { ...given, reason: reason.trim() };
            act(() => call("POST", "/nav", { body }), "staff:nav.entered");
          }}
        >
          <div className="grow">
            <TextField
              id={id}
              className="num"
              label={
                <>
                  {words("staff:nav.value")} <span className="sr">{of.code}</span>
                </>
              }
              inputMode="decimal"
              autoComplete="off"
              value={nav}
              error={fault}
              onValue={setNav}
            />
          </div>
          <div className="grow">
            <TextField
              id={`${id}-reason`}
              label={words("staff:nav.reason")}
              value={reason}
              maxLength={500}
              onValue={setReason}
            />
          </div>
          <Button kind="line" type="submit" busy={busy} disabled={nav.trim() === ""}>
            {words("staff:nav.enter")}
          </Button>
        </form>
      ) : entry.status === "ENTERED" ? (
        <div className="gap8">
          {jumps ? (
            <Note tone="loss">
              {words("staff:nav.jumps", {
                change: change ?? "",
                limit: percentOfBps(BigInt(of.jumpBps)),
                reason: entry.reason ?? "–",
              })}
            </Note>
          ) : null}
          <Decide of={entry} whom={whom} busy={busy} act={act} />
        </div>
      ) : correction !== null ? (
        <div className="gap8">
          <p className="small">
            <b>{words("staff:navCorrection.waits", { nav: formatUnits(correction.nav) })}</b>
            {" · "}
            {words("staff:nav.by", {
              who: correction.enteredByYou
                ? words("staff:nav.you")
                : (correction.enteredBy ?? words("staff:nav.someone")),
            })}
            {" · "}
            {correction.reason}
          </p>
          <CorrectionPreview of={entry} nav={correction.nav} />
          <Decide of={correction} whom={null} busy={busy} act={act} />
        </div>
      ) : correcting ? (
        <NavCorrectionForm of={entry} onClose={() => setCorrecting(false)} />
      ) : (
        <div>
          <Button small onClick={() => setCorrecting(true)}>
            {words("staff:navCorrection.begin")} <span className="sr">{of.code}</span>
          </Button>
        </div>
      )}
      {fault && entry !== null ? (
        <Note tone="loss" role="alert">
          {fault}
        </Note>
      ) : null}
    </div>
  );
}

/** Approves or sends back a NAV entered by another person. */
function Decide({
  of,
  whom,
  busy,
  act,
}: {
  readonly of: NonNullable<NavDay["strategies"][number]["entry"]>;
  /** The people affected by the approval; `null` if shown elsewhere. */
  readonly whom: string | null;
  readonly busy: boolean;
  readonly act: (send: Send, said: string) => void;
}) {
  const words = useText();
  const [sendingBack, setSendingBack] = useState(false);
  if (of.enteredByYou) return <p className="small">{words("staff:nav.own")}</p>;
  return (
    <div className="rowwrap">
      {whom === null ? null : <p className="small">{whom}</p>}
      <Button
        kind="main"
        busy={busy}
        onClick={() =>
          act(
            () => call("POST", "/nav/{id}/approve", { path: { id: of.id }, body: {} }),
            "staff:nav.approved",
          )
        }
      >
        {words("staff:nav.approve")}
      </Button>
      <Button busy={busy} onClick={() => setSendingBack(true)}>
        {words("staff:nav.reject")}
      </Button>
      {sendingBack ? <SendBackNav of={of} onClose={() => setSendingBack(false)} /> : null}
    </div>
  );
}
