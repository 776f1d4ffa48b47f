import { fieldsOf, isObject } from "../../engine/flow/form-schema.ts";
import { type Definition, tradeOf } from "../../engine/flow/index.ts";
import { functionOf } from "../../engine/flow/trade.ts";
import type { JsonSchema } from "../../engine/values/json.ts";

/** The part of an object or list schema at a place; `undefined` where the schema has none. */
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

/** What kind of value stands at a path of a definition: its schema, as far as showing it needs one. */
export function schemaOfPath(definition: Definition, path: string): JsonSchema | undefined {
  const [root = "", name = "", ...rest] = path.replace(/\?$/, "").split(".");
  if (root === "answers") return schemaAt(definition.schemas[name], rest);
  if (root === "facts") return schemaAt(definition.facts[name]?.schema, rest);
  if (root === "effects") {
    const step = definition.flow.steps[name];
    return step?.kind === "effect" ? schemaAt(definition.effects[step.effect]?.output, rest) : undefined;
  }
  if (root === "derived") {
    const of = definition.flow.derived[name];
    const type = of && "fn" in of ? functionOf(tradeOf(definition), of.fn)?.result : undefined;
    if (type?.kind === "decimal") return { format: type.of.name };
    return type?.kind === "date" ? { format: type.kind } : {};
  }
  return undefined;
}

/** Which of two pointers into a form's answer stands further up on the screen: by the form's own order at every level. */
export function screenOrder(
  schema: JsonSchema | undefined,
  fieldOrder: readonly string[] = [],
): (one: string, other: string) => number {
  const rank = (pointer: string): readonly number[] => {
    const segments = segmentsOf(pointer);
    return segments.map((segment, depth) => {
      if (/^\d+$/.test(segment)) return Number(segment);
      const names = fieldsOf(schemaAt(schema, segments.slice(0, depth)) ?? {}).map(({ name }) => name);
      return (depth === 0 && fieldOrder.length > 0 ? fieldOrder : names).indexOf(segment);
    });
  };
  return (one, other) => {
    const [left, right] = [rank(one), rank(other)];
    const at = left.findIndex((place, depth) => place !== right[depth]);
    return at < 0 ? left.length - right.length : (left[at] ?? 0) - (right[at] ?? -1);
  };
}

/** A JSON pointer as segments. */
export function segmentsOf(pointer: string): readonly string[] {
  return pointer === ""
    ? []
    : pointer
        .slice(1)
        .split("/")
        .map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Names of the fields of a step's form that are never kept. */
export function secretFields(schema: JsonSchema | undefined): readonly string[] {
  return schema === undefined
    ? []
    : fieldsOf(schema)
        .filter((field) => field.schema.writeOnly === true)
        .map((field) => field.name);
}
