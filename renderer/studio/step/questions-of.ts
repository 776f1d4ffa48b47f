import { type Field, fieldsOf } from "../../../engine/flow/form-schema.ts";
import type { Definition } from "../../../engine/flow/index.ts";
import type { Json, JsonObject, JsonSchema } from "../../../engine/values/json.ts";

/** Kinds of answers, by the names that staff know. */
export type AnswerKind =
  | "choice"
  | "choices"
  | "yesNo"
  | "agreement"
  | "number"
  | "group"
  | "list"
  | "file"
  | "text";

/** Returns the questions of a step, in the order of the file. */
export function questionsOf(definition: Definition, step: string): readonly Field[] {
  const schema = definition.schemas[step];
  if (schema === undefined) return [];
  const fields = new Map(fieldsOf(schema).map((field) => [field.name, field]));
  return (definition.fieldOrder[step] ?? []).flatMap((name) => fields.get(name) ?? []);
}

/** Returns the name of the question after this one; of the last question, the name of the one before it. */
export function neighbourOf(questions: readonly Pick<Field, "name">[], name: string): string | null {
  const at = questions.findIndex((one) => one.name === name);
  return (questions[at + 1] ?? questions[at - 1])?.name ?? null;
}

/** Returns the kind of answer for a field's schema. */
export function answerKindOf(schema: JsonSchema): AnswerKind {
  if (Array.isArray(schema.enum)) return "choice";
  switch (schema.type) {
    case "boolean":
      return schema.const === true ? "agreement" : "yesNo";
    case "array":
      return isObject(schema.items) && Array.isArray(schema.items.enum) ? "choices" : "list";
    case "object":
      return "group";
    case "integer":
    case "number":
      return "number";
    default:
      return schema.format === "file-ref" ? "file" : "text";
  }
}

/** Returns the possible answers of a question; empty if they are not a closed list. */
export function choicesOf(schema: JsonSchema): readonly (string | number | boolean)[] {
  if (schema.type === "boolean" && schema.const === undefined) return [true, false];
  const list = Array.isArray(schema.enum) ? schema.enum : isObject(schema.items) ? schema.items.enum : null;
  return Array.isArray(list) ? (list as readonly (string | number)[]) : [];
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
