import type { Generated } from "kysely";

declare module "../db/database.ts" {
  interface Database {
    orders_set_aside: {
      order_id: string;
      since: Date;
      tried_at: Date;
      tries: Generated<number>;
      reason: string;
    };
    settlement_runs: {
      strategy: string;
      nav_date: string;
      side: "sell" | "buy";
      begun_at: Date;
      due: number;
      last_id: string | null;
      allotted: Generated<number>;
      set_aside: Generated<number>;
      done_at: Date | null;
    };
  }
}
