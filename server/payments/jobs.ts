import type { Jobs } from "../jobs/index.ts";
import { placedJob, writeToInvestor } from "../orders/index.ts";
import { refundWhereKnown } from "./cases.ts";
import type { PaymentsRoom } from "./room.ts";
import { clearAtOnce } from "./sandbox-bank.ts";

/**
 * Registers the jobs of this room. They write letters about orders that were placed, and look for accounts
 * for refunds. In development they also pay orders.
 */
export function paymentsJobs(room: PaymentsRoom, jobs: Jobs): void {
  jobs.work<{ order: string }>(
    placedJob,
    async ({ order }) => {
      await room.db
        .transaction()
        .execute((tx) => writeToInvestor(room, tx, { template: "order-received", order }));
      if (room.config.env === "development") await clearAtOnce(room, order);
    },
    { concurrency: 2 },
  );
  jobs.work("payments.refunds", () => refundWhereKnown(room));
  jobs.schedule("payments.refunds", "*/10 * * * *");
}
