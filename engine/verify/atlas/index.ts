/** `atlasOf(definition)` → the classes of ways through a flow, each with a person who goes it, replayed by the engine. */
export { type Atlas, atlasOf, type PathClass } from "./atlas.ts";
