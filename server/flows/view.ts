import {
  type Facts,
  type Instance,
  type Passed,
  type Position,
  type Progress,
  progressOf,
} from "../../engine/flow/index.ts";
import type { FailedClause } from "../../engine/rules/rule.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import type { InstanceContext, WalkOutcome } from "./instance-context.ts";

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

/** What is known beside the walk. */
export type ViewExtras = {
  readonly prefill: JsonObject;
  readonly busy: boolean;
  /** The visitor who opened it looks at an instance that is over: what was answered is not shown any more. */
  readonly withheld: boolean;
  readonly now: string;
};

/** Makes the view of a walked instance. */
export function viewOf(context: InstanceContext, { walk, facts }: WalkOutcome, extras: ViewExtras): View {
  const { instance } = context.stored;
  const { flow } = context.compiled.definition;
  const at = extras.busy && walk.at.kind === "effect" ? { ...walk.at, state: "running" as const } : walk.at;
  const step = flow.steps[at.step];
  return {
    id: instance.id,
    flow: instance.flow,
    hash: instance.version,
    module: context.module,
    at: withoutInput(at),
    trail: walk.trail,
    instance: {
      id: instance.id,
      flow: instance.flow,
      version: instance.version,
      answers: extras.withheld ? {} : instance.answers,
      receipts: instance.receipts,
    },
    // By the walk's own needs: the browser gets the facts that the definition names, no others.
    facts: extras.withheld ? {} : facts,
    flags: context.flags,
    derived: extras.withheld ? {} : walk.derived,
    effects: walk.effects,
    blocking: walk.blocking,
    progress: progressOf(context.compiled, walk),
    links: step?.kind === "end" ? (step.links ?? []) : [],
    prefill: extras.prefill,
    busy: extras.busy,
    now: extras.now,
  };
}

// What an effect is given is the server's business; the page has the answers that it is made of.
function withoutInput(at: Position): Position {
  return at.kind === "effect" ? { ...at, input: {} } : at;
}
