import { Info } from "lucide-react";
import { type Definition, placeKeys, type ShownValue, stepKeys } from "../../../engine/flow/index.ts";
import type { Path } from "../../../engine/rules/rule.ts";
import type { Json } from "../../../engine/values/json.ts";
import { Phrases, wholeCodes } from "../../kit/parts/phrases.tsx";
import { type Pair, Pairs } from "../../kit/parts/small-parts.tsx";
import { firstText, useText } from "../../kit/text/i18n.ts";
import { labelOf, linesOf, showValue } from "../show-value.ts";
import type { ShownGroup } from "../shown-groups.ts";

/** Reads the value at a data path; `undefined` if the value is missing. */
export type Read = (path: Path) => Json | undefined;

/** Roles of values that this panel leaves out, because the screen shows them in another place. */
const ELSEWHERE = new Set<ShownValue["role"]>(["limit", "countdown", "reference", "timeline"]);

/**
 * The values beside a form or before a confirmation, grouped by heading. Each group is a card of values
 * followed by its notes. Deductions have a minus sign and their rate, a line separates the total, and
 * estimates state their basis.
 */
export function ShownPanel({
  definition,
  groups,
  read,
}: {
  readonly definition: Definition;
  readonly groups: readonly ShownGroup[];
  readonly read: Read;
}) {
  return groups.map(({ heading, values }) => (
    <ShownCard
      key={heading ?? ""}
      definition={definition}
      values={values}
      read={read}
      heading={heading}
      live
    />
  ));
}

/** A card of values with its note. Renders nothing if all values are missing. */
export function ShownCard({
  definition,
  values,
  read,
  heading = null,
  live = false,
  look = "",
}: {
  readonly definition: Definition;
  readonly values: readonly ShownValue[];
  readonly read: Read;
  readonly heading?: string | null;
  /**
   * Whether the values change while the person types. If so, the amount that they are computed from is shown
   * above them.
   */
  readonly live?: boolean;
  readonly look?: string;
}) {
  const words = useText();
  const amount = values.find(({ role }) => role === "amount");
  const within = values.filter(
    ({ role }) => !ELSEWHERE.has(role) && role !== "note" && !(live && role === "amount"),
  );
  const pairs = pairsOf(definition, within, read);
  const notes = pairsOf(
    definition,
    values.filter(({ role }) => role === "note"),
    read,
  );
  const whole = live && amount ? linesOf(definition, amount.path, read(amount.path), amount)[0] : undefined;
  return (
    <>
      {pairs.length > 0 ? (
        <section
          className={`card card--pad shown ${look}`.trim()}
          {...(live ? { "aria-live": "polite" } : {})}
        >
          {heading ? <h2 className="panelhead">{heading}</h2> : null}
          {!heading && whole ? (
            <h2 className="panelhead">{words("common:flow.fromYour", { amount: whole.value })}</h2>
          ) : null}
          <Pairs of={pairs} />
          {within.map((shown) => (
            <Basis key={shown.path} definition={definition} shown={shown} read={read} />
          ))}
        </section>
      ) : null}
      {notes.length > 0 ? (
        <section className="note shown">
          <Info size={20} aria-hidden="true" />
          <Pairs of={notes} />
        </section>
      ) : null}
    </>
  );
}

/** Explains what an estimate is based on. */
function Basis({
  definition,
  shown,
  read,
}: {
  readonly definition: Definition;
  readonly shown: ShownValue;
  readonly read: Read;
}) {
  useText();
  const { price, asOf } = shown.parts;
  if (shown.role !== "estimate" || price === undefined || asOf === undefined) return null;
  const [priced, day] = [read(price), read(asOf)];
  if (priced === undefined || day === undefined || read(shown.path) === undefined) return null;
  const text = firstText([...placeKeys(definition, shown.path, "basis"), "common:flow.estimated"], {
    price: showValue(definition, price, priced),
    asOf: showValue(definition, asOf, day),
  });
  return text === null ? null : (
    <p className="small under">
      <Phrases text={text} />
    </p>
  );
}

/** The limits of a field, shown as one line above the field. */
export function LimitLine({
  definition,
  values,
  read,
}: {
  readonly definition: Definition;
  readonly values: readonly ShownValue[];
  readonly read: Read;
}) {
  const lines = pairsOf(
    definition,
    values.filter(({ role }) => role === "limit"),
    read,
  );
  return lines.length === 0 ? null : (
    <p className="limits small">
      {lines.map((line) => (
        <span key={line.key} className="nb">
          {line.label}{" "}
          <b translate="no" className="num">
            {line.value}
          </b>
        </span>
      ))}
    </p>
  );
}

function isNothing(amount: Json | undefined): boolean {
  return typeof amount === "string" && /^0(\.0+)?$/.test(amount);
}

/** Returns labels with values; missing values are left out. */
export function pairsOf(definition: Definition, values: readonly ShownValue[], read: Read): readonly Pair[] {
  return values.flatMap((shown) => {
    const rate = rateOf(definition, shown, read);
    return linesOf(definition, shown.path, read(shown.path), shown).map((line) => ({
      key: line.path,
      label: rate === null ? line.label : `${line.label} ${rate}`,
      // A deduction of zero has no minus sign.
      value: shown.role === "deduction" && !isNothing(read(shown.path)) ? `−${line.value}` : line.value,
      ...(shown.role === "total"
        ? { look: "sum" as const }
        : shown.role === "estimate"
          ? { look: "strong" as const }
          : {}),
    }));
  });
}

/** Returns the rate of a deduction, such as `1.00%`; `null` if it has no rate. */
function rateOf(definition: Definition, { parts: { rate } }: ShownValue, read: Read): string | null {
  const value = rate === undefined ? undefined : read(rate);
  return rate === undefined || value === undefined ? null : showValue(definition, rate, value);
}

/** Answers of other steps, one line each, with their Change links. */
export function AnswerLines({
  definition,
  values,
  read,
  onChange,
}: {
  readonly definition: Definition;
  readonly values: readonly ShownValue[];
  readonly read: Read;
  /** Opens the step of a shown answer; `null` if the answer may not be changed. */
  readonly onChange: (step: string) => (() => void) | null;
}) {
  const words = useText();
  const steps = [...new Set(values.map(({ path }) => path.split(".")[1] ?? ""))];
  return steps.map((step) => {
    const lines = values
      .filter(({ path }) => path.split(".")[1] === step)
      .flatMap((shown) => linesOf(definition, shown.path, read(shown.path), shown));
    const change = onChange(step);
    return lines.length === 0 ? null : (
      <div key={step} className="answerlines row between">
        <p className="mut">
          {lines.map((line) => (
            <span key={line.path}>
              {line.label}: <b>{wholeCodes(line.value)}</b>
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

/**
 * The total amount to confirm on a review screen, shown above the button. Its label is the step's text
 * `inAll`.
 */
export function Total({
  definition,
  step,
  values,
  read,
}: {
  readonly definition: Definition;
  readonly step: string;
  readonly values: readonly ShownValue[];
  readonly read: Read;
}) {
  const amount = values.find(({ role }) => role === "amount");
  const [line] = amount ? linesOf(definition, amount.path, read(amount.path), amount) : [];
  return amount && line ? (
    <p className="docknote">
      <span>{firstText(stepKeys(definition, step, "inAll")) ?? labelOf(definition, amount.path)}</span>
      <b translate="no" className="num s18">
        {line.value}
      </b>
    </p>
  ) : null;
}
