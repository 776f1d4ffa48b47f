import type { FailedClause, Path, RuleFile } from "../rules/rule.ts";
import type { Json, JsonObject, JsonSchema } from "../values/json.ts";
import { inLanguages, LANGUAGES, type Language } from "../values/languages.ts";
import { clauseLimits } from "./clause-limits.ts";
import type { Definition, Texts } from "./definition.ts";
import type { EffectStep, Step } from "./flow-file.ts";
import { fieldsOf, isObject } from "./form-schema.ts";
import { namedPlaces, nameKeys, nameValueKeys } from "./name-keys.ts";
import { schemaOfPath } from "./schema-of-path.ts";
import { placesShown, shownOn } from "./shown.ts";
import type { ShownValue } from "./shown-entry.ts";
import type { FieldError } from "./walk.ts";

/**
 * A text with its possible keys. Use the first key that exists (i18next accepts such a list). `needed`:
 * verification rejects a definition in which none of the keys exists. `fills`: the parameters that the text
 * can contain as `{{name}}`; omitted if the text has no parameters.
 */
export type TextPlace = {
  readonly keys: readonly string[];
  readonly needed: boolean;
  readonly pointer: string;
  readonly fills?: readonly string[];
};

/** Parameters of a field's error text, by the failed schema keyword. */
export const ERROR_FILLS: { readonly [keyword: string]: readonly string[] } = {
  ...Object.fromEntries(
    [
      "minLength",
      "maxLength",
      "minimum",
      "maximum",
      "exclusiveMinimum",
      "exclusiveMaximum",
      "minItems",
      "maxItems",
    ].map((keyword) => [keyword, ["limit"]]),
  ),
  multipleOf: ["multipleOf"],
};

/**
 * Returns the keys of one text of a step. `part` is `title`, `intro`, `submit`, `inAll`, `next`, `saved` or
 * `links.0`. A form with one question can use the question as its title.
 */
export function stepKeys(definition: Definition, step: string, part: string): readonly string[] {
  const own = `${textRoot(definition)}.${step}.${part}`;
  const isForm = definition.flow.steps[step]?.kind === "form";
  const [asked, ...more] = part === "title" && isForm ? fieldsOf(definition.schemas[step] ?? {}) : [];
  if (asked !== undefined && more.length === 0)
    return [own, ...fieldKeys(definition, step, asked.name, "label")];
  return part === "submit" ? [own, submitKey(definition.flow.steps[step]?.kind)] : [own];
}

/**
 * Returns the key of the default text of a step's button. The text is "confirm" for a review or challenge,
 * otherwise "continue".
 */
function submitKey(kind: Step["kind"] | undefined): string {
  return kind === "review" || kind === "challenge" ? "button:confirm" : "button:continue";
}

/** Returns the keys of one text of a flow. `part` is `title` or `groups.<group>`. */
export function flowKeys(definition: Definition, part: string): readonly string[] {
  return [`${textRoot(definition)}.${part}`];
}

/** Returns the keys of a link to the flow at a location of the portal, or of the line below the link. */
export function entryKeys(definition: Definition, place: string, part: "label" | "hint"): readonly string[] {
  return flowKeys(definition, `entries.${place}.${part}`);
}

/**
 * Returns the keys of a field's text. `field` is the field's JSON pointer in the answer (`/residences/0/tin`)
 * or its dotted path (`residences.items.tin`). `part` is `label`, `hint`, `options.<value>` or
 * `errors.<code>`.
 */
export function fieldKeys(
  definition: Definition,
  step: string,
  field: string,
  part: string,
): readonly string[] {
  const segments = segmentsOf(field);
  const keys = [[`${textRoot(definition)}.${step}`, ...segments, part].join(".")];
  let schema: JsonSchema | undefined = definition.schemas[step];
  const commons: { readonly name: string; readonly from: number }[] = [];
  // A whole form can be a common schema. Two flows with the same form then share its texts.
  if (typeof schema?.common === "string") commons.push({ name: schema.common, from: 0 });
  segments.forEach((segment, index) => {
    schema = schema === undefined ? undefined : innerSchema(schema, segment);
    if (typeof schema?.common === "string") commons.push({ name: schema.common, from: index + 1 });
    if (part.startsWith("options.") && index === segments.length - 1 && isObject(schema?.items)) {
      const name = schema.items.common;
      if (typeof name === "string") commons.push({ name, from: index + 1 });
    }
  });
  for (const { name, from } of commons)
    keys.push(["form:common", name, ...segments.slice(from), part].join("."));
  if (part.startsWith("errors.")) keys.push(`form:${part}`);
  return keys;
}

/**
 * Returns the keys of the label, or of another text, of a shown value. The value can be in a review, on a
 * form screen or at an end.
 */
export function placeKeys(
  definition: Definition,
  path: Path,
  part: "label" | "note" | "basis" = "label",
): readonly string[] {
  const [root = "", name = "", ...rest] = path.replace(/\?$/, "").split(".");
  if (root !== "answers") return [`${textRoot(definition)}.${[root, name, ...rest].join(".")}.${part}`];
  if (rest.length > 0) return fieldKeys(definition, name, rest.join("."), part);
  return stepKeys(definition, name, part === "label" ? "title" : part);
}

/**
 * Returns the keys of the label of a shown value. A value with the role `note` can have a special text, whose
 * key comes first.
 */
export function shownKeys(
  definition: Definition,
  { path, role }: Pick<ShownValue, "path" | "role">,
): readonly string[] {
  const label = placeKeys(definition, path);
  return role === "note" ? [...placeKeys(definition, path, "note"), ...label] : label;
}

/** Returns the keys of the text that is shown for a value, if the value is an option of a closed list. */
export function placeValueKeys(
  definition: Definition,
  path: Path,
  value: string | number | boolean,
): readonly string[] {
  const [root = "", name = "", ...rest] = path.replace(/\?$/, "").split(".");
  if (root === "answers") return fieldKeys(definition, name, rest.join("."), `options.${value}`);
  const own = `${textRoot(definition)}.${[root, name, ...rest].join(".")}.options.${value}`;
  const schema = schemaOfPath(definition, path);
  const common = schema?.common ?? (isObject(schema?.items) ? schema.items.common : undefined);
  return typeof common === "string" ? [own, `form:common.${common}.options.${value}`] : [own];
}

/**
 * Returns the keys of the text of an error. The error is at a field, or about a whole answer. Its `params`
 * are the parameters of the text.
 */
export function errorKeys(definition: Definition, step: string, error: FieldError): readonly string[] {
  const by = error.by === undefined || error.by === step ? [] : [error.by];
  const own = [step, ...by].map((one) => `${textRoot(definition)}.${one}.errors.${error.code}`);
  const field =
    error.pointer === ""
      ? own
      : [...fieldKeys(definition, step, error.pointer, `errors.${error.code}`), ...own];
  return [...reasonKeys(error), ...field, `warning:errors.${error.code}`];
}

/**
 * Returns the keys of a clause's reason. If the limit is known, the key with the limit comes first:
 * `minimumFirstWithLimit`, then `minimumFirst`.
 */
function reasonKeys({ message, params }: FieldError): readonly string[] {
  if (message === undefined) return [];
  return Object.hasOwn(params, "limit") ? [`${message}${WITH_LIMIT}`, message] : [message];
}

const WITH_LIMIT = "WithLimit";

/** Returns the keys of the reason of a failed clause. */
export function clauseKeys(clause: FailedClause): readonly string[] {
  return [clause.reason];
}

/**
 * Returns the keys of a rule's source in the reader's language. The rule's file contains the source in
 * English.
 */
export function sourceKeys(rule: Pick<RuleFile, "title">): readonly string[] {
  return rule.title.endsWith(".title") ? [rule.title.replace(/title$/, "source")] : [];
}

/** Returns every text that a screen or the rule book can show. */
export function textPlaces(definition: Definition): readonly TextPlace[] {
  const places: TextPlace[] = [];
  const { flow } = definition;
  const add = (keys: readonly string[], needed: boolean, pointer: string) =>
    places.push({ keys, needed, pointer });
  add(flowKeys(definition, "title"), true, "/id");
  flow.groups?.forEach((group, index) => {
    add(flowKeys(definition, `groups.${group}`), true, `/groups/${index}`);
  });
  flow.entries?.forEach(({ place }, index) => {
    add(entryKeys(definition, place, "label"), true, `/entries/${index}`);
    add(entryKeys(definition, place, "hint"), false, `/entries/${index}`);
  });
  for (const [id, step] of Object.entries(flow.steps)) {
    const at = `/steps/${id}`;
    if (step.kind === "decide") continue;
    add(stepKeys(definition, id, "title"), step.kind !== "effect" || step.form === true, at);
    add(stepKeys(definition, id, "intro"), false, at);
    if (step.kind !== "wait") add(stepKeys(definition, id, "saved"), false, at);
    if (step.kind === "review") add(stepKeys(definition, id, "inAll"), false, at);
    if (step.kind !== "end" && step.kind !== "wait")
      add(stepKeys(definition, id, "submit"), step.kind !== "effect" || step.form === true, at);
    if (step.kind === "effect" || step.kind === "challenge")
      for (const [code, route] of Object.entries(step.errors))
        if ("ask" in route || "reopen" in route)
          add(errorKeys(definition, id, { pointer: "", code, params: {} }), true, `${at}/errors/${code}`);
    if (step.kind === "effect") places.push(...handedOnPlaces(definition, id, step));
    places.push(...shownPlaces(definition, id));
    if (step.kind === "end")
      step.links?.forEach((_, index) => {
        add(stepKeys(definition, id, `links.${index}`), true, `${at}/links/${index}`);
      });
    const schema = definition.schemas[id];
    if (schema !== undefined) addFields({ definition, step: id, pointer: at, places }, schema, []);
  }
  for (const rule of Object.values(definition.rules)) {
    add([rule.title], true, "/title");
    add(sourceKeys(rule), false, "/source");
    const limits = clauseLimits(rule);
    rule.must?.forEach((clause) => {
      add([clause.reason], true, "/must");
      const fills = limits.has(clause.id) ? ["limit"] : [];
      places.push({ keys: [`${clause.reason}${WITH_LIMIT}`], needed: false, pointer: "/must", fills });
    });
  }
  for (const { path, values } of namedPlaces(definition)) {
    add(nameKeys(definition, path), true, `(place ${path})`);
    for (const value of values) add(nameValueKeys(definition, path, value), true, `(place ${path})`);
  }
  // Sentences about a person can say that a fact is absent, so every fact needs a name, even if no rule reads
  // it as a whole.
  for (const fact of Object.keys(definition.flow.facts))
    add(nameKeys(definition, `facts.${fact}`), false, `/facts/${fact}`);
  return places.filter(({ keys }) => keys.length > 0);
}

/**
 * Returns the texts for the inputs of an effect that accepts any input (`open`). These are the names of the
 * inputs, and the texts of the words that the flow itself determines. For each such word, they also include
 * the checklist and the prepared letters.
 */
function handedOnPlaces(definition: Definition, id: string, step: EffectStep): readonly TextPlace[] {
  const signature = definition.effects[step.effect];
  if (signature === undefined) return [];
  const named = new Map(fieldsOf(signature.input).map(({ name, schema }) => [name, schema]));
  return Object.entries(step.input).flatMap(([key, path]): readonly TextPlace[] => {
    const name = key.replace(/\?$/, "");
    const pointer = `/steps/${id}/input/${key}`;
    const wanted = named.get(name);
    if (wanted === undefined)
      return signature.open === true ? [{ keys: placeKeys(definition, path), needed: true, pointer }] : [];
    if (!signature.spelled?.includes(name) || wanted.type !== "string" || wanted.enum !== undefined)
      return [];
    return choicesOf(schemaOfPath(definition, path) ?? {}).flatMap((word): readonly TextPlace[] => [
      { keys: placeValueKeys(definition, path, word as string), needed: true, pointer },
      ...checklistKeys(definition, id, word as string).map((keys) => ({ keys, needed: true, pointer })),
      ...letterKeys(definition, id, word as string).flatMap(({ title, text }) => [
        { keys: title, needed: true, pointer },
        { keys: text, needed: true, pointer, fills: signature.letters?.fills ?? [] },
      ]),
    ]);
  });
}

/**
 * Returns the keys of the checklist items for one word of an effect step, in order. If a language has more
 * items than another, returns keys for all of its items.
 */
export function checklistKeys(
  definition: Definition,
  step: string,
  word: string,
): readonly (readonly string[])[] {
  const all: (readonly string[])[] = [];
  for (;;) {
    const keys = stepKeys(definition, step, `checklist.${word}.${all.length}`);
    if (!hasText(definition, keys)) return all;
    all.push(keys);
  }
}

/**
 * The keys of a prepared letter: the letter's name, shown to the person who chooses it, and the letter's
 * text.
 */
export type LetterKeys = {
  readonly use: string;
  readonly title: readonly string[];
  readonly text: readonly string[];
};

/**
 * Returns the keys of the prepared letters for one word of an effect step, by use and in order. If a language
 * has more letters than another, returns keys for all of its letters. Returns no keys if the effect's
 * signature has no `letters`.
 */
export function letterKeys(definition: Definition, step: string, word: string): readonly LetterKeys[] {
  const file = definition.flow.steps[step];
  const { uses } =
    (file?.kind === "effect" ? definition.effects[file.effect]?.letters : undefined) ?? NO_USES;
  return uses.flatMap((use) => {
    const all: LetterKeys[] = [];
    for (;;) {
      const keysOf = (part: string) =>
        stepKeys(definition, step, `letters.${word}.${use}.${all.length}.${part}`);
      const [title, text] = [keysOf("title"), keysOf("text")];
      if (!hasText(definition, title) && !hasText(definition, text)) return all;
      all.push({ use, title, text });
    }
  });
}

const NO_USES: { readonly uses: readonly string[] } = { uses: [] };

function hasText(definition: Definition, keys: readonly string[]): boolean {
  return LANGUAGES.some((language) => findText(definition.texts, language, keys) !== null);
}

/** Returns the texts of shown values. */
function shownPlaces(definition: Definition, id: string): readonly TextPlace[] {
  const step = definition.flow.steps[id];
  const at = `/steps/${id}/shows`;
  const places = step === undefined ? [] : placesShown(step);
  const named = places
    .filter(({ part }) => part === "value" || part === "gives")
    .flatMap(({ path, at: where }) => {
      const pointer = `${at}/${where}`;
      // The form itself supplies the texts of its options.
      const choices = path.startsWith("answers.") ? [] : choicesOf(schemaOfPath(definition, path) ?? {});
      const words = choices.map((value) => placeValueKeys(definition, path, value as string));
      return [placeKeys(definition, path), ...words].map((keys) => ({ keys, needed: true, pointer }));
    });
  const others = shownOn(definition, id).flatMap((shown, index): readonly TextPlace[] => {
    const pointer = `${at}/${index}`;
    if (shown.kind === "heading")
      return [{ keys: stepKeys(definition, id, `headings.${shown.heading}`), needed: true, pointer }];
    const { path, role } = shown;
    if (role === "note") return [{ keys: placeKeys(definition, path, "note"), needed: false, pointer }];
    return role === "estimate"
      ? [{ keys: placeKeys(definition, path, "basis"), needed: false, pointer, fills: ["price", "asOf"] }]
      : [];
  });
  return [...named, ...others];
}

/** Returns the text of the first key that exists in a language, or `null` if none exists. */
export function findText(texts: Texts, language: Language, keys: readonly string[]): string | null {
  for (const key of keys) {
    const text = textAt(texts[language], key);
    if (text !== null) return text;
  }
  return null;
}

/**
 * Returns the texts that a definition needs: its own texts, and the shared texts of its fields, rules and
 * errors.
 */
export function textsOf(definition: Definition, all: Texts): Texts {
  const places = textPlaces(definition);
  const texts: { [language in Language]: { [namespace: string]: JsonObject } } = inLanguages(() => ({}));
  const { namespace, id } = definition.flow;
  for (const language of LANGUAGES) {
    const part: { [namespace: string]: { [key: string]: Json } } = {};
    const own = all[language][namespace]?.[id];
    if (own !== undefined) part[namespace] = { [id]: structuredClone(own) };
    for (const place of places)
      for (const key of place.keys) {
        const text = textAt(all[language], key);
        if (text !== null) put(part, key, text);
      }
    texts[language] = part;
  }
  return texts;
}

function textRoot(definition: Definition): string {
  return `${definition.flow.namespace}:${definition.flow.id}`;
}

function segmentsOf(field: string): readonly string[] {
  if (!field.startsWith("/")) return field.split(".");
  return field
    .slice(1)
    .split("/")
    .map((segment) =>
      /^\d+$/.test(segment) ? "items" : segment.replaceAll("~1", "/").replaceAll("~0", "~"),
    );
}

function innerSchema(schema: JsonSchema, segment: string): JsonSchema | undefined {
  if (schema.type === "array")
    return isObject(schema.items) && segment === "items" ? schema.items : undefined;
  return fieldsOf(schema).find((field) => field.name === segment)?.schema;
}

type FieldsAt = {
  readonly definition: Definition;
  readonly step: string;
  readonly pointer: string;
  readonly places: TextPlace[];
};

function addFields(at: FieldsAt, schema: JsonSchema, path: readonly string[]): void {
  for (const field of fieldsOf(schema))
    addField(at, field.schema, [...path, field.name], field.required || field.requiredWhen.length > 0);
}

function addField(at: FieldsAt, schema: JsonSchema, path: readonly string[], required: boolean): void {
  const add = (part: string, needed: boolean, fills: readonly string[] = []) =>
    at.places.push({
      keys: fieldKeys(at.definition, at.step, path.join("."), part),
      needed,
      pointer: `${at.pointer} (field ${path.join(".")})`,
      fills,
    });
  add("label", schema.type !== "object");
  add("hint", false);
  for (const value of choicesOf(schema)) add(`options.${String(value)}`, true);
  // A question can replace the common texts "yes" and "no" by special ones.
  if (schema.type === "boolean") for (const value of ["true", "false"]) add(`options.${value}`, false);
  for (const code of errorCodesOf(schema, required)) add(`errors.${code}`, true, ERROR_FILLS[code]);
  if (schema.type === "object") addFields(at, schema, path);
  const items = schema.items;
  if (isObject(items) && items.type === "object") addFields(at, items, [...path, "items"]);
}

/**
 * Returns the values of a closed list. The schema is the schema of a field, or of the items of a list. For
 * any other schema, returns no values.
 */
export function choicesOf(schema: JsonSchema): readonly Json[] {
  if (Array.isArray(schema.enum)) return schema.enum;
  const items = schema.items;
  return isObject(items) && Array.isArray(items.enum) ? items.enum : [];
}

/** Returns the codes of the errors that a field can have. */
function errorCodesOf(schema: JsonSchema, required: boolean): ReadonlySet<string> {
  const codes = new Set<string>(required ? ["required"] : []);
  const collect = (part: JsonSchema) => {
    for (const keyword of [
      "minLength",
      "maxLength",
      "pattern",
      "minimum",
      "maximum",
      "exclusiveMinimum",
      "exclusiveMaximum",
      "multipleOf",
      "minItems",
      "maxItems",
      "uniqueItems",
      "enum",
      "const",
    ])
      if (Object.hasOwn(part, keyword)) codes.add(keyword);
    // Any whole number fits an integer format. Only its bounds can cause an error.
    if (typeof part.format === "string" && part.type !== "integer") codes.add(part.format);
    if (Array.isArray(part.allOf))
      for (const inner of part.allOf) if (isObject(inner) && !isObject(inner.if)) collect(inner);
  };
  collect(schema);
  return codes;
}

function textAt(namespaces: { readonly [namespace: string]: JsonObject }, key: string): string | null {
  const [namespace = "", place = ""] = splitKey(key);
  let at: Json | undefined = namespaces[namespace];
  for (const segment of place.split(".")) {
    if (!isObject(at) || !Object.hasOwn(at, segment)) return null;
    at = at[segment];
  }
  return typeof at === "string" ? at : null;
}

function put(target: { [namespace: string]: { [key: string]: Json } }, key: string, text: string): void {
  const [namespace = "", place = ""] = splitKey(key);
  target[namespace] ??= {};
  const segments = place.split(".");
  const last = segments.pop() as string;
  let at = target[namespace] as { [key: string]: Json };
  for (const segment of segments) {
    if (!Object.hasOwn(at, segment) || !isObject(at[segment])) at[segment] = {};
    at = at[segment] as { [key: string]: Json };
  }
  at[last] = text;
}

function splitKey(key: string): readonly [string, string] {
  const colon = key.indexOf(":");
  return [key.slice(0, colon), key.slice(colon + 1)];
}
