import type { ColumnType } from "kysely";
import type { Json, JsonObject } from "../../engine/values/json.ts";
import type { SpokenFinding } from "../../engine/verify/words/index.ts";
import type { ModuleSeal, Sealed } from "../evidence/index.ts";
import type { Hashes } from "../sources/index.ts";

type JsonColumn<Value> = ColumnType<Value, string, string>;
type JsonDefault<Value> = ColumnType<Value, string | undefined, string>;

export type VersionTable = {
  id: string;
  flow: string;
  number: number | null;
  hash: string | null;
  source: "files" | "development" | "draft" | "proposal";
  state: "draft" | "proposed" | "approved" | "published" | "refused" | "withdrawn";
  hashes: JsonColumn<Hashes>;
  changed: JsonDefault<readonly string[]>;
  findings: JsonDefault<readonly SpokenFinding[]>;
  evidence: JsonDefault<JsonObject>;
  /** Note of the author. */
  note: string | null;
  /** Note of the person who decided. */
  decision_note: string | null;
  proposed_by: string | null;
  approved_by: string | null;
  proposed_at: Date;
  decided_at: Date | null;
  published_at: Date | null;
};

/** The contents of files, by hash (`hashesOf`). Append-only. */
export type FileTable = { hash: string; content: JsonColumn<Json> };

/** The compiled modules, by version and compiler edition. Append-only. */
export type ModuleTable = {
  hash: string;
  edition: string;
  flow: string;
  module: string;
  made_at: Date;
  /** Seal of the module. It is `null` in old rows, which were stored before modules got seals. */
  seal: JsonColumn<Sealed<ModuleSeal>> | null;
};

export type CurrentTable = { flow: string; version: string };

declare module "../db/database.ts" {
  interface Database {
    definition_files: FileTable;
    definition_versions: VersionTable;
    definition_current: CurrentTable;
    definition_modules: ModuleTable;
  }
}
