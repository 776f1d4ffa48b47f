import type { Names } from "../../engine/verify/lint/index.ts";
import names from "../../schemas/names.json" with { type: "json" };

/** The names that flows can use in this release, such as those of effects. */
export const NAMES: Names = names;
