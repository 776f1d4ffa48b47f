/** The answers of calls, generated from `openapi.json` after each install (`npm run api`). */
export type * from "../../../generated/calls.ts";
