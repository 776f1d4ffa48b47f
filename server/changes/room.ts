import type { Selectable } from "kysely";
import type { Result } from "../../engine/values/result.ts";
import type { Clock } from "../clock/index.ts";
import type { Database, Db } from "../db/index.ts";
import type { Definitions } from "../definitions/index.ts";
import type { DefinitionFailure, Letters, Publishing } from "../publishing/index.ts";

/** The room of changes: what people write before they submit it. */
export type Room = {
  readonly db: Db;
  readonly clock: Clock;
  readonly definitions: Pick<Definitions, "current" | "flows">;
  /** Folder of the release's files. */
  readonly rootDir: string;
  readonly publishing: Pick<
    Publishing,
    "proposeTogether" | "approveTogether" | "refuseTogether" | "withdrawTogether" | "checkName"
  >;
  readonly letters: Pick<Letters, "stopped" | "taken">;
};

/** A stored change. */
export type Change = Selectable<Database["changes"]>;

/** Why an action failed. */
export type ChangeFailure =
  | {
      readonly code:
        | "not-found"
        /** Saved by someone else meanwhile. The texts must be merged. */
        | "change-moved"
        | "change-not-yours"
        /** Submitted or withdrawn, so no one can edit it. */
        | "change-closed"
        /** Being written or withdrawn, so there is nothing to decide. */
        | "change-not-handed-in"
        /** A file is not valid JSON. */
        | "change-not-json"
        /** Not a patch, or made from other files. */
        | "patch-does-not-fit"
        /** The time is past or too far away. */
        | "schedule-moment";
    }
  | DefinitionFailure;

/** What an action answers: its value, or why it failed. */
export type Done<Of> = Promise<Result<Of, ChangeFailure>>;

/** Creates the room. */
export function createChanges(deps: Room): Room {
  return deps;
}
