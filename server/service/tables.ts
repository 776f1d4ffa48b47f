import type { ColumnType, Generated } from "kysely";
import type { Language } from "../../engine/values/languages.ts";

type Instant = ColumnType<Date, Date, Date>;
type MaybeInstant = ColumnType<Date | null, Date | undefined, Date>;

declare module "../db/database.ts" {
  interface Database {
    complaints: {
      readonly id: string;
      readonly reference: string;
      readonly person_id: string | null;
      readonly record: string;
      readonly problem_type: string;
      readonly written: Buffer;
      readonly attachment: string | null;
      readonly language: Language;
      readonly state: "open" | "acknowledged" | "answered";
      readonly filed_at: Instant;
      readonly acknowledge_by: string;
      readonly answer_by: string;
      readonly acknowledged_at: MaybeInstant;
      readonly acknowledged_by: Generated<string | null>;
      readonly answer: Generated<Buffer | null>;
      readonly answered_at: MaybeInstant;
      readonly answered_by: Generated<string | null>;
    };
    service_days: { readonly key: Buffer; readonly day: string; readonly requests: number };
    contact_requests: {
      readonly id: string;
      readonly reference: string;
      readonly person_id: string | null;
      readonly record: string;
      readonly topic: string;
      readonly written: Buffer;
      readonly language: Language;
      readonly state: "open" | "done";
      readonly asked_at: Instant;
      readonly call_by: string;
      readonly note: Generated<Buffer | null>;
      readonly done_at: MaybeInstant;
      readonly done_by: Generated<string | null>;
    };
  }
}
