import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { readCommandLine } from "../../server/command-line.ts";
import { saphanCommand } from "../../server/commands/register.ts";
import { type Document, typesOfCalls } from "../support/types-of-calls.ts";

// `npm run saphan -- api` writes openapi.json from the declared calls, and the types that the pages use.
// `--types` writes only the types. Every npm script does so first if they are outdated (.ci/bootstrap.mjs).
const ROOT = resolve(import.meta.dirname, "..", "..");
const DOCUMENT = join(ROOT, "openapi.json");
const TYPES = join(ROOT, "generated", "calls.ts");

const { values } = readCommandLine({
  ...saphanCommand("api"),
  options: { types: { kind: "flag", means: "write the types only, of openapi.json as it is" } },
});
if (!values.types) {
  const { printedDocument } = await import("./printed-document.ts");
  writeWhole(DOCUMENT, await printedDocument());
}
const types = typesOfCalls(JSON.parse(readFileSync(DOCUMENT, "utf8")) as Document);
writeWhole(TYPES, `// Of openapi.json, by npm run saphan -- api; not to be changed by hand.\n\n${types}`);

/** Writes a file atomically. Several scripts may write at once, and a reader must see one complete text. */
function writeWhole(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const staging = `${path}.${process.pid}`;
  writeFileSync(staging, text);
  renameSync(staging, path);
}
