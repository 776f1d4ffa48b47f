import { Plus } from "lucide-react";
import { useState } from "react";
import type { FieldSchema, Operation } from "../../../engine/edits/index.ts";
import type { JsonObject } from "../../../engine/values/json.ts";
import { Button } from "../../kit/parts/button.tsx";
import { Sheet } from "../../kit/parts/sheet.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { ChoiceField } from "../choice-field.tsx";
import { EMPTY_PAIR, isFilled, type Pair, PairFields, trimmed } from "./pair-fields.tsx";

/** The kinds of questions that can be added, each with its schema and widget. The list is closed. */
const KINDS: {
  readonly [kind: string]: { readonly schema: FieldSchema; readonly hints?: JsonObject };
} = {
  text: { schema: { $ref: "common/line" } },
  longText: { schema: { type: "string", minLength: 1, maxLength: 2_000 }, hints: { widget: "text-area" } },
  number: { schema: { type: "integer", minimum: 0, maximum: 1_000_000 } },
  amount: { schema: { $ref: "common/baht" } },
  date: { schema: { $ref: "common/date" } },
  file: { schema: { $ref: "common/file-ref" }, hints: { widget: "upload", purpose: "case-document" } },
  email: { schema: { $ref: "common/email" }, hints: { autocomplete: "email", inputMode: "email" } },
  phone: { schema: { $ref: "common/phone" }, hints: { widget: "phone", autocomplete: "tel" } },
  bank: { schema: { $ref: "common/bank-code" } },
  country: { schema: { $ref: "common/country" } },
};

/** A form that adds an optional question, with its texts in both languages and its choices. */
export function AddQuestion({
  flow,
  step,
  taken,
  onAdd,
}: {
  readonly flow: string;
  readonly step: string;
  /** Names of the form's existing questions. */
  readonly taken: readonly string[];
  readonly onAdd: (operation: Operation, name: string) => boolean;
}) {
  const words = useText();
  const [isOpen, setOpen] = useState(false);
  const [kind, setKind] = useState("choice");
  const [label, setLabel] = useState(EMPTY_PAIR);
  const [choices, setChoices] = useState<readonly Pair[]>([EMPTY_PAIR, EMPTY_PAIR]);
  const filled = choices.filter(isFilled);
  const isReady = isFilled(label) && (kind !== "choice" || filled.length >= 2);
  const close = () => {
    setOpen(false);
    setLabel(EMPTY_PAIR);
    setChoices([EMPTY_PAIR, EMPTY_PAIR]);
  };
  const add = () => {
    if (!isReady) return;
    const field = nameFor(label.en, taken);
    const asked = { kind, label: trimmed(label), choices: filled.map(trimmed) };
    if (onAdd(addedQuestion({ flow, step, field }, asked), field)) close();
  };
  return (
    <>
      <Button small kind="soft" onClick={() => setOpen(true)}>
        <Plus size={18} aria-hidden="true" /> {words("studio:add.open")}
      </Button>
      {isOpen ? (
        <Sheet
          title={words("studio:add.open")}
          onClose={close}
          footer={
            <Button kind="main" wide disabled={!isReady} onClick={add}>
              {words("studio:add.add")}
            </Button>
          }
        >
          <p className="small">{words("studio:add.intro")}</p>
          <KindField value={kind} onValue={setKind} />
          <PairFields id="add-label" name={words("studio:text.label")} value={label} onValue={setLabel} />
          {kind === "choice" ? <NewChoices of={choices} onValue={setChoices} /> : null}
        </Sheet>
      ) : null}
    </>
  );
}

function KindField({ value, onValue }: { readonly value: string; readonly onValue: (kind: string) => void }) {
  const words = useText();
  return (
    <ChoiceField
      id="add-kind"
      label={words("studio:add.kind")}
      value={value}
      choices={["choice", "yesNo", ...Object.keys(KINDS)].map((one) => [one, words(`studio:answer.${one}`)])}
      onValue={onValue}
    />
  );
}

/** Fields for the texts of a new question's choices. */
function NewChoices({
  of,
  onValue,
}: {
  readonly of: readonly Pair[];
  readonly onValue: (choices: readonly Pair[]) => void;
}) {
  const words = useText();
  return (
    <>
      {of.map((choice, at) => (
        <PairFields
          // biome-ignore lint/suspicious/noArrayIndexKey: a choice has no name before it is added.
          key={at}
          id={`add-choice-${at}`}
          name={words("studio:text.choice", { number: at + 1 })}
          value={choice}
          onValue={(value) => onValue(of.map((one, index) => (index === at ? value : one)))}
        />
      ))}
      <Button small onClick={() => onValue([...of, EMPTY_PAIR])}>
        {words("studio:add.choice")}
      </Button>
    </>
  );
}

/**
 * Returns the operation that adds an optional question: a list of choices, yes or no, or one of the other
 * kinds.
 */
function addedQuestion(
  at: { readonly flow: string; readonly step: string; readonly field: string },
  {
    kind,
    label,
    choices,
  }: { readonly kind: string; readonly label: Pair; readonly choices: readonly Pair[] },
): Operation {
  const added = { ...at, required: false };
  if (kind === "choice") {
    const values = wordsFor(choices.map(({ en }) => en));
    const options = Object.fromEntries(values.map((value, index) => [value, choices[index] as Pair]));
    return {
      op: "add-question",
      args: { ...added, schema: { type: "string", enum: values }, texts: { label, options } },
    };
  }
  if (kind === "yesNo")
    return {
      op: "add-question",
      args: { ...added, schema: { type: "boolean" }, texts: { label, options: { true: YES, false: NO } } },
    };
  const { schema = {}, hints } = KINDS[kind] ?? {};
  return {
    op: "add-question",
    args: { ...added, schema, ...(hints === undefined ? {} : { hints }), texts: { label } },
  };
}

const YES: Pair = { th: "ใช่", en: "Yes" };
const NO: Pair = { th: "ไม่ใช่", en: "No" };

/**
 * Returns a field name for a question: `How did you hear of us?` → `howDidYouHear`, with a number if the name
 * is taken.
 */
export function nameFor(label: string, taken: readonly string[]): string {
  const parts = label.normalize("NFKD").match(/[A-Za-z0-9]+/g) ?? [];
  const name = parts
    .slice(0, 4)
    .map((part, at) =>
      at === 0 ? part.toLowerCase() : part.charAt(0).toUpperCase() + part.slice(1).toLowerCase(),
    )
    .join("")
    .replace(/^[0-9]+/, "");
  const own = name === "" ? "question" : name;
  if (!taken.includes(own)) return own;
  let number = 2;
  while (taken.includes(`${own}${number}`)) number += 1;
  return `${own}${number}`;
}

/** Returns the stored values of choices: `From a friend` → `FROM_A_FRIEND`. */
export function wordsFor(choices: readonly string[]): readonly string[] {
  const words: string[] = [];
  for (const choice of choices) {
    const parts = choice.normalize("NFKD").match(/[A-Za-z0-9]+/g) ?? [];
    const word = parts
      .slice(0, 5)
      .join("_")
      .toUpperCase()
      .replace(/^[0-9_]+/, "");
    const own = word === "" ? "CHOICE" : word;
    let unique = own;
    for (let number = 2; words.includes(unique); number += 1) unique = `${own}_${number}`;
    words.push(unique);
  }
  return words;
}

/** Returns the stored value of a new choice, with a number if the value is taken. */
export function wordFor(choice: string, taken: readonly string[]): string {
  const same = taken.filter((one) => one === wordsFor([choice])[0]);
  return wordsFor([...same, choice]).at(-1) ?? "";
}
