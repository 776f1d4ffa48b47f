/** Progress of a schedule, in business time. */
export type SchedulesTable = { job: string; sent_at: Date; done_at: Date };

declare module "../db/database.ts" {
  interface Database {
    schedules: SchedulesTable;
  }
}
