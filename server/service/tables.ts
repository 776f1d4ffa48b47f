import type { ColumnType } from "kysely";

type Instant = ColumnType<Date, Date, Date>;

declare module "../db/database.ts" {
  interface Database {
    complaints: {
      readonly id: string;
      readonly reference: string;
      readonly person_id: string | null;
      readonly email: string;
      readonly phone: string;
      readonly problem_type: string;
      readonly detail: string;
      readonly attachment: string | null;
      readonly language: "th" | "en";
      readonly state: "open" | "acknowledged" | "answered";
      readonly filed_at: Instant;
      readonly acknowledge_by: string;
      readonly answer_by: string;
    };
    service_days: { readonly key: Buffer; readonly day: string; readonly requests: number };
    contact_requests: {
      readonly id: string;
      readonly reference: string;
      readonly person_id: string | null;
      readonly name: string;
      readonly email: string;
      readonly phone: string;
      readonly topic: string;
      readonly language: "th" | "en";
      readonly state: "open" | "done";
      readonly asked_at: Instant;
    };
  }
}
