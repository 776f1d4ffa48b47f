import { type Selectable, sql } from "kysely";
import type { JsonObject } from "../../engine/values/json.ts";
import type { Words } from "../../engine/values/languages.ts";
import type { SpokenFinding } from "../../engine/verify/words/index.ts";
import type { Db, Tx } from "../db/index.ts";
import type { HandedIn, ModuleSeal, Sealed } from "../evidence/index.ts";
import { type Files, hashesOf } from "../sources/index.ts";
import type { VersionTable } from "./tables.ts";
import { keepFiles, withFiles } from "./version-files.ts";

/** A stored version with the hashes of its files. */
export type StoredVersion = Selectable<VersionTable>;

/** A stored version with the contents of its files. */
export type Version = StoredVersion & { readonly files: Files };

/**
 * A version in the form for lists and pages, without its files. Of the evidence it has only the hash, the
 * base version, the change, the writers and the title of a new flow.
 */
export type VersionSummary = Omit<StoredVersion, "hashes" | "evidence"> & {
  readonly evidence_hash: string | null;
  readonly based_on: string | null;
  /** The change with which the version was submitted. */
  readonly change: HandedIn | null;
  /** All people who wrote a part of the version. In older evidence only the author is known. */
  readonly writers: readonly string[];
  /** The title of a new flow; `null` for a version of an existing flow. */
  readonly introduced: Words | null;
};

const SUMMARY = [
  "id",
  "flow",
  "number",
  "hash",
  "source",
  "state",
  "changed",
  "findings",
  "note",
  "decision_note",
  "proposed_by",
  "approved_by",
  "proposed_at",
  "decided_at",
  "published_at",
] as const;

/** Returns a version by its id. */
export async function readVersion(db: Db | Tx, id: string): Promise<Version | null> {
  const rows = await db.selectFrom("definition_versions").selectAll().where("id", "=", id).execute();
  return (await withFiles(db, rows))[0] ?? null;
}

/** A compiled module, as stored in the database. */
export type StoredModule = {
  readonly flow: string;
  readonly edition: string;
  readonly module: string;
  readonly seal: Sealed<ModuleSeal> | null;
};

/** Returns the modules of a version, newest first, optionally of one compiler edition. */
export async function readModules(
  db: Db | Tx,
  hash: string,
  edition: string | null,
): Promise<readonly StoredModule[]> {
  let query = db
    .selectFrom("definition_modules")
    .select(["flow", "edition", "module", "seal"])
    .where("hash", "=", hash)
    .orderBy("made_at", "desc");
  if (edition !== null) query = query.where("edition", "=", edition);
  return await query.execute();
}

/**
 * Returns the published versions with this hash, newest first, without file contents. There are several if
 * the same content was published again later.
 */
export async function readPublished(db: Db | Tx, hash: string): Promise<readonly StoredVersion[]> {
  return await db
    .selectFrom("definition_versions")
    .selectAll()
    .where("hash", "=", hash)
    .where("state", "=", "published")
    .orderBy("number", "desc")
    .execute();
}

/** Returns the hash of the flow's last version that was published from files on disk. */
export async function readLastOfFiles(db: Db | Tx, flow: string): Promise<string | null> {
  const row = await db
    .selectFrom("definition_versions")
    .select("hash")
    .where("flow", "=", flow)
    .where("source", "in", ["files", "development"])
    .where("state", "=", "published")
    .orderBy("number", "desc")
    .executeTakeFirst();
  return row?.hash ?? null;
}

/** Stores a module. If a module for this version and edition is already stored, that one stays. */
export async function addModule(
  db: Db | Tx,
  given: StoredModule & { readonly hash: string; readonly seal: Sealed<ModuleSeal>; readonly at: Date },
): Promise<void> {
  const { hash, edition, flow, module, seal, at } = given;
  await db
    .insertInto("definition_modules")
    .values({ hash, edition, flow, module, seal: JSON.stringify(seal), made_at: at })
    .onConflict((conflict) => conflict.columns(["hash", "edition"]).doNothing())
    .execute();
}

/** Returns all versions, of one flow or of all, newest first and without their files. */
export async function listVersions(db: Db, flow?: string): Promise<readonly VersionSummary[]> {
  let query = db
    .selectFrom("definition_versions")
    .select(SUMMARY)
    .select(sql<string | null>`evidence #>> '{proposal,hash}'`.as("evidence_hash"))
    .select(sql<string | null>`evidence ->> 'basedOn'`.as("based_on"))
    .select(sql<HandedIn | null>`evidence #> '{proposal,content,change}'`.as("change"))
    .select(sql<readonly string[]>`coalesce(evidence #> '{proposal,content,writers}', '[]')`.as("writers"))
    .select(sql<Words | null>`evidence #> '{proposal,content,judged,introduced,title}'`.as("introduced"))
    .orderBy("proposed_at", "desc")
    .orderBy("number", "desc")
    .limit(500);
  if (flow !== undefined) query = query.where("flow", "=", flow);
  return await query.execute();
}

/** Converts a version to its form for lists, without the files. */
export function summaryOf(version: StoredVersion & { readonly files?: Files }): VersionSummary {
  const { files: _files, hashes: _hashes, evidence, ...summary } = version;
  const { hash, content } = (evidence.proposal ?? {}) as {
    readonly hash?: string;
    readonly content?: {
      readonly change?: HandedIn;
      readonly writers?: readonly string[];
      readonly judged?: { readonly introduced?: { readonly title: Words } | null };
    };
  };
  const { basedOn = null } = evidence as { readonly basedOn?: string | null };
  return {
    ...summary,
    evidence_hash: hash ?? null,
    based_on: basedOn,
    change: content?.change ?? null,
    writers: content?.writers ?? [],
    introduced: content?.judged?.introduced?.title ?? null,
  };
}

/** Replaces the evidence of an undecided version. */
export async function keepEvidence(tx: Tx, id: string, evidence: JsonObject): Promise<void> {
  await tx
    .updateTable("definition_versions")
    .set({ evidence: JSON.stringify(evidence) })
    .where("id", "=", id)
    .execute();
}

/** Stores a version that waits for approval. */
export async function addProposed(
  tx: Db | Tx,
  given: {
    readonly id: string;
    readonly flow: string;
    readonly hash: string;
    readonly source: "draft" | "proposal";
    readonly files: Files;
    readonly changed: readonly string[];
    readonly findings: readonly SpokenFinding[];
    readonly evidence: JsonObject;
    readonly note: string | null;
    readonly by: string | null;
    readonly at: Date;
  },
): Promise<Version> {
  await keepFiles(tx, given.files);
  const row = await tx
    .insertInto("definition_versions")
    .values({
      id: given.id,
      flow: given.flow,
      number: null,
      hash: given.hash,
      source: given.source,
      state: given.source === "draft" ? "draft" : "proposed",
      hashes: JSON.stringify(hashesOf(given.files)),
      changed: JSON.stringify(given.changed),
      findings: JSON.stringify(given.findings),
      evidence: JSON.stringify(given.evidence),
      note: given.note,
      decision_note: null,
      proposed_by: given.by,
      approved_by: null,
      proposed_at: given.at,
      decided_at: null,
      published_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { ...row, files: given.files };
}

/** Publishes files that nobody proposed: as version 1 at the first start, and after edits in development. */
export async function addPublished(
  tx: Tx,
  given: {
    readonly id: string;
    readonly flow: string;
    readonly hash: string;
    readonly source: "files" | "development";
    readonly files: Files;
    readonly changed: readonly string[];
    readonly findings: readonly SpokenFinding[];
    readonly evidence: JsonObject;
    readonly at: Date;
  },
): Promise<Pick<Version, "id" | "flow" | "number" | "source">> {
  await keepFiles(tx, given.files);
  const row = await tx
    .insertInto("definition_versions")
    .values({
      id: given.id,
      flow: given.flow,
      number: await nextNumber(tx, given.flow),
      hash: given.hash,
      source: given.source,
      state: "published",
      hashes: JSON.stringify(hashesOf(given.files)),
      changed: JSON.stringify(given.changed),
      findings: JSON.stringify(given.findings),
      evidence: JSON.stringify(given.evidence),
      note: null,
      decision_note: null,
      proposed_by: null,
      approved_by: null,
      proposed_at: given.at,
      decided_at: given.at,
      published_at: given.at,
    })
    .returning(["id", "flow", "number", "source"])
    .executeTakeFirstOrThrow();
  await makeCurrent(tx, row);
  return row;
}

/** Publishes an approved version and makes it the current one of its flow. */
export async function publishVersion(
  tx: Tx,
  given: {
    readonly version: Version;
    readonly hash: string;
    readonly evidence: JsonObject;
    readonly by: string;
    readonly note: string | null;
    readonly at: Date;
  },
): Promise<Version> {
  const row = await tx
    .updateTable("definition_versions")
    .set({
      state: "published",
      evidence: JSON.stringify(given.evidence),
      number: await nextNumber(tx, given.version.flow),
      hash: given.hash,
      approved_by: given.by,
      decision_note: given.note,
      decided_at: given.at,
      published_at: given.at,
    })
    .where("id", "=", given.version.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await makeCurrent(tx, row);
  return { ...row, files: given.version.files };
}

/** Marks a version as rejected. */
export async function refuseVersion(
  tx: Tx,
  given: { readonly id: string; readonly by: string; readonly note: string | null; readonly at: Date },
): Promise<StoredVersion> {
  return await tx
    .updateTable("definition_versions")
    .set({ state: "refused", approved_by: given.by, decision_note: given.note, decided_at: given.at })
    .where("id", "=", given.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Marks a version as withdrawn by its author. */
export async function withdrawVersion(
  tx: Tx,
  { id, at }: { readonly id: string; readonly at: Date },
): Promise<StoredVersion> {
  return await tx
    .updateTable("definition_versions")
    .set({ state: "withdrawn", decided_at: at })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function nextNumber(tx: Tx, flow: string): Promise<number> {
  const row = await tx
    .selectFrom("definition_versions")
    .select(({ fn }) => fn.max("number").as("last"))
    .where("flow", "=", flow)
    .executeTakeFirst();
  return (row?.last ?? 0) + 1;
}

async function makeCurrent(tx: Tx, version: Pick<Version, "id" | "flow">): Promise<void> {
  await tx
    .insertInto("definition_current")
    .values({ flow: version.flow, version: version.id })
    .onConflict((conflict) => conflict.column("flow").doUpdateSet({ version: version.id }))
    .execute();
}

/** Locks a flow until the transaction ends, so that parallel publications of the flow wait for each other. */
export async function lockFlow(tx: Tx, flow: string): Promise<void> {
  await tx
    .selectNoFrom((eb) =>
      eb.fn("pg_advisory_xact_lock", [eb.val(5_050_001), eb.fn("hashtext", [eb.val(flow)])]).as("lock"),
    )
    .execute();
}
