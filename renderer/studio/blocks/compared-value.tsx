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
  if (several) return <SeveralValues of={of} place={place} />;
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

function SeveralValues({ of: { value, isBad, setValue }, place }: OfPlace) {
  const words = useText();
  const lng = useLanguage();
  const chosen = Array.isArray(value) ? (value as readonly Json[]) : [];
  return (
    <fieldset className="field" id="compare-value" tabIndex={-1}>
      <legend>{words("studio:blocks.value")}</legend>
      <div className="ticks">
        {place.values.map((one) => (
          <label key={String(one.value)} className="tick">
            <input
              type="checkbox"
              checked={chosen.includes(one.value)}
              onChange={(event) =>
                setValue(
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
      {isBad ? <p className="err">{words("studio:blocks.choose")}</p> : null}
    </fieldset>
  );
}

function likeOf({ kind }: ReadablePlace): string {
  if (kind === "decimal") return "amount";
  if (kind === "integer" || kind === "number") return "number";
  return kind === "date" || kind === "instant" ? "date" : "text";
}
