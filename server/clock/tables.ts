/** The one row that says how far the development clock stands from the machine's. */
export type ClockOffsetTable = { single: boolean; offset_ms: number };

declare module "../db/database.ts" {
  interface Database {
    clock_offset: ClockOffsetTable;
  }
}
