declare module "../db/database.ts" {
  interface Database {
    erasures: {
      readonly person_id: string;
      readonly reference: string;
      readonly proposed_by: string;
      readonly decided_by: string;
      readonly at: Date;
      readonly keep_until: string | null;
      readonly email: Buffer | null;
      readonly ended_at: Date | null;
    };
  }
}

export {};
