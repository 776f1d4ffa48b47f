/** The register of uploads. The bytes are in the file store. */
export type FilesTable = {
  id: string;
  subject: string;
  purpose: string;
  type: "image/jpeg" | "image/png" | "application/pdf";
  bytes: number;
  width: number | null;
  height: number | null;
  name: Buffer;
  sha256: string;
  scanned: "clean" | "infected" | "not-scanned";
  attached_at: Date | null;
  at: Date;
};

declare module "../db/database.ts" {
  interface Database {
    files: FilesTable;
    upload_days: { key: Buffer; day: string; files: number; bytes: number };
  }
}
