import type { Type, TypeEnv } from "../rules/types.ts";
import { typeOfSchema, typesOfSchema } from "../rules/types-of-schema.ts";
import type { JsonSchema } from "../values/json.ts";
import type { Definition } from "./definition.ts";
import { callOf, isByRule } from "./derived-call.ts";
import { tradeOf } from "./trade.ts";

/** Returns the type of every data path that a flow's conditions, rules, inputs and reviews can read. */
export function typesOfDefinition(definition: Definition): TypeEnv {
  const trade = tradeOf(definition);
  const { formats } = trade;
  const types: { [path: string]: Type } = {};
  const addSchema = (schema: JsonSchema, prefix: string) =>
    Object.assign(types, typesOfSchema(schema, { prefix, formats }));
  for (const [step, schema] of Object.entries(definition.schemas)) addSchema(schema, `answers.${step}`);
  for (const [fact, declaration] of Object.entries(definition.facts))
    addSchema(declaration.schema, `facts.${fact}`);
  for (const [id, step] of Object.entries(definition.flow.steps)) {
    if (step.kind === "effect") {
      const signature = definition.effects[step.effect];
      if (signature) addSchema(signature.output, `effects.${id}`);
    }
    if (step.kind === "wait") {
      const signature = definition.events[step.for];
      if (signature) addSchema(signature.data, `effects.${id}`);
    }
  }
  for (const flag of definition.flow.flags) types[`flags.${flag}`] = { kind: "boolean" };
  for (const [name, derived] of Object.entries(definition.flow.derived)) {
    if (isByRule(derived)) {
      const rule = definition.rules[derived.rule];
      if (rule?.value) types[`derived.${name}`] = typeOfSchema(rule.value.type, formats);
    } else {
      const known = callOf(trade, derived)?.known;
      if (known) types[`derived.${name}`] = known.result;
    }
  }
  return types;
}
