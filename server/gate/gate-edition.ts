import { codeIn, editionOf, PACKAGES } from "../sources/index.ts";

/** What judges: the trade, the whole engine, and the rooms that the gate stands on. */
const JUDGES = ["domain", "engine", "server/sources", "server/differences", "server/gate"];

/**
 * The edition of what judges a version: a hash of its code, of the shapes of files and of the names that a flow may use.
 * The same edition finds the same in the same files.
 */
export function gateEdition(): string {
  const code = JUDGES.flatMap((folder) => codeIn(folder));
  const data = [...codeIn("schemas/config", ".json"), "schemas/names.json"];
  return editionOf([...code, ...data], [...PACKAGES, "json-logic-js"]);
}
