import type { Jobs } from "../jobs/index.ts";
import { missingNavsJob, watchMissingNavs } from "./missing-navs.ts";
import type { OrderBook } from "./order-book.ts";
import { remindNavsJob, remindOfNavs } from "./remind-navs.ts";
import type { FundRoom } from "./room.ts";
import { holidayAddedJob, tellHoliday } from "./tell-holiday.ts";
import { suspendedJob, tellSuspended } from "./tell-suspended.ts";
import { watchCalendar, watchCalendarJob } from "./watch-calendar.ts";

/** Registers the fund's jobs. The business clock starts them. Each job itself finds out which work is due. */
export function fundJobs(room: FundRoom, orders: OrderBook, jobs: Jobs): void {
  jobs.work(remindNavsJob, () => remindOfNavs(room));
  jobs.schedule(remindNavsJob, "30 17 * * 1-5");
  jobs.work(missingNavsJob, () => watchMissingNavs(room));
  jobs.schedule(missingNavsJob, "0 20 * * 1-5");
  jobs.work(watchCalendarJob, () => watchCalendar(room));
  jobs.schedule(watchCalendarJob, "0 9 * * 1");
  jobs.work<{ change: string; orders: number }>(holidayAddedJob, (of) => tellHoliday(room, of));
  jobs.work<{ dealing: string }>(suspendedJob, ({ dealing }) => tellSuspended(room, dealing, orders), {
    mostSeconds: 1_800,
  });
}
