import type { Definition } from "../flow/definition.ts";
import type { EffectStep } from "../flow/flow-file.ts";
import { fieldsOf } from "../flow/form-schema.ts";
import { tradeOf } from "../flow/trade.ts";
import { typesOfDefinition } from "../flow/types-of-definition.ts";
import type { Path } from "../rules/rule.ts";
import { type TypeEnv, typeAt } from "../rules/types.ts";
import { typeOfSchema } from "../rules/types-of-schema.ts";
import type { JsonSchema } from "../values/json.ts";
import { reachableFrom } from "./check-graph.ts";
import { effectInputsOf, fitsType } from "./effect-inputs.ts";
import type { Fault } from "./fault.ts";

/**
 * Inputs are given the places of their own names: one that is given another place though its own is there, or that is left
 * out though it is there, was probably mistaken for another.
 */
export function checkInputs(definition: Definition): readonly Fault[] {
  const types = typesOfDefinition(definition);
  return [...crossed(definition, types), ...leftOut(definition, types)];
}

function crossed(definition: Definition, types: TypeEnv): readonly Fault[] {
  return effectInputsOf(definition).flatMap(({ id, step, name, path, wanted, pointer }): readonly Fault[] => {
    if (wanted === undefined || lastOf(path) === name) return [];
    const own = namesakes(definition, types, { id, name, schema: wanted.schema })[0];
    if (own === undefined) return [];
    const { effect } = step;
    return [{ pointer, says: { key: "crossed-input", params: { effect, name, path, own } } }];
  });
}

function leftOut(definition: Definition, types: TypeEnv): readonly Fault[] {
  return Object.entries(definition.flow.steps).flatMap(([id, step]): readonly Fault[] => {
    const signature = step.kind === "effect" ? definition.effects[step.effect] : undefined;
    if (signature === undefined) return [];
    const { effect, input } = step as EffectStep;
    return fieldsOf(signature.input).flatMap(({ name, required, schema }): readonly Fault[] => {
      if (required || Object.hasOwn(input, name) || Object.hasOwn(input, `${name}?`)) return [];
      const own = namesakes(definition, types, { id, name, schema })[0];
      if (own === undefined) return [];
      return [
        { pointer: `/steps/${id}/input`, says: { key: "input-left-out", params: { effect, name, own } } },
      ];
    });
  });
}

/** Places of an input's name that it could take: answers on a way to the step, and derived values. */
function namesakes(
  definition: Definition,
  types: TypeEnv,
  { id, name, schema }: { readonly id: string; readonly name: string; readonly schema: JsonSchema },
): readonly Path[] {
  const wanted = typeOfSchema(schema, tradeOf(definition).formats);
  const fits = (path: Path) => {
    const type = typeAt(types, path);
    return type !== undefined && fitsType(type, wanted);
  };
  const answers = Object.keys(definition.flow.steps)
    .map((step) => ({ step, path: `answers.${step}.${name}` }))
    .filter(({ step, path }) => fits(path) && reachableFrom(definition, step).has(id))
    .map(({ path }) => path);
  const derived = `derived.${name}`;
  return fits(derived) ? [...answers, derived] : answers;
}

function lastOf(path: Path): string {
  return path.slice(path.lastIndexOf(".") + 1);
}
