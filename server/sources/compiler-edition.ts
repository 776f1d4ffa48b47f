import { codeIn, editionOf, PACKAGES } from "./edition-of.ts";

/** The sources that affect the compiled bytes, besides the code-generating packages. */
const SOURCES = ["domain", "engine/values", "engine/rules", "engine/flow"];
const COMPILERS = ["server/sources/compile.ts", "server/sources/compile-validators.ts"];

/**
 * Returns the compiler's edition: a hash of its sources, so that no version number must be maintained. Modules of
 * another edition are compiled again from their version's files.
 */
export function compilerEdition(): string {
  return editionOf([...SOURCES.flatMap((folder) => codeIn(folder)), ...COMPILERS], PACKAGES);
}
