import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import type { Room } from "./room.ts";
import type { Pace } from "./upload-limits.ts";
import "./tables.ts";

const DAY_MS = 86_400_000;
const UNCLAIMED_MS = 7 * DAY_MS;
/** Maximum time in milliseconds between an upload and the answer that names the file. */
const IN_THE_AIR_MS = { visitor: 2 * 3_600_000, person: 7 * DAY_MS } as const;

/**
 * Deletes files without an answer, visitors' files that no account took over, and partial uploads. Returns
 * the number of deleted files.
 */
export async function sweepFiles({ db, clock, store, days, arriving, pace }: Room): Promise<number> {
  const now = clock.wall().getTime();
  const before = (ms: number) => new Date(now - ms);
  const gone = await db
    .deleteFrom("files")
    .where(sql<boolean>`(subject like 'visitor:%' and at < ${before(UNCLAIMED_MS)})
      or (attached_at is null and at < case when subject like 'visitor:%'
        then ${before(IN_THE_AIR_MS.visitor)}::timestamptz else ${before(IN_THE_AIR_MS.person)}::timestamptz end)`)
    .returning("id")
    .execute();
  for (const { id } of gone) await store.remove(id);
  await days.sweep(clock.wall());
  await sweepArriving(arriving, pace);
  return gone.length;
}

/** Deletes partial uploads that ended processes left behind. */
async function sweepArriving(folder: string, pace: Pace): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const path = join(folder, name);
    const touched = await stat(path).catch(() => null);
    // The machine's clock sets the time of a file, so that clock and not the business clock decides about its
    // age.
    if (touched !== null && Date.now() - touched.mtimeMs > 2 * pace.longestMs)
      await rm(path, { force: true });
  }
}
