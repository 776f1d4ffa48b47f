import type { Clock } from "../clock/index.ts";
import type { Db, Tx } from "../db/index.ts";
import type { Definitions } from "../definitions/index.ts";
import type { Log } from "../http/index.ts";
import type { Judging, ReleaseFiles } from "./judging.ts";
import type { Letters } from "./letters.ts";
import type { OpenWork } from "./open-work.ts";

/** What is needed to propose versions and to decide about them. */
export type Room = {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Pick<Log, "info">;
  readonly definitions: Pick<
    Definitions,
    "edition" | "sealer" | "publish" | "refresh" | "titleOf" | "waiting"
  >;
  readonly judging: Judging;
  readonly openWork: OpenWork;
  readonly release: ReleaseFiles;
  readonly letters?: Letters | undefined;
  /** Returns whether a person has the role to decide about proposals at this moment. */
  readonly mayDecide: (on: Db | Tx, personId: string) => Promise<boolean>;
};
