import type { Definition } from "../../../engine/flow/index.ts";
import { placeKeys } from "../../../engine/flow/text-keys.ts";
import type { Json, JsonObject } from "../../../engine/values/json.ts";
import { Button } from "../../kit/parts/button.tsx";
import { SelectField, TextField } from "../../kit/parts/fields.tsx";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import type { Readable } from "../blocks/readable.ts";
import { readFile } from "../draft/texts-of-draft.ts";
import type { Drafting } from "../draft/use-draft.ts";
import { constantAt, constantFor, constantOfOne, firstConstant, withConstants } from "./constants.ts";
import { shownPath } from "./new-step.ts";
import { PlaceSelect } from "./place-select.tsx";
import { listOf, objectOf, stepInDraft } from "./step-file.ts";
import { TextPair } from "./text-pair.tsx";

const FIXED = "fixed:";

/** The inputs of an effect: each is a place to read, or a constant of the flow. */
export function EffectInputs({
  definition,
  step,
  readable,
  drafting,
}: {
  readonly definition: Definition;
  readonly step: string;
  readonly readable: Readable;
  readonly drafting: Drafting;
}) {
  const words = useText();
  const lng = useLanguage();
  const { draft, apply } = drafting;
  const flow = definition.flow.id;
  const file = `flows/${flow}/flow.json`;
  const content = stepInDraft(draft, flow, step);
  const signature = objectOf(readFile(draft, `schemas/effects/${content.effect}.json`));
  const wanted = objectOf(objectOf(signature.input).properties);
  const needed = listOf(objectOf(signature.input).required);
  const spelled = listOf(signature.spelled);
  const input = objectOf(content.input);
  const keyOf = (name: string) => (Object.hasOwn(input, `${name}?`) ? `${name}?` : name);
  const withInput = (key: string, path: string) => {
    const name = key.replace(/\?$/, "");
    const rest = Object.entries(input).flatMap(([one, had]) =>
      one.replace(/\?$/, "") === name ? (path === "" ? [] : [[key, path] as const]) : [[one, had] as const],
    );
    const isThere = rest.some(([one]) => one === key);
    return {
      op: "set-value",
      args: {
        file,
        pointer: `/steps/${step}/input`,
        value: Object.fromEntries(isThere || path === "" ? rest : [...rest, [key, path]]) as JsonObject,
      },
    } as const;
  };
  const choose = (name: string, path: string) => {
    if (path === FIXED) return fix(name, firstConstant(flow, objectOf(wanted[name] as Json | undefined)));
    const isOptional = path.startsWith("answers.") && shownPath(draft, flow, path).endsWith("?");
    const left = constantOfOne(draft, flow, { step, path: String(input[keyOf(name)] ?? "") });
    return void apply(
      withInput(isOptional ? `${name}?` : name, path),
      ...(left === null ? [] : withConstants(draft, flow, {}, [left])),
    );
  };
  /** Sets a constant: a derived value of its own, read like others. */
  const fix = (name: string, value: Json) => {
    const own = constantFor(draft, flow, { step, input: name });
    void apply(...withConstants(draft, flow, { [own]: value }), withInput(name, `derived.${own}`));
  };
  // What the effect itself gives does not exist before it, and a constant of another input says nothing here.
  const isReadable = (path: string) =>
    !path.startsWith(`effects.${step}.`) && constantAt(draft, flow, path) === null;
  const others = Object.keys(input).filter((key) => !Object.hasOwn(wanted, key.replace(/\?$/, "")));
  return (
    <>
      <h3 id="s-input" tabIndex={-1}>
        {words("studio:input.title")}
      </h3>
      <div className="stepbody">
        {Object.keys(wanted).map((name) => {
          const path = String(input[keyOf(name)] ?? "");
          const constant = constantAt(draft, flow, path);
          const schema = objectOf(wanted[name] as Json | undefined);
          const label = words(`studio:input.${name}`, { defaultValue: nameOfPath(path) ?? plain(name) });
          const mayFix = spelled.includes(name) || listOf(schema.enum).length > 0;
          return (
            <div key={name} className="stepinput">
              <PlaceSelect
                id={`s-input-${name}`}
                label={label}
                value={constant === null ? path : FIXED}
                {...(needed.includes(name) ? {} : { none: words("studio:setting.none") })}
                readable={readable}
                only={isReadable}
                before={mayFix ? <option value={FIXED}>{words("studio:input.fixed")}</option> : null}
                onValue={(next) => choose(name, next)}
              />
              {constant === null ? null : listOf(schema.enum).length > 0 ? (
                <SelectField
                  id={`s-input-${name}-value`}
                  label={words("studio:blocks.value")}
                  value={String(constant.value)}
                  onValue={(next) => fix(name, next)}
                >
                  {listOf(schema.enum).map((one) => (
                    <option key={String(one)} value={String(one)}>
                      {words(`studio:spelled.${one}`, { defaultValue: String(one) })}
                    </option>
                  ))}
                </SelectField>
              ) : (
                <TextField
                  id={`s-input-${name}-value`}
                  label={words("studio:blocks.value")}
                  hint={schema.type === "integer" ? null : words("studio:input.word")}
                  inputMode={schema.type === "integer" ? "numeric" : "text"}
                  value={String(constant.value)}
                  onValue={(typed) => {
                    if (schema.type !== "integer")
                      fix(name, typed.toUpperCase().replaceAll(/[^A-Z]+/g, "_") || "TOPIC");
                    else if (/^\d{1,4}$/.test(typed)) fix(name, Number.parseInt(typed, 10));
                  }}
                />
              )}
              {typeof constant?.value === "string" && listOf(schema.enum).length === 0 ? (
                <TextPair
                  id={`s-input-${name}-label`}
                  name={words("studio:input.says")}
                  keys={placeKeys(definition, `derived.${constant.name}`).map((key) =>
                    key.replace(/label$/, `options.${constant.value}`),
                  )}
                  drafting={drafting}
                  mayEdit
                />
              ) : null}
            </div>
          );
        })}
        {others.map((key) => {
          const name = key.replace(/\?$/, "");
          return (
            <div key={key} className="rowwrap" id={`s-input-${name}`} tabIndex={-1}>
              <span className="grow">{placeName(String(input[key]))}</span>
              <label className="tick">
                <input
                  type="checkbox"
                  checked={key.endsWith("?")}
                  onChange={(event) =>
                    apply({
                      op: "set-value",
                      args: {
                        file,
                        pointer: `/steps/${step}/input`,
                        value: renamed(input, key, event.target.checked ? `${name}?` : name),
                      },
                    })
                  }
                />
                {words("studio:shows.optional")}
              </label>
              <Button small onClick={() => apply(withInput(key, ""))}>
                {words("studio:blocks.remove")}
              </Button>
            </div>
          );
        })}
        {signature.open === true ? (
          <PlaceSelect
            id="add-input"
            label={words("studio:input.add")}
            hint={words("studio:input.addHint")}
            value=""
            readable={readable}
            only={(path) => path.startsWith("answers.") && !Object.values(input).includes(path)}
            onValue={(path) => path !== "" && choose(path.split(".").at(-1) as string, path)}
          />
        ) : null}
      </div>
    </>
  );

  function nameOfPath(path: string): string | undefined {
    return readable.places.find((one) => one.path === path)?.name[lng];
  }

  function placeName(path: string): string {
    return `${readable.groupOf(path)}: ${nameOfPath(path) ?? path}`;
  }
}

function renamed(input: JsonObject, from: string, to: string): JsonObject {
  return Object.fromEntries(Object.entries(input).map(([key, path]) => [key === from ? to : key, path]));
}

/** `registrationNumber` → `registration number`, for names without a label. */
function plain(name: string): string {
  return name.replaceAll(/([A-Z])/g, " $1").toLowerCase();
}
