import { derivedFunctions } from "../engine/flow/derived.ts";
import type { Trade } from "../engine/flow/trade.ts";
import { formats } from "./formats.ts";

/** What our definitions may speak of: a Thai manager of digital assets. */
export const trade: Trade = { formats, functions: derivedFunctions };
