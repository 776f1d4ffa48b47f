import type { Definition } from "../../flow/definition.ts";
import { escapePointer, fieldsOf, isObject } from "../../flow/form-schema.ts";
import { formSchemaFile, hasForm } from "../../flow/step-kinds.ts";
import type { JsonSchema } from "../../values/json.ts";
import { effectInputsOf, placeOfInput, usesOf } from "../model/index.ts";
import type { Fault } from "./fault.ts";

/**
 * Checks that secrets are used in one request only. A secret must be a top-level field of an effect's form.
 * Only the checks and inputs of that effect may read it. The signature must mark these inputs as secret.
 */
export function checkSecrets(definition: Definition): readonly Fault[] {
  return [...stored(definition), ...read(definition), ...handedOn(definition)];
}

function stored({ flow, schemas }: Definition): readonly Fault[] {
  const faults: Fault[] = [];
  for (const [id, step] of Object.entries(flow.steps)) {
    const schema = schemas[id];
    if (schema === undefined || !hasForm(step)) continue;
    for (const { path, pointer } of secretsIn(schema)) {
      if (step.kind === "effect" && path.length === 1) continue;
      faults.push({
        file: formSchemaFile(flow.id, id, step),
        pointer: `${pointer}/writeOnly`,
        says: {
          key: step.kind === "form" ? "secret-in-answer" : "secret-in-answer.group",
          params: { path: path.join(".") },
        },
      });
    }
  }
  return faults;
}

function read(definition: Definition): readonly Fault[] {
  const faults = new Map<string, Fault>();
  for (const { path, pointer, as, step } of usesOf(definition)) {
    const [root, from, field] = path.replace(/\?$/, "").split(".") as [string, string, string];
    if (root !== "answers" || !isSecret(definition, from, field)) continue;
    if (step === from && (as === "check" || as === "invariant")) continue;
    faults.set(pointer, {
      pointer,
      says: { key: "secret-read", params: { path: `answers.${from}.${field}`, step: from } },
    });
  }
  return [...faults.values()];
}

function handedOn(definition: Definition): readonly Fault[] {
  const faults: Fault[] = [];
  for (const { id, step, name, path, wanted, pointer } of effectInputsOf(definition)) {
    const [root, field] = path.split(".") as [string, string];
    const given = root === "form" && isSecret(definition, id, field);
    if (given === (wanted?.schema.writeOnly === true)) continue;
    faults.push({
      pointer,
      says: {
        key: given ? "secret-handed-on" : "secret-in-answer.input",
        params: { path, effect: step.effect, name },
      },
    });
  }
  return faults;
}

/** Reports a secret that neither the effect nor a check reads. */
export function checkUnreadSecrets(definition: Definition): readonly Fault[] {
  const { flow, schemas } = definition;
  const read = new Set(usesOf(definition).map(({ path, step }) => placeOfInput(String(step), path)));
  return Object.entries(flow.steps).flatMap(([step, { kind }]): readonly Fault[] => {
    const found = flow.steps[step];
    const schema = schemas[step];
    if (kind !== "effect" || found === undefined || !hasForm(found) || schema === undefined) return [];
    return secretsIn(schema)
      .filter(({ path }) => path.length === 1 && !read.has(`answers.${step}.${path.join(".")}`))
      .map(({ path, pointer }) => ({
        file: formSchemaFile(flow.id, step, found),
        pointer,
        says: { key: "secret-unread", params: { path: path.join("."), step } },
      }));
  });
}

function isSecret({ flow, schemas }: Definition, id: string, field: string): boolean {
  const step = Object.hasOwn(flow.steps, id) ? flow.steps[id] : undefined;
  if (step?.kind !== "effect" || !hasForm(step)) return false;
  const schema = schemas[id];
  return (
    schema !== undefined &&
    fieldsOf(schema).some(({ name, schema: inner }) => name === field && inner.writeOnly === true)
  );
}

type Secret = { readonly path: readonly string[]; readonly pointer: string };

function secretsIn(schema: JsonSchema): readonly Secret[] {
  const isList = schema.type === "array" && isObject(schema.items);
  return fieldsOf(isList ? (schema.items as JsonSchema) : schema).flatMap((field) => {
    const at = `${isList ? "/items" : ""}/properties/${escapePointer(field.name)}`;
    if (field.schema.writeOnly === true) return [{ path: [field.name], pointer: at }];
    return secretsIn(field.schema).map(({ path, pointer }) => ({
      path: [field.name, ...path],
      pointer: `${at}${pointer}`,
    }));
  });
}
