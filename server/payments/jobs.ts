import type { Jobs } from "../jobs/index.ts";
import { placedJob, writeToInvestor } from "../orders/index.ts";
import type { Deliver, Room } from "./room.ts";
import { clearAtOnce } from "./sandbox-bank.ts";

/** Says who writes to the investor of a placed order, and, in development, who pays it. */
export function paymentsJobs(
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
}
