import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Clock } from "../clock/index.ts";
import type { Config } from "../config.ts";
import type { Db } from "../db/index.ts";
import type { Jobs } from "../jobs/index.ts";
import { type AuditHead, readHead, signHead } from "./head.ts";
import { auditKeys } from "./keys.ts";
import { createNotices, type Notices } from "./notices.ts";
import { record } from "./record.ts";
import { type ChainCheck, seal, verifyChain } from "./seal.ts";

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
  /** The last head that was found whole; `null` before the first. */
  readonly head: () => AuditHead | null;
};

type Log = { readonly error: (details: object, message: string) => void };

/** Opens the room. */
export function createAudit({
  db,
  clock,
  config,
  log,
}: {
  readonly db: Db;
  readonly clock: Clock;
  readonly config: Pick<Config, "masterKey" | "dataDir">;
  readonly log: Log;
}): Audit {
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
        writeFileSync(`${file}.${process.pid}`, `${text}\n`);
        renameSync(`${file}.${process.pid}`, file);
        return last;
      }
      const { batch, reason } = last;
      log.error({ batch, reason }, "audit: the trail is not what was sealed");
      await db.transaction().execute((tx) =>
        record(tx, clock, {
          actor: "system:audit.check",
          action: "audit.findBroken",
          subject: `audit-batch:${batch}`,
          detail: { reason },
        }),
      );
      return last;
    },
    lastCheck: () => last,
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

function readJsonOrNull(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return null;
  }
}
