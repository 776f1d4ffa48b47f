import { describe, expect, test } from "vitest";
import { type Import, importsOf, sources } from "./sources.ts";

/** The modules of the prover, each with the modules that it may import. */
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
 * Returns the prover's imports that go upward or past a public interface. The tests of a module may import
 * its inner files.
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

describe("the modules of the prover", () => {
  test("contain every file of the prover, and each module has a public interface (index.ts)", () => {
    const files = code.map(({ path }) => path).filter((path) => path.startsWith("engine/verify/"));
    expect([...new Set(files.map((path) => path.split("/")[2]))].sort()).toEqual(Object.keys(BELOW).sort());
    expect(files.filter(isFace)).toHaveLength(Object.keys(BELOW).length);
  });

  test("have their tests in folders with the names of the modules", () => {
    const tests = code.map(({ path }) => path).filter((path) => path.startsWith("tests/engine/verify/"));
    expect(tests.filter((path) => !Object.hasOwn(BELOW, testedBy(path) ?? ""))).toEqual([]);
  });

  test("import each other in one direction only, and only through public interfaces", () => {
    expect(wrongImports(imports)).toEqual([]);
  });

  test.each([
    ["to a higher module", "engine/verify/model/diagram/space.ts", "engine/verify/words/index.ts"],
    ["to a module beside", "engine/verify/coverage/coverage.ts", "engine/verify/lint/index.ts"],
    [
      "past a public interface, inside the prover",
      "engine/verify/prove/prove.ts",
      "engine/verify/model/graph.ts",
    ],
    [
      "past a public interface, from the server",
      "server/flags/flags.ts",
      "engine/verify/words/finding-words.ts",
    ],
    ["past a public interface, from the page", "renderer/api/events.ts", "engine/verify/lint/folded.ts"],
    [
      "past a public interface, from another module's test",
      "tests/engine/verify/lint/texts.test.ts",
      "engine/verify/prove/way.ts",
    ],
  ])("a module of the prover may not contain an import %s, which a planted import shows", (_, from, to) => {
    expect(wrongImports([{ from, to, typeOnly: true }])).toEqual([`${from} -> ${to}`]);
  });
});
