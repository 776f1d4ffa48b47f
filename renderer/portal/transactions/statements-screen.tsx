import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useState } from "react";
import { type Language, languageFacts } from "../../../engine/values/languages.ts";
import { parseTypedDate } from "../../../engine/values/local-date.ts";
import { ok } from "../../../engine/values/result.ts";
import { call } from "../../kit/api/client.ts";
import { get } from "../../kit/api/query.ts";
import { useSession } from "../../kit/api/session.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { TextField } from "../../kit/parts/fields.tsx";
import { NeedsLogIn } from "../../kit/parts/needs-log-in.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { PageLink } from "../../kit/parts/page-link.tsx";
import { InsidePage } from "../../kit/parts/pages.tsx";
import { LoadingShape } from "../../kit/parts/states.tsx";
import { formatBytes, formatDate } from "../../kit/text/format.ts";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { saveDocument } from "./document-download.ts";
import { KeptDocuments } from "./kept-documents.tsx";
import "../../kit/parts/screens.css";
import "../parts/portal.css";
import "./transactions.css";

/**
 * The page of account statements. A person creates a statement for a month or any other period, and the
 * portal stores it. Existing statements are listed below.
 */
export default function StatementsScreen() {
  const words = useText();
  const title = words("my-account:statements.title");
  return (
    <InsidePage
      title={title}
      at="/transactions"
      back={{ href: "/transactions", name: words("my-orders:orders.title") }}
    >
      {useSession() === null ? <NeedsLogIn title={title} /> : <Statements />}
    </InsidePage>
  );
}

function Statements() {
  const words = useText();
  // The overview contains the business date, which can differ from the device's date.
  const overview = useQuery(get("/overview"));
  const today = overview.data?.dealing?.today ?? new Date().toISOString().slice(0, 10);
  return (
    <div className="screen narrowscreen">
      <PageLink className="link onlywide" to="/transactions">
        <ArrowLeft size={18} aria-hidden="true" /> {words("my-orders:orders.title")}
      </PageLink>
      <h1 tabIndex={-1}>{words("my-account:statements.title")}</h1>
      {overview.isPending ? <LoadingShape rows={2} /> : <Make today={today} />}
      <Kept />
    </div>
  );
}

function Make({ today }: { readonly today: string }) {
  const words = useText();
  const language = useLanguage();
  const [from, setFrom] = useState(formatDate(`${today.slice(0, 7)}-01`));
  const [to, setTo] = useState(formatDate(today));
  const [typed, setTyped] = useState(false);
  const days = { from: parseTypedDate(from), to: parseTypedDate(to) };
  const { run, doing, fault } = useAction({
    call: async (format: "pdf" | "csv") => {
      if (!days.from.ok || !days.to.ok) return ok(null);
      const period = { from: days.from.value, to: days.to.value };
      const made = await call("POST", "/statements", {
        body: { ...period, format, language },
      });
      if (!made.ok) return made;
      await saveDocument(made.value.id, `statement-${period.from}-${period.to}.${format}`);
      return ok(null);
    },
    changes: ["/statements"],
    failed: "here",
  });
  const choose = (month: Period) => {
    setFrom(formatDate(month.from));
    setTo(formatDate(month.to));
  };
  const ask = (format: "pdf" | "csv") => {
    setTyped(true);
    if (days.from.ok && days.to.ok) run(format);
  };
  return (
    <section className="card card--pad gap12" aria-labelledby="make">
      <h2 id="make">{words("my-account:statements.make")}</h2>
      <Months today={today} shown={{ from, to }} choose={choose} />
      <div className="period">
        <DayField id="from" value={from} wrong={typed && !days.from.ok} onValue={setFrom} />
        <DayField id="to" value={to} wrong={typed && !days.to.ok} onValue={setTo} />
      </div>
      {fault === null ? null : <Note tone="loss">{fault}</Note>}
      <div className="takeaway">
        <Button kind="main" busy={doing === "pdf"} onClick={() => ask("pdf")}>
          {words("my-account:statements.pdf")}
        </Button>
        <Button busy={doing === "csv"} onClick={() => ask("csv")}>
          {words("my-account:statements.csv")}
        </Button>
      </div>
      <p className="small">{words("my-account:statements.explain")}</p>
    </section>
  );
}

/** The first and the last day of a statement. */
type Period = { readonly from: string; readonly to: string };

/** Buttons for the last full months. */
function Months({
  today,
  shown,
  choose,
}: {
  readonly today: string;
  /** The days in the two date fields, as typed. */
  readonly shown: Period;
  readonly choose: (month: Period) => void;
}) {
  const words = useText();
  const language = useLanguage();
  return (
    <fieldset className="range months">
      <legend className="sr">{words("my-account:statements.month")}</legend>
      {monthsBefore(today).map((month) => (
        <button
          key={month.from}
          type="button"
          aria-pressed={shown.from === formatDate(month.from) && shown.to === formatDate(month.to)}
          onClick={() => choose(month)}
        >
          {monthName(month.from, language)}
        </button>
      ))}
    </fieldset>
  );
}

function DayField({
  id,
  value,
  wrong,
  onValue,
}: {
  readonly id: keyof Period;
  readonly value: string;
  readonly wrong: boolean;
  readonly onValue: (value: string) => void;
}) {
  const words = useText();
  return (
    <TextField
      id={id}
      inputMode="numeric"
      placeholder="DD/MM/YYYY"
      label={words(`my-account:statements.${id}`)}
      value={value}
      error={wrong ? words("my-account:statements.date") : null}
      onValue={onValue}
    />
  );
}

function Kept() {
  const words = useText();
  const kept = useQuery(get("/statements"));
  return (
    <section>
      <div className="sechead">
        <h2>{words("my-account:statements.kept")}</h2>
      </div>
      <KeptDocuments
        kept={kept}
        documents={kept.data?.statements}
        none={{
          title: words("my-account:statements.empty.title"),
          text: words("my-account:statements.empty.text"),
        }}
        rowOf={(one) => ({
          name: `statement-${one.from}-${one.to}`,
          spoken: `${formatDate(one.from ?? "")} ${one.format}`,
          shown: (
            <>
              <b translate="no" className="num">
                {formatDate(one.from ?? "")} – {formatDate(one.to ?? "")}
              </b>
              <br />
              <small>
                {one.monthly ? `${words("my-account:statements.monthly")} · ` : ""}
                {one.format.toUpperCase()} · {words(`my-account:statements.language.${one.language}`)} ·{" "}
                {formatBytes(one.size)}
              </small>
            </>
          ),
        })}
      />
    </section>
  );
}

/** Returns the last three full months before a day. */
function monthsBefore(today: string): readonly Period[] {
  const [year, month] = today.split("-").map(Number) as [number, number];
  const day = (utc: number) => new Date(utc).toISOString().slice(0, 10);
  return [1, 2, 3].map((back) => ({
    from: day(Date.UTC(year, month - 1 - back, 1)),
    to: day(Date.UTC(year, month - back, 0)),
  }));
}

function monthName(day: string, language: Language): string {
  return new Intl.DateTimeFormat(languageFacts(language).dates, {
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  }).format(new Date(`${day}T00:00:00Z`));
}
