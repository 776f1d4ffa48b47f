import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "..", "..");
/** Everything that decides which bytes a definition compiles to: our code, and the packages that write code. */
const SOURCES = ["engine/values", "engine/rules", "engine/flow"];
const COMPILERS = ["server/definitions/compile.ts", "server/definitions/compile-validators.ts"];
const PACKAGES = ["ajv", "esbuild", "@rjsf/utils"];

/**
 * The edition of the compiler: 12 hex digits over its sources, so that nobody has to remember to count it up. Modules
 * of another edition are compiled again from the files of their version.
 */
export function compilerEdition(): string {
  const hash = createHash("sha256");
  const add = (path: string) =>
    hash
      .update(path)
      .update("\0")
      .update(readFileSync(join(ROOT, path)))
      .update("\0");
  for (const folder of SOURCES)
    for (const name of readdirSync(join(ROOT, folder)).sort())
      if (name.endsWith(".ts")) add(`${folder}/${name}`);
  for (const path of COMPILERS) add(path);
  for (const name of PACKAGES) {
    const { version } = JSON.parse(readFileSync(join(ROOT, "node_modules", name, "package.json"), "utf8"));
    hash.update(`${name}@${version}\0`);
  }
  return hash.digest("hex").slice(0, 12);
}
