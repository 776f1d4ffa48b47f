import type { Clock } from "../clock/index.ts";
import type { Config } from "../config.ts";
import type { Db } from "../db/index.ts";

/** Dependencies of the module of legal documents. */
export type Room = {
  readonly db: Db;
  readonly clock: Clock;
  readonly config: Pick<Config, "env" | "rootDir">;
  readonly log: {
    readonly error: (details: object, message: string) => void;
    readonly warn: (details: object, message: string) => void;
    readonly info: (details: object, message: string) => void;
  };
};
