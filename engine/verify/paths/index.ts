export { type Ordinary, readOrdinary } from "../witness/ordinary.ts";
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
