import { type Compiled, type Flags, factKey } from "../../engine/flow/index.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import type { PathResult, Survey, SurveyOptions } from "../evidence/index.ts";
import { walked } from "./advance.ts";
import { decided } from "./asks.ts";
import { type FlowsDeps, personIdOf } from "./deps.ts";
import { createFactReader, type FactReader, factsFrom } from "./facts.ts";
import { countOpen, readOpen, type StoredInstance } from "./instance-store.ts";
import { type Asked, askedAt, resultBetween } from "./path-result.ts";
import { moveOf } from "./which-version.ts";

const BATCH = 100;
// Maximum number of instances that are walked in parallel. Walks mostly wait for the database. More of them
// would take connections from requests.
const SIDE_BY_SIDE = 4;

/**
 * Walks the open instances of a flow on a version that is not yet published. Uses current facts and flags,
 * and the version's policy for open instances. Stores nothing.
 */
export async function survey(
  deps: FlowsDeps,
  next: Compiled,
  { most = Number.POSITIVE_INFINITY, onProgress, signal }: SurveyOptions = {},
): Promise<Survey> {
  const flow = next.definition.flow.id;
  const currentHash = deps.definitions.current(flow)?.hash;
  const current = currentHash === undefined ? null : await deps.definitions.compiled(currentHash);
  const open = await countOpen(deps.db, flow);
  const tally = createTally();
  const around: Around = { deps, next, current, shared: new Map() };
  for await (const batch of readOpen(deps, deps.db, flow, BATCH)) {
    for (let from = 0; from < batch.length && signal?.aborted !== true; from += SIDE_BY_SIDE) {
      const room = Math.max(0, Math.min(SIDE_BY_SIDE, most - tally.walked()));
      const found = batch.slice(from, from + room).map((stored) => outcomeOf(around, stored));
      for (const outcome of await Promise.all(found)) tally.add(outcome);
    }
    onProgress?.({ walked: tally.walked(), open });
    if (signal?.aborted === true || tally.walked() >= most) break;
  }
  return { open, ...tally.result(Object.keys((current ?? next).definition.flow.steps), open) };
}

type Around = {
  readonly deps: FlowsDeps;
  readonly next: Compiled;
  readonly current: Compiled | null;
  /** Facts that are equal for all people. They are read once. */
  readonly shared: Map<string, Promise<JsonObject | null>>;
};

type Outcome = { readonly step: string; readonly result: PathResult; readonly asked: Asked | null };

async function outcomeOf(around: Around, stored: StoredInstance): Promise<Outcome> {
  const { instance } = stored;
  const own = await around.deps.definitions.compiled(instance.version);
  if (own === null) return { step: "?", result: "stuck", asked: null };
  const newest = around.current;
  const follows = newest !== null && moveOf(newest, instance.receipts) === "follows";
  const before = await walkOn(around, follows ? newest : own, stored);
  if (before === null) return { step: "?", result: "stuck", asked: null };
  const { step } = before.walk.at;
  const move = moveOf(around.next, instance.receipts);
  if (move === "stays") return { step, result: "stays", asked: null };
  const anew = { ...stored, instance: { ...instance, answers: {}, receipts: [] } };
  const after = await walkOn(around, around.next, move === "follows" ? stored : anew);
  if (after === null) return { step, result: "stuck", asked: null };
  const result = move === "follows" ? resultBetween(before.walk, after.walk) : "asked";
  return { step, result, asked: result === "asked" ? askedAt(after) : null };
}

/**
 * Walks the instance through its flow. If the walk needs facts, reads them. Returns `null` if the walk fails.
 */
async function walkOn({ deps, shared }: Around, compiled: Compiled, { instance, subject }: StoredInstance) {
  const whom = { subject, personId: personIdOf(subject) };
  const flags: Flags = await deps.flagsFor(deps.db, compiled.definition.flow.flags, whom);
  const own = createFactReader(deps.registry, { db: deps.db, clock: deps.clock, ...whom });
  const { facts: declared } = compiled.definition;
  const reader: FactReader = {
    ...own,
    read: async (fact, args) => {
      if (declared[fact]?.privacy !== "public") return await own.read(fact, args);
      const key = factKey(fact, args);
      const known = shared.get(key) ?? own.read(fact, args);
      shared.set(key, known);
      return await known;
    },
  };
  try {
    const { walk, facts } = await decided(
      walked({ compiled, stored: { instance }, flags }),
      factsFrom(reader),
    );
    return { compiled, instance, facts, flags, walk };
  } catch (error) {
    deps.log.warn({ err: error, instance: instance.id }, "flows: a survey could not walk an instance");
    return null;
  }
}

function createTally() {
  const zero = () => ({ stays: 0, goesOn: 0, asked: 0, stuck: 0 });
  const totals = zero();
  const steps = new Map<string, { counts: ReturnType<typeof zero>; asks: Map<string, Asks> }>();
  let walked = 0;
  return {
    walked: () => walked,
    add: ({ step, result, asked }: Outcome) => {
      walked += 1;
      totals[result] += 1;
      const at = steps.get(step) ?? { counts: zero(), asks: new Map<string, Asks>() };
      steps.set(step, at);
      at.counts[result] += 1;
      if (asked === null) return;
      const asks = at.asks.get(asked.step) ?? { step: asked.step, instances: 0, fields: {} };
      at.asks.set(asked.step, asks);
      asks.instances += 1;
      for (const field of asked.fields) asks.fields[field] = (asks.fields[field] ?? 0) + 1;
    },
    result: (order: readonly string[], open: number): Omit<Survey, "open"> => ({
      walked,
      all: walked >= open,
      totals,
      steps: [...steps]
        .sort(([one], [other]) => order.indexOf(one) - order.indexOf(other))
        .map(([step, { counts, asks }]) => ({ step, ...counts, asks: [...asks.values()] })),
    }),
  };
}

type Asks = { readonly step: string; instances: number; readonly fields: { [field: string]: number } };
