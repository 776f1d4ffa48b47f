import { fieldsOf } from "../../engine/flow/form-schema.ts";
import { schemaAt } from "../../engine/flow/schema-of-path.ts";
import type { JsonSchema } from "../../engine/values/json.ts";

/** Compares two pointers into a form's answer by their order on the screen. */
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

/** Returns the segments of a JSON pointer. */
export function segmentsOf(pointer: string): readonly string[] {
  return pointer === ""
    ? []
    : pointer
        .slice(1)
        .split("/")
        .map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Returns the names of the form's fields that are never stored, such as passwords. */
export function secretFields(schema: JsonSchema | undefined): readonly string[] {
  return schema === undefined
    ? []
    : fieldsOf(schema)
        .filter((field) => field.schema.writeOnly === true)
        .map((field) => field.name);
}
