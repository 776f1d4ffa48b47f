/**
 * The answer types of all calls. They are generated from `openapi.json` after each install (`npm run saphan
 * -- api`).
 */
export type * from "../../../generated/calls.ts";
