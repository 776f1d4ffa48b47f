import { expect, test } from "vitest";
import { begun } from "../../renderer/studio/draft/use-draft.ts";

const FILE = "flows/bank/flow.json";
const version = (id: string, minutes: number, link: string) => ({
  of: { id, flow: "bank", title: { th: "ธนาคาร", en: "Bank" }, number: 1 },
  files: { [FILE]: { minutes, link } },
});
const text = (minutes: number, link: string) => `${JSON.stringify({ minutes, link }, null, 2)}\n`;
const part = (base: string, files: { readonly [file: string]: string | null }) => ({
  base,
  files,
  done: [],
  undone: [],
});

test("edits that were moved to the newest version while something clashed survive a reload, and it is asked again", () => {
  const slot = { id: "change", revision: 3, part: part("one", { [FILE]: text(10, "/a") }) };
  // Published meanwhile: the same field otherwise. Typed since the move: another field.
  const kept = { ...part("two", { [FILE]: text(10, "/typed") }), change: "change", saved: {} };
  const state = begun({ ...version("one", 5, "/a"), newer: version("two", 7, "/a"), slot, kept });
  expect(state).toMatchObject({ on: "two", base: { [FILE]: text(7, "/a") } });
  expect(state.draft[FILE]).toBe(text(10, "/typed"));
  expect(state.clashes).toMatchObject([{ file: FILE, pointer: "/minutes", ours: 10, theirs: 7 }]);
});

test("edits of a version that is no longer the newest are taken from the server", () => {
  const slot = { id: "change", revision: 3, part: part("one", { [FILE]: text(10, "/a") }) };
  const kept = { ...part("zero", { [FILE]: text(1, "/x") }), change: "change", saved: {} };
  const state = begun({ ...version("one", 5, "/a"), newer: null, slot, kept });
  expect([state.on, state.draft[FILE], state.clashes]).toEqual(["one", text(10, "/a"), []]);
});
