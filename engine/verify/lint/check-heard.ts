import type { Definition } from "../../flow/definition.ts";
import { escapePointer, fieldsOf, isObject } from "../../flow/form-schema.ts";
import { answersShown, keepsRecord } from "../../flow/recorded.ts";
import { formSchemaFile, hasForm } from "../../flow/step-kinds.ts";
import type { Path } from "../../rules/rule.ts";
import type { JsonSchema } from "../../values/json.ts";
import { placeOfInput, reachableFrom, successors, usesOf } from "../model/index.ts";
import type { Fault } from "./fault.ts";

/**
 * Reports questions whose answers have no use. An answer is used if a rule, a condition or a further form
 * reads it, or if it is an input of an effect. Otherwise people must be able to read it: an effect must keep
 * a record of the answer, and every path to that effect must pass a review that shows the answer. A
 * confirmation with only one possible answer is not a question, because everyone who continues gave that
 * answer.
 */
export function checkHeard(definition: Definition): readonly Fault[] {
  const { flow, schemas } = definition;
  const read = placesRead(definition);
  return Object.entries(flow.steps).flatMap(([id, step]): readonly Fault[] => {
    const schema = schemas[id];
    if (!hasForm(step) || schema === undefined) return [];
    return questionsIn(schema).flatMap(({ path, pointer }): readonly Fault[] => {
      const place = `answers.${id}.${path.join(".")}`;
      if (read.some((one) => isPart(one, place))) return [];
      if (step.kind === "form" && isRecorded(definition, id, place)) return [];
      return [
        {
          file: formSchemaFile(flow.id, id, step),
          pointer,
          says: { key: "answer-unheard", params: { path: place, step: id } },
        },
      ];
    });
  });
}

/**
 * Returns the data paths that rules, conditions, initial values and effects read. Excludes data paths that a
 * screen only shows.
 */
function placesRead(definition: Definition): readonly Path[] {
  return usesOf(definition)
    .filter(({ as }) => as !== "shows")
    .map(({ path, step }) => placeOfInput(String(step), path.replace(/\?$/, "")));
}

/** Returns true if one data path is a part of the other, in either direction, or if both are the same. */
function isPart(one: Path, other: Path): boolean {
  return one === other || one.startsWith(`${other}.`) || other.startsWith(`${one}.`);
}

/**
 * Returns true if an effect that can follow the step keeps a record of the answer. For this, every path from
 * the step to the effect must pass a review that shows the answer.
 */
function isRecorded(definition: Definition, asked: string, place: Path): boolean {
  const { steps } = definition.flow;
  const keeps = (id: string) => {
    const step = steps[id];
    return step?.kind === "effect" && keepsRecord(definition, step);
  };
  const isShownAt = (id: string) => answersShown(steps[id]).some((shown) => isPart(shown, place));
  const after = [...reachableFrom(definition, asked)].filter(keeps);
  if (after.length === 0) return false;
  const unseen = reachableFrom(definition, asked, (id) => (isShownAt(id) ? [] : successors(definition, id)));
  return after.some((id) => !unseen.has(id));
}

type Question = { readonly path: readonly string[]; readonly pointer: string };

/**
 * Returns the questions of a form, except those that decide which other questions are asked. The fields of a
 * group count as separate questions; a list counts as one question.
 */
function questionsIn(schema: JsonSchema): readonly Question[] {
  const fields = fieldsOf(schema);
  const deciding = new Set(
    fields.flatMap(({ when, requiredWhen }) => [...when, ...requiredWhen].flatMap(Object.keys)),
  );
  return fields.flatMap((field): readonly Question[] => {
    const at = `/properties/${escapePointer(field.name)}`;
    if (deciding.has(field.name) || hasOneAnswer(field.schema)) return [];
    const parts = field.schema.type === "object" ? questionsIn(field.schema) : [];
    if (parts.length === 0) return [{ path: [field.name], pointer: at }];
    return parts.map(({ path, pointer }) => ({ path: [field.name, ...path], pointer: `${at}${pointer}` }));
  });
}

/** Returns true for a constant, and for a list in which the person must select every word. */
function hasOneAnswer({ const: only, items, uniqueItems, minItems }: JsonSchema): boolean {
  const words = isObject(items) && Array.isArray(items.enum) ? items.enum.length : null;
  return only !== undefined || (uniqueItems === true && words !== null && minItems === words);
}
