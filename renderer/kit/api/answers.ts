/** The answers of calls, generated from `openapi.json` after each install (`npm run saphan -- api`). */
export type * from "../../../generated/calls.ts";
