import type { Answer, Compiled, Facts, Receipt, Walk } from "../../engine/flow/index.ts";
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
export type Passage = {
  readonly stored: StoredInstance;
  readonly compiled: Compiled;
  /** Where browsers get the module of its version. */
  readonly module: string;
  readonly flags: { readonly [flag: string]: boolean };
  readonly facts: FactReader;
};

/** A passage in the transaction that holds the instance's lock, with what was prepared for it. */
export type OpenPassage = Passage & {
  readonly tx: Tx;
  readonly prepared: Preparations;
  /** Whose turn it is where many wait: a person, or the address that a visitor calls from. */
  readonly client: string;
  /** Waits that a receipt of this passage has opened: whether each is new, so that nothing came early for it. */
  readonly opened: Map<string, Promise<boolean>>;
};

/** A walk with the facts that decided it. */
export type WalkOutcome = { readonly walk: Walk; readonly facts: Facts };

/**
 * Sets out on an instance: on its own version, or, where its policy is `follow`, on the newest one. Inside a transaction it
 * is told what is prepared: a version that this process has not run yet is read and compiled before.
 * Errors: `version-missing` where its version is not stored; `begin-again` where its policy is `restart`, a newer
 * version is there and nothing has been committed.
 */
export async function setOut(
  deps: FlowsDeps,
  db: Db | Tx,
  stored: StoredInstance,
  prepared: Preparations | null,
  reader = readerFor(deps, db, stored.subject),
): Promise<Passage> {
  const personId = personIdOf(stored.subject);
  const { compiled, version } = await versionFor(deps, stored, prepared);
  const { flow } = compiled.definition;
  return {
    stored: { ...stored, instance: { ...stored.instance, version } },
    compiled,
    module: await deps.definitions.address(version),
    flags: await deps.flagsFor(flow.flags, { subject: stored.subject, personId }),
    facts: heldToAssumptions(
      deps,
      { compiled, stored: { ...stored, instance: { ...stored.instance, version } } },
      reader,
    ),
  };
}

/** Reads facts of a subject. */
export function readerFor(deps: FlowsDeps, db: Db | Tx, subject: Subject): FactReader {
  return createFactReader(deps.registry, { db, subject, personId: personIdOf(subject), clock: deps.clock });
}

/** Sets out inside a transaction that nobody's request began: a job's, or another room's. */
export async function openPassage(
  deps: FlowsDeps,
  tx: Tx,
  stored: StoredInstance,
  prepared: Preparations,
  reader?: FactReader,
): Promise<OpenPassage> {
  return {
    ...(await setOut(deps, tx, stored, prepared, reader)),
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
export async function walkOn({ compiled, stored, flags, facts }: Passage): Promise<WalkOutcome> {
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
  passage: OpenPassage,
  given: { readonly receipt: NewReceipt; readonly facts: Facts; readonly repeatable?: boolean },
): Promise<OpenPassage> {
  const { instance } = passage.stored;
  const receipt = {
    ...given.receipt,
    seq: instance.receipts.length + 1,
    at: deps.clock.now().toUTC().toISO(),
  } as Receipt;
  await addReceipt(passage.tx, passage.stored, {
    receipt,
    flags: passage.flags,
    facts: given.facts,
    ...(given.repeatable === undefined ? {} : { repeatable: given.repeatable }),
  });
  return withInstance(passage, { receipts: [...instance.receipts, receipt] });
}

/** Keeps an answer as its newest revision and goes on with it. */
export async function writeAnswer(
  deps: FlowsDeps,
  passage: OpenPassage,
  { step, value }: { readonly step: string; readonly value: JsonObject },
): Promise<OpenPassage> {
  const { instance } = passage.stored;
  const answer: Answer = { value, revision: (instance.answers[step]?.revision ?? 0) + 1 };
  await keepAnswer(passage.tx, passage.stored, { step, answer, at: deps.clock.now().toJSDate() });
  return withInstance(passage, { answers: { ...instance.answers, [step]: answer } });
}

/** The passage with another answer or receipt, not stored yet. */
export function withInstance<P extends Passage>(
  passage: P,
  change: Partial<Pick<StoredInstance["instance"], "answers" | "receipts">>,
): P {
  return {
    ...passage,
    stored: { ...passage.stored, instance: { ...passage.stored.instance, ...change } },
  };
}

/** Writes an audit line about this instance: ids, steps and codes only. */
export async function audit(
  deps: FlowsDeps,
  passage: OpenPassage,
  line: {
    readonly action: string;
    readonly from?: string;
    readonly to?: string;
    readonly detail?: JsonObject;
    readonly actor?: string;
  },
): Promise<void> {
  const { instance, subject } = passage.stored;
  await record(passage.tx, deps.clock, {
    actor: line.actor ?? subject,
    action: line.action,
    subject: `instance:${instance.id}`,
    from: line.from ?? null,
    to: line.to ?? null,
    version: instance.version,
    detail: { flow: instance.flow, ...line.detail },
  });
}
