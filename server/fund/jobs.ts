import type { Jobs } from "../jobs/index.ts";
import { remindNavsJob, remindOfNavs } from "./remind-navs.ts";
import type { Room } from "./room.ts";

/** Says who does the fund's jobs. The machine's time wakes them; the business clock says what is due. */
export function fundJobs(room: Room, jobs: Jobs): void {
  jobs.work(remindNavsJob, () => remindOfNavs(room));
  jobs.schedule(remindNavsJob, "30 17 * * 1-5");
}
