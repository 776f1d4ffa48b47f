import { placeKeys } from "../../../engine/flow/text-keys.ts";
import { Button } from "../../kit/parts/button.tsx";
import { TextField } from "../../kit/parts/fields.tsx";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { ChoiceField } from "../choice-field.tsx";
import { constantAt } from "./constants.ts";
import type { EditedStep } from "./edited-step.ts";
import { type Inputs, inputName, inputsOf } from "./inputs-of.ts";
import { PlaceSelect } from "./place-select.tsx";
import { listOf, objectOf } from "./step-file.ts";
import { TextPair } from "./text-pair.tsx";

type Edited = Omit<EditedStep, "titleOf">;

/** The inputs of an effect. Each input is a data path to read, or a constant of the flow. */
export function EffectInputs(of: Edited) {
  const words = useText();
  const inputs = inputsOf(of);
  const { input, wanted, isOpen, choose } = inputs;
  const others = Object.keys(input).filter((key) => !Object.hasOwn(wanted, inputName(key)));
  return (
    <>
      <h3 id="s-input" tabIndex={-1}>
        {words("studio:input.title")}
      </h3>
      <div className="stepbody">
        {Object.keys(wanted).map((name) => (
          <div key={name} className="stepinput">
            <WantedInput of={of} inputs={inputs} name={name} />
          </div>
        ))}
        {others.map((key) => (
          <div key={key} className="rowwrap" id={`s-input-${inputName(key)}`} tabIndex={-1}>
            <OtherInput of={of} inputs={inputs} at={key} />
          </div>
        ))}
        {isOpen ? (
          <PlaceSelect
            id="add-input"
            label={words("studio:input.add")}
            hint={words("studio:input.addHint")}
            value=""
            readable={of.readable}
            only={(path) => path.startsWith("answers.") && !Object.values(input).includes(path)}
            onValue={(path) => path !== "" && choose(path.split(".").at(-1) as string, path)}
          />
        ) : null}
      </div>
    </>
  );
}

const FIXED = "fixed:";

/** An input that the effect declares, as a data path or as a constant with its value. */
function WantedInput({
  of,
  inputs,
  name,
}: {
  readonly of: Edited;
  readonly inputs: Inputs;
  readonly name: string;
}) {
  const words = useText();
  const lng = useLanguage();
  const { definition, step, readable, drafting } = of;
  const { draft } = drafting;
  const flow = definition.flow.id;
  const path = inputs.pathOf(name);
  const constant = constantAt(draft, flow, path);
  const values = listOf(objectOf(inputs.wanted[name]).enum);
  const mayFix = inputs.spelled.includes(name) || values.length > 0;
  const called = readable.places.find((one) => one.path === path)?.name[lng];
  // The result of the effect does not exist before the effect runs, so its inputs cannot read it. A constant
  // that belongs to another input would mislead the person.
  const isReadable = (one: string) =>
    !one.startsWith(`effects.${step}.`) && constantAt(draft, flow, one) === null;
  return (
    <>
      <PlaceSelect
        id={`s-input-${name}`}
        label={words(`studio:input.${name}`, { defaultValue: called ?? plain(name) })}
        value={constant === null ? path : FIXED}
        {...(inputs.needed.includes(name) ? {} : { none: words("studio:setting.none") })}
        readable={readable}
        only={isReadable}
        before={mayFix ? <option value={FIXED}>{words("studio:input.fixed")}</option> : null}
        onValue={(next) => (next === FIXED ? inputs.fix(name) : inputs.choose(name, next))}
      />
      {constant === null ? null : (
        <ConstantField inputs={inputs} name={name} value={String(constant.value)} />
      )}
      {typeof constant?.value === "string" && values.length === 0 ? (
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
    </>
  );
}

/**
 * A field for the value of a constant: a choice from the schema's list, a number, or a word that the flow
 * defines.
 */
function ConstantField({
  inputs: { wanted, fix },
  name,
  value,
}: {
  readonly inputs: Inputs;
  readonly name: string;
  readonly value: string;
}) {
  const words = useText();
  const schema = objectOf(wanted[name]);
  const values = listOf(schema.enum).map(String);
  const isNumber = schema.type === "integer";
  const around = { id: `s-input-${name}-value`, label: words("studio:blocks.value"), value };
  if (values.length > 0)
    return (
      <ChoiceField
        {...around}
        choices={values.map((one) => [one, words(`studio:spelled.${one}`, { defaultValue: one })])}
        onValue={(next) => fix(name, next)}
      />
    );
  return (
    <TextField
      {...around}
      hint={isNumber ? null : words("studio:input.word")}
      inputMode={isNumber ? "numeric" : "text"}
      onValue={(typed) => {
        if (!isNumber) fix(name, typed.toUpperCase().replaceAll(/[^A-Z]+/g, "_") || "TOPIC");
        else if (/^\d{1,4}$/.test(typed)) fix(name, Number.parseInt(typed, 10));
      }}
    />
  );
}

/**
 * An additional input of an effect that accepts further inputs: its data path, and whether it may be missing.
 */
function OtherInput({
  of: { readable },
  inputs: { input, setOptional, remove },
  at,
}: {
  readonly of: Edited;
  readonly inputs: Inputs;
  /** Key of the input in the step's file. */
  readonly at: string;
}) {
  const words = useText();
  const lng = useLanguage();
  const path = String(input[at]);
  const called = readable.places.find((one) => one.path === path)?.name[lng] ?? path;
  return (
    <>
      <span className="grow">{`${readable.groupOf(path)}: ${called}`}</span>
      <label className="tick">
        <input
          type="checkbox"
          checked={at.endsWith("?")}
          onChange={(event) => setOptional(at, event.target.checked)}
        />
        {words("studio:shows.optional")}
      </label>
      <Button small onClick={() => remove(at)}>
        {words("studio:blocks.remove")}
      </Button>
    </>
  );
}

/** Returns a readable name for an input without a label: `registrationNumber` → `registration number`. */
function plain(name: string): string {
  return name.replaceAll(/([A-Z])/g, " $1").toLowerCase();
}
