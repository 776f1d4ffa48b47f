import { accountsJobs } from "../accounts/index.ts";
import { auditJobs } from "../audit/index.ts";
import { deadlinesJob, sweepRequests, tellDeadlines } from "../cases/index.ts";
import { publishDue, publishDueJob } from "../changes/index.ts";
import { publishContentJob, publishDueContent } from "../content/index.ts";
import { erasureJobs } from "../erasure/index.ts";
import { watchStepCounts, watchStepCountsJob } from "../explain/index.ts";
import { daysJob, escalateJob, escalatePresses, tellDays } from "../flags/index.ts";
import { fundJobs } from "../fund/index.ts";
import { orderBook, ordersJobs } from "../orders/index.ts";
import { paymentsJobs } from "../payments/index.ts";
import { portfolioJobs } from "../portfolio/index.ts";
import { settlementJobs } from "../settlement/index.ts";
import type { Floor } from "./floor.ts";
import type { Rooms } from "./rooms.ts";

/** Registers the background jobs of all modules and their schedules. */
export function registerJobs({ db, clock, jobs, files, audit, messages, config }: Floor, rooms: Rooms): void {
  const { accounts, fund, orders, payments, settlement, portfolio } = rooms;
  const { cases, changes, content, definitions, switches, erasure } = rooms;
  auditJobs(audit, jobs);
  jobs.work("files.sweep", () => files.sweep());
  jobs.schedule("files.sweep", "*/10 * * * *");
  jobs.work("files.scan", () => files.scanLater());
  jobs.schedule("files.scan", "*/5 * * * *");
  fundJobs(fund, orderBook, jobs);
  ordersJobs(orders, jobs);
  paymentsJobs(payments, jobs);
  settlementJobs(settlement, jobs);
  portfolioJobs(portfolio, jobs);
  jobs.work("cases.sweep", () => db.transaction().execute((tx) => sweepRequests(tx, clock.wall())));
  jobs.schedule("cases.sweep", "50 3 * * *");
  jobs.work(publishDueJob, () => publishDue(changes));
  jobs.schedule(publishDueJob, "* * * * *");
  jobs.work(publishContentJob, async () => {
    if ((await publishDueContent(content.room)) > 0) await content.refresh();
  });
  jobs.schedule(publishContentJob, "* * * * *");
  jobs.work(escalateJob, () => escalatePresses(switches));
  jobs.schedule(escalateJob, "*/10 * * * *");
  jobs.work(daysJob, () => tellDays(switches));
  jobs.schedule(daysJob, "0 0 * * *");
  jobs.work(deadlinesJob, () => tellDeadlines(cases));
  jobs.schedule(deadlinesJob, "0 8 * * *");
  jobs.work(watchStepCountsJob, () =>
    watchStepCounts({ db, clock, definitions, messages, origin: config.origin }),
  );
  jobs.schedule(watchStepCountsJob, "30 7 * * *");
  accountsJobs(accounts, jobs);
  erasureJobs(erasure, jobs);
}
