/** What this room stands on: the fund, with the house around it. */
export type { Fund as Room } from "../fund/index.ts";
