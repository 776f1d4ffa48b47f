import { Calendar, Info } from "lucide-react";
import type { Definition } from "../../../engine/flow/index.ts";
import type { Path } from "../../../engine/rules/rule.ts";
import type { Json } from "../../../engine/values/json.ts";
import { Phrases } from "../../kit/parts/phrases.tsx";
import { type Pair, Pairs } from "../../kit/parts/small-parts.tsx";
import { formatBps, formatDate, formatTime, formatUnits } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";
import { linesOf } from "../show-value.ts";

/** Functions of the registry whose value is taken off an amount, and the one that is what is left. */
const TAKEN_OFF = new Set(["fee", "vat"]);
const WHAT_IS_LEFT = new Set(["net"]);

/** Until when an order gets the day's NAV. */
export const CUT_OFF = "facts.dealing.cutOff";

/** Reads a value at a path; `undefined` where it is missing. */
export type Read = (path: Path) => Json | undefined;

/**
 * Values beside a form or before a confirmation: what follows from the answers (fees with a true minus, what is left set
 * off by a line) in a card, and what the fund says about days in a note below.
 */
export function ShownPanel({
  definition,
  shows,
  read,
  onChange,
  dayElsewhere = false,
}: {
  readonly definition: Definition;
  readonly shows: readonly Path[];
  readonly read: Read;
  /** Until when to order, and which NAV that gives, stands beside the button already. */
  readonly dayElsewhere?: boolean;
  /** Opens the step of an answer that is shown, where it may be changed. */
  readonly onChange?: (step: string) => (() => void) | null;
}) {
  const words = useText();
  const paths = shows.map((path) => path.replace(/\?$/, ""));
  const answers = paths.filter((path) => path.startsWith("answers."));
  const calculated = paths.filter((path) => path.startsWith("derived."));
  const derived = pairsOf(definition, calculated, read);
  const spent = spentOf(definition, calculated);
  const price = priceOf(definition, calculated);
  const whole = wholeOf(definition, calculated, read);
  const days = paths.some((path) => path === CUT_OFF) && typeof read(CUT_OFF) === "string";
  const rest = pairsOf(
    definition,
    paths.filter(
      (path) =>
        /^(facts|effects)\./.test(path) &&
        !isLimit(path) &&
        !spent.has(path) &&
        !(days && path.startsWith("facts.dealing.")) &&
        !(price && derived.length > 0 && (path === price.nav || path === price.asOf)),
    ),
    read,
  );
  const nav = price ? read(price.nav) : undefined;
  const asOf = price ? read(price.asOf) : undefined;
  return (
    <>
      <AnswerLines definition={definition} paths={answers} read={read} onChange={onChange} />
      {derived.length > 0 ? (
        <section className="card card--pad shown" aria-live="polite">
          {whole ? <h2 className="panelhead">{words("common:flow.fromYour", { amount: whole })}</h2> : null}
          <Pairs of={derived} />
          {typeof nav === "string" && typeof asOf === "string" ? (
            <p className="small under">
              <Phrases
                text={words("common:flow.estimated", { nav: formatUnits(nav), date: formatDate(asOf) })}
              />
            </p>
          ) : null}
        </section>
      ) : null}
      {days ? <DealingNote read={read} day={!dayElsewhere} /> : null}
      {rest.length > 0 ? (
        <section className="note shown">
          <Info size={20} aria-hidden="true" />
          <Pairs of={rest} />
        </section>
      ) : null}
    </>
  );
}

/** The least that may be given, as one line above the field it holds for. */
export function LimitLine({
  definition,
  shows,
  read,
}: {
  readonly definition: Definition;
  readonly shows: readonly Path[];
  readonly read: Read;
}) {
  const lines = pairsOf(definition, shows.map((path) => path.replace(/\?$/, "")).filter(isLimit), read);
  return lines.length === 0 ? null : (
    <p className="limits small">
      {lines.map((line) => (
        <span key={line.key} className="nb">
          {line.label} <b className="num">{line.value}</b>
        </span>
      ))}
    </p>
  );
}

/** Until when to order and pay, which day's NAV that gives, and when the units come. */
function DealingNote({ read, day }: { readonly read: Read; readonly day: boolean }) {
  const words = useText();
  const cutOff = String(read(CUT_OFF));
  const navDate = read("facts.dealing.navDate");
  const allotment = read("facts.dealing.allotmentDate");
  return (
    <section className="note shown">
      <Calendar size={20} aria-hidden="true" />
      <div>
        {day ? (
          <p>
            {words("common:flow.dealing.before")}{" "}
            <b className="nb">
              {words("common:flow.dealing.at", { time: formatTime(cutOff), date: formatDate(cutOff) })}
            </b>
          </p>
        ) : null}
        {day && typeof navDate === "string" ? (
          <p>
            {words("common:flow.dealing.get")} <b className="num">{formatDate(navDate)}</b>
          </p>
        ) : null}
        {typeof allotment === "string" ? (
          <p>
            {words("common:flow.dealing.units")} <b className="num">{formatDate(allotment)}</b>
          </p>
        ) : null}
      </div>
    </section>
  );
}

/** Labels and values of paths; missing ones are left out, and rates that stand beside what they take off. */
export function pairsOf(definition: Definition, paths: readonly Path[], read: Read): readonly Pair[] {
  const spent = spentOf(definition, paths);
  return paths.flatMap((path) => {
    if (spent.has(path)) return [];
    const fn = functionOf(definition, path);
    return linesOf(definition, path, read(path)).map((line) => ({
      key: line.path,
      label: rateOf(definition, path, read) ? `${line.label} ${rateOf(definition, path, read)}` : line.label,
      value: TAKEN_OFF.has(fn) ? `−${line.value}` : line.value,
      ...(WHAT_IS_LEFT.has(fn)
        ? { look: "sum" as const }
        : fn === "units"
          ? { look: "strong" as const }
          : {}),
    }));
  });
}

function AnswerLines({
  definition,
  paths,
  read,
  onChange,
}: {
  readonly definition: Definition;
  readonly paths: readonly Path[];
  readonly read: Read;
  readonly onChange: ((step: string) => (() => void) | null) | undefined;
}) {
  const words = useText();
  const steps = [...new Set(paths.map((path) => path.split(".")[1] ?? ""))];
  return steps.map((step) => {
    const lines = paths
      .filter((path) => path.split(".")[1] === step)
      .flatMap((path) => linesOf(definition, path, read(path)));
    const change = onChange?.(step) ?? null;
    return lines.length === 0 ? null : (
      <div key={step} className="answerlines row between">
        <p className="mut">
          {lines.map((line) => (
            <span key={line.path}>
              <span className="sr">{line.label}: </span>
              {line.value}
            </span>
          ))}
        </p>
        {change ? (
          <button type="button" className="link" onClick={change}>
            {words("button:change")}
            <span className="sr"> {lines.map((line) => line.label).join(", ")}</span>
          </button>
        ) : null}
      </div>
    );
  });
}

/** Places that say the least amount. */
function isLimit(path: Path): boolean {
  return /^facts\.\w+\.min[A-Z]\w*$/.test(path);
}

/** The rate that a value is taken off by, such as `1.00%`; nothing where it has none. */
function rateOf(definition: Definition, path: Path, read: Read): string | null {
  const rate = argumentsOf(definition, path).find((place) => /Bps$/.test(place));
  const bps = rate === undefined ? undefined : read(rate);
  return TAKEN_OFF.has(functionOf(definition, path)) && typeof bps === "number" ? formatBps(bps) : null;
}

/** Rates that stand beside the value they belong to already. */
function spentOf(definition: Definition, paths: readonly Path[]): ReadonlySet<Path> {
  return new Set(
    paths
      .filter((path) => TAKEN_OFF.has(functionOf(definition, path)))
      .flatMap((path) => argumentsOf(definition, path).filter((place) => /Bps$/.test(place))),
  );
}

/** The price that units are counted with, and the day it is of. */
function priceOf(definition: Definition, paths: readonly Path[]): { nav: Path; asOf: Path } | null {
  const units = paths.find((path) => functionOf(definition, path) === "units");
  const nav = units && argumentsOf(definition, units).find((place) => /\.nav$/.test(place));
  return nav ? { nav, asOf: `${nav}AsOf` } : null;
}

/** The amount that everything in the card is taken off, in words. */
function wholeOf(definition: Definition, paths: readonly Path[], read: Read): string | null {
  const net = paths.find((path) => WHAT_IS_LEFT.has(functionOf(definition, path)));
  const place = net && argumentsOf(definition, net).find((path) => path.startsWith("answers."));
  const [line] = place ? linesOf(definition, place, read(place)) : [];
  return line?.value ?? null;
}

function argumentsOf(definition: Definition, path: Path): readonly string[] {
  const [root, name = ""] = path.split(".");
  const of = root === "derived" ? definition.flow.derived[name] : undefined;
  return of && "fn" in of ? of.args.filter((place): place is string => typeof place === "string") : [];
}

function functionOf(definition: Definition, path: Path): string {
  const [root, name = ""] = path.split(".");
  const of = root === "derived" ? definition.flow.derived[name] : undefined;
  return of && "fn" in of ? of.fn : "";
}
