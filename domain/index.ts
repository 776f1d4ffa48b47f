import type { Trade } from "../engine/flow/trade.ts";
import { shownInFormat1 } from "./format-1.ts";
import { formats } from "./formats.ts";
import { functions } from "./functions.ts";

/** What our definitions may use: the formats and functions of a Thai digital-asset fund manager. */
export const trade: Trade = {
  formats,
  functions,
  addresses: { email: "email", sms: "thai-mobile" },
  shownInFormat1,
};
