import { createHmac } from "node:crypto";
import { sql } from "kysely";
import type { Db, Tx } from "../db/index.ts";
import { dailyLimits } from "./upload-limits.ts";
import "./tables.ts";

/** The uploader and their network. */
export type Uploader = {
  readonly subject: string;
  /** Network from which the request comes; `null` if the portal itself stores something. */
  readonly network: string | null;
};

/** Counters of uploads per day. */
export type UploadDays = {
  /**
   * Counts a new upload. Returns null if it is within all limits. Otherwise counts nothing and returns the
   * exceeded limit.
   */
  readonly begin: (uploader: Uploader, now: Date) => Promise<number | null>;
  /** Adds the number of received bytes to the counters. */
  readonly add: (uploader: Uploader, bytes: number, now: Date) => Promise<void>;
  /** Deletes the counters of earlier days. */
  readonly sweep: (now: Date) => Promise<void>;
};

/**
 * Creates upload counters in the database, which all processes share. `key` is used to hash the addresses.
 */
export function uploadDays(db: Db, key: () => Buffer): UploadDays {
  const keysOf = ({ subject, network }: Uploader) => [
    { name: `subject ${subject}`, limit: dailyLimits.subject },
    ...(network === null ? [] : [{ name: `network ${network}`, limit: dailyLimits.network }]),
    // The row that all visitors share comes last, so that it is locked for the shortest time.
    ...(subject.startsWith("visitor:") ? [{ name: "visitors", limit: dailyLimits.visitors }] : []),
  ];
  const hashOf = (name: string) => createHmac("sha256", key()).update(name).digest();
  return {
    begin: async (uploader, now) =>
      await db
        .transaction()
        .execute(async (tx) => {
          for (const { name, limit } of keysOf(uploader))
            if (!(await take(tx, hashOf(name), dayOf(now), limit))) throw new UsedUp(limit.files);
          return null;
        })
        .catch((error) => {
          if (error instanceof UsedUp) return error.limit;
          throw error;
        }),
    add: async (uploader, bytes, now) => {
      const keys = keysOf(uploader).map(({ name }) => hashOf(name));
      // The rows are updated one after the other in the order in which they were counted, so that parallel
      // updates cannot deadlock.
      for (const one of keys)
        await db
          .updateTable("upload_days")
          .set({ bytes: sql`bytes + ${bytes}` })
          .where("key", "=", one)
          .where("day", "=", dayOf(now))
          .execute();
    },
    sweep: async (now) => {
      await db.deleteFrom("upload_days").where("day", "<", dayOf(now)).execute();
    },
  };
}

class UsedUp extends Error {
  readonly limit: number;
  constructor(limit: number) {
    super("uploads of the day are used up");
    this.limit = limit;
  }
}

async function take(
  tx: Tx,
  key: Buffer,
  day: string,
  limit: { readonly files: number; readonly bytes: number },
): Promise<boolean> {
  const { rows } = await sql`
    insert into upload_days as d (key, day, files, bytes) values (${key}, ${day}, 1, 0)
    on conflict (key, day) do update set files = d.files + 1
    where d.files < ${limit.files} and d.bytes < ${limit.bytes}
    returning files`.execute(tx);
  return rows.length > 0;
}

function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10);
}
