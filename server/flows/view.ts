import {
  type Facts,
  type Instance,
  type Passed,
  type Position,
  type Progress,
  prefillAt,
  progressOf,
} from "../../engine/flow/index.ts";
import type { FailedClause } from "../../engine/rules/rule.ts";
import type { Json, JsonObject } from "../../engine/values/json.ts";
import { AppError } from "../http/index.ts";
import { walked } from "./advance.ts";
import { decided } from "./asks.ts";
import type { FlowsDeps } from "./deps.ts";
import { factsFrom } from "./facts.ts";
import { tellingContradictions } from "./held-facts.ts";
import { readInstance, type StoredInstance } from "./instance-store.ts";
import { factsOf, load } from "./load.ts";
import type { Subject } from "./registry.ts";
import type { Loaded, WalkOutcome } from "./story.ts";

/** What a page gets of an instance: everything it needs to show the screen and to walk along while the person types. */
export type View = {
  readonly id: string;
  readonly flow: string;
  readonly hash: string;
  /** Where the version's module is served. */
  readonly module: string;
  readonly at: Position;
  readonly trail: readonly Passed[];
  readonly instance: Pick<Instance, "id" | "flow" | "version" | "answers" | "receipts">;
  readonly facts: Facts;
  readonly flags: { readonly [flag: string]: boolean };
  readonly derived: JsonObject;
  readonly effects: JsonObject;
  readonly blocking: readonly FailedClause[];
  /** Where the person is among the numbered steps; `null` where the flow has none. */
  readonly progress: Progress;
  /** Where an end leads, as its definition lists them: `flow:kyc`, `/overview`. */
  readonly links: readonly string[];
  /** What forms begin with, by step: answers of the instance that this one repeats, or what is known; nothing is answered by it. */
  readonly prefill: JsonObject;
  /** Whether an effect is being done elsewhere; the page asks again after a moment. */
  readonly busy: boolean;
  /** The time by the server's clock, for what ends soon. */
  readonly now: string;
};

/** Where an instance stands, for whoever may see it. Error: `not-your-instance`. */
export async function view(deps: FlowsDeps, id: string, subject: Subject): Promise<View> {
  const stored = await readInstance(deps, deps.db, id);
  if (stored === null || !maySee(stored, subject)) throw new AppError("not-your-instance");
  return await tellingContradictions(deps, async () => {
    const loaded = await load(deps, deps.db, stored, null);
    return show(loaded, await decided(walked(loaded), factsFrom(factsOf(deps, deps.db, loaded))));
  });
}

/** Its subject; and, once it is over, who opened it: a sign-up's last page is shown to the visitor who just signed up. */
export function maySee(stored: StoredInstance, subject: Subject): boolean {
  return stored.subject === subject || (stored.openedBy === subject && stored.closedAt !== null);
}

/** The view of a walked instance with what is known beside it. */
export function show(loaded: Loaded, outcome: WalkOutcome): View {
  const { stored, compiled, module, flags, now } = loaded;
  const { walk, facts } = outcome;
  const { instance, busy, closedAt } = stored;
  const at = busy && walk.at.kind === "effect" ? { ...walk.at, state: "running" as const } : walk.at;
  const step = compiled.definition.flow.steps[at.step];
  const isWithheld = isOverForVisitor(stored);
  return {
    id: instance.id,
    flow: instance.flow,
    hash: instance.version,
    module,
    at: withoutInput(at),
    trail: walk.trail,
    instance: {
      id: instance.id,
      flow: instance.flow,
      version: instance.version,
      answers: isWithheld ? {} : instance.answers,
      receipts: instance.receipts,
    },
    // By the walk's own needs: the browser gets the facts that the definition names, no others.
    facts: isWithheld ? {} : facts,
    flags,
    derived: isWithheld ? {} : walk.derived,
    effects: walk.effects,
    blocking: walk.blocking,
    progress: progressOf(compiled, walk),
    links: step?.kind === "end" ? (step.links ?? []) : [],
    prefill: closedAt === null ? begunWith(loaded, outcome) : {},
    busy,
    now,
  };
}

// What an effect is given is the server's business; the page has the answers that it is made of.
function withoutInput(at: Position): Position {
  return at.kind === "effect" ? { ...at, input: {} } : at;
}

/** By step what forms begin with: the answers of the instance that this one repeats, beside them what is known. */
function begunWith({ compiled, stored }: Loaded, { walk }: WalkOutcome): JsonObject {
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
