/**
 * Every class of paths through a flow, each with somebody made up who goes it: `atlasOf(definition)`; `goAlong` walks such
 * a person by `derive` and `submit`; `casesOf`, `replayCase` keep them as files and go them again in another version.
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
