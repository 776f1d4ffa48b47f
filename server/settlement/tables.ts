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
  }
}
