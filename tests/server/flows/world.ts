import { randomBytes, randomUUID } from "node:crypto";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { sql } from "kysely";
import type { JsonObject } from "../../../engine/values/json.ts";
import { fail, ok, type Result } from "../../../engine/values/result.ts";
import { createVault, type Vault } from "../../../server/accounts/vault.ts";
import { fixedClock } from "../../../server/clock/index.ts";
import type { Db } from "../../../server/db/index.ts";
import { createDefinitions, type Definitions } from "../../../server/definitions/index.ts";
import {
  type Challenges,
  type ChallengeVerdict,
  createFlows,
  createRegistry,
  type EffectHandler,
  type Flows,
  type FlowsDeps,
  type LocalFailure,
  type RemoteEffectContext,
  type Subject,
} from "../../../server/flows/index.ts";
import { type Jobs, openJobs } from "../../../server/jobs/index.ts";
import { createPublishing, type Publishing } from "../../../server/publishing/index.ts";
import { testDatabase } from "../../support/database.ts";
import { sharedGate } from "../../support/shared-gate.ts";

type Answer = Result<JsonObject, LocalFailure>;

/** Flows room on a real database with three small flows. Tests control the results of the effects. */
export type World = {
  readonly db: Db;
  readonly url: string;
  readonly clock: ReturnType<typeof fixedClock>;
  readonly definitions: Definitions;
  readonly publishing: Publishing;
  readonly jobs: Jobs;
  readonly flows: Flows;
  readonly deps: FlowsDeps;
  readonly vault: Vault;
  /** Folder with a copy of the fixtures, which a test can edit. */
  readonly rootDir: string;
  readonly log: readonly string[];
  /** Results of the next effects, each used once; afterwards effects succeed. */
  readonly place: Answer[];
  readonly check: (Answer | Error | ((context: RemoteEffectContext) => Promise<Answer>))[];
  readonly join: Answer[];
  /** Results of checks of any PIN other than 111222. */
  readonly verdicts: ChallengeVerdict[];
  /** Keys of the calls to the vendor. */
  readonly vendorKeys: string[];
  readonly stock: { open: boolean; least: string };
  readonly orders: () => Promise<number>;
  readonly person: () => Subject;
  readonly close: () => Promise<void>;
};

export const FIXTURES = join(import.meta.dirname, "fixtures");
export const PIN = "111222";

/** Builds a world. With `runtime`, changed files become drafts and are not published. */
export async function makeWorld(env: "development" | "runtime" = "development"): Promise<World> {
  const database = await testDatabase();
  const { db, url } = database;
  const folder = await mkdtemp(join(tmpdir(), "saphan-flows-"));
  const rootDir = join(folder, "root");
  await cp(FIXTURES, rootDir, { recursive: true });
  await sql`create table test_orders (key uuid primary key, item text not null, amount numeric not null)`.execute(
    db,
  );
  // The people of the tests have no accounts, so their keys need no row in the table of people.
  await sql`alter table person_keys drop constraint person_keys_person_id_fkey`.execute(db);
  const clock = fixedClock("2026-03-02T10:00:00");
  const vault = createVault(randomBytes(32), clock.wall);
  const jobs = await openJobs({ url });
  const log: string[] = [];
  const write = (details: unknown, message?: string) => void log.push(JSON.stringify([message, details]));
  const logger = { info: write, warn: write, error: write };
  const definitions = await createDefinitions({
    db,
    databaseUrl: url,
    clock,
    config: { env, rootDir, dataDir: folder },
    log: logger as never,
  });
  const steer = {
    place: [] as Answer[],
    check: [] as World["check"][number][],
    join: [] as Answer[],
    verdicts: [] as ChallengeVerdict[],
    vendorKeys: [] as string[],
    stock: { open: true, least: "100.00" },
  };
  const deps: FlowsDeps = {
    db,
    clock,
    log: logger,
    jobs,
    definitions,
    registry: createRegistry(effects(steer, clock), [
      { id: "stock", load: async (_context, { item }) => (item === "none" ? null : { ...steer.stock }) },
    ]),
    challenges: challenges(steer.verdicts),
    vault,
    flagsFor: async (_db, names) => Object.fromEntries(names.map((name) => [name, false])),
    claimed: async () => {},
    checksOutputs: true,
  };
  const flows = createFlows(deps);
  const publishing = await createPublishing({
    mayDecide: async () => true,
    db,
    clock,
    config: { env, rootDir },
    log: logger as never,
    definitions,
    survey: flows.survey,
    gate: sharedGate,
  });
  return {
    ...steer,
    db,
    url,
    clock,
    definitions,
    publishing,
    jobs,
    flows,
    deps,
    vault,
    rootDir,
    log,
    orders: async () =>
      (await sql<{ n: number }>`select count(*)::int as n from test_orders`.execute(db)).rows[0]?.n ?? -1,
    person: () => `person:${randomUUID()}`,
    close: async () => {
      await publishing.stop();
      await definitions.stop();
      await jobs.stop();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function effects(
  steer: Pick<World, "place" | "check" | "join" | "vendorKeys">,
  clock: World["clock"],
): readonly EffectHandler[] {
  return [
    {
      id: "test.place",
      mode: "local",
      run: async ({ tx, idempotencyKey }, { item, amount }) => {
        await sql`insert into test_orders values (${idempotencyKey}, ${item}, ${amount})`.execute(tx);
        const payBy = clock.now().plus({ days: 1 }).toUTC().toISO();
        return steer.place.shift() ?? ok({ order: idempotencyKey, payBy });
      },
    },
    {
      id: "test.check",
      mode: "remote",
      run: async (context) => {
        steer.vendorKeys.push(context.idempotencyKey);
        const next = steer.check.shift() ?? ok({ check: `check-${context.idempotencyKey.slice(0, 8)}` });
        if (next instanceof Error) throw next;
        return typeof next === "function" ? await next(context) : next;
      },
    },
    {
      id: "test.join",
      mode: "local",
      run: async ({ claim }, { email }) => {
        const next = steer.join.shift();
        if (next !== undefined) return next;
        await claim(email === "known@example.com" ? null : randomUUID());
        return ok({ email: email ?? "" });
      },
    },
  ];
}

function challenges(verdicts: ChallengeVerdict[]): Challenges {
  return {
    sendOtp: async () => fail({ code: "otp-no-channel" }),
    verifyOtp: async () => ({ kind: "expired" }),
    tryPin: async () => ({ kind: "not-quick" }),
    checkPin: async ({ pin }) =>
      pin === PIN ? { kind: "passed" } : (verdicts.shift() ?? { kind: "wrong", triesLeft: 4 }),
  };
}

/** Starts another process on the world's database and data folder, with the definitions of both rooms. */
export async function startBeside(
  world: World,
  as: { readonly edition?: string; readonly mayDecide?: () => Promise<boolean> } = {},
): Promise<Definitions & Publishing> {
  const { db, url, clock, rootDir } = world;
  const log = world.deps.log as never;
  const config = { env: "runtime", rootDir, dataDir: dirname(rootDir) } as const;
  const { edition, mayDecide = async () => true } = as;
  const definitions = await createDefinitions({
    db,
    databaseUrl: url,
    clock,
    config,
    log,
    ...(edition === undefined ? {} : { edition }),
  });
  const { survey } = world.flows;
  const publishing = await createPublishing({
    db,
    clock,
    config,
    log,
    definitions,
    survey,
    mayDecide,
    gate: sharedGate,
  });
  const stop = async () => {
    await publishing.stop();
    await definitions.stop();
  };
  return { ...definitions, ...publishing, stop };
}

/** Returns a new idempotency key. */
export const key = () => randomUUID();

/** Completes the shop up to a step and returns the instance. */
export async function shopUpTo(
  world: World,
  subject: Subject,
  step: "choose" | "review" | "pin" | "money",
): Promise<string> {
  const { flows } = world;
  const { id } = await flows.open("shop", subject, { again: false, language: "th" });
  if (step === "choose") return id;
  const shown = await flows.submit({ id, subject, step: "choose", key: key(), body: { answer: CHOICE } });
  if (step === "review") return id;
  if (shown.at.kind !== "review") throw new Error(`shopUpTo: at ${shown.at.kind}`);
  await flows.submit({
    id,
    subject,
    step: "review",
    key: key(),
    body: { answer: { values: shown.at.values } },
  });
  if (step === "pin") return id;
  await flows.submit({ id, subject, step: "pin", key: key(), body: { code: PIN } });
  return id;
}

/** Valid answer to the shop's first step. */
export const CHOICE: JsonObject = { item: "tea", amount: "150.00" };
