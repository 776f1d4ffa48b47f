export type * from "./definition.ts";
export { LANGUAGES } from "./definition.ts";
export type * from "./flow-file.ts";
export type * from "./instance.ts";
export { readDefinition } from "./read-definition.ts";
export {
  clauseKeys,
  errorKeys,
  fieldKeys,
  findText,
  flowKeys,
  placeKeys,
  placeValueKeys,
  stepKeys,
} from "./text-keys.ts";
export type * from "./walk.ts";
