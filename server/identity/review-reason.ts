import { TEXT } from "../http/index.ts";

/** Schema of the reason that `compliance` gives with a decision. */
export const REASON = { ...TEXT, minLength: 1, maxLength: 1_000, pattern: "\\S" };
