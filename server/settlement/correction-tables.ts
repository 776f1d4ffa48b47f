import type { Generated } from "kysely";

declare module "../db/database.ts" {
  interface Database {
    nav_corrections: {
      nav_id: string;
      replaced_id: string;
      state: "FORWARD_ONLY" | "PROPOSED" | "APPROVED" | "REJECTED" | "REPLACED";
      found_at: Date;
      posted_at: Generated<Date | null>;
    };
    nav_correction_orders: {
      nav_id: string;
      order_id: string;
      units: string;
      baht: string;
      owed_to: "INVESTOR" | "NEXT_LEG" | "NOBODY";
      borne: Generated<string>;
    };
    /** The compensation that was posted for each order. */
    nav_compensations: {
      id: string;
      seq: Generated<number>;
      nav_id: string;
      order_id: string;
      person_id: string;
      strategy: string;
      nav: string;
      units: string;
      cost: string;
      amount: string;
      gross: string;
      fee: string;
      vat: string;
      withheld: string;
      proceeds: string;
      residue: string;
      borne: string;
    };
    nav_correction_decisions: {
      nav_id: string;
      person_id: string;
      decision: "APPROVED" | "REJECTED";
      reason: string;
      at: Date;
    };
  }
}
