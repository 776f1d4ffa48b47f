import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { SetAsideList } from "../kit/api/answers.ts";
import { get } from "../kit/api/query.ts";
import { useSession } from "../kit/api/session.ts";
import { Button } from "../kit/parts/button.tsx";
import { TextField } from "../kit/parts/fields.tsx";
import { Note } from "../kit/parts/note.tsx";
import { ErrorState, LoadingShape } from "../kit/parts/states.tsx";
import { formatBaht, formatDate, formatInstant } from "../kit/text/format.ts";
import { useText } from "../kit/text/i18n.ts";
import { NavCorrectionsPart } from "./nav/nav-corrections-part.tsx";
import { NavFilePart } from "./nav/nav-file-part.tsx";
import { StaffPage } from "./staff-gate.tsx";
import "./nav/nav.css";
import { NavRow } from "./nav/nav-row.tsx";

/**
 * The page of a day's NAVs. One person of `finance` enters a NAV, and another approves it. Compliance decides
 * on the compensation for a wrong NAV.
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
              <NavRow date={day.data.date} of={strategy} />
            </li>
          ))}
        </ul>
      ) : null}
      {day.data ? <NavFilePart /> : null}
      <NavCorrectionsPart />
    </div>
  );
}

/**
 * Paid orders that could not get units, with the database's error. Finance fixes the cause, or rejects and
 * repays the orders.
 */
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

/** A field for a date as DD/MM/YYYY. It reports the ISO date once the input is complete. */
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
