import type { Definition } from "../../flow/definition.ts";
import { type Field, fieldsOf } from "../../flow/form-schema.ts";
import { formSchemaFile, hasForm } from "../../flow/step-kinds.ts";
import type { Finding, Path } from "../../rules/rule.ts";

type OpenField = {
  readonly place: Path;
  readonly spot: Pick<Finding, "pointer"> & Partial<Pick<Finding, "file">>;
};

/** Returns the optional fields on the path to an answer. */
export function openFieldsOf(definition: Definition, path: Path): readonly OpenField[] {
  const [root, id = "", ...names] = path.split(".");
  const step = definition.flow.steps[id];
  if (root !== "answers" || step === undefined || !hasForm(step)) return [];
  const file = formSchemaFile(definition.flow.id, id, step);
  let schema = definition.schemas[id];
  const found: OpenField[] = [];
  names.forEach((name, at) => {
    const field: Field | undefined = fieldsOf(schema ?? {}).find((one) => one.name === name);
    schema = field?.schema;
    if (field === undefined || !mayBeLeftOut(field)) return;
    const pointer = names.slice(0, at).map((group) => `/properties/${group}`);
    found.push({
      place: ["answers", id, ...names.slice(0, at + 1)].join("."),
      spot: { file, pointer: `${pointer.join("")}/required` },
    });
  });
  return found;
}

/** Returns true if a person to whom a field is shown can leave it empty. */
function mayBeLeftOut({ required, when, requiredWhen }: Field): boolean {
  return !required && (when.length === 0 || when.some((condition) => !requiredWhen.includes(condition)));
}
