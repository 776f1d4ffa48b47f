import { navApprovedJob, notifyNav } from "../fund/index.ts";
import type { Jobs } from "../jobs/index.ts";
import { expireOrders } from "../orders/index.ts";
import { tellExpired } from "../payments/index.ts";
import { allot, allottedJob, announceAllotted } from "./allotment.ts";
import { announceMadeGood } from "./made-good-letters.ts";
import { accrueManagement, sweepResidues } from "./month-end.ts";
import { proposeCorrection } from "./nav-corrections.ts";
import { allotJob, madeGoodJob, postCorrections } from "./post-correction.ts";
import type { SettlementRoom } from "./room.ts";

/** Name of the job that notifies people of a new NAV of a strategy that they hold. */
const notifyJob = "fund.notify-nav";

/**
 * Registers the jobs of this room. The business clock starts them. Each job itself finds out which work is
 * due.
 */
export function settlementJobs(room: SettlementRoom, jobs: Jobs): void {
  const whole = { mostSeconds: 1_800 };
  jobs.work(allotJob, () => allot(room), whole);
  jobs.schedule(allotJob, "30 8 * * 1-5");
  jobs.work<{ orders: readonly string[] }>(
    allottedJob,
    ({ orders }) => announceAllotted(room, orders),
    whole,
  );
  jobs.work<{ compensations: readonly string[] }>(
    madeGoodJob,
    ({ compensations }) => announceMadeGood(room, compensations),
    whole,
  );
  jobs.work("fund.post-corrections", () => postCorrections(room), whole);
  jobs.schedule("fund.post-corrections", "40 8 * * *");
  jobs.work("fund.accrue", () => accrueManagement(room), whole);
  jobs.schedule("fund.accrue", "10 6 * * *");
  jobs.work("fund.sweep-residues", () => sweepResidues(room));
  jobs.schedule("fund.sweep-residues", "20 6 1 1 *");
  jobs.work("fund.expire", () => expireOrders(room, (tx, order) => tellExpired(room, tx, order)));
  jobs.schedule("fund.expire", "1 14 * * 1-5");
  jobs.work<{ nav: string }>(
    navApprovedJob,
    async ({ nav }) => {
      // Letters are written by a job of their own. In this way, letters and the allotment do not delay each
      // other.
      await room.db.transaction().execute((tx) => room.jobs.send(tx, notifyJob, { nav }));
      // If a NAV is approved late, the time at which its orders should have been allotted has passed. So they
      // are allotted at once.
      await allot(room);
      // If the NAV is a correction, orders may have been allotted at the wrong NAV before. So the
      // compensation of these orders is proposed.
      await proposeCorrection(room, nav);
    },
    whole,
  );
  jobs.work<{ nav: string }>(notifyJob, ({ nav }) => notifyNav(room, nav), whole);
}
