import type { Logic } from "../rules/rule.ts";
import { equalJson } from "../values/canonical-json.ts";
import type { Json } from "../values/json.ts";
import { at, listIn, moveItem, type Names, namesOf, objectIn } from "./json-places.ts";
import type { ConditionPlace, Operation } from "./operation.ts";
import { readersOf, tellReaders } from "./references.ts";
import { fileOfFlow } from "./step-edits.ts";
import { tellOldNote, tellOldNumber } from "./texts-of-rule.ts";
import { isNear, moved } from "./threshold.ts";
import { Refused, type Work } from "./work.ts";

type Args<Op extends Operation["op"]> = Extract<Operation, { readonly op: Op }>["args"];

const RULE_FILE = /^flows\/[a-z][a-z0-9-]*\/rules\/[a-z][a-z0-9-]*\.json$/;
const ID = /^[a-z][a-z0-9-]*$/i;

/** Adds a rule's file and the rule's texts. */
export function addRule(work: Work, { rule, content, texts }: Args<"add-rule">): void {
  if (!RULE_FILE.test(rule)) throw new Refused("edit-bad-name", rule, [], rule);
  if (work.has(rule)) throw new Refused("edit-already-there", rule, [], rule);
  work.set(rule, [], content);
  const { title } = content;
  if (typeof title !== "string") return;
  if (texts?.title !== undefined) work.say(title, texts.title);
  if (texts?.source !== undefined) work.say(title.replace(/title$/, "source"), texts.source);
}

/** Removes a rule's file, and reports every location that still names the rule. */
export function removeRule(work: Work, { rule }: Args<"remove-rule">): void {
  const id = String(work.must(rule, ["id"]));
  work.remove(rule);
  const flow = rule.split("/")[1] as string;
  const readers =
    flow === "shared"
      ? work.files().filter((file) => /^flows\/[^/]+\/(?:flow\.json|rules\/)/.test(file))
      : readersOf(work, flow);
  const isNamed = (text: Json, pointer: string) =>
    text === id && /\/(?:rule|when|explains|check\/\d+)$/.test(pointer);
  tellReaders(work, readers, isNamed, id);
}

/** Sets fields of a rule other than its clauses. */
export function setRule(work: Work, { rule, head }: Args<"set-rule">): void {
  work.value(rule);
  for (const [name, value] of Object.entries(head)) if (value !== undefined) work.set(rule, [name], value);
}

function clauseIndex(work: Work, rule: string, clause: string): number {
  const index = listIn(work.value(rule), ["must"]).findIndex((one) => at(one, ["id"]) === clause);
  if (index < 0) throw new Refused("edit-nothing-there", rule, ["must"], clause);
  return index;
}

/** Adds a clause, and the sentence that explains a rejection by this clause. */
export function addClause(work: Work, { rule, clause, before, reason }: Args<"add-clause">): void {
  const must = listIn(work.must(rule, ["must"]));
  if (!ID.test(clause.id)) throw new Refused("edit-bad-name", rule, ["must"], clause.id);
  if (must.some((one) => at(one, ["id"]) === clause.id))
    throw new Refused("edit-already-there", rule, ["must"], clause.id);
  const index = before === undefined ? must.length : clauseIndex(work, rule, before);
  work.set(rule, ["must"], [...must.slice(0, index), clause, ...must.slice(index)]);
  if (reason !== undefined) work.say(clause.reason, reason);
}

/** Removes a clause. The last clause cannot be removed, because a rule must have at least one. */
export function removeClause(work: Work, { rule, clause }: Args<"remove-clause">): void {
  const index = clauseIndex(work, rule, clause);
  const must = listIn(work.value(rule), ["must"]);
  if (must.length === 1) throw new Refused("edit-not-possible", rule, ["must", "0"], clause);
  work.set(rule, ["must", String(index)], undefined);
}

/** Moves a clause before another clause, or to the end for `null`. */
export function moveClause(work: Work, { rule, clause, before }: Args<"move-clause">): void {
  const from = clauseIndex(work, rule, clause);
  const target = before === null ? null : clauseIndex(work, rule, before);
  work.set(rule, ["must"], moveItem(listIn(work.value(rule), ["must"]), from, target));
}

/** Sets a clause's reason, and the answer that corrects a failure of the clause. */
export function setClause(work: Work, { rule, clause, reason, mend }: Args<"set-clause">): void {
  const names = ["must", String(clauseIndex(work, rule, clause))];
  if (reason !== undefined) work.set(rule, [...names, "reason"], reason);
  if (mend !== undefined) work.set(rule, [...names, "mend"], mend);
}

/** Renames a clause that was never published. */
export function renameClause(work: Work, { rule, clause, to }: Args<"rename-clause">): void {
  const index = clauseIndex(work, rule, clause);
  const names = ["must", String(index), "id"];
  if (!ID.test(to)) throw new Refused("edit-bad-name", rule, names, to);
  if (listIn(work.value(rule), ["must"]).some((one) => at(one, ["id"]) === to))
    throw new Refused("edit-already-there", rule, names, to);
  const published = work.published[rule];
  const had = published === undefined ? [] : listIn(JSON.parse(published) as Json, ["must"]);
  if (had.some((one) => at(one, ["id"]) === clause)) throw new Refused("edit-published", rule, names, clause);
  work.set(rule, names, to);
}

/** Returns the file of a condition, and the names from the file's root to the condition's logic. */
export function conditionAt(
  work: Work,
  place: ConditionPlace,
): { readonly file: string; readonly names: Names } {
  if ("flow" in place) {
    const file = fileOfFlow(place.flow);
    const names =
      "entry" in place ? ["entries", String(place.entry)] : ["steps", place.step, "next", String(place.next)];
    work.must(file, names);
    return { file, names: [...names, "when"] };
  }
  const { rule, clause } = place;
  if (clause === null) return { file: rule, names: ["value", "logic"] };
  return { file: rule, names: ["must", String(clauseIndex(work, rule, clause)), "logic"] };
}

export function setBlock(work: Work, { place, at: block, logic }: Args<"set-block">): void {
  const { file, names } = conditionAt(work, place);
  const whole = [...names, ...namesOf(block)];
  if (block !== "") work.must(file, whole);
  // In a `next` entry without a condition, the new `when` is written before `to`, as in other entries.
  const before = names.at(-1) === "when" && block === "" ? "to" : undefined;
  work.set(file, whole, logic, before);
}

/** Joins a new condition to the condition in a block. */
export function addCondition(work: Work, args: Args<"add-condition">): void {
  const { place, at: block = "", logic, joined = "and" } = args;
  const { file, names } = conditionAt(work, place);
  const whole = [...names, ...namesOf(block)];
  const found = work.at(file, whole);
  const both =
    found === undefined ? logic : join(typeof found === "string" ? { rule: found } : found, logic, joined);
  setBlock(work, { place, at: block, logic: both });
}

function join(had: Logic, added: Logic, joined: "and" | "or"): Logic {
  const operands = at(had, [joined]);
  return { [joined]: Array.isArray(operands) ? [...operands, added] : [had, added] };
}

export function removeBlock(work: Work, { place, at: block }: Args<"remove-block">): void {
  const { file, names } = conditionAt(work, place);
  const inside = namesOf(block);
  const whole = [...names, ...inside];
  work.must(file, whole);
  const above = whole.slice(0, -1);
  const joined = above.at(-1);
  const list = work.at(file, above);
  if (inside.length < 2 || !Array.isArray(list) || (joined !== "and" && joined !== "or"))
    throw new Refused("edit-not-possible", file, whole, joined);
  const rest = list.filter((_, index) => index !== Number(whole.at(-1)));
  if (rest.length === 0) throw new Refused("edit-not-possible", file, whole, joined);
  if (rest.length === 1) work.set(file, above.slice(0, -1), rest[0] as Json);
  else work.set(file, above, rest);
}

/**
 * Changes a threshold. Also changes values in the rule's cases that were near the old threshold, and reports
 * the texts that contain the old number.
 */
export function setThreshold(work: Work, { place, at: block, to }: Args<"set-threshold">): void {
  const { file, names } = conditionAt(work, place);
  const whole = [...names, ...namesOf(block)];
  const from = work.must(file, whole);
  if (typeof from !== typeof to || (typeof from !== "number" && typeof from !== "string"))
    throw new Refused("edit-not-possible", file, whole, JSON.stringify(to));
  work.set(file, whole, to);
  if ("rule" in place) {
    const beside = work.at(file, whole.slice(0, -1));
    for (const path of placesIn(Array.isArray(beside) ? beside : []))
      moveCases(work, file, { path, from, to });
  }
  tellOldNumber(work, { file, from, to });
}

/** Returns the data paths that a comparison compares directly with a threshold. */
function placesIn(operands: readonly Json[]): readonly string[] {
  return operands.flatMap((operand) => {
    const path = at(operand, ["var"]);
    return typeof path === "string" ? [path] : [];
  });
}

type Step = { readonly path: string; readonly from: Json; readonly to: Json };

/**
 * Moves the values of cases that are at the old threshold, or one day or smallest unit from it. Each value
 * then has the same distance from the new threshold as it had from the old one.
 */
function moveCases(work: Work, file: string, { path, from, to }: Step): void {
  listIn(work.value(file), ["cases"]).forEach((one, index) => {
    const names = ["cases", String(index), "given", ...path.split(".")];
    const value = work.at(file, names);
    if (value === undefined || !isNear(value, from)) return;
    const next = moved(value, from, to);
    if (next !== null) {
      work.set(file, names, next);
      tellOldNote(work, { file, index, from: value, to: next });
    }
    if (objectIn(one).expect !== undefined && equalJson(objectIn(one).expect, from) && next !== null)
      work.set(file, ["cases", String(index), "expect"], to);
  });
}

export function setCase(work: Work, { rule, index, content }: Args<"set-case">): void {
  work.must(rule, ["cases", String(index)]);
  work.set(rule, ["cases", String(index)], content);
}

export function addCase(work: Work, { rule, content }: Args<"add-case">): void {
  work.set(rule, ["cases"], [...listIn(work.value(rule), ["cases"]), content]);
}

export function removeCase(work: Work, { rule, index }: Args<"remove-case">): void {
  work.must(rule, ["cases", String(index)]);
  work.set(rule, ["cases", String(index)], undefined);
}
