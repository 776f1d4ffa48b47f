import type { Jobs } from "../jobs/index.ts";
import { allot, allottedJob, announceAllotted, expireUnpaid } from "./allotment.ts";
import { navApprovedJob, notifyNav } from "./navs.ts";
import { writeToInvestor } from "./order-messages.ts";
import { placedJob } from "./place-subscription.ts";
import type { Deliver } from "./receive-payment.ts";
import { remindNavsJob, remindOfNavs } from "./remind-navs.ts";
import type { Room } from "./room.ts";
import { clearAtOnce } from "./sandbox-bank.ts";

/** The allotment, under the name that people run it by. */
export const allotJob = "fund.allot";

/** Says who does the fund's jobs. The machine's time wakes them; the business clock says what is due. */
export function fundJobs(
  room: Room,
  { jobs, deliver }: { readonly jobs: Jobs; readonly deliver: Deliver },
): void {
  jobs.work<{ order: string }>(
    placedJob,
    async ({ order }) => {
      await room.db
        .transaction()
        .execute((tx) => writeToInvestor(room, tx, { template: "order-received", order }));
      if (room.config.env === "development") await clearAtOnce({ ...room, deliver }, order);
    },
    { concurrency: 2 },
  );
  const whole = { mostSeconds: 1_800 };
  jobs.work(allotJob, () => allot(room), whole);
  jobs.schedule(allotJob, "30 8 * * 1-5");
  jobs.work<{ orders: readonly string[] }>(
    allottedJob,
    ({ orders }) => announceAllotted(room, orders),
    whole,
  );
  jobs.work("fund.expire", () => expireUnpaid(room));
  jobs.schedule("fund.expire", "1 14 * * 1-5");
  jobs.work(remindNavsJob, () => remindOfNavs(room));
  jobs.schedule(remindNavsJob, "30 17 * * 1-5");
  jobs.work<{ nav: string }>(
    navApprovedJob,
    async ({ nav }) => {
      await notifyNav(room, nav);
      // A NAV that comes late makes orders due whose morning has passed.
      await allot(room);
    },
    whole,
  );
}
