/** What calls answer: generated from `openapi.json` after each install (`npm run api`). */
export type * from "../../../generated/calls.ts";
