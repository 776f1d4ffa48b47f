import type { Db, Tx } from "../db/index.ts";
import { withFiles } from "./version-files.ts";
import type { StoredVersion, Version } from "./version-store.ts";

/** The version with which new instances of a flow begin. Its files are left out. */
export type CurrentVersion = {
  readonly id: string;
  readonly flow: string;
  readonly number: number;
  readonly hash: string;
};

/** Returns the current versions of all flows. Throws if a flow was never published. */
export async function currentVersions(db: Db | Tx): Promise<readonly CurrentVersion[]> {
  const rows = await db
    .selectFrom("definition_current")
    .innerJoin("definition_versions as version", "version.id", "definition_current.version")
    .select(["version.id", "version.flow", "version.number", "version.hash"])
    .orderBy("version.flow")
    .execute();
  return rows.map(({ id, flow, number, hash }) => {
    if (hash === null || number === null)
      throw new Error(`definitions: the current version ${id} of ${flow} is not published`);
    return { id, flow, number, hash };
  });
}

/** Returns the version on which new instances of each flow begin. */
export async function readCurrent(db: Db | Tx): Promise<readonly Version[]> {
  return await withFiles(db, await readCurrentStored(db));
}

/** Returns the current versions without the contents of their files. */
export async function readCurrentStored(db: Db | Tx): Promise<readonly StoredVersion[]> {
  return await db
    .selectFrom("definition_current")
    .innerJoin("definition_versions", "definition_versions.id", "definition_current.version")
    .selectAll("definition_versions")
    .orderBy("definition_versions.flow")
    .execute();
}

/** Returns the current version of one flow. */
export async function readCurrentOf(db: Db | Tx, flow: string): Promise<Version | null> {
  const rows = await db
    .selectFrom("definition_current")
    .innerJoin("definition_versions", "definition_versions.id", "definition_current.version")
    .selectAll("definition_versions")
    .where("definition_current.flow", "=", flow)
    .execute();
  return (await withFiles(db, rows))[0] ?? null;
}
