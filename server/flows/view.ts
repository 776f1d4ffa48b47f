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

/**
 * An instance in the form that its page needs. It has everything for showing the screen, and for walking in
 * the browser while the person types.
 */
export type View = {
  readonly id: string;
  readonly flow: string;
  readonly hash: string;
  /** The address of the version's module. */
  readonly module: string;
  readonly at: Position;
  readonly trail: readonly Passed[];
  readonly instance: Pick<Instance, "id" | "flow" | "version" | "answers" | "receipts">;
  readonly facts: Facts;
  readonly flags: { readonly [flag: string]: boolean };
  readonly derived: JsonObject;
  readonly effects: JsonObject;
  readonly blocking: readonly FailedClause[];
  /** Where the person is among the numbered steps; `null` if the flow numbers no steps. */
  readonly progress: Progress;
  /**
   * The links that the definition lists for this end, such as `flow:kyc` or `/overview`. Empty at any other
   * step.
   */
  readonly links: readonly string[];
  /**
   * Initial values for forms, by step. They come from the previous instance, or from data that the portal
   * knows. They count as answers only once the person submits them.
   */
  readonly prefill: JsonObject;
  /** Whether an effect is running in another process or in a job. In this case the page asks again later. */
  readonly busy: boolean;
  /** The server's time, from which the page computes countdowns. */
  readonly now: string;
};

/** Returns the current state of an instance for a permitted viewer. Error: `not-your-instance`. */
export async function view(deps: FlowsDeps, id: string, subject: Subject): Promise<View> {
  const stored = await readInstance(deps, deps.db, id);
  if (stored === null || !maySee(stored, subject)) throw new AppError("not-your-instance");
  return await tellingContradictions(deps, async () => {
    const loaded = await load(deps, deps.db, stored, null);
    return show(loaded, await decided(walked(loaded), factsFrom(factsOf(deps, deps.db, loaded))));
  });
}

/**
 * Returns whether a subject may see an instance. Its owner may. The visitor who opened it may too, once it is
 * closed: somebody who just signed up sees the last page in this way.
 */
export function maySee(stored: StoredInstance, subject: Subject): boolean {
  return stored.subject === subject || (stored.openedBy === subject && stored.closedAt !== null);
}

/** Returns the view of an instance after its walk, with initial values for its forms. */
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
    // The browser gets only the facts that the definition names.
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

// The input of an effect is not sent to the browser. The page has the answers from which it comes.
function withoutInput(at: Position): Position {
  return at.kind === "effect" ? { ...at, input: {} } : at;
}

/**
 * Returns initial values for forms, by step. They are the answers of the previous instance or, if there are
 * none, data that the portal knows.
 */
function begunWith({ compiled, stored }: Loaded, { walk }: WalkOutcome): JsonObject {
  const repeated = stored.repeated();
  const { step } = walk.at;
  const known = prefillAt(compiled, walk, (one) => Object.hasOwn(stored.instance.answers, one));
  if (Object.keys(known).length === 0) return repeated;
  // Earlier answers of the person take precedence. Data that the portal knows is used only if the step has no
  // earlier answer.
  const before = Object.hasOwn(repeated, step) ? repeated[step] : undefined;
  return { ...repeated, [step]: isObject(before) ? before : known };
}

/**
 * Returns whether the answers are left out of the view. They are if the instance is closed and belonged to a
 * visitor. The next person at the device must not see them. In addition, the page must not show whether an
 * e-mail address was already known.
 */
function isOverForVisitor({ closedAt, openedBy }: StoredInstance): boolean {
  return closedAt !== null && openedBy.startsWith("visitor:");
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
