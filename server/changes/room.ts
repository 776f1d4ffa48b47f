import type { Selectable } from "kysely";
import type { Result } from "../../engine/values/result.ts";
import type { Clock } from "../clock/index.ts";
import type { Database, Db } from "../db/index.ts";
import type { Definitions } from "../definitions/index.ts";
import type { DefinitionFailure, Letters, Publishing } from "../publishing/index.ts";

/** The dependencies of the changes module, which stores changes of flows before people submit them. */
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

/** Error codes of an action on a change. */
export type ChangeFailure =
  | {
      readonly code:
        | "not-found"
        /** Another person saved the change in the meantime, so the texts must be merged. */
        | "change-moved"
        | "change-not-yours"
        /** The change is submitted or withdrawn, so it cannot be edited. */
        | "change-closed"
        /** The change is not submitted, so there is nothing to decide. */
        | "change-not-handed-in"
        /** A file of the change is not valid JSON. */
        | "change-not-json"
        /** The input is not a patch, or was made for other files than those of the release. */
        | "patch-does-not-fit"
        /** The time of publication is past or too far in the future. */
        | "schedule-moment";
    }
  | DefinitionFailure;

/** Result of an action: its value, or the reason why it failed. */
export type Done<Of> = Promise<Result<Of, ChangeFailure>>;

/** Creates the changes module. */
export function createChanges(deps: Room): Room {
  return deps;
}
