import type { Operation } from "../../../engine/edits/index.ts";
import type { Json, JsonObject } from "../../../engine/values/json.ts";
import { readFile } from "../draft/texts-of-draft.ts";
import { constantFor, constantOfOne, firstConstant, withConstants } from "./constants.ts";
import type { EditedStep } from "./edited-step.ts";
import { shownPath } from "./new-step.ts";
import { listOf, objectOf, stepInDraft } from "./step-file.ts";

/** The inputs of a step's effect, with functions that set them. */
export type Inputs = {
  /**
   * Inputs in the step's file: each key maps to the data path that it reads. An input whose key ends in `?`
   * may be missing.
   */
  readonly input: JsonObject;
  /** Schemas of the inputs that the effect declares, by name. */
  readonly wanted: JsonObject;
  readonly needed: readonly Json[];
  /** Names of the inputs whose value is a word that the flow defines, such as a topic. */
  readonly spelled: readonly Json[];
  /** Whether the effect accepts further inputs. */
  readonly isOpen: boolean;
  /** Returns the data path that an input reads; empty if there is none. */
  readonly pathOf: (name: string) => string;
  /** Makes an input read a data path. An empty path removes the input. */
  readonly choose: (name: string, path: string) => void;
  /**
   * Sets an input to a constant. If no value is given, the constant gets the initial value that the schema
   * allows.
   */
  readonly fix: (name: string, value?: Json) => void;
  /** Sets whether the input with this key may be missing. */
  readonly setOptional: (key: string, isOptional: boolean) => void;
  /** Removes the input with this key. */
  readonly remove: (key: string) => void;
};

/** Returns the inputs of a step's effect in the draft. */
export function inputsOf({
  definition,
  step,
  drafting: { draft, apply },
}: Pick<EditedStep, "definition" | "step" | "drafting">): Inputs {
  const flow = definition.flow.id;
  const content = stepInDraft(draft, flow, step);
  const signature = objectOf(readFile(draft, `schemas/effects/${content.effect}.json`));
  const input = objectOf(content.input);
  const wanted = objectOf(objectOf(signature.input).properties);
  const pathOf = (name: string) => String(input[Object.hasOwn(input, `${name}?`) ? `${name}?` : name] ?? "");
  const changed = (value: JsonObject): Operation => ({
    op: "set-value",
    args: { file: `flows/${flow}/flow.json`, pointer: `/steps/${step}/input`, value },
  });
  return {
    input,
    wanted,
    needed: listOf(objectOf(signature.input).required),
    spelled: listOf(signature.spelled),
    isOpen: signature.open === true,
    pathOf,
    choose: (name, path) => {
      const isOptional = path.startsWith("answers.") && shownPath(draft, flow, path).endsWith("?");
      const left = constantOfOne(draft, flow, { step, path: pathOf(name) });
      void apply(
        changed(withInput(input, isOptional ? `${name}?` : name, path)),
        ...(left === null ? [] : withConstants(draft, flow, {}, [left])),
      );
    },
    fix: (name, value = firstConstant(flow, objectOf(wanted[name]))) => {
      // A constant is stored as a derived value, and inputs read it by its data path.
      const own = constantFor(draft, flow, { step, input: name });
      const read = changed(withInput(input, name, `derived.${own}`));
      void apply(...withConstants(draft, flow, { [own]: value }), read);
    },
    setOptional: (key, isOptional) =>
      void apply(changed(renamed(input, key, isOptional ? `${inputName(key)}?` : inputName(key)))),
    remove: (key) => void apply(changed(withInput(input, key, ""))),
  };
}

/** Returns the name of an input from its key: `topic?` → `topic`. */
export function inputName(key: string): string {
  return key.replace(/\?$/, "");
}

/**
 * Returns the inputs with one of them changed to read a data path. An existing input keeps its position. An
 * empty data path removes the input.
 */
function withInput(input: JsonObject, key: string, path: string): JsonObject {
  const rest = Object.entries(input).flatMap(([one, had]) =>
    inputName(one) === inputName(key) ? (path === "" ? [] : [[key, path] as const]) : [[one, had] as const],
  );
  const isThere = rest.some(([one]) => one === key);
  return Object.fromEntries(isThere || path === "" ? rest : [...rest, [key, path] as const]);
}

function renamed(input: JsonObject, from: string, to: string): JsonObject {
  return Object.fromEntries(Object.entries(input).map(([key, path]) => [key === from ? to : key, path]));
}
