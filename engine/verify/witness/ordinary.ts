import type { Definition } from "../../flow/definition.ts";
import { callOf } from "../../flow/derived-call.ts";
import { isObject } from "../../flow/form-schema.ts";
import { tradeOf } from "../../flow/trade.ts";
import type { Path } from "../../rules/rule.ts";
import type { Json, JsonObject } from "../../values/json.ts";

/**
 * An ordinary person (`flows/shared/ordinary.json`): facts by name, answers by `<flow>/<step>`, and outputs
 * by effect or event. `<flow>/<fact>` replaces a fact in one flow. Witnesses differ from this person only
 * where their path requires it.
 */
export type Ordinary = {
  readonly facts: { readonly [fact: string]: JsonObject };
  readonly answers: { readonly [step: string]: JsonObject };
  readonly outputs: { readonly [effect: string]: JsonObject };
};

/** An ordinary person without any values, for definitions without a file of an ordinary person. */
export const NOBODY: Ordinary = { facts: {}, answers: {}, outputs: {} };

/** Path of the ordinary person's file, below a definitions' root. */
export const ORDINARY_FILE = "flows/shared/ordinary.json";

/** Reads the ordinary person from some files. Without such a file, returns a person without values. */
export function readOrdinary(files: { readonly [path: string]: Json }): Ordinary {
  const file = files[ORDINARY_FILE];
  const part = (name: string): { readonly [key: string]: JsonObject } => {
    const found = isObject(file) ? file[name] : undefined;
    if (!isObject(found)) return {};
    return Object.fromEntries(
      Object.entries(found).flatMap(([key, value]) => (isObject(value) ? [[key, value as JsonObject]] : [])),
    );
  };
  return { facts: part("facts"), answers: part("answers"), outputs: part("outputs") };
}

/** The ordinary person's values in one flow. */
export type OrdinaryValues = {
  /**
   * Returns all values under `answers.<step>`, `facts.<fact>` or `effects.<step>`, or `undefined` if none is
   * declared.
   */
  readonly whole: (root: string, name: string) => JsonObject | undefined;
  /**
   * Returns the declared value at a data path, or `null` if no value is declared. If `value` is `undefined`,
   * the data path is declared as missing.
   */
  readonly at: (path: Path) => { readonly value: Json | undefined } | null;
};

/** Returns the ordinary person's values for one flow. */
export function ordinaryValues(definition: Definition, ordinary: Ordinary): OrdinaryValues {
  const { flow } = definition;
  const whole: OrdinaryValues["whole"] = (root, name) => {
    if (root === "answers") return ordinary.answers[`${flow.id}/${name}`];
    if (root === "facts") return ordinary.facts[`${flow.id}/${name}`] ?? ordinary.facts[name];
    const step = root === "effects" ? flow.steps[name] : undefined;
    if (step?.kind === "effect") return ordinary.outputs[step.effect];
    return step?.kind === "wait" ? ordinary.outputs[step.for] : undefined;
  };
  const at: OrdinaryValues["at"] = (path) => {
    const [root = "", name = "", ...rest] = path.split(".");
    // The ordinary person has all switches on, and so sees the whole portal.
    if (root === "flags") return { value: true };
    if (root === "derived") return derivedAt(name);
    const found = whole(root, name);
    if (found === undefined) return null;
    let value: Json | undefined = found;
    for (const segment of rest)
      value = isObject(value) && Object.hasOwn(value, segment) ? (value[segment] as Json) : undefined;
    return { value };
  };
  const derivedAt = (name: string): ReturnType<OrdinaryValues["at"]> => {
    const file = flow.derived[name];
    const call = file === undefined ? null : callOf(tradeOf(definition), file);
    if (call === null) return null;
    const args: Json[] = [];
    for (const path of call.args) {
      const found = at(path);
      if (found?.value === undefined) return null;
      args.push(found.value);
    }
    return { value: call.known?.run(...args) };
  };
  return { whole, at };
}
