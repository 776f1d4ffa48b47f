import type { Names } from "../../engine/verify/lint/index.ts";
import names from "../../schemas/names.json" with { type: "json" };

/** What this release offers under the names that a flow may use. */
export const NAMES: Names = names;
