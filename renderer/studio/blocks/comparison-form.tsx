import { useState } from "react";
import type { Json } from "../../../engine/values/json.ts";
import { Button } from "../../kit/parts/button.tsx";
import { SelectField, TextField } from "../../kit/parts/fields.tsx";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import type { ReadablePlace } from "../engine/messages.ts";
import { type Comparison, isPlace, logicOf, type Sign } from "./block.ts";
import { literalFrom, literalSaid } from "./literals.ts";
import type { Readable } from "./readable.ts";

/** Builds a comparison from closed lists: place, sign, value. */
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
  const lng = useLanguage();
  const { places, rules } = readable;
  const [path, setPath] = useState(was?.path ?? (rule === null ? "" : `rule:${rule}`));
  const [sign, setSign] = useState<Sign | "">(was?.sign ?? "");
  const [value, setValue] = useState<Comparison["value"]>(was?.value ?? "");
  const place = places.find((one) => one.path === path);
  const [typed, setTyped] = useState(
    was === null || isPlace(was.value) || place === undefined ? "" : literalSaid(was.value as Json),
  );
  const [isBad, setBad] = useState(false);
  const signs = place === undefined ? [] : signsOf(place);
  const others =
    place === undefined
      ? []
      : places.filter((one) => one.path !== path && one.kind === place.kind && one.of === place.of);
  const needsValue = sign !== "" && !["is", "is-not", "missing", "given"].includes(sign);
  const several = sign === "in" || sign === "not-in";
  const choose = (next: string) => {
    setPath(next);
    const found = places.find((one) => one.path === next);
    const [first] = found === undefined ? [] : signsOf(found);
    setSign(first ?? "");
    setValue("");
    setTyped("");
  };
  const set = () => {
    if (path.startsWith("rule:")) return onSet({ rule: path.slice(5) });
    if (place === undefined || sign === "") return setBad(true);
    if (!needsValue) return onSet(logicOf({ path, sign, value: true }));
    if (isPlace(value)) return onSet(logicOf({ path, sign, value }));
    const isListed = place.values.length > 0;
    const literal = isListed ? (value as Json) : literalFrom(typed, place, several);
    const isEmpty = literal === null || literal === "" || (Array.isArray(literal) && literal.length === 0);
    setBad(isEmpty);
    if (!isEmpty) onSet(logicOf({ path, sign, value: literal as Json }));
  };
  const groups = [...new Set(places.map((one) => readable.groupOf(one.path)))];
  return (
    <form
      className="comparison"
      onSubmit={(event) => {
        event.preventDefault();
        set();
      }}
    >
      <SelectField
        id="compare-place"
        label={words("studio:blocks.place")}
        value={path}
        autoFocus
        error={isBad && path === "" ? words("studio:blocks.choose") : null}
        onValue={choose}
      >
        <option value="">{words("studio:blocks.choose")}</option>
        {groups.map((group) => (
          <optgroup key={group} label={group}>
            {places
              .filter((one) => readable.groupOf(one.path) === group)
              .map((one) => (
                <option key={one.path} value={one.path}>
                  {one.name[lng]}
                </option>
              ))}
          </optgroup>
        ))}
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
      {place === undefined ? null : (
        <SelectField
          id="compare-sign"
          label={words("studio:blocks.sign")}
          value={sign}
          onValue={(next) => {
            setSign(next as Sign);
            if ((next === "in" || next === "not-in") !== several) setValue("");
          }}
        >
          {signs.map((one) => (
            <option key={one} value={one}>
              {words(`studio:sign.${wordOf(one, place)}`)}
            </option>
          ))}
        </SelectField>
      )}
      {place !== undefined && needsValue && others.length > 0 && !several && sign !== "contains" ? (
        <SelectField
          id="compare-with"
          label={words("studio:blocks.with")}
          value={isPlace(value) ? value.place : ""}
          onValue={(next) => setValue(next === "" ? "" : { place: next })}
        >
          <option value="">{words("studio:blocks.fixed")}</option>
          {others.map((one) => (
            <option key={one.path} value={one.path}>
              {`${readable.groupOf(one.path)}: ${one.name[lng]}`}
            </option>
          ))}
        </SelectField>
      ) : null}
      {place !== undefined && needsValue && !isPlace(value) ? (
        place.values.length === 0 ? (
          <TextField
            id="compare-value"
            label={words("studio:blocks.value")}
            hint={words(several ? "studio:blocks.several" : `studio:blocks.like.${likeOf(place)}`)}
            inputMode={["integer", "number", "decimal"].includes(place.kind) ? "decimal" : "text"}
            value={typed}
            error={isBad ? words("studio:blocks.bad") : null}
            onValue={setTyped}
          />
        ) : several ? (
          <fieldset className="field" id="compare-value" tabIndex={-1}>
            <legend>{words("studio:blocks.value")}</legend>
            <div className="ticks">
              {place.values.map((one) => {
                const chosen = Array.isArray(value) ? (value as readonly Json[]) : [];
                return (
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
                );
              })}
            </div>
            {isBad ? <p className="err">{words("studio:blocks.choose")}</p> : null}
          </fieldset>
        ) : (
          <SelectField
            id="compare-value"
            label={words("studio:blocks.value")}
            value={value === "" ? "" : JSON.stringify(value)}
            error={isBad ? words("studio:blocks.choose") : null}
            onValue={(next) => setValue(next === "" ? "" : (JSON.parse(next) as Json))}
          >
            <option value="">{words("studio:blocks.choose")}</option>
            {place.values.map((one) => (
              <option key={String(one.value)} value={JSON.stringify(one.value)}>
                {one.name[lng]}
              </option>
            ))}
          </SelectField>
        )
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

const ORDERED: readonly Sign[] = [">=", ">", "<=", "<", "==", "!="];
const KNOWN: readonly Sign[] = ["given", "missing"];

function signsOf({ kind, values }: ReadablePlace): readonly Sign[] {
  if (kind === "boolean") return ["is", "is-not", "==", "!=", ...KNOWN];
  if (kind === "list") return ["contains", ...KNOWN];
  if (["integer", "number", "decimal", "date", "instant"].includes(kind))
    return values.length > 0 ? [...ORDERED, "in", "not-in", ...KNOWN] : [...ORDERED, ...KNOWN];
  if (kind === "file") return KNOWN;
  return ["==", "!=", "in", "not-in", ...KNOWN];
}

/** Dates use before and after, numbers less and more. */
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

function likeOf({ kind }: ReadablePlace): string {
  if (kind === "decimal") return "amount";
  if (kind === "integer" || kind === "number") return "number";
  return kind === "date" || kind === "instant" ? "date" : "text";
}
