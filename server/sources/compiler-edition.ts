import { codeIn, editionOf, PACKAGES } from "./edition-of.ts";

/** Everything that decides which bytes a definition compiles to, beside the packages that write code. */
const SOURCES = ["domain", "engine/values", "engine/rules", "engine/flow"];
const COMPILERS = ["server/sources/compile.ts", "server/sources/compile-validators.ts"];

/**
 * The edition of the compiler: a hash of its sources, so that nobody has to remember to count it up. Modules of another
 * edition are compiled again from the files of their version.
 */
export function compilerEdition(): string {
  return editionOf([...SOURCES.flatMap((folder) => codeIn(folder)), ...COMPILERS], PACKAGES);
}
