import type { Definition } from "../../flow/definition.ts";
import { type FieldCondition, fieldsOf } from "../../flow/form-schema.ts";
import { formSchemaFile, type StepWithForm } from "../../flow/step-kinds.ts";
import { tradeOf } from "../../flow/trade.ts";
import type { Formats } from "../../rules/format.ts";
import { errorAt } from "../../rules/report.ts";
import type { Finding } from "../../rules/rule.ts";
import type { JsonSchema } from "../../values/json.ts";
import { samplesOf } from "../model/index.ts";
import { emptinessOf, type Reason } from "./emptiness.ts";
import { narrowedFields } from "./narrowed.ts";
import { somebodyAnswers } from "./whole-answer.ts";

/**
 * Reports form schemas that no answer satisfies. Also reports, as an error, a schema for which an answer may
 * exist but none was found, because no proof could then cover the steps after the form.
 */
export function proveSchemas(definition: Definition): readonly Finding[] {
  const { formats } = tradeOf(definition);
  return Object.entries(definition.schemas).flatMap(([id, schema]) => {
    const file = formSchemaFile(definition.flow.id, id, definition.flow.steps[id] as StepWithForm);
    return emptyFields(schema, "", formats).map((empty) => emptyFinding(file, empty));
  });
}

function emptyFinding(file: string, { pointer, reason, certain, when: condition }: Empty): Finding {
  const spot = { file, pointer };
  if (condition === undefined)
    return errorAt(spot, { key: certain ? "schema-unsatisfiable" : "not-proved.schema", params: { reason } });
  const when = Object.entries(condition)
    .map(([field, values]) => `${field} = ${values.join("/")}`)
    .join(", ");
  return errorAt(spot, {
    key: certain ? "schema-unsatisfiable.when" : "not-proved.schema-when",
    params: { reason, when },
  });
}

type Empty = {
  readonly pointer: string;
  readonly reason: Reason;
  readonly certain: boolean;
  /** Condition under which no value is valid. If omitted, no value is ever valid. */
  readonly when?: FieldCondition;
};

function emptyFields(schema: JsonSchema, pointer: string, formats: Formats): readonly Empty[] {
  if (schema.type !== "object") return emptyAt([schema], { pointer }, formats);
  const inner = fieldsOf(schema)
    .filter((field) => field.required || field.requiredWhen.length > 0)
    .flatMap((field) => emptyFields(field.schema, `${pointer}/properties/${field.name}`, formats));
  if (inner.length > 0) return inner;
  const narrowed = narrowedFields(schema).flatMap(({ name, when, parts }) =>
    emptyAt(parts, { pointer: `${pointer}/properties/${name}`, when }, formats),
  );
  if (narrowed.length > 0) return narrowed.filter(isFirstOfField);
  if (samplesOf(schema, formats).length > 0) return [];
  const answered = somebodyAnswers(schema, formats);
  return answered === "yes"
    ? []
    : [{ pointer, reason: { key: "reasons.fields" }, certain: answered === "nobody" }];
}

/** Returns a fault if no value satisfies all schemas of one data path. */
function emptyAt(
  parts: readonly JsonSchema[],
  at: Pick<Empty, "pointer" | "when">,
  formats: Formats,
): readonly Empty[] {
  const found = emptinessOf(parts, formats);
  if (found.kind === "some") return [];
  if (found.kind === "none") return [{ ...at, reason: found.reason, certain: true }];
  const written = at.when === undefined ? parts[0] : parts.slice(1);
  return [{ ...at, reason: JSON.stringify(written).slice(0, 120), certain: false }];
}

function isFirstOfField({ pointer }: Empty, index: number, all: readonly Empty[]): boolean {
  return all.findIndex((other) => other.pointer === pointer) === index;
}
