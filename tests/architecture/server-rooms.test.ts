import { describe, expect, test } from "vitest";
import { type Import, importsOf, sources } from "./sources.ts";

/**
 * The rooms of the server, low to high. Each imports only from rooms before it, and only from their faces.
 */
const ROOMS = [
  // The lowest rooms.
  ["db", "http", "clock", "jobs", "audit", "flags", "messages"],
  // How a flow's files become an approved version.
  ["sources", "differences", "gate", "evidence", "definitions"],
  // Actions of users, and the business behind them.
  ["flows", "legal", "content", "accounts", "files", "identity", "places", "service", "cases"],
  ["ledger", "fund", "orders", "payments", "settlement", "portfolio"],
  ["publishing", "changes", "explain", "people", "site"],
  ["commands"],
].flat();

/**
 * Rooms that check and sign. They load neither database nor HTTP, because threads and commands use them
 * without either.
 */
const ALONE = ["sources", "differences", "gate", "evidence"];

const code = sources(["server"], /\.tsx?$/);
const imports = code.flatMap(importsOf).filter(({ to }) => to.startsWith("server/"));
const shown = ({ from, to }: Import) => `${from} -> ${to}`;
/** Returns the room of a file; `null` for files beside the rooms. */
const roomOf = (path: string) => (path.split("/").length > 2 ? (path.split("/")[1] ?? null) : null);

// Development tools have a separate face, which only the development server loads.
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

describe("the rooms of the server", () => {
  test("are all listed in this order", () => {
    const found = new Set(code.flatMap(({ path }) => roomOf(path) ?? []));
    expect([...found].sort()).toEqual([...ROOMS].sort());
  });

  test("import each other only through their faces", () => {
    expect(pastFaces(imports).map(shown)).toEqual([]);
  });

  test("import only from rooms below them", () => {
    expect(upward(imports).map(shown)).toEqual([]);
  });

  test("that check and sign load neither database nor HTTP", () => {
    const wrong = imports.filter(
      ({ from, to, typeOnly }) =>
        !typeOnly && ALONE.includes(roomOf(from) ?? "") && ["db", "http"].includes(roomOf(to) ?? ""),
    );
    expect(wrong.map(shown)).toEqual([]);
  });

  test("a planted import upward or past a face is found", () => {
    const up = { path: "server/gate/a.ts", text: `import { x } from "../publishing/index.ts";` };
    expect(upward(importsOf(up)).map(shown)).toEqual(["server/gate/a.ts -> server/publishing/index.ts"]);
    const past = { path: "server/explain/a.ts", text: `import type { X } from "../gate/gate.ts";` };
    expect(pastFaces(importsOf(past)).map(shown)).toEqual(["server/explain/a.ts -> server/gate/gate.ts"]);
    expect(upward(importsOf(past))).toEqual([]);
  });
});
