/** The row with the offset of the development clock. */
export type ClockOffsetTable = { single: boolean; offset_ms: number };

declare module "../db/database.ts" {
  interface Database {
    clock_offset: ClockOffsetTable;
  }
}
