import { describe, expect, test } from "vitest";
import { changedFiles, type Draft, edit, edits, type Operation } from "../../engine/edits/index.ts";
import {
  begun,
  type Done,
  type DraftState,
  mergedWith,
  partOf,
  rebased,
  settled,
  unsavedOf,
  withFiles,
} from "../../renderer/studio/draft/draft-state.ts";

const FILE = "flows/bank/flow.json";
const TEXTS = "locales/en/bank.json";
type Content = {
  readonly minutes?: number;
  readonly link?: string;
  readonly steps?: { readonly [id: string]: { readonly next: string } };
  readonly titles?: { readonly [key: string]: string };
};
const STEPS = { form: { next: "check" }, check: { next: "end" }, end: { next: "" } };
const TITLES = { form: "Your bank", check: "Check", end: "Done" };
const version = (id: string, { minutes = 5, link = "/a", steps = STEPS, titles = TITLES }: Content = {}) => ({
  of: { id, flow: "bank", title: { th: "ธนาคาร", en: "Bank" }, number: 1 },
  files: { [FILE]: { minutes, link, steps }, [TEXTS]: titles },
});
const text = (content: Content) => Object.values(textsOf(version("", content)))[0] as string;
const textsOf = ({ files }: ReturnType<typeof version>) =>
  Object.fromEntries(Object.entries(files).map(([file, one]) => [file, `${JSON.stringify(one, null, 2)}\n`]));
const NO_SLOT = { id: null, revision: 0, part: null };
const part = (base: string, files: { readonly [file: string]: string | null }) => ({
  base,
  files,
  done: [],
  undone: [],
});

const set = (pointer: string, value: string | number, file = FILE): Operation => ({
  op: "set-value",
  args: { file, pointer, value },
});
const remove = (pointer: string): Operation => ({ op: "remove-value", args: { file: FILE, pointer } });
/** Returns a draft on version one with these edits, each as a separate undo step. */
function draftOf(...operations: readonly Operation[]): DraftState {
  const state = begun({ ...version("one"), newer: null, slot: NO_SLOT, kept: null });
  const done: Done[] = [];
  let { draft } = state;
  for (const operation of operations) {
    const edited = edits(draft, [operation]);
    if (!edited.ok) throw new Error(JSON.stringify(edited.error));
    done.push({ back: edited.value.inverse, op: operation.op });
    draft = edited.value.draft;
  }
  return { ...state, draft, done };
}

/** Returns the drafts that undo leads through, starting with the present one. */
function undone({ draft, done }: DraftState): readonly Draft[] {
  const drafts = [draft];
  for (const { back } of done.toReversed()) {
    const edited = edit(drafts.at(-1) as Draft, back);
    if (!edited.ok) throw new Error(`Undo is not possible: ${edited.error.code}`);
    drafts.push(edited.value.draft);
  }
  return drafts;
}
const flowIn = (draft: DraftState["draft"]) => JSON.parse(draft[FILE] as string) as Required<Content>;

describe("a draft that is moved to a newer version of its flow", () => {
  test.each<{
    readonly what: string;
    readonly mine: readonly Operation[];
    readonly newer: Content;
    readonly draft: Content;
    readonly clashes: readonly string[];
  }>([
    { what: "no edit of the draft", mine: [], newer: { minutes: 7 }, draft: { minutes: 7 }, clashes: [] },
    {
      what: "an edit at another place",
      mine: [set("/link", "/b")],
      newer: { minutes: 7, titles: { ...TITLES, end: "Thank you" } },
      draft: { link: "/b", minutes: 7, titles: { ...TITLES, end: "Thank you" } },
      clashes: [],
    },
    {
      what: "the same edit in both",
      mine: [set("/minutes", 7)],
      newer: { minutes: 7 },
      draft: { minutes: 7 },
      clashes: [],
    },
    {
      what: "different edits of the same text",
      mine: [set("/end", "Finished", TEXTS), set("/minutes", 6)],
      newer: { titles: { ...TITLES, end: "Thank you" } },
      draft: { minutes: 6, titles: { ...TITLES, end: "Finished" } },
      clashes: ["/end"],
    },
    {
      what: "a step that the newer version removed and the draft changed",
      mine: [set("/steps/check/next", "form")],
      newer: { steps: { form: { next: "end" }, end: STEPS.end } as never },
      draft: { steps: { form: { next: "end" }, check: { next: "form" }, end: STEPS.end } },
      clashes: ["/steps/check"],
    },
    {
      what: "a step that the newer version changed and the draft removed",
      mine: [set("/steps/form/next", "end"), remove("/steps/check")],
      newer: { steps: { ...STEPS, check: { next: "form" } } },
      draft: { steps: { form: { next: "end" }, end: STEPS.end } as never },
      clashes: ["/steps/check"],
    },
  ])("keeps the edits of both the draft and the newer version: $what", ({ mine, newer, draft, clashes }) => {
    const state = rebased(draftOf(...mine), version("two", newer));
    expect(state.on).toBe("two");
    expect(state.base).toEqual(textsOf(version("two", newer)));
    expect(state.draft).toEqual(textsOf(version("two", draft)));
    expect(state.clashes.map(({ pointer }) => pointer)).toEqual(clashes);
    // Undo reverts the user's own edits down to the newer version, and no further.
    expect(undone(state).at(-1)).toEqual(textsOf(version("two", newer)));
    // If the newer version's side is chosen everywhere, the draft differs from it only where no conflict was.
    const theirs = state.clashes.reduce((now, clash) => settled(now, clash, "theirs"), state);
    for (const { file, pointer } of state.clashes) {
      const [step] = pointer.split("/").slice(-1) as [string];
      const valueIn = (of: DraftState["draft"]) => {
        const content = JSON.parse(of[file] as string);
        return file === TEXTS ? content[step] : content.steps[step];
      };
      expect(valueIn(theirs.draft)).toEqual(valueIn(theirs.base));
    }
    expect([theirs.clashes, theirs.merging, theirs.since]).toEqual([[], null, null]);
    const ours = state.clashes.reduce((now, clash) => settled(now, clash, "ours"), state);
    expect(ours.draft).toEqual(state.draft);
  });

  test("can be undone and redone edit by edit", () => {
    const before = draftOf(set("/link", "/b"), set("/end", "Finished", TEXTS), set("/minutes", 6));
    const state = rebased(before, version("two", { steps: { ...STEPS, end: { next: "form" } } }));
    const seen = undone(state).map((draft) => [
      flowIn(draft).minutes,
      JSON.parse(draft[TEXTS] as string).end,
    ]);
    expect(seen).toEqual([
      [6, "Finished"],
      [5, "Finished"],
      [5, "Done"],
      [5, "Done"],
    ]);
    for (const draft of undone(state)) expect(flowIn(draft).steps.end).toEqual({ next: "form" });
  });

  test("stays on its version while conflicts are open, even if a still newer version is published", () => {
    const state = rebased(draftOf(set("/minutes", 10)), version("two", { minutes: 7 }));
    // The third version has the second's value, which a merge without a question would overwrite.
    const third = version("three", { minutes: 7, link: "/c" });
    expect(rebased(state, third)).toBe(state);
    const [clash] = state.clashes;
    if (clash === undefined) throw new Error("Nothing clashes");
    const next = rebased(settled(state, clash, "theirs"), third);
    expect([next.on, flowIn(next.draft), next.clashes]).toEqual(["three", flowIn(next.base), []]);
  });

  test("has the newer version's order of steps if the user chooses that side of the conflict", () => {
    const { form, check, end } = STEPS;
    const state = rebased(
      draftOf({ op: "move-value", args: { file: FILE, pointer: "/steps/end", before: "form" } }),
      version("two", { steps: { check, form, end } }),
    );
    const [clash] = state.clashes;
    if (clash === undefined) throw new Error("Nothing clashes");
    expect(Object.keys(flowIn(state.draft).steps)).toEqual(["end", "form", "check"]);
    const { draft } = settled(state, clash, "theirs");
    expect(draft).toEqual(textsOf(version("two", { steps: { check, form, end } })));
    expect(Object.keys(flowIn(draft).steps)).toEqual(["check", "form", "end"]);
  });

  test("keeps a list item that the user added, even if the newer version inserts an item before it", () => {
    const list = (...items: readonly object[]) =>
      ({ ...version("two"), files: { [FILE]: { list: items } } }) as never;
    const [one, two] = [
      { id: "one", days: 1 },
      { id: "two", days: 2 },
    ];
    const base = begun({
      ...(list(one, two) as ReturnType<typeof version>),
      newer: null,
      slot: NO_SLOT,
      kept: null,
    });
    const edited = edit(base.draft, set("/list/1/days", 20));
    if (!edited.ok) throw new Error(edited.error.code);
    const mine = { ...base, draft: edited.value.draft };
    const state = rebased(mine, list({ id: "zero", days: 0 }, one, { id: "two", days: 3 }));
    const [clash] = state.clashes;
    if (clash === undefined) throw new Error("Nothing clashes");
    expect(settled(state, clash, "theirs").draft).toEqual(state.base);
  });

  test("keeps what the user typed during a conflict, if the user then chooses the newer version's side", () => {
    const state = rebased(draftOf(set("/minutes", 10)), version("two", { minutes: 7 }));
    const typed = edit(state.draft, set("/link", "/typed"));
    const [clash] = state.clashes;
    if (!typed.ok || clash === undefined) throw new Error("Nothing clashes");
    const next = settled({ ...state, draft: typed.value.draft }, clash, "theirs");
    expect(flowIn(next.draft)).toMatchObject({ minutes: 7, link: "/typed" });
    const [, before] = undone({ ...next, done: next.done.slice(-1) });
    expect(flowIn(before ?? {})).toMatchObject({ minutes: 10, link: "/typed" });
  });
});

describe("a studio page that is opened again with a draft", () => {
  test("shows every open conflict again, and keeps what the user typed during the conflict", () => {
    const slot = { id: "change", revision: 3, part: part("one", { [FILE]: text({ minutes: 10 }) }) };
    const first = begun({ ...version("one"), newer: version("two", { minutes: 7 }), slot, kept: null });
    expect(flowIn(first.draft).minutes).toBe(10);
    const moved = rebased(first, version("two", { minutes: 7, titles: { ...TITLES, end: "Thank you" } }));
    const typed = edit(moved.draft, set("/link", "/typed"));
    if (!typed.ok) throw new Error(typed.error.code);
    const kept = unsavedOf({ ...moved, draft: typed.value.draft }, slot);
    const two = version("two", { minutes: 7, titles: { ...TITLES, end: "Thank you" } });
    // The draft opens on the version of the stored edits, and a third version does not change that.
    const again = begun({ ...two, newer: version("three"), slot, kept: JSON.parse(JSON.stringify(kept)) });
    expect([again.on, flowIn(again.draft)]).toMatchObject(["two", { minutes: 10, link: "/typed" }]);
    expect(again.clashes).toMatchObject([{ file: FILE, pointer: "/minutes", base: 5, ours: 10, theirs: 7 }]);
    const [clash] = again.clashes;
    if (clash === undefined) throw new Error("Nothing clashes");
    const next = settled(again, clash, "theirs");
    expect(flowIn(next.draft)).toMatchObject({ minutes: 7, link: "/typed" });
    expect(changedFiles(next.base, next.draft)).toEqual([FILE]);
  });

  test("applies the draft to the version on which the draft was saved", () => {
    const slot = {
      id: "change",
      revision: 3,
      part: part("two", { [FILE]: text({ minutes: 7, link: "/b" }) }),
    };
    const two = version("two", { minutes: 7, titles: { ...TITLES, end: "Thank you" } });
    const state = begun({ ...version("one"), newer: two, slot, kept: null });
    expect([state.on, state.base]).toEqual(["two", textsOf(two)]);
    expect(partOf(state)).toMatchObject({ base: "two", files: slot.part.files });
  });

  test.each([
    ["on the same version", version("one"), part("one", { [FILE]: text({ link: "/window" }) }), "one"],
    [
      "on a newer version",
      version("two", { titles: { ...TITLES, end: "Thank you" } }),
      part("two", { [FILE]: text({ link: "/window" }) }),
      "two",
    ],
  ])("merges what another window has saved %s in the meantime", (_, newest, saved, on) => {
    const kept = {
      ...part("one", { [FILE]: text({ minutes: 10 }) }),
      change: "change",
      saved: {},
      savedOn: "one",
    };
    const slot = { id: "change", revision: 4, part: saved };
    const newer = newest.of.id === "one" ? null : newest;
    const state = begun({ ...version("one"), newer, slot, kept });
    expect([state.on, state.base]).toEqual([on, textsOf(newest)]);
    expect(flowIn(state.draft)).toMatchObject({ minutes: 10, link: "/window" });
    expect([state.draft[TEXTS], state.clashes]).toEqual([textsOf(newest)[TEXTS], []]);
  });

  test("uses the edits saved on the server if those in the browser name an unknown version", () => {
    const slot = { id: "change", revision: 3, part: part("one", { [FILE]: text({ minutes: 10 }) }) };
    const kept = { ...part("zero", { [FILE]: text({ minutes: 1 }) }), change: "change", saved: {} };
    const state = begun({ ...version("one"), newer: null, slot, kept });
    expect([state.on, flowIn(state.draft).minutes, state.clashes]).toEqual(["one", 10, []]);
  });
});

test("after a colleague's edits are merged into a draft, its user can still undo the earlier edits one by one", () => {
  const before = draftOf(set("/minutes", 6), set("/link", "/b"));
  const theirs = withFiles(before.base, {
    [TEXTS]: textsOf(version("", { titles: { ...TITLES, end: "Bye" } }))[TEXTS] as string,
  });
  const { on, base } = before;
  const state = mergedWith(before, { on, base, was: base, theirs, since: {} });
  expect(undone(state).map((draft) => [flowIn(draft).minutes, flowIn(draft).link])).toEqual([
    [6, "/b"],
    [6, "/a"],
    [5, "/a"],
  ]);
  expect(undone(state).at(-1)).toEqual(theirs);
});
