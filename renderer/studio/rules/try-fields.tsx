import { useState } from "react";
import type { RuleCase } from "../../../engine/rules/rule.ts";
import { equalJson } from "../../../engine/values/canonical-json.ts";
import type { Json } from "../../../engine/values/json.ts";
import { TextField } from "../../kit/parts/fields.tsx";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { capital } from "../../staff/rule-book/rule-book-data.ts";
import { likeOf, SeveralValues } from "../blocks/compared-value.tsx";
import { literalSaid, unquoted } from "../blocks/literals.ts";
import { ChoiceField } from "../choice-field.tsx";
import type { ReadablePlace } from "../engine/messages.ts";
import { allowedInstead } from "./row-kind.ts";
import { type Fact, factFrom, type Person, personOf } from "./tried-person.ts";

type FactField = {
  readonly id: string;
  readonly fact: Fact;
  /** Name of the step or source that the value comes from, unless the value has the same name. */
  readonly from: string | undefined;
  /** Value of the person; `undefined` if it is not known. */
  readonly value: Json | undefined;
  readonly cases: readonly RuleCase[];
  /** Sets the value; `undefined` makes it unknown. */
  readonly onValue: (value: Json | undefined) => void;
};

/** A field for one value that a rule reads. An empty field means that the value is not known. */
export function FactField(of: FactField) {
  const lng = useLanguage();
  const { id, fact, value, onValue } = of;
  const { place } = fact;
  if (place === null) return <FromCases {...of} />;
  if (fact.presence !== null) return <PresentFact {...of} sample={fact.presence} />;
  if (place.values.length === 0) return <TypedFact {...of} place={place} />;
  if (place.kind === "list")
    return (
      <SeveralValues
        id={id}
        label={labelOf(fact, lng)}
        values={valuesOf(place)}
        value={value}
        onValue={(chosen) => onValue(chosen.length === 0 ? undefined : (chosen as Json))}
      />
    );
  return <ChosenFact {...of} choices={valuesOf(place).map((one) => [one.value, one.name[lng]])} />;
}

/** A choice of the values that the rule's cases have, for values that cannot be typed. */
function FromCases(of: FactField) {
  const words = useText();
  const { fact, cases } = of;
  const known = cases.flatMap((one, index) => {
    const found = personOf(one, [fact])[fact.path];
    return found === undefined ? [] : [{ index, found }];
  });
  const distinct = known.filter(
    ({ found }, at) => known.findIndex((other) => equalJson(other.found, found)) === at,
  );
  const exampleOf = (index: number) => words("studio:try.asExample", { number: index + 1 });
  return <ChosenFact {...of} choices={distinct.map(({ index, found }) => [found, exampleOf(index)])} />;
}

/** A choice of whether a value is on record, for a value of which rules only ask that. */
function PresentFact({ sample, ...of }: FactField & { readonly sample: Json }) {
  const words = useText();
  // An example may have its own value, or an empty one, which counts as none.
  const value = of.value === "" ? undefined : of.value;
  const choices = [[value ?? sample, words("studio:try.onRecord")]] as const;
  return <ChosenFact {...of} value={value} choices={choices} none={words("studio:try.none")} />;
}

/** A choice of named values, or of no value. */
function ChosenFact({
  id,
  fact,
  from,
  value,
  choices,
  none,
  onValue,
}: FactField & {
  readonly choices: readonly (readonly [value: Json, name: string])[];
  /** What an absent value is called; otherwise “not known”. */
  readonly none?: string;
}) {
  const words = useText();
  const lng = useLanguage();
  return (
    <ChoiceField
      id={id}
      label={labelOf(fact, lng)}
      optional={from}
      value={value === undefined ? "" : JSON.stringify(value)}
      empty={none ?? words("studio:try.unknown")}
      choices={choices.map(([one, name]) => [JSON.stringify(one), name])}
      onValue={(next) => onValue(next === "" ? undefined : (JSON.parse(next) as Json))}
    />
  );
}

/** A field for a value that is typed. While the input is invalid, the value is not known. */
function TypedFact({ id, fact, from, value, place, onValue }: FactField & { readonly place: ReadablePlace }) {
  const words = useText();
  const lng = useLanguage();
  const [typed, setTyped] = useState(value === undefined ? "" : literalSaid(value));
  const known = factFrom(typed, place);
  const instead = known === null ? null : allowedInstead(known, fact.kind);
  const isBad = typed.trim() !== "" && known === null;
  const like = place.kind === "list" ? "studio:blocks.several" : `studio:blocks.like.${likeOf(place)}`;
  return (
    <TextField
      id={id}
      label={labelOf(fact, lng)}
      optional={from}
      hint={place.kind === "string" ? undefined : words(like)}
      inputMode={["integer", "number", "decimal"].includes(place.kind) ? "decimal" : "text"}
      value={typed}
      error={
        instead !== null
          ? words(`studio:rule.allowed.${instead.key}`, instead.params)
          : isBad
            ? words("studio:try.bad")
            : null
      }
      onValue={(text) => {
        setTyped(text);
        const next = factFrom(text, place);
        onValue(next === null || allowedInstead(next, fact.kind) !== null ? undefined : next);
      }}
    />
  );
}

function labelOf({ name }: Fact, lng: keyof Fact["name"]): string {
  return capital(name[lng]);
}

function valuesOf({ values }: ReadablePlace): ReadablePlace["values"] {
  return values.map(({ value, name }) => ({
    value,
    name: { th: unquoted(name.th), en: unquoted(name.en) },
  }));
}

/** Returns a person in whom one value is changed. */
export function withFact(person: Person, path: string, value: Json | undefined): Person {
  const { [path]: _, ...others } = person;
  return value === undefined ? others : { ...others, [path]: value };
}
