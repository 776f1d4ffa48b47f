import { isObject } from "../flow/form-schema.ts";
import type { Json, JsonObject } from "../values/json.ts";
import { LANGUAGES } from "../values/languages.ts";
import { joinReviews } from "./join-reviews.ts";
import { at, leavesIn, listIn, moveName, objectIn, put, rename } from "./json-places.ts";
import type { Operation } from "./operation.ts";
import { readersOf, renamePlace, tellReaders } from "./references.ts";
import { Refused, type Work } from "./work.ts";

type Args<Op extends Operation["op"]> = Extract<Operation, { readonly op: Op }>["args"];

const NAME = /^[a-z][a-z0-9-]*$/;

export function fileOfFlow(flow: string): string {
  return `flows/${flow}/flow.json`;
}

/** Returns the namespace of a flow's texts. */
export function namespaceOf(work: Work, flow: string): string {
  return String(work.must(fileOfFlow(flow), ["namespace"]));
}

/** Returns the existing text files of a flow, one for each language. */
export function textFilesOf(work: Work, flow: string): readonly string[] {
  const namespace = namespaceOf(work, flow);
  return LANGUAGES.map((language) => `locales/${language}/${namespace}.json`).filter((file) =>
    work.has(file),
  );
}

/** Returns a step as in the flow's file. */
export function stepOf(work: Work, flow: string, step: string): JsonObject {
  const found = work.must(fileOfFlow(flow), ["steps", step]);
  if (!isObject(found)) throw new Refused("edit-not-possible", fileOfFlow(flow), ["steps", step], step);
  return found;
}

/** Adds a step, the entry that leads to it, its form and its texts. Adds the step's answers to the review. */
export function addStep(work: Work, args: Args<"add-step">): void {
  const { flow, step, content, after, schema, texts } = args;
  const file = fileOfFlow(flow);
  if (!NAME.test(step)) throw new Refused("edit-bad-name", file, ["steps"], step);
  const steps = work.object(file, ["steps"]);
  if (Object.hasOwn(steps, step)) throw new Refused("edit-already-there", file, ["steps", step], step);
  const names = Object.keys(steps);
  const following = after === undefined ? undefined : names[names.indexOf(after) + 1];
  let added = content;
  if (after !== undefined) {
    const next = listIn(stepOf(work, flow, after), ["next"]);
    const index = args.next ?? next.length - 1;
    const to = at(next, [String(index), "to"]);
    if (to === undefined)
      throw new Refused("edit-nothing-there", file, ["steps", after, "next"], String(index));
    if (content.next === undefined && content.kind !== "end") added = { ...content, next: [{ to }] };
    work.set(file, ["steps", after, "next", String(index), "to"], step);
  }
  work.set(file, ["steps", step], added, following);
  if (schema !== undefined)
    work.set(`schemas/${flow}/${step}.json`, [], { $id: `${flow}/${step}`, ...schema });
  for (const [part, words] of Object.entries(texts ?? {}))
    work.say(`${namespaceOf(work, flow)}:${flow}.${step}.${part}`, words);
  joinReviews(work, { flow, step, fields: Object.keys(objectIn(schema ?? {}, ["properties"])) });
}

/** Sets all `next` entries of a step. */
export function setNext(work: Work, { flow, step, next }: Args<"set-next">): void {
  stepOf(work, flow, step);
  work.set(fileOfFlow(flow), ["steps", step, "next"], next);
}

/** Changes the target of one `next` entry of a step. */
export function connectStep(work: Work, { flow, step, next, to }: Args<"connect-step">): void {
  stepOf(work, flow, to);
  const file = fileOfFlow(flow);
  work.must(file, ["steps", step, "next", String(next)]);
  work.set(file, ["steps", step, "next", String(next), "to"], to);
}

/** Returns the target of a step's last `next` entry, which is taken if no earlier condition holds. */
function onwardOf(work: Work, flow: string, step: string): string | null {
  const to = at(listIn(stepOf(work, flow, step), ["next"]).at(-1), ["to"]);
  return typeof to === "string" ? to : null;
}

/**
 * Redirects every reference to a step: `next` entries, error routes, timeouts of waits, and the start of the
 * flow.
 */
function leadElsewhere(work: Work, flow: string, from: string, to: string): void {
  const file = fileOfFlow(flow);
  const turned = (value: Json): Json =>
    at(value, ["to"]) === from ? (put(value, ["to"], to) as Json) : value;
  if (work.at(file, ["start"]) === from) work.set(file, ["start"], to);
  for (const [id, content] of Object.entries(work.object(file, ["steps"]))) {
    const names = ["steps", id];
    listIn(content, ["next"]).forEach((entry, index) => {
      if (turned(entry) !== entry) work.set(file, [...names, "next", String(index), "to"], to);
    });
    for (const [code, route] of Object.entries(objectIn(content, ["errors"])))
      if (turned(route) !== route) work.set(file, [...names, "errors", code, "to"], to);
    if (at(content, ["onTimeout", "to"]) === from) work.set(file, [...names, "onTimeout", "to"], to);
  }
}

/** Removes a step with its form and texts. Every entry that led to the step now leads to its successor. */
export function removeStep(work: Work, { flow, step }: Args<"remove-step">): void {
  const file = fileOfFlow(flow);
  const content = stepOf(work, flow, step);
  const onward = onwardOf(work, flow, step);
  const own = `schemas/${flow}/${step}.json`;
  work.set(file, ["steps", step], undefined);
  if (onward !== null && onward !== step) leadElsewhere(work, flow, step, onward);
  const invariants = listIn(work.value(file), ["invariants"]);
  const kept = invariants.filter((invariant) => at(invariant, ["before"]) !== step);
  if (kept.length < invariants.length) work.set(file, ["invariants"], kept);
  if (content.schema === undefined && work.has(own)) work.remove(own);
  for (const text of textFilesOf(work, flow)) work.unsay(text, [flow, step]);
  for (const root of ["answers", "effects"]) {
    const place = `${root}.${step}`;
    const isRead = (text: Json) =>
      typeof text === "string" && (text.startsWith(`${place}.`) || text.replace(/\?$/, "") === place);
    tellReaders(work, readersOf(work, flow), isRead, place);
  }
  const isNamed = (text: Json, pointer: string) =>
    text === step && /\/(?:to|since|binds|reopen|before|start)$/.test(pointer);
  tellReaders(work, [file], isNamed, step);
}

/** Moves a step directly after another step, in the file as well. */
export function moveStep(work: Work, args: Args<"move-step">): void {
  const { flow, step, after } = args;
  const file = fileOfFlow(flow);
  const content = stepOf(work, flow, step);
  const index = args.next ?? listIn(stepOf(work, flow, after), ["next"]).length - 1;
  const way = ["steps", after, "next", String(index), "to"];
  const onward = onwardOf(work, flow, step);
  // A step with several `next` entries cannot be moved, because it is not clear where each entry should lead.
  if (step === after || onward === null || listIn(content, ["next"]).length !== 1)
    throw new Refused("edit-not-possible", file, ["steps", step], after);
  work.must(file, way);
  leadElsewhere(work, flow, step, onward);
  const to = work.must(file, way);
  work.set(file, way, step);
  work.set(file, ["steps", step, "next", "0", "to"], to);
  const names = Object.keys(work.object(file, ["steps"])).filter((name) => name !== step);
  const before = names[names.indexOf(after) + 1] ?? null;
  work.set(file, ["steps"], moveName(work.object(file, ["steps"]), step, before));
}

/**
 * Renames a step that was never published. A published step cannot be renamed, because stored answers contain
 * its id.
 */
export function renameStep(work: Work, { flow, step, to }: Args<"rename-step">): void {
  const file = fileOfFlow(flow);
  const content = stepOf(work, flow, step);
  const published = work.published[file];
  if (published !== undefined && at(JSON.parse(published) as Json, ["steps", step]) !== undefined)
    throw new Refused("edit-published", file, ["steps", step], step);
  if (!NAME.test(to)) throw new Refused("edit-bad-name", file, ["steps", step], to);
  if (work.at(file, ["steps", to]) !== undefined)
    throw new Refused("edit-already-there", file, ["steps", to], to);
  leadElsewhere(work, flow, step, to);
  work.set(file, ["steps"], rename(work.object(file, ["steps"]), step, to));
  for (const [pointer, text] of leavesIn(work.value(file)))
    if (text === step && /\/(?:since|binds|reopen|before)$/.test(pointer))
      work.set(file, pointer.slice(1).split("/"), to);
  for (const root of ["answers", "effects"]) renamePlace(work, flow, `${root}.${step}`, `${root}.${to}`);
  for (const text of textFilesOf(work, flow)) {
    const own = work.object(text, [flow]);
    if (Object.hasOwn(own, step)) work.set(text, [flow], rename(own, step, to));
  }
  const form = `schemas/${flow}/${step}.json`;
  if (content.schema !== undefined || !work.has(form)) return;
  work.move(form, `schemas/${flow}/${to}.json`);
  if (work.at(`schemas/${flow}/${to}.json`, ["$id"]) === `${flow}/${step}`)
    work.set(`schemas/${flow}/${to}.json`, ["$id"], `${flow}/${to}`);
}
