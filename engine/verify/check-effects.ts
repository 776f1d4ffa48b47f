import type { Definition } from "../flow/definition.ts";
import type { EffectStep } from "../flow/flow-file.ts";
import { fieldsOf } from "../flow/form-schema.ts";
import { typesOfDefinition } from "../flow/types-of-definition.ts";
import { describeType, type Type, type TypeEnv, typeAt } from "../rules/types.ts";
import { typeOfSchema } from "../rules/types-of-schema.ts";
import { reachableFrom, reachesWithout, successors } from "./check-graph.ts";
import { type Fault, listed } from "./fault.ts";

/** Effect inputs are complete, fit their signature, are present on the way to the effect, and were shown where a review precedes. */
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
        code: "incomplete-input",
        what: `effect "${step.effect}" needs "${field.name}"`,
        mend: `Add "${field.name}": "<place of its value>".`,
      });
  for (const [name, key] of given) {
    const pointer = `/steps/${id}/input/${key}`;
    const field = fields.find((candidate) => candidate.name === name);
    const path = step.input[key] as string;
    if (field === undefined) {
      faults.push({
        pointer,
        code: "unknown-input",
        what: `effect "${step.effect}" takes no "${name}"`,
        mend: `It takes: ${listed(fields.map((candidate) => candidate.name))}.`,
      });
      continue;
    }
    if (field.required && key.endsWith("?"))
      faults.push({
        pointer,
        code: "optional-input",
        what: `effect "${step.effect}" needs "${name}", and here it may be missing`,
        mend: `Write "${name}" without "?".`,
      });
    const from = path.startsWith("form.") ? `answers.${id}.${path.slice("form.".length)}` : path;
    const type = typeAt(types, from);
    if (path.startsWith("form.") && type === undefined)
      faults.push({
        pointer,
        code: "unknown-path",
        what: `the form of step "${id}" has no field "${path.slice("form.".length)}"`,
        mend:
          step.form === true
            ? `Its fields: ${listed(definition.fieldOrder[id] ?? [])}.`
            : 'Write "form": true and a schema for it, or read another place.',
      });
    const wanted = typeOfSchema(field.schema, () => undefined);
    if (type !== undefined && !fits(type, wanted))
      faults.push({
        pointer,
        code: "input-type",
        what: `"${name}" must be ${describeType(wanted)}, and "${path}" is ${describeType(type)}`,
        mend: "Read another place, or let the field and the signature refer to the same common schema.",
      });
  }
  return faults;
}

function fits(given: Type, wanted: Type): boolean {
  if (given.kind === "enum" && wanted.kind === "enum")
    return given.words.every((word) => wanted.words.includes(word));
  if (given.kind === "enum" || given.kind === "string" || given.kind === "file")
    return wanted.kind === "string" || wanted.kind === given.kind;
  if (given.kind === "integer" && wanted.kind === "number") return true;
  if (given.kind === "list" && wanted.kind === "list") return fits(given.item, wanted.item);
  return given.kind === wanted.kind;
}

/** A required input that reads an answer or an output must pass the step that gives it, and that field must be required. */
function presence(definition: Definition, id: string, step: EffectStep): readonly Fault[] {
  const faults: Fault[] = [];
  for (const [name, path] of Object.entries(step.input)) {
    if (name.endsWith("?")) continue;
    const pointer = `/steps/${id}/input/${name}`;
    const [root, from = "", field] = path.split(".");
    if (root !== "answers" && root !== "effects") continue;
    if (!Object.hasOwn(definition.flow.steps, from)) continue;
    if (reachesWithout(definition, id, from))
      faults.push({
        pointer,
        code: "input-may-be-missing",
        what: `step "${id}" can be reached without passing "${from}", and then "${path}" is missing`,
        mend: `Let every way to it pass "${from}", or make the input optional: "${name}?".`,
      });
    const schema = root === "answers" ? definition.schemas[from] : undefined;
    const known =
      schema && field ? fieldsOf(schema).find((candidate) => candidate.name === field) : undefined;
    if (known && !known.required)
      faults.push({
        pointer,
        code: "input-may-be-missing",
        what: `the field "${field}" of step "${from}" need not be answered, and then "${path}" is missing`,
        mend: `Make the field required, or the input optional: "${name}?".`,
      });
  }
  return faults;
}

/** What an effect submits must have been shown by the review before it. */
function shown(definition: Definition, id: string, step: EffectStep): readonly Fault[] {
  const faults: Fault[] = [];
  for (const review of reviewsBefore(definition, id)) {
    const reviewStep = definition.flow.steps[review];
    if (reviewStep?.kind !== "review") continue;
    const shows = reviewStep.shows.map((path) => path.replace(/\?$/, ""));
    for (const [name, path] of Object.entries(step.input)) {
      const [root, from = ""] = path.split(".");
      if (root !== "answers" && root !== "derived" && root !== "facts") continue;
      if (root === "answers" && !reachableFrom(definition, from).has(review)) continue;
      if (shows.some((place) => path === place || path.startsWith(`${place}.`))) continue;
      faults.push({
        pointer: `/steps/${id}/input/${name}`,
        code: "submitted-not-shown",
        what: `"${path}" is submitted by "${id}" and the review "${review}" never showed it`,
        mend: `Add "${path}" to the "shows" of "${review}".`,
      });
    }
  }
  return faults;
}

/** Reviews from which the effect is reached without passing another review or effect between. */
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
