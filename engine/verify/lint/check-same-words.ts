import type { Definition } from "../../flow/definition.ts";
import { fieldsOf, isObject } from "../../flow/form-schema.ts";
import { choicesOf, fieldKeys, findText, stepKeys } from "../../flow/text-keys.ts";
import type { JsonSchema } from "../../values/json.ts";
import { LANGUAGES, type Language } from "../../values/languages.ts";
import { whereOfKey } from "./check-texts.ts";
import type { Fault } from "./fault.ts";

/**
 * Checks that options of a field, fields of a form, buttons of an end, and screens have different texts if
 * they have different meanings.
 */
export function checkSameWords(definition: Definition): readonly Fault[] {
  return [...groupsOf(definition)].flatMap((group) =>
    LANGUAGES.flatMap((language) => alike(definition, language, group)),
  );
}

/** Texts that must differ from each other. Each text is given by its keys. */
type Group = readonly (readonly string[])[];

function* groupsOf(definition: Definition): Generator<Group> {
  const { flow, schemas } = definition;
  const asking = Object.entries(flow.steps).filter(([, step]) => step.kind === "form");
  yield asking.map(([id]) => stepKeys(definition, id, "title"));
  for (const [id, step] of Object.entries(flow.steps)) {
    if (step.kind === "end") yield (step.links ?? []).map((_, at) => stepKeys(definition, id, `links.${at}`));
    const schema = schemas[id];
    if (schema !== undefined) yield* groupsIn(definition, id, schema, []);
  }
}

function* groupsIn(
  definition: Definition,
  step: string,
  schema: JsonSchema,
  path: readonly string[],
): Generator<Group> {
  const fields = fieldsOf(schema);
  const keys = (inner: readonly string[], part: string) => fieldKeys(definition, step, inner.join("."), part);
  // Conditional fields are skipped, because not all of them are asked at the same time.
  const together = fields.filter(({ when }) => when.length === 0);
  yield together.map(({ name }) => keys([...path, name], "label"));
  for (const field of fields) {
    const inner = [...path, field.name];
    yield choicesOf(field.schema).map((choice) => keys(inner, `options.${String(choice)}`));
    const items = field.schema.items;
    if (field.schema.type === "object") yield* groupsIn(definition, step, field.schema, inner);
    if (isObject(items) && items.type === "object")
      yield* groupsIn(definition, step, items, [...inner, "items"]);
  }
}

function alike({ texts }: Definition, language: Language, group: Group): readonly Fault[] {
  const seen = new Map<string, string>();
  return group.flatMap((keys): readonly Fault[] => {
    const key = keys.find((one) => findText(texts, language, [one]) !== null);
    if (key === undefined) return [];
    const text = (findText(texts, language, [key]) as string).trim().toLowerCase();
    const other = seen.get(text);
    seen.set(text, key);
    if (other === undefined || other === key) return [];
    const params = { language: { key: `languages.${language}` }, key, other } as const;
    return [{ ...whereOfKey(language, key), says: { key: "same-words", params } }];
  });
}
