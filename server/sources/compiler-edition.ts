import { codeIn, editionOf, PACKAGES } from "./edition-of.ts";

/** Source folders that affect the compiled bytes. The packages that generate code also do. */
const SOURCES = ["domain", "engine/values", "engine/rules", "engine/flow"];
const COMPILERS = ["server/sources/compile.ts", "server/sources/compile-validators.ts"];

/**
 * Returns the edition of the compiler. It is a hash of the compiler's sources, so that no version number must
 * be maintained. A module of another edition is compiled again from its version's files.
 */
export function compilerEdition(): string {
  return editionOf([...SOURCES.flatMap((folder) => codeIn(folder)), ...COMPILERS], PACKAGES);
}
