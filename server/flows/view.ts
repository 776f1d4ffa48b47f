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
 * An instance in the form that a page needs: all data to show the screen and to walk while the person types.
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
  /** The person's position among the numbered steps; `null` if the flow has no numbered steps. */
  readonly progress: Progress;
  /** The links of an end, as listed in its definition, such as `flow:kyc` or `/overview`. */
  readonly links: readonly string[];
  /**
   * Initial values of forms, by step: answers of the previous instance, or known data. They do not count as
   * answers yet.
   */
  readonly prefill: JsonObject;
  /** Whether an effect is running in another process or job. The page then asks again. */
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
 * Returns whether a subject may see an instance: its owner may. A closed instance is also shown to its
 * opener, because the visitor who just signed up sees the last page.
 */
export function maySee(stored: StoredInstance, subject: Subject): boolean {
  return stored.subject === subject || (stored.openedBy === subject && stored.closedAt !== null);
}

/** Returns the view of a walked instance, with the initial values of its forms. */
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

// The input of an effect stays on the server; the page has the answers that supply it.
function withoutInput(at: Position): Position {
  return at.kind === "effect" ? { ...at, input: {} } : at;
}

/** Returns initial values of forms, by step: answers of the previous instance, otherwise known data. */
function begunWith({ compiled, stored }: Loaded, { walk }: WalkOutcome): JsonObject {
  const repeated = stored.repeated();
  const { step } = walk.at;
  const known = prefillAt(compiled, walk, (one) => Object.hasOwn(stored.instance.answers, one));
  if (Object.keys(known).length === 0) return repeated;
  // Earlier answers of the person take precedence; known data fills only unanswered fields.
  const before = Object.hasOwn(repeated, step) ? repeated[step] : undefined;
  return { ...repeated, [step]: isObject(before) ? before : known };
}

/**
 * Returns whether the view hides the answers: for a closed instance of a visitor. The next person at the
 * device must not see them, and known and new e-mail addresses must look the same.
 */
function isOverForVisitor({ closedAt, openedBy }: StoredInstance): boolean {
  return closedAt !== null && openedBy.startsWith("visitor:");
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
