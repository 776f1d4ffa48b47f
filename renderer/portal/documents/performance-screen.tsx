import { useQuery } from "@tanstack/react-query";
import { ChartColumn } from "lucide-react";
import { useState } from "react";
import { ok } from "../../../engine/values/result.ts";
import type { PerformanceReport } from "../../kit/api/answers.ts";
import { call } from "../../kit/api/client.ts";
import { get } from "../../kit/api/query.ts";
import { useSession } from "../../kit/api/session.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { NeedsLogIn } from "../../kit/parts/needs-log-in.tsx";
import { Delta, Pairs } from "../../kit/parts/small-parts.tsx";
import { EmptyState, ErrorState, LoadingShape } from "../../kit/parts/states.tsx";
import { formatBaht, formatDate } from "../../kit/text/format.ts";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { BehindFlag } from "../parts/behind-flag.tsx";
import { isZero } from "../parts/records.ts";
import { StrategyReturn } from "../parts/strategy-return.tsx";
import { saveDocument } from "../transactions/document-download.ts";
import { periodsUntil } from "./periods.ts";
import "../../kit/parts/screens.css";
import "../parts/portal.css";

/** The performance report of the account and its strategies over a period, as a page and as a PDF. */
export default function PerformanceScreen() {
  const words = useText();
  const title = words("documents:performance.title");
  const session = useSession();
  return (
    <BehindFlag flag="performance-report" title={title}>
      {session === null ? <NeedsLogIn title={title} /> : <Report />}
    </BehindFlag>
  );
}

function Report() {
  const words = useText();
  const language = useLanguage();
  const overview = useQuery(get("/overview"));
  const today = overview.data?.dealing?.today ?? new Date().toISOString().slice(0, 10);
  const periods = periodsUntil(today);
  const [chosen, setChosen] = useState<keyof typeof periods>("year");
  const period = periods[chosen];
  const report = useQuery({
    ...get("/performance-report", { query: { from: period.from, to: period.to } }),
    enabled: !overview.isPending,
  });
  const { run, busy } = useAction({
    call: async (wish: typeof period) => {
      const made = await call("POST", "/performance-reports", {
        body: { ...wish, language },
      });
      if (!made.ok) return made;
      await saveDocument(made.value.id, `performance-report-${wish.from}-${wish.to}.pdf`);
      return ok(null);
    },
    changes: ["/documents"],
  });
  return (
    <>
      <fieldset className="range">
        <legend className="sr">{words("documents:performance.period")}</legend>
        {(Object.keys(periods) as (keyof typeof periods)[]).map((one) => (
          <button key={one} type="button" aria-pressed={one === chosen} onClick={() => setChosen(one)}>
            {words(`documents:performance.periods.${one}`)}
          </button>
        ))}
      </fieldset>
      {report.isPending ? <LoadingShape rows={4} /> : null}
      {report.isError ? <ErrorState error={report.error} retry={() => void report.refetch()} /> : null}
      {report.data ? (
        <>
          <ReportBody of={report.data} />
          {report.data.strategies.length === 0 ? null : (
            <Button kind="main" busy={busy} onClick={() => run(period)}>
              {words("my-account:statements.pdf")}
            </Button>
          )}
        </>
      ) : null}
    </>
  );
}

/** The figures of a report. */
export function ReportBody({ of }: { readonly of: PerformanceReport }) {
  const words = useText();
  const say = (key: string) => words(`documents:performance.${key}`);
  if (of.strategies.length === 0)
    return (
      <EmptyState
        icon={ChartColumn}
        title={say("none")}
        action={{ href: "/strategies", label: words("my-account:held.none.action") }}
      >
        {say("noneText")}
      </EmptyState>
    );
  return (
    <>
      <Sum of={of} />
      <ByStrategy of={of.strategies} />
      <p className="small">
        {say("apart")} {words("my-account:strategy.past")}
      </p>
    </>
  );
}

/** Shows line by line how the value at the start becomes the value at the end. */
function Sum({ of }: { readonly of: PerformanceReport }) {
  const words = useText();
  const say = (key: string) => words(`documents:performance.${key}`);
  return (
    <section className="card card--pad gap8" aria-labelledby="sum">
      <h2 translate="no" id="sum" className="num">
        {formatDate(of.from)} – {formatDate(of.to)}
      </h2>
      <Pairs
        of={[
          { key: "before", label: say("before"), value: formatBaht(of.before) },
          { key: "in", label: say("paidIn"), value: formatBaht(of.paidIn) },
          {
            key: "out",
            label: say("paidOut"),
            value: isZero(of.paidOut) ? formatBaht(of.paidOut) : `−${formatBaht(of.paidOut)}`,
          },
          ...(isZero(of.switched)
            ? []
            : [{ key: "switched", label: say("switched"), value: formatBaht(of.switched) }]),
          { key: "profit", label: say("profit"), value: <Delta baht={of.profit} /> },
          { key: "after", label: say("after"), value: formatBaht(of.after), look: "sum" },
        ]}
      />
    </section>
  );
}

function ByStrategy({ of }: { readonly of: PerformanceReport["strategies"] }) {
  const words = useText();
  const say = (key: string) => words(`documents:performance.${key}`);
  return (
    <div className="card tablewrap">
      <table className="tbl stack">
        <thead>
          <tr>
            <th scope="col">{words("my-account:overview.strategy")}</th>
            {["before", "after", "profit", "return"].map((name) => (
              <th key={name} scope="col" className="r">
                {say(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {of.map((one) => (
            <tr key={one.code}>
              <th scope="row" className="nb">
                {one.code}
              </th>
              <td className="r" data-label={say("before")}>
                {formatBaht(one.before)}
              </td>
              <td className="r" data-label={say("after")}>
                {formatBaht(one.after)}
              </td>
              <td className="r" data-label={say("profit")}>
                <Delta baht={one.profit} />
              </td>
              <td className="r" data-label={say("return")}>
                <StrategyReturn percent={one.strategyReturn} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
