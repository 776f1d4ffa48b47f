declare module "../db/database.ts" {
  interface Database {
    nav_corrections: {
      nav_id: string;
      replaced_id: string;
      state: "FORWARD_ONLY" | "PROPOSED" | "APPROVED" | "REJECTED";
      found_at: Date;
    };
    nav_correction_orders: {
      nav_id: string;
      order_id: string;
      units: string;
      baht: string;
      owed_to: "INVESTOR" | "NOBODY";
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

export {};
