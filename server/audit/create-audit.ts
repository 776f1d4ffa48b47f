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

/** The audit trail, with its sealing and verification. */
export type Audit = {
  readonly notice: Notices;
  readonly seal: () => Promise<number>;
  /**
   * Verifies the trail: the part since the last check, or everything with `all`. If the trail is intact,
   * signs its head and stores it in `audit-head.json` of the data folder. Otherwise reports the break in the
   * log and in the trail.
   */
  readonly check: (all: boolean) => Promise<ChainCheck>;
  /** Returns the result of this process's last check; `null` before the first. */
  readonly lastCheck: () => ChainCheck | null;
  /**
   * Returns the present break, with the time at which any process first found it; `null` if the trail is
   * intact.
   */
  readonly broken: () => Promise<Break | null>;
  /** Returns the head of the last intact check; `null` before the first check. */
  readonly head: () => AuditHead | null;
};

/** Location of a break in the trail, and the time at which it was first found (ISO 8601). */
export type Break = { readonly batch: number; readonly reason: BrokenChain; readonly since: string };

const TRAIL = "audit-trail";
const LOCK = 7_226_004;

type Log = { readonly error: (details: object, message: string) => void };

type Deps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly config: Pick<Config, "masterKey" | "dataDir">;
  readonly log: Log;
  /**
   * Notifies people of a break, in the transaction that records it. Called once per break, even if the break
   * is found again.
   */
  readonly tell?: (tx: Tx, broken: Break) => Promise<void>;
};

/** Creates the audit module. */
export function createAudit(deps: Deps): Audit {
  const { db, clock, config, log } = deps;
  const keys = auditKeys(config);
  const file = join(config.dataDir, "audit-head.json");
  let last: ChainCheck | null = null;

  const head = () => readHead(keys, readJsonOrNull(file));
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
        // Only a full check can end a recorded break, because a partial check says nothing about earlier
        // lines.
        if (all) await noteState(deps, null);
        return last;
      }
      const { batch, reason } = last;
      log.error({ batch, reason }, "audit: the trail is not what was sealed");
      await noteState(deps, { batch, reason });
      return last;
    },
    lastCheck: () => last,
    broken: () => presentBreak(db),
    head,
  };
}

/** Returns the last recorded break; `null` if the trail was intact at a later check. */
async function presentBreak(on: Db | Tx): Promise<Break | null> {
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
}

/**
 * Records that the trail broke, broke at another place, or is intact again. Does not record a state that is
 * already recorded.
 */
async function noteState(
  { db, clock, tell = async () => {} }: Deps,
  found: Omit<Break, "since"> | null,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // The lock lets only one check at a time continue, so that a break is reported once.
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx);
    const known = await presentBreak(tx);
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
}

/**
 * Registers the jobs that seal every minute, check new lines every hour, and check the whole trail once a
 * day.
 */
export function auditJobs(audit: Audit, jobs: Jobs): void {
  jobs.work("audit.seal", () => audit.seal());
  jobs.schedule("audit.seal", "* * * * *");
  jobs.work("audit.check", () => audit.check(false));
  jobs.schedule("audit.check", "11 * * * *");
  jobs.work("audit.check-all", () => audit.check(true), { mostSeconds: 3_600 });
  jobs.schedule("audit.check-all", "15 4 * * *");
}

/** Replaces a file atomically, so that the old file survives a full disk. */
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
