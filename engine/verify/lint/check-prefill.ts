import type { Definition } from "../../flow/definition.ts";
import { type Field, fieldsOf } from "../../flow/form-schema.ts";
import { sourcesOf } from "../../flow/paths-read.ts";
import { tradeOf } from "../../flow/trade.ts";
import { typesOfDefinition } from "../../flow/types-of-definition.ts";
import type { FindingMessage } from "../../rules/message.ts";
import type { Path } from "../../rules/rule.ts";
import { describeType, type TypeEnv, typeAt } from "../../rules/types.ts";
import { typeOfSchema } from "../../rules/types-of-schema.ts";
import { fitsType, reachableFrom } from "../model/index.ts";
import type { Fault } from "./fault.ts";
import { fieldKindOf } from "./names.ts";

/**
 * Checks initial values. Each must have the field's type and be known when the form is shown. Consents and
 * files have no initial values. Sensitive values have none either, because a screen that asks for them must
 * not show them.
 */
export function checkPrefill(definition: Definition): readonly Fault[] {
  const types = typesOfDefinition(definition);
  return Object.entries(definition.flow.steps)
    .flatMap(([id, step]) =>
      step.kind === "form" && step.prefill !== undefined
        ? Object.entries(step.prefill).map(([name, path]): Fault | null => {
            const says = faultOf(definition, types, { id, name, path });
            return says && { pointer: `/steps/${id}/prefill/${name}`, says };
          })
        : [],
    )
    .filter((fault) => fault !== null);
}

type Prefilled = { readonly id: string; readonly name: string; readonly path: Path };

function faultOf(
  definition: Definition,
  types: TypeEnv,
  { id, name, path }: Prefilled,
): FindingMessage | null {
  const fields = fieldsOf(definition.schemas[id] ?? {});
  const field = fields.find((one) => one.name === name);
  const known = fields.map((one) => one.name);
  if (field === undefined) return { key: "unknown-field", params: { step: id, field: name, fields: known } };
  const [root, from = ""] = path.split(".");
  const isGiven = root === "answers" || root === "effects";
  if (isGiven && (from === id || !reachableFrom(definition, from).has(id)))
    return { key: "prefill-never", params: { path, step: id, from } };
  return misfit(definition, types, { field, path }) ?? privacy(definition, path);
}

function misfit(
  definition: Definition,
  types: TypeEnv,
  { field, path }: { readonly field: Field; readonly path: Path },
): FindingMessage | null {
  const kind = fieldKindOf(field.schema);
  if (kind.endsWith("agreement")) return { key: "prefill-own-act", params: { field: field.name } };
  if (kind === "file-ref") return { key: "prefill-own-act.file", params: { field: field.name } };
  const type = typeAt(types, path);
  const wanted = typeOfSchema(field.schema, tradeOf(definition).formats);
  // If a data path does not exist, another check reports that.
  if (type === undefined || fitsType(type, wanted)) return null;
  const params = { field: field.name, wanted: describeType(wanted), path, type: describeType(type) };
  return { key: "prefill-misfit", params };
}

function privacy(definition: Definition, path: Path): FindingMessage | null {
  const { facts } = sourcesOf(definition, [path]);
  const fact = facts.find((one) => definition.facts[one]?.privacy === "sensitive");
  return fact === undefined ? null : { key: "prefill-sensitive", params: { path, fact } };
}
