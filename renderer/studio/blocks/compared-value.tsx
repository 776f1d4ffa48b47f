import type { ReactNode } from "react";
import type { Json } from "../../../engine/values/json.ts";
import { TextField } from "../../kit/parts/fields.tsx";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { ChoiceField } from "../choice-field.tsx";
import type { ReadablePlace } from "../engine/messages.ts";
import type { Comparing } from "./use-comparing.ts";

type OfPlace = { readonly of: Comparing; readonly place: ReadablePlace };

/**
 * A field for the fixed value of a comparison. A person types the value, or picks one or several values from
 * a list.
 */
export function ComparedValue({ of, place }: OfPlace) {
  const words = useText();
  const lng = useLanguage();
  const { value, typed, several, isBad, setValue, setTyped } = of;
  if (place.values.length === 0)
    return (
      <TextField
        id="compare-value"
        label={words("studio:blocks.value")}
        hint={words(several ? "studio:blocks.several" : `studio:blocks.like.${likeOf(place)}`)}
        inputMode={["integer", "number", "decimal"].includes(place.kind) ? "decimal" : "text"}
        value={typed}
        error={isBad ? words("studio:blocks.bad") : null}
        onValue={setTyped}
      />
    );
  if (several)
    return (
      <SeveralValues
        id="compare-value"
        label={words("studio:blocks.value")}
        values={place.values}
        value={value}
        error={isBad ? words("studio:blocks.choose") : null}
        onValue={setValue}
      />
    );
  return (
    <ChoiceField
      id="compare-value"
      label={words("studio:blocks.value")}
      value={value === "" ? "" : JSON.stringify(value)}
      error={isBad ? words("studio:blocks.choose") : null}
      empty={words("studio:blocks.choose")}
      choices={place.values.map((one) => [JSON.stringify(one.value), one.name[lng]])}
      onValue={(next) => setValue(next === "" ? "" : (JSON.parse(next) as Json))}
    />
  );
}

/** Tick boxes for a list of values. */
export function SeveralValues({
  id,
  label,
  values,
  value,
  error = null,
  onValue,
}: {
  readonly id: string;
  readonly label: ReactNode;
  readonly values: ReadablePlace["values"];
  /** Chosen values; any other value counts as an empty list. */
  readonly value: unknown;
  readonly error?: string | null;
  readonly onValue: (chosen: readonly Json[]) => void;
}) {
  const lng = useLanguage();
  const chosen = Array.isArray(value) ? (value as readonly Json[]) : [];
  return (
    <fieldset className="field" id={id} tabIndex={-1}>
      <legend>{label}</legend>
      <div className="ticks">
        {values.map((one) => (
          <label key={String(one.value)} className="tick">
            <input
              type="checkbox"
              checked={chosen.includes(one.value)}
              onChange={(event) =>
                onValue(
                  event.target.checked
                    ? [...chosen, one.value]
                    : chosen.filter((other) => other !== one.value),
                )
              }
            />
            {one.name[lng]}
          </label>
        ))}
      </div>
      {error === null ? null : <p className="err">{error}</p>}
    </fieldset>
  );
}

/** Returns the key of the hint that shows how a value is typed. */
export function likeOf({ kind }: Pick<ReadablePlace, "kind">): string {
  if (kind === "decimal") return "amount";
  if (kind === "integer" || kind === "number") return "number";
  return kind === "date" || kind === "instant" ? "date" : "text";
}
