/**
 * Every class of paths through a flow, each with a made-up person who takes it: `atlasOf(definition)`.
 * `goAlong` follows such a person's path with `derive` and `submit`. `casesOf` and `replayCase` store people
 * in files and replay them in another version.
 */
export { type Atlas, atlasOf, type PathClass, wordsOfClass } from "./atlas.ts";
export { type Merged, MOST_PATHS } from "./choose-routes.ts";
export { goAlong, type Journey, type Traveller } from "./go-along.ts";
export {
  casesOf,
  missingCases,
  type PathCase,
  type PathCases,
  type PathChange,
  replayCase,
} from "./path-case.ts";
export { wordsOfChange } from "./path-changes.ts";
export { routesOf } from "./routes.ts";
