import { describe, expect, test } from "vitest";
import { type Import, importsOf, sources } from "./sources.ts";

/** The rooms of the prover, each with the rooms that it may import. */
const BELOW: Readonly<Record<string, readonly string[]>> = {
  model: [],
  words: ["model"],
  witness: ["model", "words"],
  lint: ["model", "words", "witness"],
  coverage: ["model", "words", "witness"],
  prove: ["model", "words", "witness", "lint", "coverage"],
  paths: ["model", "words", "witness", "lint", "coverage", "prove"],
  compare: ["model", "words", "witness", "lint", "coverage", "prove", "paths"],
  "rule-book": ["model", "words", "witness", "lint", "coverage"],
};

const code = sources(["domain", "engine", "server", "renderer", "tests"], /\.tsx?$/);
const imports = code.flatMap(importsOf);
const roomOf = (path: string): string | undefined => /^engine\/verify\/([^/]+)\//.exec(path)?.[1];
const testedBy = (path: string): string | undefined => /^tests\/engine\/verify\/([^/]+)\//.exec(path)?.[1];
const isFace = (path: string) => /^engine\/verify\/[^/]+\/index\.ts$/.test(path);

/**
 * Returns imports of the prover that go upward or past a face. A room's own tests may import its inner files.
 */
function wrongImports(all: readonly Import[]): readonly string[] {
  return all
    .filter(({ from, to }) => {
      const [inside, room] = [roomOf(from), roomOf(to)];
      if (room === undefined || inside === room || testedBy(from) === room) return false;
      return !isFace(to) || (inside !== undefined && !(BELOW[inside] ?? []).includes(room));
    })
    .map(({ from, to }) => `${from} -> ${to}`);
}

describe("the rooms of the prover", () => {
  test("contain every file, and each has a face", () => {
    const files = code.map(({ path }) => path).filter((path) => path.startsWith("engine/verify/"));
    expect([...new Set(files.map((path) => path.split("/")[2]))].sort()).toEqual(Object.keys(BELOW).sort());
    expect(files.filter(isFace)).toHaveLength(Object.keys(BELOW).length);
  });

  test("their tests are in folders of the same names", () => {
    const tests = code.map(({ path }) => path).filter((path) => path.startsWith("tests/engine/verify/"));
    expect(tests.filter((path) => !Object.hasOwn(BELOW, testedBy(path) ?? ""))).toEqual([]);
  });

  test("import in one direction only, and only through faces", () => {
    expect(wrongImports(imports)).toEqual([]);
  });

  test.each([
    ["upward", "engine/verify/model/diagram/space.ts", "engine/verify/words/index.ts"],
    ["beside", "engine/verify/coverage/coverage.ts", "engine/verify/lint/index.ts"],
    ["past a face of the prover", "engine/verify/prove/prove.ts", "engine/verify/model/graph.ts"],
    ["past a face from the server", "server/flags/flags.ts", "engine/verify/words/finding-words.ts"],
    ["past a face from the page", "renderer/api/events.ts", "engine/verify/lint/folded.ts"],
    [
      "past a face from another room's test",
      "tests/engine/verify/lint/texts.test.ts",
      "engine/verify/prove/way.ts",
    ],
  ])("a planted import %s is found", (_, from, to) => {
    expect(wrongImports([{ from, to, typeOnly: true }])).toEqual([`${from} -> ${to}`]);
  });
});
