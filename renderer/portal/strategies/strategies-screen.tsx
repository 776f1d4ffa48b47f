import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { halfUp } from "../../../domain/rounding.ts";
import { tenThousandthsOf } from "../../../domain/units.ts";
import { get } from "../../kit/api/query.ts";
import { useSession } from "../../kit/api/session.ts";
import { finds } from "../../kit/parts/finds.ts";
import { InsidePage } from "../../kit/parts/pages.tsx";
import { SearchField } from "../../kit/parts/search-field.tsx";
import { Delta, RiskBar } from "../../kit/parts/small-parts.tsx";
import { EmptyState, ErrorState, LoadingShape } from "../../kit/parts/states.tsx";
import { formatDate, formatUnits } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";
import { CutOffChip } from "../parts/cut-off.tsx";
import { Entries } from "../parts/entries.tsx";
import type { Strategy } from "../parts/records.ts";
import { StrategyCell, StrategyItem, StrategyTable } from "../parts/strategy-list.tsx";
import { StrategyReturn } from "../parts/strategy-return.tsx";
import { useFollowed } from "./follow.tsx";
import "../../kit/parts/screens.css";
import "../parts/portal.css";
import "./strategies.css";

const FILTERS = ["all", "held", "followed"] as const;
type Filter = (typeof FILTERS)[number];

/** The page of all strategies, with one-year return, risk and NAV. */
export default function StrategiesScreen() {
  const words = useText();
  const session = useSession();
  const strategies = useQuery(get("/strategies"));
  const overview = useQuery({
    ...get("/overview"),
    enabled: session !== null && !session.user?.role,
  });
  const [search, setSearch] = useState("");
  const [filter, setFilter] = useState<Filter>("all");
  const held = new Set(overview.data?.holdings.map((holding) => holding.code) ?? []);
  const followed = new Set(useFollowed().codes);
  const all = strategies.data?.strategies ?? [];
  const within = {
    all: all.length,
    held: held.size,
    followed: followed.size,
  } satisfies Readonly<Record<Filter, number>>;
  const shown = all
    .filter(({ code }) => filter === "all" || (filter === "held" ? held : followed).has(code))
    .filter((one) => finds(`${one.code} ${nameOf(one, words)}`, search));
  const showAll = () => {
    setSearch("");
    setFilter("all");
  };
  return (
    <InsidePage title={words("my-account:strategies.title")}>
      <div className="screen">
        <div className="screenhead">
          <h1 tabIndex={-1}>{words("my-account:strategies.title")}</h1>
          <CutOffChip dealing={strategies.data?.dealing} />
        </div>
        <div className="toolrow">
          <SearchField label={words("my-account:strategies.search")} value={search} onValue={setSearch} />
          {held.size + followed.size > 0 ? <Filters of={within} chosen={filter} choose={setFilter} /> : null}
        </div>
        {strategies.isPending ? <LoadingShape rows={6} /> : null}
        {strategies.isError ? (
          <ErrorState error={strategies.error} retry={() => void strategies.refetch()} />
        ) : null}
        {strategies.isSuccess ? <Found of={shown} showAll={showAll} /> : null}
      </div>
    </InsidePage>
  );
}

function Filters({
  of,
  chosen,
  choose,
}: {
  /** Number of strategies that each filter shows. */
  readonly of: Readonly<Record<Filter, number>>;
  readonly chosen: Filter;
  readonly choose: (filter: Filter) => void;
}) {
  const words = useText();
  return (
    <div className="filters">
      {FILTERS.filter((one) => one === chosen || of[one] > 0).map((one) => (
        <button
          key={one}
          type="button"
          className="pick"
          aria-pressed={chosen === one}
          onClick={() => choose(one)}
        >
          {words(`my-account:strategies.${one}`)} {of[one]}
        </button>
      ))}
    </div>
  );
}

/**
 * The strategies that match the search and the filter. If none match, renders a button that shows all
 * strategies.
 */
function Found({ of, showAll }: { readonly of: readonly Strategy[]; readonly showAll: () => void }) {
  const words = useText();
  return (
    <>
      <p translate="no" className="sr" role="status">
        {words("my-account:strategies.count", { count: of.length })}
      </p>
      {of.length === 0 ? (
        <EmptyState
          title={words("my-account:strategies.none.title")}
          action={{ onPress: showAll, label: words("my-account:strategies.none.action") }}
        >
          {words("my-account:strategies.none.text")}
        </EmptyState>
      ) : (
        <List of={of} />
      )}
      <p className="small">{words("my-account:strategy.past")}</p>
      <Entries place="strategies" />
    </>
  );
}

function List({ of }: { readonly of: readonly Strategy[] }) {
  return (
    <>
      <ul className="card list onlyphone">
        {of.map((strategy) => (
          <Row key={strategy.code} of={strategy} dated={navDays(of).length > 1} />
        ))}
      </ul>
      <Table of={of} />
    </>
  );
}

function Row({ of, dated }: { readonly of: Strategy; readonly dated: boolean }) {
  const words = useText();
  const { year1 } = of.returns;
  return (
    <StrategyItem
      code={of.code}
      name={nameOf(of, words)}
      below={
        <>
          <RiskBar level={of.riskLevel} />
          {of.nav ? (
            <small translate="no" className="block num">
              {words("my-account:strategy.nav")} {formatUnits(of.nav.value)}
              <span className={dated ? "block" : "sr"}> {formatDate(of.nav.date)}</span>
            </small>
          ) : null}
        </>
      }
    >
      <StrategyReturn percent={year1} />
      <br />
      <small>{words("my-account:strategies.in1y")}</small>
      <Spark of={of.trend} up={year1 === null || !year1.startsWith("-")} />
    </StrategyItem>
  );
}

function Table({ of }: { readonly of: readonly Strategy[] }) {
  const words = useText();
  // If all NAVs have the same date, it is in the column heading. Otherwise each NAV has its own date.
  const [asOf, another] = navDays(of);
  const sameDay = another === undefined ? asOf : undefined;
  const percent = (text: string | null) =>
    text === null ? <span className="mut">–</span> : <Delta percent={text} />;
  return (
    <StrategyTable
      className="tbl tbl--strategies"
      columns={[
        { name: words("my-account:strategies.name"), left: true },
        { name: words("my-account:strategies.risk"), left: true },
        {
          name: sameDay
            ? words("my-account:strategies.navOf", { date: formatDate(sameDay) })
            : words("my-account:strategy.nav"),
        },
        ...["day", "year", "inception", "trend"].map((name) => ({
          name: words(`my-account:strategies.${name}`),
        })),
      ]}
    >
      {of.map((strategy) => {
        const { day1, year1, sinceInception } = strategy.returns;
        return (
          <tr key={strategy.code}>
            <StrategyCell code={strategy.code} name={nameOf(strategy, words)} />
            <td>
              <RiskBar level={strategy.riskLevel} />
            </td>
            <td className="r">
              {strategy.nav ? formatUnits(strategy.nav.value) : "–"}
              {strategy.nav && !sameDay ? (
                <small className="block mut">{formatDate(strategy.nav.date)}</small>
              ) : null}
            </td>
            <td className="r">{percent(day1)}</td>
            <td className="r">{percent(year1)}</td>
            <td className="r">{percent(sinceInception)}</td>
            <td className="r">
              <Spark of={strategy.trend} up={year1 === null || !year1.startsWith("-")} />
            </td>
          </tr>
        );
      })}
    </StrategyTable>
  );
}

/** Returns the distinct dates of the shown NAVs. */
function navDays(of: readonly Strategy[]): readonly string[] {
  return [...new Set(of.flatMap((one) => (one.nav ? [one.nav.date] : [])))];
}

/**
 * A small line with the NAVs of the last year. It is only decorative, because the exact figure is beside it.
 */
function Spark({ of, up }: { readonly of: readonly string[]; readonly up: boolean }) {
  const values = of.map(tenThousandthsOf);
  if (values.length < 2) return null;
  const low = values.reduce((least, value) => (value < least ? value : least));
  const high = values.reduce((most, value) => (value > most ? value : most));
  // Coordinates are in tenths of a pixel. The drawing is 78 wide and 22 high, with a margin of one.
  const tenths = (value: bigint) => Number(halfUp((value - low) * 220n, high - low || 1n));
  const points = values
    .map((value, at) => `${((at / (values.length - 1)) * 78 + 1).toFixed(1)},${(230 - tenths(value)) / 10}`)
    .join(" ");
  return (
    <svg
      className={up ? "spark spark--up" : "spark spark--down"}
      width="80"
      height="24"
      viewBox="0 0 80 24"
      aria-hidden="true"
    >
      <polyline points={points} />
    </svg>
  );
}

/** Returns the strategy's short name in the current language. */
export function nameOf(strategy: Pick<Strategy, "nameKey">, words: (key: string) => string): string {
  return words(`strategy:${strategy.nameKey}.short`);
}
