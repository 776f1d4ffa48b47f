import { sql } from "kysely";
import {
  type Compiled,
  derive,
  type Facts,
  factKey,
  type Instance,
  type Receipt,
  type Walk,
} from "../../engine/flow/index.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import type { Words } from "../../engine/verify/words/people.ts";
import type { Clock } from "../clock/index.ts";
import type { Db } from "../db/index.ts";
import { titleOfStep } from "./differences.ts";

/** What instances are walked with, which other rooms know. It is asked for reading only. */
export type Surroundings = {
  readonly fact: (
    fact: string,
    context: { readonly db: Db; readonly clock: Clock } & Whom,
    args: JsonObject,
  ) => Promise<JsonObject | null>;
  readonly flagsFor: (names: readonly string[], whom: Whom) => Promise<{ readonly [flag: string]: boolean }>;
};
type Whom = { readonly subject: `person:${string}` | `visitor:${string}`; readonly personId: string | null };

/**
 * What becomes of an open instance: it keeps its own version (`stays`), goes on where it is (`goesOn`), its person is asked
 * something before or again (`asked`), or it can go no further (`stuck`).
 */
export type Fate = "stays" | "goesOn" | "asked" | "stuck";

/** What a version does to the instances that are open now, by the step at which they are. */
export type Impact = {
  /** Open instances of the flow. */
  readonly open: number;
  /** How many of them were walked: those last touched first. `all` says whether there were more than time or limit allowed. */
  readonly walked: number;
  readonly all: boolean;
  readonly totals: { readonly [fate in Fate]: number };
  readonly steps: readonly ({ readonly step: string; readonly title: Words } & {
    readonly [fate in Fate]: number;
  })[];
};

const MOST_INSTANCES = 1_000;
const MOST_MS = 5_000;
const MOST_ROUNDS = 25;
const PAGE = 50;

type Row = {
  readonly id: string;
  readonly version: string;
  readonly subject: Whom["subject"];
  readonly answers: Instance["answers"];
  readonly receipts: readonly Receipt[];
};

/**
 * Walks open instances of a flow on a version that is not published, with the facts and flags of now, and stores nothing.
 * `current`: what instances run on now; `compiled` finds the version of one that keeps its own.
 */
export async function impactOf(given: {
  readonly db: Db;
  readonly clock: Clock;
  readonly flow: string;
  readonly current: Compiled;
  readonly next: Compiled;
  readonly compiled: (hash: string) => Promise<Compiled | null>;
  readonly surroundings: Surroundings | null;
}): Promise<Impact> {
  const { db, flow, current, next, surroundings } = given;
  const { rows: counted } = await sql<{ open: number }>`
    select count(*)::int as open from flow_instances
    where flow = ${flow} and closed_at is null and not preview`.execute(db);
  const open = counted[0]?.open ?? 0;
  const steps = new Map<string, { [fate in Fate]: number }>();
  const until = performance.now() + MOST_MS;
  let walked = 0;
  for (let page = 0; surroundings !== null && page * PAGE < MOST_INSTANCES; page += 1) {
    const rows = await readPage(db, flow, page);
    for (const row of rows) {
      if (performance.now() > until) break;
      const { step, fate } = await fateOf({ ...given, surroundings }, row);
      const at = steps.get(step) ?? { stays: 0, goesOn: 0, asked: 0, stuck: 0 };
      at[fate] += 1;
      steps.set(step, at);
      walked += 1;
    }
    if (rows.length < PAGE || performance.now() > until) break;
  }
  const totals = { stays: 0, goesOn: 0, asked: 0, stuck: 0 };
  for (const at of steps.values()) for (const fate of Object.keys(totals) as Fate[]) totals[fate] += at[fate];
  const order = Object.keys(current.definition.flow.steps);
  const definitions = [next.definition, current.definition];
  return {
    open,
    walked,
    all: walked >= open,
    totals,
    steps: [...steps]
      .sort(([one], [other]) => order.indexOf(one) - order.indexOf(other))
      .map(([step, fates]) => ({ step, title: titleOfStep(definitions, step), ...fates })),
  };
}

async function readPage(db: Db, flow: string, page: number): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`
    select i.id, i.version, i.subject,
      (select coalesce(jsonb_object_agg(a.step, jsonb_build_object('value', a.value, 'revision', a.revision)), '{}')
         from flow_answers a where a.instance = i.id) as answers,
      (select coalesce(jsonb_agg(r.body order by r.seq), '[]')
         from flow_receipts r where r.instance = i.id) as receipts
    from flow_instances i
    where i.flow = ${flow} and i.closed_at is null and not i.preview
    order by i.touched_at desc, i.id limit ${PAGE} offset ${page * PAGE}`.execute(db);
  return rows;
}

type Around = {
  readonly db: Db;
  readonly clock: Clock;
  readonly flow: string;
  readonly current: Compiled;
  readonly next: Compiled;
  readonly compiled: (hash: string) => Promise<Compiled | null>;
  readonly surroundings: Surroundings;
};

async function fateOf(around: Around, row: Row): Promise<{ readonly step: string; readonly fate: Fate }> {
  const own = await around.compiled(row.version);
  if (own === null) return { step: "?", fate: "stuck" };
  const { inFlight } = own.definition.flow;
  const forgets = (version: Compiled) => row.receipts.some((receipt) => !knows(version, receipt));
  // As the flows room decides on which version an instance goes on.
  const now = inFlight === "follow" && !forgets(around.current) ? around.current : own;
  const before = await walkOn(around, now, row);
  if (before === null) return { step: "?", fate: "stuck" };
  const { step } = before.at;
  if (inFlight === "stay" || (inFlight === "follow" && forgets(around.next))) return { step, fate: "stays" };
  if (inFlight === "restart") return { step, fate: isCommitted(row.receipts) ? "stays" : "asked" };
  const after = await walkOn(around, around.next, row);
  if (after === null) return { step, fate: "stuck" };
  return { step, fate: compared(before, after) };
}

function compared(before: Walk, after: Walk): Fate {
  if (after.at.kind === "end" && (before.at.kind !== "end" || before.at.step !== after.at.step))
    return after.at.outcome === "done" ? "goesOn" : "stuck";
  const same = after.at.step === before.at.step && after.at.kind === before.at.kind;
  const passed = after.trail.some(({ step }) => step === before.at.step);
  return same || passed ? "goesOn" : "asked";
}

function knows({ definition }: Compiled, receipt: Receipt): boolean {
  if (receipt.kind !== "effect" && receipt.kind !== "wait") return true;
  const { steps } = definition.flow;
  return Object.hasOwn(steps, receipt.step) && steps[receipt.step]?.kind === receipt.kind;
}

function isCommitted(receipts: readonly Receipt[]): boolean {
  return receipts.some(
    (receipt) => receipt.kind === "wait" || (receipt.kind === "effect" && receipt.outcome.kind === "done"),
  );
}

/** Walks with facts as they turn out to be needed; `null` where the walk breaks. */
async function walkOn(around: Around, compiled: Compiled, row: Row): Promise<Walk | null> {
  const { db, clock, surroundings, flow } = around;
  const personId = row.subject.startsWith("person:") ? row.subject.slice("person:".length) : null;
  const whom: Whom = { subject: row.subject, personId };
  const { id, version, answers, receipts } = row;
  const flags = await surroundings.flagsFor(compiled.definition.flow.flags, whom);
  const facts: { [key: string]: Facts[string] } = {};
  try {
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const walk = derive(compiled, { id, flow, version, answers, receipts }, facts, flags);
      if (walk.at.kind !== "needs") return walk;
      for (const { fact, args } of walk.at.facts)
        facts[factKey(fact, args)] = await surroundings.fact(fact, { db, clock, ...whom }, args);
    }
  } catch {
    return null;
  }
  return null;
}
