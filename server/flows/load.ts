import type { Compiled } from "../../engine/flow/index.ts";
import type { Db, Tx } from "../db/index.ts";
import { AppError } from "../http/index.ts";
import { type FlowsDeps, personIdOf } from "./deps.ts";
import { createFactReader, type FactReader } from "./facts.ts";
import { heldToAssumptions } from "./held-facts.ts";
import type { StoredInstance } from "./instance-store.ts";
import { ALONE, type Preparations, type Share } from "./prepared-transaction.ts";
import type { Subject } from "./registry.ts";
import type { Loaded, Story } from "./story.ts";
import type { Submission } from "./submissions.ts";
import { moveOf } from "./which-version.ts";

/**
 * A transaction that has locked an instance, with everything that is needed to answer the questions of a
 * decision (`answer-asks.ts`).
 */
export type InTransaction = {
  readonly tx: Tx;
  readonly facts: FactReader;
  readonly prepared: Preparations;
  /** Whether submissions of others share the transaction. */
  readonly share: Share;
  /** The caller for whom limits are counted: a person, or the network address of a visitor. */
  readonly client: string;
} & Pick<Submission, "session" | "proved">;

/**
 * Loads an instance on its own version, or on the newest version if that version's policy is `follow`. If
 * this process does not know the version yet, it is read and compiled; a transaction prepares this before it
 * starts (`prepared`). Errors: `version-missing` if the version is not stored; `begin-again` if the policy is
 * `restart`, a newer version exists, and the instance has no result to keep.
 */
export async function load(
  deps: FlowsDeps,
  db: Db | Tx,
  stored: StoredInstance,
  prepared: Preparations | null,
): Promise<Loaded> {
  const { subject, instance } = stored;
  const { compiled, version } = await versionFor(deps, stored, prepared);
  const names = compiled.definition.flow.flags;
  return {
    stored: { ...stored, instance: { ...instance, version } },
    movedFrom: instance.version === version ? null : instance.version,
    compiled,
    module: await deps.definitions.address(version),
    flags: await deps.flagsFor(db, names, { subject, personId: personIdOf(subject) }),
    now: deps.clock.now().toJSDate().toISOString(),
  };
}

/** Loads a locked instance, with no writes pending yet. The instance's subject counts as the caller. */
export async function loadLocked(
  deps: FlowsDeps,
  tx: Tx,
  stored: StoredInstance,
  prepared: Preparations,
): Promise<{ readonly story: Story; readonly within: InTransaction }> {
  const loaded = await load(deps, tx, stored, prepared);
  const facts = factsOf(deps, tx, loaded);
  return {
    story: { ...loaded, writes: [] },
    within: { tx, facts, prepared, share: ALONE, client: stored.subject },
  };
}

/**
 * Returns a reader for the facts of an instance's subject. It checks each fact against the assumptions of the
 * instance's version.
 */
export function factsOf(
  deps: FlowsDeps,
  db: Db | Tx,
  loaded: Loaded,
  reader = readerFor(deps, db, loaded.stored.subject),
): FactReader {
  return heldToAssumptions(deps, loaded, reader);
}

/** Returns a reader for the facts of a subject. */
export function readerFor(deps: FlowsDeps, db: Db | Tx, subject: Subject): FactReader {
  return createFactReader(deps.registry, { db, subject, personId: personIdOf(subject), clock: deps.clock });
}

/**
 * Throws if a person with a staff role opens a flow for account holders, because staff hold no units
 * (decisions, "Sessions and access"). Flows that are linked on `/me/security` protect the account itself, so
 * they are allowed. Error: `staff-hold-no-units`.
 */
export function refuseStaff(compiled: Compiled, { staff = false }: { readonly staff?: boolean }): void {
  const { subject, entries = [] } = compiled.definition.flow;
  if (!staff || subject !== "account" || entries.some(({ place }) => place === "security")) return;
  throw new AppError("staff-hold-no-units");
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
