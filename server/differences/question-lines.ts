import {
  conditionOf,
  type Field,
  type FieldCondition,
  fieldsOf,
  isObject,
} from "../../engine/flow/form-schema.ts";
import type { Phrase } from "../../engine/rules/message.ts";
import type { Path } from "../../engine/rules/rule.ts";
import { canonicalJson } from "../../engine/values/canonical-json.ts";
import type { Json, JsonObject, JsonSchema } from "../../engine/values/json.ts";
import { type AnswerChange, alike } from "../../engine/verify/compare/index.ts";
import { reachesWithout } from "../../engine/verify/model/index.ts";
import { GRAMMAR } from "../../engine/verify/words/index.ts";
import { titleOfStep } from "../sources/index.ts";
import { sayIn, type Versions, type Wording } from "./class-lines.ts";

/**
 * Returns the changes of a step's form, field by field. Changes that `answers` already describes are left
 * out.
 */
export function questionLines(
  { before, after }: Versions<JsonSchema>,
  path: Path,
  answers: readonly AnswerChange[],
  wording: Wording,
): readonly string[] {
  const say = sayIn(wording);
  const fields = (schema: JsonSchema) => new Map(fieldsOf(schema).map((field) => [field.name, field]));
  const [old, now] = [fields(before), fields(after)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((name) => {
    const place = `${path}.${name}`;
    const field = wording.naming.place(place, wording.language);
    const [was, is] = [old.get(name), now.get(name)];
    if (was === undefined || is === undefined) {
      const people = askedOf((is ?? was) as Field, path, wording);
      return was === undefined
        ? [say({ key: "compare.asked-newly", params: { field, people } })]
        : [say({ key: "compare.asked-no-longer", params: { field, people } })];
    }
    const [from, to] = [was, is].map((one) => askedOf(one, path, wording)) as [
      Phrase | string,
      Phrase | string,
    ];
    // If the field is asked of all people in both versions, no line is needed: the accepted answers already
    // show whether it is optional.
    const showsInAnswers =
      was.when.length + is.when.length + was.requiredWhen.length + is.requiredWhen.length === 0;
    const asked =
      showsInAnswers || alike(from, to) ? [] : [say({ key: "compare.asked", params: { field, from, to } })];
    return [
      ...asked,
      ...fieldLines({ before: was.schema, after: is.schema }, place, answers, wording),
      ...narrowedLines({ before, after }, { path, name }, wording),
    ];
  });
}

/** Describes a new form: its questions, the people who are asked, and the choices. */
export function newQuestionLines(schema: JsonSchema, path: Path, wording: Wording): readonly string[] {
  const { naming, language } = wording;
  const say = sayIn(wording);
  return fieldsOf(schema).flatMap((one) => {
    const place = `${path}.${one.name}`;
    const field = naming.place(place, language);
    const { enum: choices, items } = one.schema;
    const entry = isObject(items) ? items : {};
    const words = (Array.isArray(choices) ? choices : Array.isArray(entry.enum) ? entry.enum : []).map(
      (word) => naming.value(place, word as Json, language),
    );
    return [
      say({ key: "new.asks", params: { field, people: askedOf(one, path, wording) } }),
      ...(words.length === 0 ? [] : [say({ key: "new.choices", params: { field, words } })]),
      ...(one.schema.type === "object" ? newQuestionLines(one.schema, place, wording) : []),
      ...(entry.type === "object" ? newQuestionLines(entry, `${place}.items`, wording) : []),
    ];
  });
}

/** Describes the inner fields of a field: the fields of a group, or the entry of a list. */
function fieldLines(
  { before, after }: Versions<JsonSchema>,
  path: Path,
  answers: readonly AnswerChange[],
  wording: Wording,
): readonly string[] {
  const inner = [before, after].map(({ items }) =>
    isObject(items) && items.type === "object" ? items : null,
  );
  const [one, other] = inner;
  const name = wording.naming.place(path, wording.language);
  const entries =
    one && other ? questionLines({ before: one, after: other }, `${path}.items`, answers, wording) : [];
  if (before.type === "object" && after.type === "object")
    return questionLines({ before, after }, path, answers, wording);
  return answers.some((change) => tells(change, path))
    ? entries
    : [...entries, ...keywordLines({ before, after }, { name, path }, wording)];
}

/**
 * Returns whether `change` describes a field completely: all answers to the field that only one version
 * accepts.
 */
function tells(change: AnswerChange, path: Path): boolean {
  if (change.kind === "lengths") return change.path === path;
  return change.kind === "values" && change.cube.every(({ variable }) => variable.path === path);
}

/** Describes requirements for a field that apply only after certain other answers. */
function narrowedLines(
  { before, after }: Versions<JsonSchema>,
  { path, name }: { readonly path: Path; readonly name: string },
  wording: Wording,
): readonly string[] {
  const [old, now] = [before, after].map((schema) => narrowingsOf(schema, name)) as [Narrowings, Narrowings];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((key) => {
    const one = old.get(key);
    const other = now.get(key);
    const condition = (other ?? one)?.condition as FieldCondition;
    const called = wording.naming.place(`${path}.${name}`, wording.language);
    const people = someone([condition], path, wording);
    const field = sayIn(wording)({ key: "compare.field-of", params: { field: called, people } });
    const versions = { before: one?.schema ?? {}, after: other?.schema ?? {} };
    return keywordLines(versions, { name: field, path: `${path}.${name}` }, wording);
  });
}

type Narrowings = ReadonlyMap<string, { readonly condition: FieldCondition; readonly schema: JsonSchema }>;

/** Returns the requirements that a field has only under conditions, with each condition. */
function narrowingsOf(schema: JsonSchema, name: string): Narrowings {
  const found = new Map<string, { condition: FieldCondition; schema: JsonSchema }>();
  const known = isObject(schema.properties) ? schema.properties[name] : undefined;
  if (!isObject(known)) return found;
  const branches = Array.isArray(schema.allOf) ? schema.allOf : [];
  for (const branch of branches as readonly Json[]) {
    if (!isObject(branch) || !isObject(branch.if) || !isObject(branch.then)) continue;
    const inner = isObject(branch.then.properties) ? branch.then.properties[name] : undefined;
    const condition = conditionOf(branch.if);
    if (!isObject(inner)) continue;
    const own = Object.entries(inner).filter(([keyword, value]) => !alike(value, known[keyword]));
    const narrowed = { condition, schema: Object.fromEntries(own) };
    let key = canonicalJson(condition as JsonObject);
    while (found.has(key)) key += " again";
    found.set(key, narrowed);
  }
  return found;
}

/** Returns the schema keywords that differ between two versions, with their values. */
function keywordLines(
  { before, after }: Versions<JsonSchema>,
  { name, path }: { readonly name: string; readonly path: Path },
  wording: Wording,
): readonly string[] {
  const [old, now] = [before, after].map(keywordsOf) as [JsonObject, JsonObject];
  const wordsFor = (value: Json | undefined): Phrase | string => {
    if (value === undefined) return { key: "none" };
    const listed = Array.isArray(value) ? value : [value];
    return listed
      .map((one: Json) =>
        isObject(one) ? JSON.stringify(one) : wording.naming.value(path, one, wording.language),
      )
      .join(", ");
  };
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter((keyword) => !alike(old[keyword], now[keyword]))
    .map((keyword) => {
      const before = wordsFor(old[keyword]);
      const after = wordsFor(now[keyword]);
      const part: Phrase | string = KEYWORDS[keyword.replace(/^items\./, "")] ?? keyword;
      return sayIn(wording)({ key: "compare.keyword", params: { field: name, part, before, after } });
    });
}

const KEYWORDS: { readonly [keyword: string]: Phrase } = {
  enum: { key: "keywords.choices" },
  const: { key: "keywords.choices" },
  pattern: { key: "keywords.pattern" },
  default: { key: "keywords.default" },
};

/**
 * Returns the keywords of a schema that restrict a value. Leaves out the inner fields, which have their own
 * lines, and purely technical keywords.
 */
function keywordsOf(schema: JsonSchema): JsonObject {
  const { properties: _1, required: _2, allOf: _3, additionalProperties: _4, items, ...rest } = schema;
  const { common: _5, $id: _6, description: _7, ...own } = rest;
  const entry = isObject(items) && items.type !== "object" ? keywordsOf(items) : {};
  const inner = Object.entries(entry).map(([keyword, value]) => [`items.${keyword}`, value] as const);
  return { ...own, ...Object.fromEntries(inner) } as JsonObject;
}

/** Describes which people are asked a field, and which of them may leave it empty. */
function askedOf({ required, when, requiredWhen }: Field, path: Path, wording: Wording): Phrase | string {
  const { or } = GRAMMAR[wording.language];
  const everybody = everybodyAt(path, wording);
  if (required) return everybody;
  const free = when.filter((condition) => !requiredWhen.some((one) => alike(one, condition)));
  const must = requiredWhen.length === 0 ? [] : [someone(requiredWhen, path, wording)];
  if (when.length > 0 && free.length === 0) return or(must);
  const may = when.length === 0 ? everybody : someone(free, path, wording);
  return must.length === 0
    ? { key: "compare.may-skip", params: { people: may } }
    : { key: "compare.others-may-skip", params: { people: or(must), others: may } };
}

/**
 * Describes who sees a form. These are all people or, if some people skip the step, only those who reach it.
 */
function everybodyAt(path: Path, { definitions, language }: Wording): string {
  const { everybody, everybodyAt } = GRAMMAR[language];
  const [, step = ""] = path.split(".");
  const [definition] = definitions.filter(({ flow }) => Object.hasOwn(flow.steps, step));
  if (definition === undefined) return everybody;
  const isPassedBy = Object.entries(definition.flow.steps).some(
    ([id, { kind }]) => kind === "end" && reachesWithout(definition, id, step),
  );
  return isPassedBy ? everybodyAt(titleOfStep(definitions, step)[language]) : everybody;
}

/** Describes the people who gave certain other answers in the same form. One of the conditions is enough. */
function someone(conditions: readonly FieldCondition[], path: Path, { naming, language }: Wording): string {
  const say = GRAMMAR[language];
  return say.or(
    conditions.map((condition) =>
      say.someone(
        Object.entries(condition).map(([field, values]) =>
          naming.state(`${path}.${field}`, { values }, language),
        ),
      ),
    ),
  );
}
