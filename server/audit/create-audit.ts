import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import type { Clock } from "../clock/index.ts";
import type { Config } from "../config.ts";
import type { Db, Tx } from "../db/index.ts";
import type { Jobs } from "../jobs/index.ts";
import { type AuditHead, readHead, signHead } from "./head.ts";
import { auditKeys } from "./keys.ts";
import { createNotices, type Notices } from "./notices.ts";
import { record } from "./record.ts";
import { type BrokenChain, type ChainCheck, seal, verifyChain } from "./seal.ts";

/** The trail, sealed and looked at. */
export type Audit = {
  readonly notice: Notices;
  readonly seal: () => Promise<number>;
  /**
   * Whether the trail is whole: what came since the last look, or `all` of it. Where it is, its head is signed and kept in
   * `audit-head.json` of the data folder; where it is not, the log and the trail itself say so.
   */
  readonly check: (all: boolean) => Promise<ChainCheck>;
  /** What the last look of this process found; `null` before the first. */
  readonly lastCheck: () => ChainCheck | null;
  /** The break that stands: since when it is known, whichever process found it; `null` while the trail is whole. */
  readonly broken: () => Promise<Break | null>;
  /** The last head that was found whole; `null` before the first. */
  readonly head: () => AuditHead | null;
};

/** Where the trail was found broken, and when that was found first (ISO 8601). */
export type Break = { readonly batch: number; readonly reason: BrokenChain; readonly since: string };

const TRAIL = "audit-trail";
const LOCK = 7_226_004;

type Log = { readonly error: (details: object, message: string) => void };

/** Opens the room. */
export function createAudit({
  db,
  clock,
  config,
  log,
  tell = async () => {},
}: {
  readonly db: Db;
  readonly clock: Clock;
  readonly config: Pick<Config, "masterKey" | "dataDir">;
  readonly log: Log;
  /** Writes to people about a break, in the transaction that notes it: once, however often it is found again. */
  readonly tell?: (tx: Tx, broken: Break) => Promise<void>;
}): Audit {
  const keys = auditKeys(config);
  const file = join(config.dataDir, "audit-head.json");
  let last: ChainCheck | null = null;

  const head = () => readHead(keys, readJsonOrNull(file));
  const standing = async (on: Db | Tx): Promise<Break | null> => {
    const line = await on
      .selectFrom("audit_lines")
      .select(["action", "at", "detail"])
      .where("subject", "=", TRAIL)
      .where("action", "in", ["audit.findBroken", "audit.findWhole"])
      .orderBy("id", "desc")
      .limit(1)
      .executeTakeFirst();
    if (line?.action !== "audit.findBroken") return null;
    const { batch, reason } = line.detail as Pick<Break, "batch" | "reason">;
    return { batch, reason, since: line.at.toISOString() };
  };
  /** Notes that the trail broke, broke elsewhere, or is whole again: what is known already is not said again. */
  const note = async (found: Omit<Break, "since"> | null): Promise<void> =>
    await db.transaction().execute(async (tx) => {
      // Two processes that look at once tell it once.
      await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx);
      const known = await standing(tx);
      if (known?.batch === found?.batch && known?.reason === found?.reason) return;
      const since = clock.now().toJSDate().toISOString();
      await record(tx, clock, {
        actor: "system:audit.check",
        action: found === null ? "audit.findWhole" : "audit.findBroken",
        subject: TRAIL,
        detail: found === null ? {} : { batch: found.batch, reason: found.reason },
      });
      if (found !== null) await tell(tx, { ...found, since });
    });
  const look = async (all: boolean): Promise<ChainCheck> => {
    const kept = head()?.content;
    if (kept === undefined) return await verifyChain(db, keys);
    return await verifyChain(db, keys, all ? { kept } : { after: kept });
  };
  return {
    notice: createNotices({ db, clock }),
    seal: () => seal(db, keys),
    check: async (all) => {
      last = await look(all);
      if (last.kind === "whole") {
        const text = JSON.stringify(signHead(keys, last.position, clock.wall()));
        replaceWhole(file, `${text}\n`);
        // A look at what is new says nothing about what broke before.
        if (all) await note(null);
        return last;
      }
      const { batch, reason } = last;
      log.error({ batch, reason }, "audit: the trail is not what was sealed");
      await note({ batch, reason });
      return last;
    },
    lastCheck: () => last,
    broken: () => standing(db),
    head,
  };
}

/** Seals every minute, looks at what is new every hour and at everything once a day. */
export function auditJobs(audit: Audit, jobs: Jobs): void {
  jobs.work("audit.seal", () => audit.seal());
  jobs.schedule("audit.seal", "* * * * *");
  jobs.work("audit.check", () => audit.check(false));
  jobs.schedule("audit.check", "11 * * * *");
  jobs.work("audit.check-all", () => audit.check(true), { mostSeconds: 3_600 });
  jobs.schedule("audit.check-all", "15 4 * * *");
}

/** Whole or not at all, also where the disk is full. */
function replaceWhole(path: string, text: string): void {
  const staging = `${path}.${process.pid}`;
  try {
    writeFileSync(staging, text);
    renameSync(staging, path);
  } finally {
    rmSync(staging, { force: true });
  }
}

function readJsonOrNull(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return null;
  }
}
