import type { JsonObject } from "../../engine/values/json.ts";
import type { Tx } from "../db/index.ts";
import type { Jobs } from "../jobs/index.ts";
import { ordersMovedJob } from "./move-orders.ts";
import { type OrderLetter, writeToInvestor } from "./order-messages.ts";
import type { OrdersRoom } from "./room.ts";
import { tellApprovers, tellApproversJob } from "./tell-approvers.ts";
import { tellMoved } from "./tell-moved.ts";

/** Name of the job that writes one letter about an order. */
export const orderLetterJob = "fund.order-letter";

type About = {
  readonly template: OrderLetter;
  readonly order: string;
  /** Additional values for the text of the letter. */
  readonly says?: JsonObject;
};

/** Queues one letter to the investor, about a change that this transaction makes to the order. */
export async function tellInvestor(room: Pick<OrdersRoom, "jobs">, tx: Tx, about: About): Promise<void> {
  await room.jobs.send(tx, orderLetterJob, about);
}

/** Registers the jobs that write letters about orders. */
export function ordersJobs(room: OrdersRoom, jobs: Jobs): void {
  jobs.work<About>(
    orderLetterJob,
    async ({ says = {}, ...about }) => {
      await room.db.transaction().execute((tx) => writeToInvestor(room, tx, { ...about, says: () => says }));
    },
    { concurrency: 2 },
  );
  jobs.work(tellApproversJob, () => tellApprovers(room));
  jobs.schedule(tellApproversJob, "*/5 * * * *");
  jobs.work<{ change: string }>(ordersMovedJob, ({ change }) => tellMoved(room, change), {
    mostSeconds: 1_800,
  });
}
