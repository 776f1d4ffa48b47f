import { record } from "../audit/index.ts";
import type { Clock } from "../clock/index.ts";
import type { Db } from "../db/index.ts";
import type { Scanner } from "./scanner.ts";
import type { FileStore } from "./store.ts";
import "./tables.ts";

const MOST_AT_A_TIME = 50;

/**
 * Scans files that were stored while the scanner was unavailable, oldest first. Infected files are kept, but
 * neither returned nor accepted in answers. Throws if the scanner does not answer; the job is then repeated.
 */
export async function scanLater(deps: {
  readonly db: Db;
  readonly clock: Clock;
  readonly store: FileStore;
  readonly scanner: Scanner;
}): Promise<number> {
  const { db, clock, store, scanner } = deps;
  const waiting = await db
    .selectFrom("files")
    .select("id")
    .where("scanned", "=", "not-scanned")
    .orderBy("at")
    .limit(MOST_AT_A_TIME)
    .execute();
  for (const { id } of waiting) {
    const scanned = await scanner.scan(await store.get(id));
    await db.transaction().execute(async (tx) => {
      await tx.updateTable("files").set({ scanned }).where("id", "=", id).execute();
      await record(tx, clock, {
        actor: "system:files",
        action: "files.scan",
        subject: `file:${id}`,
        to: scanned === "clean" ? "CLEAN" : "INFECTED",
      });
    });
  }
  return waiting.length;
}
