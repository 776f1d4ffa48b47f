import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import vm from "node:vm";
import { parseSync } from "vite";
import type { Json } from "../../engine/values/json.ts";

type Expression = { readonly where: string; readonly expression: RegExp };
type Slow = Expression & { readonly text: string; readonly ms: number };

const ROOT = join(import.meta.dirname, "..", "..");
const LONG = 100_000;
/**
 * Time limit in milliseconds. A linear expression needs about a millisecond for 100 kB, a quadratic one needs
 * seconds.
 */
const MOST_MS = 250;
/** Number of tries, because a slow result may be the fault of a busy machine. */
const TRIES = 5;
const EVERYWHERE = ["a", "0", " ", "\n", "ก", "A1", "-", ".", "/", "\u0000"];
const ENDS = ["", "!", "\n", "\u0001"];

/**
 * Checks figure 25: every regular expression of code and schemas, with texts of 100 kB made of its own
 * letters.
 */
export async function run(_seed: number): Promise<boolean> {
  const expressions = [...inCode(), ...inSchemas()];
  const slow = expressions.flatMap((of) => slowestOf(of) ?? []);
  for (const { where, expression, text, ms } of slow)
    process.stdout.write(`${where} ${expression} ${Math.round(ms)} ms on ${text}\n`);
  process.stdout.write(
    `figure 25: ${expressions.length} expressions, ${slow.length} of them take more than linear time\n`,
  );
  return slow.length === 0;
}

function slowestOf({ where, expression }: Expression): Slow | null {
  for (const piece of piecesOf(expression.source))
    for (const end of ENDS) {
      const text = `${piece.repeat(LONG / piece.length)}${end}`;
      const ms = leastOf(expression, text);
      if (ms >= MOST_MS) return { where, expression, ms, text: JSON.stringify(`${piece}…${end}`) };
    }
  return null;
}

function leastOf(expression: RegExp, text: string): number {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < TRIES && least >= MOST_MS; tries += 1) {
    const begun = performance.now();
    try {
      vm.runInNewContext(
        "expression.lastIndex = 0; expression.global ? text.replace(expression, '') : expression.test(text)",
        { expression, text },
        { timeout: 2 * MOST_MS },
      );
    } catch {
      // The match was aborted because it took too long, which the measured time shows.
    }
    least = Math.min(least, performance.now() - begun);
  }
  return least;
}

/**
 * Returns pieces whose repetition is difficult for the expression: its own letters and words, alone and
 * before another text.
 */
function piecesOf(source: string): readonly string[] {
  const words = source
    .replace(/\\[a-zA-Z]\{?[0-9a-fA-F]*\}?/g, " ")
    .replace(/[\\()|*+?^$]/g, " ")
    .split(/\s+/)
    .filter((word) => word !== "")
    .flatMap((word) => [word, ...word]);
  const short = words.filter((word) => word.length < 3);
  return [...new Set([...EVERYWHERE, ...words, ...short.flatMap((word) => [`${word}a`, `${word}0`])])];
}

function inCode(): readonly Expression[] {
  return ["domain", "engine", "renderer", "server"].flatMap((folder) =>
    filesIn(folder, /\.tsx?$/).flatMap((path) => {
      const text = readFileSync(join(ROOT, path), "utf8");
      return literalsIn(parseSync(path, text).program).map(({ pattern, flags, start }) => ({
        where: `${path}:${text.slice(0, start).split("\n").length}`,
        expression: new RegExp(pattern, flags),
      }));
    }),
  );
}

type Literal = { readonly pattern: string; readonly flags: string; readonly start: number };

function literalsIn(node: unknown): readonly Literal[] {
  if (Array.isArray(node)) return node.flatMap(literalsIn);
  if (typeof node !== "object" || node === null) return [];
  const { regex, start } = node as { regex?: { pattern: string; flags: string }; start: number };
  return regex === undefined ? Object.values(node).flatMap(literalsIn) : [{ ...regex, start }];
}

function inSchemas(): readonly Expression[] {
  return filesIn("schemas", /\.json$/).flatMap((path) =>
    patternsIn(JSON.parse(readFileSync(join(ROOT, path), "utf8")) as Json).map((pattern) => ({
      where: path,
      expression: new RegExp(pattern, "u"),
    })),
  );
}

function patternsIn(value: Json): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]: [string, Json]) =>
    name === "pattern" && typeof inner === "string" ? [inner] : patternsIn(inner),
  );
}

function filesIn(folder: string, name: RegExp): readonly string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => name.test(path) && !path.includes("node_modules"))
    .map((path) => `${folder}/${path}`);
}
