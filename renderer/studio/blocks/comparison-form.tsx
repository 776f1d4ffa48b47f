import type { Json } from "../../../engine/values/json.ts";
import { Button } from "../../kit/parts/button.tsx";
import { SelectField } from "../../kit/parts/fields.tsx";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { capital } from "../../staff/rule-book/rule-book-data.ts";
import { ChoiceField } from "../choice-field.tsx";
import type { ReadablePlace } from "../engine/messages.ts";
import { type Comparison, isPlace, type Sign } from "./block.ts";
import { ComparedValue } from "./compared-value.tsx";
import { unquoted } from "./literals.ts";
import { PlaceOptions } from "./place-options.tsx";
import type { Readable } from "./readable.ts";
import { type Comparing, signsOf, useComparing } from "./use-comparing.ts";

/** A form that builds a comparison from closed lists: the data path, the sign, the value. */
export function ComparisonForm({
  was,
  rule,
  readable,
  onSet,
  onClose,
}: {
  readonly was: Comparison | null;
  readonly rule: string | null;
  readonly readable: Readable;
  readonly onSet: (logic: Json) => void;
  readonly onClose: () => void;
}) {
  const words = useText();
  const comparing = useComparing({ was, rule, readable, onSet });
  const { place, needsValue, value, set } = comparing;
  return (
    <form
      className="comparison"
      onSubmit={(event) => {
        event.preventDefault();
        set();
      }}
    >
      <ComparedPlace of={comparing} readable={readable} />
      {place === undefined ? null : <ComparedSign of={comparing} place={place} />}
      {place !== undefined && needsValue ? (
        <>
          <OtherPlace of={comparing} place={place} readable={readable} />
          {isPlace(value) ? null : <ComparedValue of={comparing} place={place} />}
        </>
      ) : null}
      <span className="rowwrap">
        <Button type="submit" small kind="soft">
          {words("studio:blocks.set")}
        </Button>
        <Button small onClick={onClose}>
          {words("studio:blocks.close")}
        </Button>
      </span>
    </form>
  );
}

/** A field to choose the data path to compare, or a rule that must hold. */
function ComparedPlace({
  of: { path, isBad, choosePlace },
  readable: { places, rules, groupOf },
}: {
  readonly of: Comparing;
  readonly readable: Readable;
}) {
  const words = useText();
  return (
    <SelectField
      id="compare-place"
      label={words("studio:blocks.place")}
      value={path}
      autoFocus
      error={isBad && path === "" ? words("studio:blocks.choose") : null}
      onValue={choosePlace}
    >
      <option value="">{words("studio:blocks.choose")}</option>
      <PlaceOptions places={places} groupOf={groupOf} />
      {rules.length > 0 ? (
        <optgroup label={words("studio:blocks.rules")}>
          {rules.map(({ id, title }) => (
            <option key={id} value={`rule:${id}`}>
              {title}
            </option>
          ))}
        </optgroup>
      ) : null}
    </SelectField>
  );
}

function ComparedSign({
  of: { sign, chooseSign },
  place,
}: {
  readonly of: Comparing;
  readonly place: ReadablePlace;
}) {
  const words = useText();
  return (
    <ChoiceField
      id="compare-sign"
      label={words("studio:blocks.sign")}
      value={sign}
      choices={signsOf(place).map((one) => [one, words(`studio:sign.${wordOf(one, place)}`)])}
      onValue={(next) => chooseSign(next as Sign)}
    />
  );
}

/**
 * A field to choose a second data path of the same kind. The first data path is then compared with the
 * second, not with a fixed value.
 */
function OtherPlace({
  of: { path, sign, value, several, setValue },
  place,
  readable: { places, groupOf },
}: {
  readonly of: Comparing;
  readonly place: ReadablePlace;
  readonly readable: Readable;
}) {
  const words = useText();
  const lng = useLanguage();
  const others = places.filter((one) => one.path !== path && one.kind === place.kind && one.of === place.of);
  if (others.length === 0 || several || sign === "contains") return null;
  return (
    <ChoiceField
      id="compare-with"
      label={words("studio:blocks.with")}
      value={isPlace(value) ? value.place : ""}
      empty={words("studio:blocks.fixed")}
      choices={others.map((one) => [one.path, placeInGroup(one.name[lng], groupOf(one.path))])}
      onValue={(next) => setValue(next === "" ? "" : { place: next })}
    />
  );
}

/** Returns the name of a data path with its group; only the group if both have the same name. */
export function placeInGroup(name: string, group: string): string {
  return capital(unquoted(name)) === capital(unquoted(group)) ? group : `${group}: ${name}`;
}

/** Returns the text key of a sign. Dates use "before" and "after", numbers "less" and "more". */
function wordOf(sign: Sign, { kind }: ReadablePlace): string {
  const isDay = kind === "date" || kind === "instant";
  const names: { readonly [sign in Sign]?: string } = {
    "==": "equal",
    "!=": "unequal",
    "<": isDay ? "before" : "less",
    "<=": isDay ? "until" : "most",
    ">": isDay ? "after" : "more",
    ">=": isDay ? "since" : "least",
  };
  return names[sign] ?? sign;
}
