import { prefillAt } from "../../engine/flow/index.ts";
import type { Json, JsonObject } from "../../engine/values/json.ts";
import { AppError } from "../http/index.ts";
import type { FlowsDeps } from "./deps.ts";
import { tellingContradictions } from "./held-facts.ts";
import { contextOf, type InstanceContext, type WalkOutcome, walkOn } from "./instance-context.ts";
import { readInstance, type StoredInstance } from "./instance-store.ts";
import type { Subject } from "./registry.ts";
import { type View, viewOf } from "./view.ts";

/** Where an instance stands, for whoever may see it. Error: `not-your-instance`. */
export async function view(deps: FlowsDeps, id: string, subject: Subject): Promise<View> {
  const stored = await readInstance(deps, deps.db, id);
  if (stored === null || !maySee(stored, subject)) throw new AppError("not-your-instance");
  return await tellingContradictions(deps, async () => {
    const context = await contextOf(deps, deps.db, stored, null);
    return show(context, await walkOn(context));
  });
}

/** Its subject; and, once it is over, who opened it: a sign-up's last page is shown to the visitor who just signed up. */
export function maySee(stored: StoredInstance, subject: Subject): boolean {
  return stored.subject === subject || (stored.openedBy === subject && stored.closedAt !== null);
}

/** The view of a walked instance with what is known beside it. */
export function show(context: InstanceContext, outcome: WalkOutcome): View {
  const { stored } = context;
  return viewOf(context, outcome, {
    prefill: stored.closedAt === null ? begunWith(context, outcome) : {},
    busy: stored.busy,
    withheld: isOverForVisitor(stored),
    now: context.now,
  });
}

/** By step what forms begin with: the answers of the instance that this one repeats, beside them what is known. */
function begunWith({ compiled, stored }: InstanceContext, { walk }: WalkOutcome): JsonObject {
  const repeated = stored.repeated();
  const { step } = walk.at;
  const known = prefillAt(compiled, walk, (one) => Object.hasOwn(stored.instance.answers, one));
  if (Object.keys(known).length === 0) return repeated;
  // What they typed the last time is theirs; only what they never said begins with what is known.
  const before = Object.hasOwn(repeated, step) ? repeated[step] : undefined;
  return { ...repeated, [step]: isObject(before) ? before : known };
}

/** A visitor's instance that is over shows no answers, whoever sits there next; and known and new e-mails look the same. */
function isOverForVisitor({ closedAt, openedBy }: StoredInstance): boolean {
  return closedAt !== null && openedBy.startsWith("visitor:");
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
