import { useState } from "react";
import { trade } from "../../../domain/index.ts";
import type { Json } from "../../../engine/values/json.ts";
import { Button } from "../../kit/parts/button.tsx";
import { SelectField, TextField } from "../../kit/parts/fields.tsx";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import type { Readable } from "../blocks/readable.ts";
import type { Choice } from "../choice-field.tsx";
import { nameFor } from "./new-question.ts";
import { PlaceSelect } from "./place-select.tsx";

const FORMULA = "fn:";
const JOINED = "join:";

/** A form that adds a derived value: its name, and how it is computed. */
export function AddDerived({
  rules,
  readable,
  taken,
  onAdd,
}: {
  readonly rules: readonly Choice[];
  readonly readable: Readable;
  /** Names of the flow's derived values. */
  readonly taken: readonly string[];
  readonly onAdd: (name: string, made: Json) => boolean;
}) {
  const words = useText();
  const [by, setBy] = useState("");
  const [name, setName] = useState("");
  const [places, setPlaces] = useState<readonly string[]>([]);
  const count = argumentsOf(by);
  const isReady = by !== "" && name.trim() !== "" && places.filter(Boolean).length >= count;
  const add = () => {
    if (!onAdd(nameFor(name, taken), madeBy(by, places))) return;
    setBy("");
    setName("");
    setPlaces([]);
  };
  return (
    <div className="gap12">
      <OriginField
        rules={rules}
        value={by}
        onValue={(next) => {
          setBy(next);
          setPlaces([]);
        }}
      />
      {by === "" ? null : (
        <>
          <TextField
            id="f-derived-new"
            label={words("studio:whole.derivedName")}
            value={name}
            onValue={setName}
          />
          <ArgumentFields count={count} places={places} readable={readable} onPlaces={setPlaces} />
          <Button small disabled={!isReady} onClick={add}>
            {words("studio:whole.derivedAdd")}
          </Button>
        </>
      )}
    </div>
  );
}

/** A select for each argument of a formula, in order. */
function ArgumentFields({
  count,
  places,
  readable,
  onPlaces,
}: {
  readonly count: number;
  /** Data paths of the arguments. An entry is empty until a data path is chosen. */
  readonly places: readonly string[];
  readonly readable: Readable;
  readonly onPlaces: (places: readonly string[]) => void;
}) {
  const words = useText();
  // The arguments of a formula have no names, only numbers.
  const numbers = Array.from({ length: count }, (_, at) => at);
  return numbers.map((at) => (
    <PlaceSelect
      key={at}
      id={`f-derived-new-${at}`}
      label={words("studio:whole.takes", { number: at + 1 })}
      value={places[at] ?? ""}
      readable={readable}
      only={(path) => !path.startsWith("flags.")}
      onValue={(path) => onPlaces(numbers.map((one) => (one === at ? path : (places[one] ?? ""))))}
    />
  ));
}

/** Returns the number of arguments of a derived value. */
function argumentsOf(by: string): number {
  if (by === JOINED) return 2;
  return by.startsWith(FORMULA) ? (trade.functions[by.slice(FORMULA.length)]?.args.length ?? 0) : 0;
}

/** Returns a derived value as the flow's file contains it. */
function madeBy(by: string, places: readonly string[]): Json {
  if (by === JOINED) return { join: [...places], with: " " };
  return by.startsWith(FORMULA) ? { fn: by.slice(FORMULA.length), args: [...places] } : { rule: by };
}

/** A field to choose how the value is computed: by a rule, by a formula, or by joining texts. */
function OriginField({
  rules,
  value,
  onValue,
}: {
  readonly rules: readonly Choice[];
  readonly value: string;
  readonly onValue: (value: string) => void;
}) {
  const words = useText();
  const lng = useLanguage();
  return (
    <SelectField id="f-derived" label={words("studio:whole.addDerived")} value={value} onValue={onValue}>
      <option value="">{words("studio:blocks.choose")}</option>
      <optgroup label={words("studio:rules.title")}>
        {rules.map(([rule, title]) => (
          <option key={rule} value={rule}>
            {title}
          </option>
        ))}
      </optgroup>
      <optgroup label={words("studio:whole.formulas")}>
        <option value={JOINED}>{words("studio:whole.join")}</option>
        {Object.entries(trade.functions).map(([fn, { meaning }]) => (
          <option key={fn} value={`${FORMULA}${fn}`}>
            {meaning[lng]}
          </option>
        ))}
      </optgroup>
    </SelectField>
  );
}
