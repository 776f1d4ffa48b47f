import type { Jobs } from "../jobs/index.ts";
import { placedJob, writeToInvestor } from "../orders/index.ts";
import { refundWhereKnown } from "./cases.ts";
import type { PaymentsRoom } from "./room.ts";
import { clearAtOnce } from "./sandbox-bank.ts";

/** Says who writes to the investor of a placed order, who looks for accounts of money to go back, and, in development, who pays. */
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
