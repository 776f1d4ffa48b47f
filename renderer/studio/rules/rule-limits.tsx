import { useEffect, useState } from "react";
import type { ConditionPlace, Left } from "../../../engine/edits/index.ts";
import { at, namesOf } from "../../../engine/edits/json-places.ts";
import type { Json } from "../../../engine/values/json.ts";
import { Button } from "../../kit/parts/button.tsx";
import { TextField } from "../../kit/parts/fields.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { literalSaid } from "../blocks/literals.ts";
import { readFile } from "../draft/texts-of-draft.ts";
import type { Drafting } from "../draft/use-draft.ts";
import { TextPair } from "../step/text-pair.tsx";
import { type ListedTexts, limitsSaid, listedTexts } from "./left-texts.ts";
import { conditionsOf, type LimitSpot, limitFrom, limitsOf } from "./limits-of.ts";
import { distinct, rowOfLimit } from "./value-names.ts";

/** The texts that still contain the old number after a limit was changed. */
export type LeftTexts = {
  /** Texts to check; `null` before the first change, and after it was undone. */
  readonly left: readonly Left[] | null;
  /** Called when a limit is changed. */
  readonly onLimit: () => void;
};

/**
 * Returns the texts that may still contain an old limit and should be checked. They stay listed until the
 * next change of a limit, or until the change is undone. `file` is the path of the rule's file.
 */
export function useLeftTexts(drafting: Drafting, file: string): LeftTexts {
  const [left, setLeft] = useState<readonly Left[] | null>(null);
  const [before, setBefore] = useState<string | null>(null);
  const [isMoved, setMoved] = useState(false);
  const limits = limitsSaid(drafting.draft, file);
  // Only after the operation was applied is it known which texts should be checked.
  useEffect(() => {
    if (isMoved) setLeft(drafting.left);
    else if (limits === before) setLeft(null);
    setMoved(false);
  }, [isMoved, drafting.left, limits, before]);
  const onLimit = () => {
    setBefore(limits);
    setMoved(true);
  };
  return { left, onLimit };
}

/**
 * The limits of a rule, and the texts to check after a limit changed. Renders nothing if there are no limits
 * and no texts.
 */
export function RuleLimits({
  file,
  reasonOf,
  valueSaid,
  left: { left, onLimit },
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
          onSet={onLimit}
        />
      ))}
      {left === null ? null : <TextsToCheck file={file} left={left} drafting={drafting} />}
    </section>
  );
}

/** The texts that contain the old number, to be corrected one by one. */
function TextsToCheck({
  file,
  left,
  drafting,
}: {
  /** Path of the rule's file. */
  readonly file: string;
  readonly left: readonly Left[];
  readonly drafting: Drafting;
}) {
  const words = useText();
  const { keys, own, numbers } = listedTexts(left, file);
  return (
    <>
      <Note tone={numbers.length === 0 ? "info" : "warn"} role="status">
        {numbers.length === 0 ? (
          words("studio:rule.leftNone")
        ) : (
          <>
            <b>{words("studio:rule.left", { number: numbers.join(", ") })}</b>
            <p>{words("studio:rule.moved")}</p>
          </>
        )}
      </Note>
      {keys.map((key, at) => (
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
      {own.map((one) => (
        <OwnText key={one.pointer} file={file} of={one} drafting={drafting} />
      ))}
    </>
  );
}

/** A text inside the rule's file. It is written when the field is left, so that this is one step to undo. */
function OwnText({
  file,
  of: { pointer, index },
  drafting: { draft, apply },
}: {
  readonly file: string;
  readonly of: ListedTexts["own"][number];
  readonly drafting: Drafting;
}) {
  const words = useText();
  const [typed, setTyped] = useState<string | null>(null);
  const text = at(readFile(draft, file), namesOf(pointer));
  if (typeof text !== "string") return null;
  return (
    <TextField
      id={`left${pointer.replaceAll("/", "-")}`}
      lang="en"
      label={index === null ? words("studio:rule.source") : words("studio:rule.note", { number: index + 1 })}
      value={typed ?? text}
      onValue={setTyped}
      onBlur={() => {
        const value = typed?.trim() ?? "";
        setTyped(null);
        if (value !== "" && value !== text) apply({ op: "set-value", args: { file, pointer, value } });
      }}
    />
  );
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
  /** Called after the limit was changed. */
  readonly onSet: () => void;
}) {
  const words = useText();
  const [typed, setTyped] = useState(String(limit.value));
  const [isBad, setBad] = useState(false);
  useEffect(() => setTyped(String(limit.value)), [limit.value]);
  const set = () => {
    const to = limitFrom(typed, limit.value);
    setBad(to === null);
    if (to === null || to === limit.value) return;
    if (drafting.apply({ op: "set-threshold", args: { place, at: limit.at, to } })) onSet();
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
