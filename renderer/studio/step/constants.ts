import type { Draft, Operation } from "../../../engine/edits/index.ts";
import type { Json, JsonObject } from "../../../engine/values/json.ts";
import { readFile } from "../draft/texts-of-draft.ts";
import { flowInDraft, listOf, objectOf, stepInDraft, stepsInDraft } from "./step-file.ts";

/** A constant that an input of an effect reads. In the flow it is stored as a derived value. */
export type Constant = { readonly name: string; readonly value: Json };

/** Returns the constant at a data path; `null` if the path is not that of a constant. */
export function constantAt(draft: Draft, flow: string, path: string): Constant | null {
  const name = /^derived\.(.+)$/.exec(path)?.[1];
  const value =
    name === undefined ? undefined : objectOf(objectOf(flowInDraft(draft, flow).derived)[name]).const;
  return name === undefined || value === undefined ? null : { name, value };
}

/**
 * Returns the name under which the constant of an input is stored. This is the input's own name. If another
 * step or a rule already reads a constant with that name, a number is added.
 */
export function constantFor(
  draft: Draft,
  flow: string,
  { step, input }: { step: string; input: string },
): string {
  const taken = objectOf(flowInDraft(draft, flow).derived);
  let name = input;
  for (let number = 2; taken[name] !== undefined && isReadElsewhere(draft, flow, { step, name }); number += 1)
    name = `${input}${number}`;
  return name;
}

/** Returns the operations that set constants of a flow and remove those named in `without`. */
export function withConstants(
  draft: Draft,
  flow: string,
  set: { readonly [name: string]: Json },
  without: readonly string[] = [],
): readonly Operation[] {
  const had = flowInDraft(draft, flow).derived;
  const kept = Object.entries(objectOf(had)).filter(([name]) => !without.includes(name));
  const value: JsonObject = {
    ...Object.fromEntries(kept),
    ...Object.fromEntries(Object.entries(set).map(([name, one]) => [name, { const: one }])),
  };
  const place = { file: `flows/${flow}/flow.json`, pointer: "/derived" };
  if (Object.keys(value).length === 0) return had === undefined ? [] : [{ op: "remove-value", args: place }];
  return [{ op: "set-value", args: { ...place, value, ...(had === undefined ? { before: "start" } : {}) } }];
}

/**
 * Returns the name of a constant that is read only by this input; otherwise `null`. When the input reads
 * something else, this constant is removed.
 */
export function constantOfOne(
  draft: Draft,
  flow: string,
  { step, path }: { step: string; path: string },
): string | null {
  const constant = constantAt(draft, flow, path);
  if (constant === null) return null;
  const inputs = Object.values(objectOf(stepInDraft(draft, flow, step).input));
  const isShared = inputs.filter((one) => one === path).length > 1;
  return isShared || isReadElsewhere(draft, flow, { step, name: constant.name }) ? null : constant.name;
}

/** Whether a derived value is read by anything other than the inputs of this step. */
function isReadElsewhere(
  draft: Draft,
  flow: string,
  { step, name }: { step: string; name: string },
): boolean {
  const { steps, ...rest } = flowInDraft(draft, flow);
  const { input: _, ...own } = objectOf(objectOf(steps)[step]);
  const rules = Object.keys(draft)
    .filter((file) => file.startsWith(`flows/${flow}/rules/`))
    .map((file) => readFile(draft, file) ?? null);
  const read = [{ ...rest, steps: { ...objectOf(steps), [step]: own } }, ...rules];
  return read.some((one) => new RegExp(`"derived\\.${name}[?."]`).test(JSON.stringify(one)));
}

/**
 * Returns the initial value for the constant of an input. The person can then change it, together with its
 * text.
 */
export function firstConstant(flow: string, schema: JsonObject): Json {
  const closed = listOf(schema.enum);
  const [first = null] = closed.includes("operations") ? ["operations"] : closed;
  if (first !== null) return first;
  if (schema.type === "integer") return 5;
  const word = flow
    .toUpperCase()
    .replaceAll(/[^A-Z]+/g, "_")
    .replaceAll(/^_+|_+$/g, "")
    .slice(0, 40);
  return word.length < 2 ? "TOPIC" : word;
}

/** Whether an effect runs at a step or before it. */
export function isDoneBefore(draft: Draft, flow: string, step: string): boolean {
  const steps = stepsInDraft(draft, flow);
  const seen = new Set<string>();
  const queue = [step];
  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    for (const [id, { next }] of steps)
      if (listOf(next).some((way) => objectOf(way).to === at)) queue.push(id);
  }
  return steps.some(([id, { kind }]) => kind === "effect" && seen.has(id));
}
