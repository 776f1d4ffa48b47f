import { codeIn, editionOf, PACKAGES } from "../sources/index.ts";

/** Folders of the code that judges versions: domain, engine, the gate, and the modules that it uses. */
const JUDGES = ["domain", "engine", "server/sources", "server/differences", "server/gate"];

/**
 * Returns the edition of the judging code. It is a hash of the code, the file schemas and the names that a
 * flow can use. Equal editions give equal results for equal files.
 */
export function gateEdition(): string {
  const code = JUDGES.flatMap((folder) => codeIn(folder));
  const data = [...codeIn("schemas/config", ".json"), "schemas/names.json"];
  return editionOf([...code, ...data], [...PACKAGES, "json-logic-js"]);
}
