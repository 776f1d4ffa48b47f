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

/** The job that notifies holders of a NAV. */
const notifyJob = "fund.notify-nav";

/** Registers the settlement jobs. The business clock starts them and decides which work is due. */
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
      // A separate job writes the letters, so that letters and allotment do not wait for each other.
      await room.db.transaction().execute((tx) => room.jobs.send(tx, notifyJob, { nav }));
      // If a NAV is approved late, the allotment time of its orders has passed, so they are allotted at once.
      await allot(room);
      // A correction applies to orders that were allotted at the earlier NAV, so their compensation is
      // proposed.
      await proposeCorrection(room, nav);
    },
    whole,
  );
  jobs.work<{ nav: string }>(notifyJob, ({ nav }) => notifyNav(room, nav), whole);
}
