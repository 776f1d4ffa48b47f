import { useEffect, useState } from "react";
import type { ConditionPlace, Left } from "../../../engine/edits/index.ts";
import type { Json } from "../../../engine/values/json.ts";
import { Button } from "../../kit/parts/button.tsx";
import { TextField } from "../../kit/parts/fields.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { literalSaid } from "../blocks/literals.ts";
import { readFile } from "../draft/texts-of-draft.ts";
import type { Drafting } from "../draft/use-draft.ts";
import { TextPair } from "../step/text-pair.tsx";
import { conditionsOf, type LimitSpot, limitFrom, limitsOf } from "./limits-of.ts";
import { distinct, rowOfLimit } from "./value-names.ts";

/** The texts that still contain the old number after a limit was changed. */
export type LeftTexts = {
  /** Texts to check; `null` before the first change. */
  readonly left: readonly Left[] | null;
  readonly setLeft: (left: readonly Left[]) => void;
  /** Called when a limit is changed elsewhere on the page. */
  readonly onLimit: () => void;
};

/**
 * Returns the texts that may still contain an old limit and should be checked. They stay listed until the
 * next change of a limit.
 */
export function useLeftTexts(drafting: Drafting): LeftTexts {
  const [left, setLeft] = useState<readonly Left[] | null>(null);
  const [isMoved, setMoved] = useState(false);
  // Only after the operation was applied is it known which texts should be checked.
  useEffect(() => {
    if (isMoved) setLeft(drafting.left);
    setMoved(false);
  }, [isMoved, drafting.left]);
  return { left, setLeft, onLimit: () => setMoved(true) };
}

/**
 * The limits of a rule, and the texts to check after a limit changed. Renders nothing if there are no limits
 * and no texts.
 */
export function RuleLimits({
  file,
  reasonOf,
  valueSaid,
  left: { left, setLeft },
  drafting,
}: {
  /** Path of the rule's file. */
  readonly file: string;
  /** Returns the sentence of a clause; `null` if there is none. */
  readonly reasonOf: (clause: string | null) => string | null;
  /** Returns the name of a value of the rule; `undefined` if it has none. */
  readonly valueSaid: (value: Json) => string | undefined;
  readonly left: LeftTexts;
  readonly drafting: Drafting;
}) {
  const words = useText();
  const limits = conditionsOf(file, readFile(drafting.draft, file)).flatMap(({ place, logic }) =>
    limitsOf(logic).map((limit) => ({ place, limit, row: rowOfLimit(logic, limit.at) })),
  );
  const names = distinct(
    limits.map(({ place, row }) => {
      const reason = "clause" in place ? reasonOf(place.clause) : null;
      if (reason !== null) return reason;
      if (row === null) return words("studio:rule.limit");
      const value =
        valueSaid(row.value) ?? (typeof row.value === "object" ? undefined : literalSaid(row.value));
      return value === undefined
        ? words("studio:rule.limitOfRow", { row: row.row })
        : words("studio:rule.limitFor", { value });
    }),
  );
  if (limits.length === 0 && left === null) return null;
  return (
    <section className="card card--pad gap12" aria-labelledby="limits-title">
      <h2 id="limits-title">{words("studio:rule.limits")}</h2>
      {limits.map(({ place, limit }, index) => (
        <Limit
          key={`${JSON.stringify(place)}${limit.at}`}
          id={`limit-${"clause" in place ? place.clause : ""}${limit.at.replaceAll(/[^0-9]/g, "-")}`}
          limit={limit}
          place={place}
          name={names[index] ?? words("studio:rule.limit")}
          drafting={drafting}
          onSet={setLeft}
        />
      ))}
      {left === null ? null : <TextsToCheck left={left} drafting={drafting} />}
    </section>
  );
}

/** The texts that contain the old number, to be corrected one by one. */
function TextsToCheck({ left, drafting }: { readonly left: readonly Left[]; readonly drafting: Drafting }) {
  const words = useText();
  const number = left.find(({ why }) => why === "number")?.what;
  return (
    <>
      <Note tone={number === undefined ? "info" : "warn"} role="status">
        {number === undefined ? (
          words("studio:rule.leftNone")
        ) : (
          <>
            <b>{words("studio:rule.left", { number })}</b>
            <p>{words("studio:rule.moved")}</p>
          </>
        )}
      </Note>
      {keysIn(left).map((key, at) => (
        <TextPair
          key={key}
          id={`left-${key.replaceAll(/[:.]/g, "-")}`}
          name={words("studio:rule.open", { number: at + 1 })}
          keys={[key]}
          drafting={drafting}
          mayEdit
          long
        />
      ))}
    </>
  );
}

/** Returns the distinct keys of texts that contain an old number. */
function keysIn(left: readonly Left[]): readonly string[] {
  const keys = left.flatMap(({ file, pointer, why }) => {
    const namespace = /^locales\/(?:th|en)\/(.+)\.json$/.exec(file)?.[1];
    if (why !== "number" || namespace === undefined) return [];
    return [`${namespace}:${pointer.slice(1).replaceAll("/", ".")}`];
  });
  return [...new Set(keys)];
}

/** One limit with its value, and a field to change it. */
function Limit({
  id,
  limit,
  place,
  name,
  drafting,
  onSet,
}: {
  readonly id: string;
  readonly limit: LimitSpot;
  readonly place: ConditionPlace;
  /** The clause with the limit, or what the limit leads to. */
  readonly name: string;
  readonly drafting: Drafting;
  readonly onSet: (left: readonly Left[]) => void;
}) {
  const words = useText();
  const [typed, setTyped] = useState(String(limit.value));
  const [isBad, setBad] = useState(false);
  const [isSet, setSet] = useState(false);
  useEffect(() => setTyped(String(limit.value)), [limit.value]);
  const { apply, left } = drafting;
  useEffect(() => {
    if (isSet) onSet(left);
    setSet(false);
  }, [isSet, left, onSet]);
  const set = () => {
    const to = limitFrom(typed, limit.value);
    setBad(to === null);
    if (to === null || to === limit.value) return;
    if (apply({ op: "set-threshold", args: { place, at: limit.at, to } })) setSet(true);
  };
  return (
    <form
      className="rowwrap"
      onSubmit={(event) => {
        event.preventDefault();
        set();
      }}
    >
      <div className="grow">
        <TextField
          id={id}
          label={name}
          inputMode={typeof limit.value === "number" ? "numeric" : "decimal"}
          value={typed}
          error={isBad ? words("studio:rule.bad", { like: limit.value }) : null}
          onValue={setTyped}
        />
      </div>
      <Button type="submit">{words("studio:rule.set")}</Button>
    </form>
  );
}
