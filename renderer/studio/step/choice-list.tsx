import { useState } from "react";
import type { Field } from "../../../engine/flow/form-schema.ts";
import type { Definition } from "../../../engine/flow/index.ts";
import { Button } from "../../kit/parts/button.tsx";
import { TextField } from "../../kit/parts/fields.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { textOfDraft } from "../draft/texts-of-draft.ts";
import type { Drafting } from "../draft/use-draft.ts";
import { NamedButton } from "../named-button.tsx";
import { wordFor } from "./new-question.ts";
import { OrderButtons } from "./order-buttons.tsx";
import { EMPTY_PAIR, isFilled, type Pair, PairFields, trimmed } from "./pair-fields.tsx";
import { sameNames } from "./same-choice.ts";
import { objectOf } from "./step-file.ts";

/** One choice of a question: its stored value, and its text in both languages. */
type Option = Pair & { readonly value: string | number };

/**
 * A question's own choices, which can be added, removed and reordered. If the choices are scores, their
 * numbers are shown.
 */
export function ChoiceList({
  definition,
  step,
  field,
  keysOf,
  drafting,
}: {
  readonly definition: Definition;
  readonly step: string;
  readonly field: Field;
  /** Returns the possible keys of a choice's text, best first. */
  readonly keysOf: (choice: string | number) => readonly string[];
  readonly drafting: Drafting;
}) {
  const { draft, apply } = drafting;
  const inner = field.schema.type === "array" ? objectOf(field.schema.items) : field.schema;
  const options = ((inner.enum ?? []) as readonly (string | number)[]).map((value): Option => {
    const [key = ""] = keysOf(value);
    return { value, th: textOfDraft(draft, "th", key) ?? "", en: textOfDraft(draft, "en", key) ?? "" };
  });
  const set = (next: readonly Option[]) =>
    apply({
      op: "set-options",
      args: { flow: definition.flow.id, step, field: field.name, options: next },
    });
  return (
    <div className="gap12">
      {options.map(({ value }, at) => (
        <ChoiceRow
          key={String(value)}
          id={`q-${field.name}-score-${at}`}
          options={options}
          at={at}
          set={set}
        />
      ))}
      <AddChoice id={`q-${field.name}-new`} options={options} set={set} />
    </div>
  );
}

/** Whether the values of the choices are numbers that a rule adds up. */
function isScored(options: readonly Option[]): boolean {
  return options.every(({ value }) => typeof value === "number");
}

function ChoiceRow({
  id,
  options,
  at,
  set,
}: {
  readonly id: string;
  readonly options: readonly Option[];
  readonly at: number;
  readonly set: (options: readonly Option[]) => boolean;
}) {
  const words = useText();
  const one = options[at] as Option;
  const swap = (to: number) => {
    const next = [...options];
    [next[at], next[to]] = [options[to] as Option, one];
    set(next);
  };
  return (
    <span className="rowwrap choice">
      {isScored(options) ? (
        <ScoreField id={id} options={options} at={at} set={set} />
      ) : (
        <span className="grow small">{words("studio:text.choice", { number: at + 1 })}</span>
      )}
      <OrderButtons
        name={one.en}
        isFirst={at === 0}
        isLast={at === options.length - 1}
        onUp={() => swap(at - 1)}
        onDown={() => swap(at + 1)}
      />
      <NamedButton
        says={words("studio:blocks.remove")}
        name={one.en}
        disabled={options.length <= 1}
        onClick={() => set(options.filter((_, index) => index !== at))}
      />
    </span>
  );
}

/** The score of a choice. Text that is no score, or another choice's score, stays in the field with a message. */
function ScoreField({
  id,
  options,
  at,
  set,
}: {
  readonly id: string;
  readonly options: readonly Option[];
  readonly at: number;
  readonly set: (options: readonly Option[]) => boolean;
}) {
  const words = useText();
  const [refused, setRefused] = useState<string | null>(null);
  const others = options.filter((_, index) => index !== at).map(({ value }) => value);
  const fault = refused === null ? null : scoreFault(refused, others);
  return (
    <TextField
      id={id}
      label={words("studio:choices.score", { number: at + 1 })}
      inputMode="numeric"
      value={fault === null ? String(options[at]?.value) : (refused ?? "")}
      error={fault === null ? null : words(`studio:choices.${fault}`)}
      onValue={(typed) => {
        if (scoreFault(typed, others) !== null) return setRefused(typed);
        setRefused(null);
        const score = Number.parseInt(typed, 10);
        set(options.map((other, index) => (index === at ? { ...other, value: score } : other)));
      }}
    />
  );
}

/** Returns why a text cannot be the score of a choice; `null` if it can. */
export function scoreFault(
  typed: string,
  others: readonly (string | number)[],
): "noScore" | "sameScore" | null {
  if (!/^\d{1,3}$/.test(typed)) return "noScore";
  return others.includes(Number.parseInt(typed, 10)) ? "sameScore" : null;
}

function AddChoice({
  id,
  options,
  set,
}: {
  readonly id: string;
  readonly options: readonly Option[];
  readonly set: (options: readonly Option[]) => boolean;
}) {
  const words = useText();
  const [added, setAdded] = useState(EMPTY_PAIR);
  const same = sameNames(added, options);
  return (
    <>
      <PairFields id={id} name={words("studio:choices.new")} value={added} same={same} onValue={setAdded} />
      <Button
        small
        disabled={!isFilled(added) || same.length > 0}
        onClick={() => {
          const value = newValue(options, added.en);
          if (set([...options, { value, ...trimmed(added) }])) setAdded(EMPTY_PAIR);
        }}
      >
        {words("studio:add.choice")}
      </Button>
    </>
  );
}

/** Returns the stored value of a new choice: the next score, or a text value that no other choice has. */
function newValue(options: readonly Option[], label: string): string | number {
  const values = options.map(({ value }) => value);
  return isScored(options) ? Math.max(...values.map(Number)) + 1 : wordFor(label, values.map(String));
}
