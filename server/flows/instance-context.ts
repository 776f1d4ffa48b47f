import type { Answer, Compiled, Facts, Receipt, Step, Walk } from "../../engine/flow/index.ts";
import { derive } from "../../engine/flow/index.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import { record } from "../audit/index.ts";
import type { Db, Tx } from "../db/index.ts";
import { AppError } from "../http/index.ts";
import { type FlowsDeps, personIdOf } from "./deps.ts";
import { createFactReader, type FactReader, withFacts } from "./facts.ts";
import { heldToAssumptions } from "./held-facts.ts";
import { addReceipt, keepAnswer, type StoredInstance } from "./instance-store.ts";
import type { Preparations } from "./prepared-transaction.ts";
import "./tables.ts";
import type { Subject } from "./registry.ts";
import { moveOf } from "./which-version.ts";

/** One instance as one request or job sees it: what is stored, on which version, under which flags and facts. */
export type InstanceContext = {
  readonly stored: StoredInstance;
  /** The version that it stood on before, where it moves to a newer one now. */
  readonly movedFrom: string | null;
  readonly compiled: Compiled;
  /** Where browsers get the module of its version. */
  readonly module: string;
  readonly flags: { readonly [flag: string]: boolean };
  readonly facts: FactReader;
  /** The time by the business clock when it set out. */
  readonly now: string;
};

/** The same in the transaction that holds the instance's lock, with what was prepared for that transaction. */
export type LockedContext = InstanceContext & {
  readonly tx: Tx;
  readonly prepared: Preparations;
  /** Whose turn it is where many wait: a person, or the address that a visitor calls from. */
  readonly client: string;
  /** The log-in that asks; absent for a visitor, and where nobody asks. */
  readonly session?: string;
  /** Says in this transaction that more was proved in that log-in. */
  readonly proved?: (tx: Tx) => void;
  /** Waits that a receipt of this transaction has opened: whether each is new, so that no event came early for it. */
  readonly opened: Map<string, Promise<boolean>>;
};

/** A walk with the facts that decided it. */
export type WalkOutcome = { readonly walk: Walk; readonly facts: Facts };

/**
 * Puts an instance on its own version, or, where its policy is `follow`, on the newest one. A version that this process has
 * not run yet is read and compiled; inside a transaction that is prepared before (`prepared`).
 * Errors: `version-missing` where its version is not stored; `begin-again` where its policy is `restart`, a newer
 * version is there and nothing has been committed.
 */
export async function contextOf(
  deps: FlowsDeps,
  db: Db | Tx,
  stored: StoredInstance,
  prepared: Preparations | null,
  reader = readerFor(deps, db, stored.subject),
): Promise<InstanceContext> {
  const personId = personIdOf(stored.subject);
  const { compiled, version } = await versionFor(deps, stored, prepared);
  const { flow } = compiled.definition;
  const before = stored.instance.version;
  const moved = { ...stored, instance: { ...stored.instance, version } };
  return {
    stored: moved,
    movedFrom: before === version ? null : before,
    compiled,
    module: await deps.definitions.address(version),
    flags: await deps.flagsFor(db, flow.flags, { subject: stored.subject, personId }),
    facts: heldToAssumptions(deps, { compiled, stored: moved }, reader),
    now: deps.clock.now().toJSDate().toISOString(),
  };
}

/** Reads facts of a subject. */
export function readerFor(deps: FlowsDeps, db: Db | Tx, subject: Subject): FactReader {
  return createFactReader(deps.registry, { db, subject, personId: personIdOf(subject), clock: deps.clock });
}

/** The context of a locked instance. Its turn is its subject's, unless the caller says otherwise. */
export async function lockedContext(
  deps: FlowsDeps,
  tx: Tx,
  stored: StoredInstance,
  prepared: Preparations,
  reader?: FactReader,
): Promise<LockedContext> {
  return {
    ...(await contextOf(deps, tx, stored, prepared, reader)),
    tx,
    prepared,
    client: stored.subject,
    opened: new Map(),
  };
}

async function versionFor(
  deps: FlowsDeps,
  { instance, closedAt }: StoredInstance,
  prepared: Preparations | null,
): Promise<{ readonly compiled: Compiled; readonly version: string }> {
  const compiledOf = async (hash: string) =>
    prepared === null || deps.definitions.isLoaded(hash)
      ? await deps.definitions.compiled(hash)
      : prepared.of(`definition ${hash}`, () => deps.definitions.compiled(hash));
  const own = await compiledOf(instance.version);
  if (own === null) throw new AppError("version-missing");
  const newest = deps.definitions.current(instance.flow);
  const here = { compiled: own, version: instance.version };
  if (closedAt !== null || newest === null || newest.hash === instance.version) return here;
  const compiled = await compiledOf(newest.hash);
  if (compiled === null) throw new AppError("version-missing");
  const move = moveOf(compiled, instance.receipts);
  if (move === "begins-anew") throw new AppError("begin-again");
  return move === "stays" ? here : { compiled, version: newest.hash };
}

/** Walks with fresh facts. */
export async function walkOn({ compiled, stored, flags, facts }: InstanceContext): Promise<WalkOutcome> {
  const { outcome, facts: used } = await withFacts<Walk>(facts, (known) => {
    const walk = derive(compiled, stored.instance, known, flags);
    return walk.at.kind === "needs" ? { needs: walk.at.facts } : { needs: null, outcome: walk };
  });
  return { walk: outcome, facts: used };
}

/** A receipt without what the room adds itself. */
export type NewReceipt = Receipt extends infer One
  ? One extends Receipt
    ? Omit<One, "seq" | "at">
    : never
  : never;

/** Writes a receipt, with what decided it, and goes on with it. */
export async function writeReceipt(
  deps: FlowsDeps,
  context: LockedContext,
  given: { readonly receipt: NewReceipt; readonly facts: Facts; readonly repeatable?: boolean },
): Promise<LockedContext> {
  const { instance } = context.stored;
  const receipt = {
    ...given.receipt,
    seq: instance.receipts.length + 1,
    at: deps.clock.now().toUTC().toISO(),
  } as Receipt;
  await addReceipt(context.tx, context.stored, {
    receipt,
    flags: context.flags,
    facts: given.facts,
    ...(given.repeatable === undefined ? {} : { repeatable: given.repeatable }),
  });
  return withInstance(context, { receipts: [...instance.receipts, receipt] });
}

/** Keeps an answer as its newest revision and goes on with it. */
export async function writeAnswer(
  deps: FlowsDeps,
  context: LockedContext,
  { step, value }: { readonly step: string; readonly value: JsonObject },
): Promise<LockedContext> {
  const { instance } = context.stored;
  const answer: Answer = { value, revision: (instance.answers[step]?.revision ?? 0) + 1 };
  await keepAnswer(context.tx, context.stored, { step, answer, at: deps.clock.now().toJSDate() });
  return withInstance(context, { answers: { ...instance.answers, [step]: answer } });
}

/** The context with other answers or receipts; nothing is stored. */
export function withInstance<P extends InstanceContext>(
  context: P,
  change: Partial<Pick<StoredInstance["instance"], "answers" | "receipts">>,
): P {
  return {
    ...context,
    stored: { ...context.stored, instance: { ...context.stored.instance, ...change } },
  };
}

/** Writes an audit line about this instance: ids, steps and codes only. */
export async function audit(
  deps: FlowsDeps,
  context: LockedContext,
  line: {
    readonly action: string;
    readonly from?: string;
    readonly to?: string;
    readonly detail?: JsonObject;
    readonly actor?: string;
  },
): Promise<void> {
  const { instance, subject } = context.stored;
  await record(context.tx, deps.clock, {
    actor: line.actor ?? subject,
    action: line.action,
    subject: `instance:${instance.id}`,
    from: line.from ?? null,
    to: line.to ?? null,
    version: instance.version,
    detail: { flow: instance.flow, ...line.detail },
  });
}

/** The step of that name; names come from a request's address, so only the definition's own are looked up. */
export function stepOf({ compiled }: Pick<InstanceContext, "compiled">, name: string): Step | undefined {
  const { steps } = compiled.definition.flow;
  return Object.hasOwn(steps, name) ? steps[name] : undefined;
}
