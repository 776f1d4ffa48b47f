import { TEXT, WHOLE } from "../http/index.ts";

// The format of amounts in the calls of the fund, orders and portfolio rooms.

export const BAHT = { ...TEXT, description: "Baht with two decimals, such as 10000.00" };
export const UNITS = { ...TEXT, description: "Units with four decimals" };
export const NAV = { ...TEXT, description: "Baht a unit with four decimals" };
export const PERCENT = { ...TEXT, description: "Percent with two decimals, such as -12.50" };
export const BPS = { ...WHOLE, description: "Hundredths of a percent" };
