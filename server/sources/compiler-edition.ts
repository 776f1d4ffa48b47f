import { codeIn, editionOf, PACKAGES } from "./edition-of.ts";

/** Folders whose source code affects the compiled bytes. The packages that generate code affect them too. */
const SOURCES = ["domain", "engine/values", "engine/rules", "engine/flow"];
const COMPILERS = ["server/sources/compile.ts", "server/sources/compile-validators.ts"];

/**
 * Returns the edition of the compiler. It is a hash of the compiler's sources, so nobody must maintain a
 * version number. A module from another edition is compiled again, from the files of its version.
 */
export function compilerEdition(): string {
  return editionOf([...SOURCES.flatMap((folder) => codeIn(folder)), ...COMPILERS], PACKAGES);
}
