import { type FieldCondition, fieldsOf, isObject } from "../flow/form-schema.ts";
import type { Json, JsonObject } from "../values/json.ts";
import type { Both } from "./draft.ts";
import { joinReviews } from "./join-reviews.ts";
import { at, listIn, moveName, type Names, objectIn, rename } from "./json-places.ts";
import type { Choice, FieldTexts, Operation } from "./operation.ts";
import { cutReaders } from "./reader-cuts.ts";
import { forgetPlace, isAbout, renamePlace } from "./references.ts";
import { fileOfFlow, namespaceOf, stepOf, textFilesOf } from "./step-edits.ts";
import { Refused, type Work } from "./work.ts";

type Args<Op extends Operation["op"]> = Extract<Operation, { readonly op: Op }>["args"];
type AtField = { readonly flow: string; readonly step: string; readonly field: string };

/** Pattern of a question's name. The name becomes a segment of paths such as `answers.<step>.<field>`. */
const NAME = /^[A-Za-z][A-Za-z0-9]*$/;

/**
 * The location of a question: the file of its form, the object schema that declares it, and its name in that
 * schema.
 */
type Field = { readonly file: string; readonly form: Names; readonly name: string };

function fieldAt(work: Work, { flow, step, field }: AtField): Field {
  const file = formFile(work, flow, step);
  const segments = field.split(".");
  let form: Names = [];
  for (const segment of segments.slice(0, -1)) {
    const names = segment === "items" ? [...form, "items"] : declared(work, file, form, segment);
    if (names === null) throw new Refused("edit-nothing-there", file, form, segment);
    form = names;
  }
  return { file, form, name: segments.at(-1) as string };
}

/**
 * Returns where an object schema declares a field: in `properties`, or in the conditional branch that asks
 * the field.
 */
function declared(work: Work, file: string, form: Names, name: string): Names | null {
  if (work.at(file, [...form, "properties", name]) !== undefined) return [...form, "properties", name];
  const branches = listIn(work.value(file), [...form, "allOf"]);
  const index = branches.findIndex((branch) => at(branch, ["then", "properties", name]) !== undefined);
  return index < 0 ? null : [...form, "allOf", String(index), "then", "properties", name];
}

function mustBeDeclared(work: Work, { file, form, name }: Field): Names {
  const found = declared(work, file, form, name);
  if (found === null) throw new Refused("edit-nothing-there", file, [...form, "properties"], name);
  return found;
}

/**
 * Returns the name under which a step keeps the hints of a field: `owners.name` for the field `name` of the
 * entries of the list `owners`.
 */
export function hintName(field: string): string {
  return field
    .split(".")
    .filter((name) => name !== "items")
    .join(".");
}

/** Sets the hints of a field, in front of the step's routes if the step has no hints yet. */
function setHints(work: Work, { flow, step, field }: AtField, hints: JsonObject): void {
  const file = fileOfFlow(flow);
  const ui = ["steps", step, "ui"];
  if (work.at(file, ui) === undefined) work.set(file, ui, {}, "next");
  work.set(file, [...ui, hintName(field)], hints);
}

/** Returns the file of a step's form. */
export function formFile(work: Work, flow: string, step: string): string {
  const { schema } = stepOf(work, flow, step);
  return `schemas/${typeof schema === "string" ? schema : `${flow}/${step}`}.json`;
}

/** Adds a question with its schema, hints and texts, and adds its answer to the review. */
export function addQuestion(work: Work, args: Args<"add-question">): void {
  const { flow, step, field, schema, required, before, hints, texts } = args;
  const { file, form, name } = fieldAt(work, args);
  if (!NAME.test(name)) throw new Refused("edit-bad-name", file, [...form, "properties"], name);
  if (declared(work, file, form, name) !== null)
    throw new Refused("edit-already-there", file, [...form, "properties", name], name);
  work.set(file, [...form, "properties", name], schema, before);
  if (required) require(work, { file, form, name }, true);
  if (hints !== undefined) setHints(work, args, hints);
  if (texts !== undefined) sayField(work, args, texts);
  if (!field.includes(".items.")) joinReviews(work, { flow, step, fields: [field] });
}

/** Moves a question before another question of its form, or to the end for `null`. */
export function moveQuestion(work: Work, args: Args<"move-question">): void {
  const found = fieldAt(work, args);
  const { file, form, name } = found;
  const names = mustBeDeclared(work, found).slice(0, -1);
  const object = work.object(file, names);
  if (args.before !== null && !Object.hasOwn(object, args.before))
    throw new Refused("edit-nothing-there", file, [...form, "properties"], args.before);
  work.set(file, names, moveName(object, name, args.before === name ? null : args.before));
}

/**
 * Removes a question with its hints, prefill and texts. With `withReaders`, also removes the locations that
 * depend on it, where no person must decide. Reports every location that still reads its answer.
 */
export function removeQuestion(work: Work, args: Args<"remove-question">): void {
  const { flow, step, field } = args;
  const found = fieldAt(work, args);
  const { file, form, name } = found;
  mustBeDeclared(work, found);
  const gone = [answerOf(args)];
  if (args.withReaders === true) {
    for (const { field: other, rest } of askedAfter(work, args))
      setAskedWhen(work, { flow, step, field: other, when: rest });
    for (const { step: other, pointer } of reopenedFields(work, flow, step, name))
      if (pointer.at(-1) === "field") work.set(fileOfFlow(flow), ["steps", other, ...pointer], undefined);
    gone.push(...cutReaders(work, flow, answerOf(args)).slice(1));
  }
  forgetIn(work, file, form, name);
  const flowFile = fileOfFlow(flow);
  for (const part of ["ui", "prefill"]) {
    for (const one of Object.keys(work.object(flowFile, ["steps", step, part])))
      if (isAbout(one, hintName(field))) dropEmpty(work, flowFile, ["steps", step, part, one]);
  }
  for (const text of textFilesOf(work, flow)) work.unsay(text, [flow, step, ...field.split(".")]);
  for (const place of gone) forgetPlace(work, flow, place);
}

/** Returns the data path of the answer to a question. */
export function answerOf({ step, field }: AtField): string {
  return `answers.${step}.${field.replaceAll(".items", "")}`;
}

/** Another question whose conditions name a question, and the conditions that remain without it. */
export type AskedAfter = {
  readonly file: string;
  readonly field: string;
  readonly rest: readonly FieldCondition[];
};

/**
 * Returns the questions of a form that are asked depending on the answer to a question. A condition that
 * names only this question is left out; without a condition, the other question is always asked.
 */
export function askedAfter(work: Work, args: AtField): readonly AskedAfter[] {
  const { file, form, name } = fieldAt(work, args);
  const above = args.field.slice(0, args.field.length - name.length);
  return fieldsOf(work.object(file, form)).flatMap(({ name: other, when }) => {
    if (!when.some((condition) => Object.hasOwn(condition, name))) return [];
    const rest = when
      .map(({ [name]: _, ...others }) => others)
      .filter((condition) => Object.keys(condition).length > 0);
    return [{ file, field: above + other, rest }];
  });
}

/**
 * Removes a field from an object schema: its declaration, its `required` entries, and branches that become
 * empty.
 */
function forgetIn(work: Work, file: string, form: Names, name: string): void {
  let schema = work.object(file, form);
  const drop = (list: Json | undefined) => (Array.isArray(list) ? list.filter((one) => one !== name) : []);
  const without = (object: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(object).filter(([one]) => one !== name));
  const thinned = (part: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(part).flatMap(([keyword, value]): (readonly [string, Json])[] => {
        if (keyword === "required" && Array.isArray(value)) {
          const rest = drop(value);
          return rest.length === value.length
            ? [[keyword, value]]
            : rest.length === 0
              ? []
              : [[keyword, rest]];
        }
        if (keyword !== "properties" || !isObject(value) || !Object.hasOwn(value, name))
          return [[keyword, value]];
        const rest = without(value);
        return Object.keys(rest).length === 0 && part !== schema ? [] : [[keyword, rest]];
      }),
    );
  if (Array.isArray(schema.allOf)) {
    const branches = schema.allOf.flatMap((branch: Json) => {
      if (!isObject(branch) || !isObject(branch.then)) return [branch];
      const then = thinned(branch.then);
      if (Object.keys(then).length === 0) return [];
      return then === branch.then ? [branch] : [{ ...branch, then }];
    });
    const { allOf: _, ...rest } = schema;
    schema =
      branches.length === 0
        ? rest
        : Object.fromEntries(
            Object.entries(schema).map(([keyword, value]) => [
              keyword,
              keyword === "allOf" ? branches : value,
            ]),
          );
  }
  const next = thinned(schema);
  work.set(
    file,
    form,
    Array.isArray(schema.required) && next.required === undefined ? withEmptyRequired(next, schema) : next,
  );
}

/** Keeps `required` in a form, even if the list is empty, because every form has it. */
function withEmptyRequired(next: JsonObject, before: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.keys(before).flatMap((keyword): (readonly [string, Json])[] => {
      if (keyword === "required") return [[keyword, []]];
      return Object.hasOwn(next, keyword) ? [[keyword, next[keyword] as Json]] : [];
    }),
  );
}

/** Sets whether the person must answer a question that is asked. */
export function setRequired(work: Work, args: Args<"set-required">): void {
  const found = fieldAt(work, args);
  mustBeDeclared(work, found);
  require(work, found, args.required);
}

function require(work: Work, { file, form, name }: Field, required: boolean): void {
  const branches = branchesOf(work, file, form, name);
  if (branches.length === 0) {
    listed(work, file, [...form, "required"], { name, isIn: required, like: [...form, "properties"] });
    return;
  }
  // The declaration of a conditional question is in `properties` if the question is required, and in the
  // question's branch if it is optional.
  const own = [...form, "properties", name];
  for (const index of branches) {
    const then = [...form, "allOf", String(index), "then"];
    const inside = [...then, "properties", name];
    const here = work.at(file, inside);
    if (required && here !== undefined && work.at(file, own) === undefined) {
      work.set(file, own, here);
      dropEmpty(work, file, inside);
    } else if (!required && here === undefined && work.at(file, own) !== undefined)
      work.set(file, inside, work.at(file, own));
    listed(work, file, [...then, "required"], { name, isIn: required });
  }
  if (!required) work.set(file, own, undefined);
}

/** Removes a value from an object. Also removes the object if it becomes empty. */
function dropEmpty(work: Work, file: string, names: Names): void {
  work.set(file, names, undefined);
  const above = names.slice(0, -1);
  if (Object.keys(work.object(file, above)).length === 0) work.set(file, above, undefined);
}

/**
 * Adds a name to a list, or removes the name from the list. The list keeps the order of the names of `like`.
 * An empty list of a branch is removed.
 */
function listed(
  work: Work,
  file: string,
  names: Names,
  { name, isIn, like }: { readonly name: string; readonly isIn: boolean; readonly like?: Names },
): void {
  const list = listIn(work.value(file), names);
  if (list.includes(name) === isIn) return;
  const order = like === undefined ? [] : Object.keys(work.object(file, like));
  const rank = (one: Json) => order.indexOf(one as string);
  const index = list.findIndex((one) => rank(one) > rank(name));
  const next = isIn
    ? [...list.slice(0, index < 0 ? list.length : index), name, ...(index < 0 ? [] : list.slice(index))]
    : list.filter((one) => one !== name);
  work.set(file, names, next.length === 0 && like === undefined ? undefined : next);
}

/** Returns the indexes of the conditional branches that ask a field. */
function branchesOf(work: Work, file: string, form: Names, name: string): readonly number[] {
  return listIn(work.value(file), [...form, "allOf"]).flatMap((branch, index) => {
    const asks =
      listIn(branch, ["then", "required"]).includes(name) ||
      at(branch, ["then", "properties", name]) !== undefined;
    return asks ? [index] : [];
  });
}

/** Asks a question only under one of these conditions. Without conditions, asks the question always. */
export function setAskedWhen(work: Work, args: Args<"set-asked-when">): void {
  const found = fieldAt(work, args);
  const { file, form, name } = found;
  const schema = work.must(file, mustBeDeclared(work, found));
  const branches = branchesOf(work, file, form, name);
  const required =
    listIn(work.value(file), [...form, "required"]).includes(name) ||
    branches.some((index) =>
      listIn(work.value(file), [...form, "allOf", String(index), "then", "required"]).includes(name),
    );
  const order = Object.keys(work.object(file, [...form, "properties"]));
  const before = order[order.indexOf(name) + 1];
  for (const condition of args.when) mayDecide(work, found, condition);
  // Remove the field from every branch first. A form that always asks the field keeps its declaration in
  // place.
  const kept = work.at(file, [...form, "properties", name]) !== undefined;
  const emptied = branches.filter((index) =>
    leavesBranch(work, file, [...form, "allOf", String(index)], name),
  );
  const rest = listIn(work.value(file), [...form, "allOf"]).filter((_, index) => !emptied.includes(index));
  if (emptied.length > 0) work.set(file, [...form, "allOf"], rest.length === 0 ? undefined : rest);
  listed(work, file, [...form, "required"], { name, isIn: false, like: [...form, "properties"] });
  if (!kept) work.set(file, [...form, "properties", name], schema, before);
  if (args.when.length === 0) {
    if (required) require(work, found, true);
    return;
  }
  for (const condition of args.when) {
    const then = branchFor(work, found, condition);
    if (required)
      work.set(file, [...then, "required"], [...listIn(work.value(file), [...then, "required"]), name]);
    else work.set(file, [...then, "properties", name], schema);
  }
  if (!required) work.set(file, [...form, "properties", name], undefined);
}

/** Rejects a condition that names no other question of the form, or no answer of one. */
function mayDecide(work: Work, { file, form, name }: Field, condition: FieldCondition): void {
  const parts = Object.entries(condition);
  if (parts.length === 0) throw new Refused("edit-not-possible", file, [...form, "properties", name], name);
  for (const [field, is] of parts) {
    if (field === name || declared(work, file, form, field) === null)
      throw new Refused("edit-nothing-there", file, [...form, "properties"], field);
    if (is.length === 0) throw new Refused("edit-not-possible", file, [...form, "properties", name], field);
  }
}

/** Returns where a branch with this condition declares what it asks. Adds the branch if there is none. */
function branchFor(work: Work, { file, form }: Field, condition: FieldCondition): Names {
  const tests = Object.entries(condition).map(([field, is]): readonly [string, Json] => [
    field,
    is.length === 1 ? { const: is[0] as Json } : { enum: is },
  ]);
  const test: JsonObject = { properties: Object.fromEntries(tests), required: Object.keys(condition) };
  const all = listIn(work.value(file), [...form, "allOf"]);
  const same = all.findIndex((branch) => JSON.stringify(at(branch, ["if"])) === JSON.stringify(test));
  if (same < 0) work.set(file, [...form, "allOf"], [...all, { if: test }]);
  return [...form, "allOf", String(same < 0 ? all.length : same), "then"];
}

/**
 * Gives every declaration of a question the content of the first one. An optional question with several
 * conditions is declared in the branch of each.
 */
function repeatInBranches(work: Work, { file, form, name }: Field): void {
  const first = declared(work, file, form, name);
  const schema = first === null ? undefined : work.at(file, first);
  if (first === null || schema === undefined || first.at(-5) !== "allOf") return;
  listIn(work.value(file), [...form, "allOf"]).forEach((branch, index) => {
    const own = ["then", "properties", name];
    if (at(branch, own) !== undefined) work.set(file, [...form, "allOf", String(index), ...own], schema);
  });
}

/** Removes a field from a branch. Returns true if the branch is then empty. */
function leavesBranch(work: Work, file: string, branch: Names, name: string): boolean {
  const then = [...branch, "then"];
  listed(work, file, [...then, "required"], { name, isIn: false });
  if (work.at(file, [...then, "properties", name]) !== undefined)
    dropEmpty(work, file, [...then, "properties", name]);
  return Object.keys(work.object(file, then)).length === 0;
}

/**
 * Sets the options of a question and their texts. For a question that is a list of options, sets the options
 * of the list's items.
 */
export function setOptions(work: Work, args: Args<"set-options">): void {
  const found = fieldAt(work, args);
  const names = mustBeDeclared(work, found);
  const { file } = found;
  const schema = work.object(file, names);
  const inner = schema.type === "array" ? [...names, "items"] : names;
  const options = work.object(file, inner);
  // The options come from a common list. They can be changed only in that list, with `add-member` and
  // `remove-member`.
  if (typeof options.$ref === "string") throw new Refused("edit-not-possible", file, inner, options.$ref);
  const values = args.options.map(({ value }) => value);
  if (values.length === 0 || new Set(values.map(String)).size !== values.length)
    throw new Refused("edit-bad-name", file, [...inner, "enum"], values.map(String).join(" "));
  const isNumber = values.every((value) => typeof value === "number");
  if (!isNumber && values.some((value) => typeof value === "number"))
    throw new Refused("edit-bad-name", file, [...inner, "enum"], values.map(String).join(" "));
  const had = listIn(options, ["enum"]).map(String);
  const wanted = isNumber
    ? values.every((value) => Number.isInteger(value))
      ? "integer"
      : "number"
    : "string";
  if (options.type !== wanted) work.set(file, [...inner, "type"], wanted);
  work.set(file, [...inner, "enum"], values);
  repeatInBranches(work, found);
  for (const value of had.filter((one) => !values.map(String).includes(one)))
    for (const text of textFilesOf(work, args.flow))
      work.unsay(text, [args.flow, args.step, ...args.field.split("."), "options", value]);
  sayField(work, args, { options: wordsOf(args.options) });
}

function wordsOf(options: readonly Choice[]): { readonly [value: string]: Both } {
  return Object.fromEntries(options.map(({ value, ...words }) => [String(value), words]));
}

function sayField(work: Work, { flow, step, field }: AtField, texts: FieldTexts): void {
  const key = `${namespaceOf(work, flow)}:${flow}.${step}.${field}`;
  for (const part of ["label", "hint"] as const)
    if (texts[part] !== undefined) work.say(`${key}.${part}`, texts[part]);
  for (const part of ["options", "errors"] as const)
    for (const [name, words] of Object.entries(texts[part] ?? {})) work.say(`${key}.${part}.${name}`, words);
}

/** Replaces the schema of a question. The question keeps its place in the form, its texts and conditions. */
export function setSchema(work: Work, args: Args<"set-schema">): void {
  const found = fieldAt(work, args);
  work.set(found.file, mustBeDeclared(work, found), args.schema);
  repeatInBranches(work, found);
}

/** Sets one keyword of a question's schema. */
export function setKeyword(work: Work, args: Args<"set-keyword">): void {
  const found = fieldAt(work, args);
  const names = mustBeDeclared(work, found);
  work.set(found.file, [...names, args.keyword], args.value === null ? undefined : args.value);
  repeatInBranches(work, found);
}

export function setWidget(work: Work, args: Args<"set-widget">): void {
  mustBeDeclared(work, fieldAt(work, args));
  const file = fileOfFlow(args.flow);
  const names = ["steps", args.step, "ui", hintName(args.field)];
  if (args.hints !== null) setHints(work, args, args.hints);
  else if (work.at(file, names) !== undefined) dropEmpty(work, file, names);
}

/** Renames a question that was never published. */
export function renameQuestion(work: Work, args: Args<"rename-question">): void {
  const { flow, step, field, to } = args;
  const found = fieldAt(work, args);
  const { file, form, name } = found;
  const names = mustBeDeclared(work, found);
  if (isPublished(work, file, names)) throw new Refused("edit-published", file, names, name);
  if (!NAME.test(to)) throw new Refused("edit-bad-name", file, names, to);
  if (declared(work, file, form, to) !== null) throw new Refused("edit-already-there", file, names, to);
  const schema = work.object(file, form);
  work.set(file, form, renamedIn(schema, name, to));
  const flowFile = fileOfFlow(flow);
  const [was, now] = [hintName(field), hintName([...field.split(".").slice(0, -1), to].join("."))];
  for (const part of ["ui", "prefill"]) {
    const above = ["steps", step, part];
    for (const one of Object.keys(work.object(flowFile, above)))
      if (isAbout(one, was))
        work.set(flowFile, above, rename(work.object(flowFile, above), one, now + one.slice(was.length)));
  }
  for (const text of textFilesOf(work, flow)) {
    const above = [flow, step, ...field.split(".").slice(0, -1)];
    const object = work.object(text, above);
    if (Object.hasOwn(object, name)) work.set(text, above, rename(object, name, to));
  }
  const place = (last: string) => ["answers", step, ...field.split(".").slice(0, -1), last].join(".");
  renamePlace(work, flow, place(name), place(to));
  for (const { step: other, pointer } of reopenedFields(work, flow, step, name))
    work.set(flowFile, ["steps", other, ...pointer], to);
}

function isPublished(work: Work, file: string, names: Names): boolean {
  const text = work.published[file];
  return text !== undefined && at(JSON.parse(text) as Json, names) !== undefined;
}

function renamedIn(schema: JsonObject, from: string, to: string): JsonObject {
  const list = (value: Json) =>
    Array.isArray(value) && value.includes(from)
      ? value.map((one: Json) => (one === from ? to : one))
      : value;
  const part = (value: Json): Json =>
    isObject(value)
      ? Object.fromEntries(
          Object.entries(value).map(([keyword, inner]) => {
            if (keyword === "required") return [keyword, list(inner)];
            if (keyword === "properties" && isObject(inner)) return [keyword, rename(inner, from, to)];
            if (keyword === "if" || keyword === "then") return [keyword, part(inner)];
            if (keyword === "allOf" && Array.isArray(inner)) return [keyword, inner.map(part)];
            return [keyword, inner];
          }),
        )
      : value;
  return part(schema) as JsonObject;
}

/** Returns the error routes that reopen a step at a given field. */
export function reopenedFields(
  work: Work,
  flow: string,
  step: string,
  field: string,
): readonly { readonly step: string; readonly pointer: Names }[] {
  return Object.entries(work.object(fileOfFlow(flow), ["steps"])).flatMap(([id, content]) =>
    Object.entries(objectIn(content, ["errors"])).flatMap(([code, route]) => {
      const isReopened = at(route, ["reopen"]) === step && at(route, ["field"]) === field;
      const isAsked = id === step && at(route, ["ask"]) === field;
      if (isReopened) return [{ step: id, pointer: ["errors", code, "field"] }];
      return isAsked ? [{ step: id, pointer: ["errors", code, "ask"] }] : [];
    }),
  );
}
