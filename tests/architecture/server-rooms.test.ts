import { describe, expect, test } from "vitest";
import { type Import, importsOf, sources } from "./sources.ts";

/** The rooms of the server, low to high: each imports only from those before it, and only their faces. */
const ROOMS = [
  // The floor.
  ["db", "http", "clock", "jobs", "audit", "flags", "messages"],
  // How a flow's files become a version that runs, and how people come to trust it.
  ["sources", "differences", "gate", "evidence", "definitions"],
  // What people do, and the business behind it.
  ["flows", "legal", "content", "accounts", "files", "identity", "places", "service", "cases"],
  ["ledger", "fund", "orders", "payments", "settlement", "portfolio"],
  ["publishing", "changes", "explain", "people", "site"],
  ["commands"],
].flat();

/** What judges and signs loads neither database nor HTTP: threads and commands take these rooms alone. */
const ALONE = ["sources", "differences", "gate", "evidence"];

const code = sources(["server"], /\.tsx?$/);
const imports = code.flatMap(importsOf).filter(({ to }) => to.startsWith("server/"));
const shown = ({ from, to }: Import) => `${from} -> ${to}`;
/** The room of a file; `null` for what lies beside the rooms. */
const roomOf = (path: string) => (path.split("/").length > 2 ? (path.split("/")[1] ?? null) : null);

// What is there to try the portal with has a face of its own: it is loaded in development alone.
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
  test("all stand in the order", () => {
    const found = new Set(code.flatMap(({ path }) => roomOf(path) ?? []));
    expect([...found].sort()).toEqual([...ROOMS].sort());
  });

  test("talk through their faces", () => {
    expect(pastFaces(imports).map(shown)).toEqual([]);
  });

  test("import only from rooms below them", () => {
    expect(upward(imports).map(shown)).toEqual([]);
  });

  test("that judge and sign load neither database nor HTTP", () => {
    const wrong = imports.filter(
      ({ from, to, typeOnly }) =>
        !typeOnly && ALONE.includes(roomOf(from) ?? "") && ["db", "http"].includes(roomOf(to) ?? ""),
    );
    expect(wrong.map(shown)).toEqual([]);
  });

  test("a planted import upward is found, and one past a face", () => {
    const up = { path: "server/gate/a.ts", text: `import { x } from "../publishing/index.ts";` };
    expect(upward(importsOf(up)).map(shown)).toEqual(["server/gate/a.ts -> server/publishing/index.ts"]);
    const past = { path: "server/explain/a.ts", text: `import type { X } from "../gate/gate.ts";` };
    expect(pastFaces(importsOf(past)).map(shown)).toEqual(["server/explain/a.ts -> server/gate/gate.ts"]);
    expect(upward(importsOf(past))).toEqual([]);
  });
});
