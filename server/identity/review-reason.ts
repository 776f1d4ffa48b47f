import { TEXT } from "../http/index.ts";

/** Schema of the reason that a decision of `compliance` is given with. */
export const REASON = { ...TEXT, minLength: 1, maxLength: 1_000, pattern: "\\S" };
