import { describe, expect, test } from "vitest";
import { ROOMS, roomOf } from "./rooms.ts";
import { type Import, importsOf, sources } from "./sources.ts";

/**
 * Modules that check and sign. They load neither database nor HTTP, because threads and commands use them
 * without both.
 */
const ALONE = ["sources", "differences", "gate", "evidence"];

const code = sources(["server"], /\.tsx?$/);
const imports = code.flatMap(importsOf).filter(({ to }) => to.startsWith("server/"));
const shown = ({ from, to }: Import) => `${from} -> ${to}`;

// Development tools have a separate public interface, which only the development server loads.
const FACE = /^server\/[a-z]+\/(development\/)?index\.ts$/;
const pastFaces = (all: readonly Import[]) =>
  all.filter(({ from, to }) => {
    const room = roomOf(to);
    return room !== null && room !== roomOf(from) && !FACE.test(to);
  });
const upward = (all: readonly Import[]) =>
  all.filter(({ from, to }) => {
    const [here, there] = [roomOf(from), roomOf(to)];
    if (here === null || there === null) return false;
    return ROOMS.indexOf(there) > ROOMS.indexOf(here);
  });

describe("the modules of the server", () => {
  test("all modules of the server are in the list, which is sorted from low to high", () => {
    const found = new Set(code.flatMap(({ path }) => roomOf(path) ?? []));
    expect([...found].sort()).toEqual([...ROOMS].sort());
  });

  test("import each other only through their public interfaces", () => {
    expect(pastFaces(imports).map(shown)).toEqual([]);
  });

  test("import only from lower modules", () => {
    expect(upward(imports).map(shown)).toEqual([]);
  });

  test("the modules that check and sign load neither the database nor HTTP", () => {
    const wrong = imports.filter(
      ({ from, to, typeOnly }) =>
        !typeOnly && ALONE.includes(roomOf(from) ?? "") && ["db", "http"].includes(roomOf(to) ?? ""),
    );
    expect(wrong.map(shown)).toEqual([]);
  });

  test("may not import upward or past a public interface", () => {
    const up = { path: "server/gate/a.ts", text: `import { x } from "../publishing/index.ts";` };
    expect(upward(importsOf(up)).map(shown)).toEqual(["server/gate/a.ts -> server/publishing/index.ts"]);
    const past = { path: "server/explain/a.ts", text: `import type { X } from "../gate/gate.ts";` };
    expect(pastFaces(importsOf(past)).map(shown)).toEqual(["server/explain/a.ts -> server/gate/gate.ts"]);
    expect(upward(importsOf(past))).toEqual([]);
  });
});
