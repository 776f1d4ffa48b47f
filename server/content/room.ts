import type { Clock } from "../clock/index.ts";
import type { Config } from "../config.ts";
import type { Db } from "../db/index.ts";

/** Dependencies of the content module. */
export type Room = {
  readonly db: Db;
  readonly clock: Clock;
  readonly config: Pick<Config, "rootDir" | "brand">;
  readonly log: { readonly warn: (details: object, message: string) => void };
};
