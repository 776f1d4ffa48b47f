import type { JsonSchema } from "../values/json.ts";
import type { Definition } from "./definition.ts";
import { callOf, isByRule, schemaOfLiteral } from "./derived-call.ts";
import { fieldsOf, isObject } from "./form-schema.ts";
import { tradeOf } from "./trade.ts";

/**
 * Returns the schema at a data path inside an object or list schema, or `undefined` if the data path does not
 * exist.
 */
export function schemaAt(
  schema: JsonSchema | undefined,
  segments: readonly string[],
): JsonSchema | undefined {
  let at = schema;
  for (const segment of segments) {
    if (at === undefined) return undefined;
    if (at.type === "array") {
      at = isObject(at.items) ? at.items : undefined;
      if (!/^(\d+|items)$/.test(segment))
        at = at && fieldsOf(at).find((field) => field.name === segment)?.schema;
    } else at = fieldsOf(at).find((field) => field.name === segment)?.schema;
  }
  return at;
}

/**
 * Returns the schema of the value at a data path of a definition. Only the keywords that are needed to show
 * the value are complete.
 */
export function schemaOfPath(definition: Definition, path: string): JsonSchema | undefined {
  const [root = "", name = "", ...rest] = path.replace(/\?$/, "").split(".");
  const step = root === "effects" ? definition.flow.steps[name] : undefined;
  if (root === "answers") return schemaAt(definition.schemas[name], rest);
  if (root === "facts") return schemaAt(definition.facts[name]?.schema, rest);
  if (step?.kind === "effect") return schemaAt(definition.effects[step.effect]?.output, rest);
  if (step?.kind === "wait") return schemaAt(definition.events[step.for]?.data, rest);
  return root === "derived" ? schemaOfDerived(definition, name) : undefined;
}

function schemaOfDerived(definition: Definition, name: string): JsonSchema | undefined {
  const of = definition.flow.derived[name];
  if (of === undefined) return undefined;
  if (isByRule(of)) return definition.rules[of.rule]?.value?.type;
  // A literal word has a text in the locales. A number, or a text with a format, is shown as its type
  // requires.
  if ("const" in of && typeof of.const === "string" && of.format === undefined) return schemaOfLiteral(of);
  const type = callOf(tradeOf(definition), of)?.known?.result;
  if (type?.kind === "decimal") return { format: type.of.name };
  return type?.kind === "date" ? { format: type.kind } : {};
}
