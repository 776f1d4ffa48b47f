import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "..", "..");
/** Everything that decides which bytes a definition compiles to: our code, and the packages that write code. */
const SOURCES = ["domain", "engine/values", "engine/rules", "engine/flow"];
const COMPILERS = ["server/sources/compile.ts", "server/sources/compile-validators.ts"];
const PACKAGES = ["ajv", "esbuild", "@rjsf/utils"];

/**
 * The edition of the compiler: 12 hex digits over its sources, so that nobody has to remember to count it up. Modules
 * of another edition are compiled again from the files of their version.
 */
export function compilerEdition(): string {
  return editionOf(
    SOURCES.flatMap((folder) => codeIn(folder)),
    COMPILERS,
    PACKAGES,
  );
}

/** The edition of what judges a version: the whole engine, the trade, the gate, the shapes of files and the names that a flow may use. The same one finds the same in the same files. */
export function gateEdition(): string {
  const judges = [
    ...["sources", "differences", "gate", "evidence", "definitions", "publishing"].flatMap((room) =>
      codeIn(`server/${room}`),
    ),
    ...codeIn("schemas/config", ".json"),
    "schemas/names.json",
  ];
  return editionOf([...codeIn("domain"), ...codeIn("engine")], judges, [...PACKAGES, "json-logic-js"]);
}

function codeIn(folder: string, ending = ".ts"): readonly string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(ending))
    .map((name) => `${folder}/${name}`)
    .sort();
}

function editionOf(code: readonly string[], more: readonly string[], packages: readonly string[]): string {
  const hash = createHash("sha256");
  for (const path of [...code, ...more])
    hash
      .update(path)
      .update("\0")
      .update(readFileSync(join(ROOT, path)))
      .update("\0");
  for (const name of packages) {
    const { version } = JSON.parse(readFileSync(join(ROOT, "node_modules", name, "package.json"), "utf8"));
    hash.update(`${name}@${version}\0`);
  }
  return hash.digest("hex").slice(0, 12);
}
