import type { Definition } from "../../flow/definition.ts";
import type { EffectStep } from "../../flow/flow-file.ts";
import { fieldsOf } from "../../flow/form-schema.ts";
import { tradeOf } from "../../flow/trade.ts";
import { typesOfDefinition } from "../../flow/types-of-definition.ts";
import { describeType, type Type, type TypeEnv, typeAt } from "../../rules/types.ts";
import { typeOfSchema } from "../../rules/types-of-schema.ts";
import {
  fitsType,
  isShownBy,
  mayLack,
  placeOfInput,
  reachableFrom,
  rootSchema,
  submittedBy,
  successors,
} from "../model/index.ts";
import type { Fault } from "./fault.ts";

/**
 * Checks the inputs of effects. They must be complete, of the right type, present on every path through the
 * flow to the effect, and shown by any review before the effect.
 */
export function checkEffects(definition: Definition): readonly Fault[] {
  const types = typesOfDefinition(definition);
  const faults: Fault[] = [];
  for (const [id, step] of Object.entries(definition.flow.steps))
    if (step.kind === "effect")
      faults.push(
        ...inputs(definition, types, id, step),
        ...presence(definition, id, step),
        ...shown(definition, id, step),
      );
  return faults;
}

function inputs(definition: Definition, types: TypeEnv, id: string, step: EffectStep): readonly Fault[] {
  const signature = definition.effects[step.effect];
  if (signature === undefined) return [];
  const fields = fieldsOf(signature.input);
  const given = new Map(Object.keys(step.input).map((name) => [name.replace(/\?$/, ""), name]));
  const faults: Fault[] = [];
  for (const field of fields)
    if (field.required && !given.has(field.name))
      faults.push({
        pointer: `/steps/${id}/input`,
        says: { key: "incomplete-input", params: { effect: step.effect, name: field.name } },
      });
  for (const [name, key] of given) {
    const pointer = `/steps/${id}/input/${key}`;
    const field = fields.find((candidate) => candidate.name === name);
    const path = step.input[key] as string;
    if (field === undefined) {
      if (signature.open === true) continue;
      faults.push({
        pointer,
        says: {
          key: "unknown-input",
          params: { effect: step.effect, name, inputs: fields.map((candidate) => candidate.name) },
        },
      });
      continue;
    }
    if (field.required && key.endsWith("?"))
      faults.push({
        pointer,
        says: { key: "optional-input", params: { effect: step.effect, name } },
      });
    const from = placeOfInput(id, path);
    const type = typeAt(types, from);
    if (path.startsWith("form.") && type === undefined) {
      const field = path.slice("form.".length);
      const fields = definition.fieldOrder[id] ?? [];
      faults.push({
        pointer,
        says:
          step.form === true
            ? { key: "unknown-path.form", params: { step: id, field, fields } }
            : { key: "unknown-path.no-form", params: { step: id, field } },
      });
    }
    const wanted = typeOfSchema(field.schema, tradeOf(definition).formats);
    if (type === undefined) continue;
    if (!fitsType(type, wanted))
      faults.push({
        pointer,
        says: {
          key: isSpelled(definition, path) ? "input-type.spelled" : "input-type",
          params: { name, wanted: describeType(wanted), path, type: describeType(type) },
        },
      });
    else if (signature.spelled?.includes(name) && !isClosed(definition, path, type))
      faults.push({
        pointer,
        says: { key: "input-not-spelled", params: { effect: step.effect, name, path } },
      });
  }
  return faults;
}

/** Returns true if the value is a word of a closed list, or a whole number that no person types. */
function isClosed({ flow }: Definition, path: string, type: Type): boolean {
  if (type.kind === "enum") return true;
  const file = path.startsWith("derived.") ? flow.derived[path.slice("derived.".length)] : undefined;
  return type.kind === "integer" && file !== undefined && ("const" in file || "rule" in file);
}

/** Returns true if the value is a constant of the flow. */
function isSpelled({ flow }: Definition, path: string): boolean {
  const file = path.startsWith("derived.") ? flow.derived[path.slice("derived.".length)] : undefined;
  return file !== undefined && "const" in file;
}

/**
 * Reports required inputs that may be missing. If the input comes from an answer or an output, every path
 * through the flow must pass the step that supplies it. The field must also be required.
 */
function presence(definition: Definition, id: string, step: EffectStep): readonly Fault[] {
  const faults: Fault[] = [];
  for (const [name, path] of Object.entries(step.input)) {
    if (name.endsWith("?")) continue;
    const pointer = `/steps/${id}/input/${name}`;
    const [root, from, field] = path.split(".") as [string, string, string?];
    if (root !== "answers" && root !== "effects") continue;
    if (!Object.hasOwn(definition.flow.steps, from)) continue;
    if (mayLack(definition, id, { root, from }))
      faults.push({
        pointer,
        says: { key: "input-may-be-missing.way", params: { step: id, from, path, name } },
      });
    const schema = rootSchema(definition, root, from);
    const known =
      schema && field ? fieldsOf(schema).find((candidate) => candidate.name === field) : undefined;
    if (known && !known.required)
      faults.push({
        pointer,
        says: { key: "input-may-be-missing.field", params: { field: known.name, from, path, name } },
      });
  }
  return faults;
}

/** Reports inputs that the review before an effect does not show. */
function shown(definition: Definition, id: string, step: EffectStep): readonly Fault[] {
  const faults: Fault[] = [];
  for (const review of reviewsBefore(definition, id)) {
    const reviewStep = definition.flow.steps[review];
    if (reviewStep?.kind !== "review") continue;
    for (const { name, path } of submittedBy(definition, step)) {
      const [root, from] = path.split(".") as [string, string];
      if (root === "answers" && !reachableFrom(definition, from).has(review)) continue;
      if (isShownBy(reviewStep, path)) continue;
      faults.push({
        pointer: `/steps/${id}/input/${name}`,
        says: { key: "submitted-not-shown", params: { path, step: id, review } },
      });
    }
  }
  return faults;
}

/**
 * Returns the last reviews before an effect: those that lead to the effect without another review or effect
 * in between.
 */
function reviewsBefore(definition: Definition, effect: string): readonly string[] {
  return Object.entries(definition.flow.steps)
    .filter(([, step]) => step.kind === "review")
    .map(([id]) => id)
    .filter((review) => {
      const seen = new Set<string>();
      const open = [...successors(definition, review)];
      for (let id = open.pop(); id !== undefined; id = open.pop()) {
        if (id === effect) return true;
        const kind = definition.flow.steps[id]?.kind;
        if (seen.has(id) || kind === "review" || kind === "effect") continue;
        seen.add(id);
        open.push(...successors(definition, id));
      }
      return false;
    });
}
