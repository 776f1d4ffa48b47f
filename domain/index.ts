import type { Trade } from "../engine/flow/trade.ts";
import { ADDRESS_FORMATS } from "./channels.ts";
import { formats } from "./formats.ts";
import { functions } from "./functions.ts";

/** The formats and functions that flow definitions may use: those of a Thai digital-asset fund manager. */
export const trade: Trade = {
  formats,
  functions,
  addresses: ADDRESS_FORMATS,
};
