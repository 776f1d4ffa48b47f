import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Clash, printed } from "../../engine/edits/index.ts";
import type { Definition } from "../../engine/flow/index.ts";
import type { Json } from "../../engine/values/json.ts";
import type { ChangeLine } from "../../renderer/kit/api/answers.ts";
import { draftsIn } from "../../renderer/studio/changes/draft-list.tsx";
import { clashPlace, clashSide } from "../../renderer/studio/draft/clash-words.ts";
import type { Unsaved } from "../../renderer/studio/draft/draft-state.ts";
import { dropEdits, keepEdits, keptEdits } from "../../renderer/studio/draft/kept-edits.ts";
import { publishedSince } from "../../renderer/studio/draft/newer-notice.tsx";
import { studied } from "../../renderer/studio/engine/studied.ts";
import { readSource } from "../../server/sources/source.ts";
import { ROOT } from "../definitions/definition-files.ts";

const { source } = await readSource(ROOT, "data-request");
const files = Object.fromEntries(
  Object.entries(source.files).map(([path, content]) => [path, printed(content)]),
);
const [read] = [...studied({ flow: "data-request", files, wants: "rules" })];
// The definition lacks the parts that only the server needs.
const definition = (read?.stage === "read" ? read.definition : null) as Definition | null;
const around = {
  definition,
  titleOf: (step: string) => `<${step}>`,
  lng: "en" as const,
  words: (key: string, params: Readonly<Record<string, unknown>> = {}) =>
    [key.split(":")[1], ...Object.values(params)].join(" "),
};

test.each<readonly [string, Pick<Clash, "file" | "pointer">, string]>([
  [
    "the title of a step",
    { file: "locales/th/data-request.json", pointer: "/data-request/ask/title" },
    "clash.ofStep <ask> · text.title · clash.text-th",
  ],
  [
    "the label of a question",
    { file: "locales/en/data-request.json", pointer: "/data-request/ask/detail/label" },
    "clash.ofStep <ask> · QUESTION · text.label · clash.text-en",
  ],
  [
    "a limit of a question",
    { file: "schemas/data-request/ask.json", pointer: "/properties/detail/maxLength" },
    "clash.ofStep <ask> · QUESTION · clash.question",
  ],
  [
    "a step",
    { file: "flows/data-request/flow.json", pointer: "/steps/review/next" },
    "clash.ofStep <review>",
  ],
  ["the whole flow", { file: "flows/data-request/flow.json", pointer: "/minutes" }, "whole.title"],
  ["a removed step", { file: "flows/data-request/flow.json", pointer: "/steps/gone" }, "clash.step"],
])("the description of a conflict at %s names the place of the conflict", (_, place, said) => {
  const label = JSON.parse(files["locales/en/data-request.json"] ?? "")["data-request"].ask.detail.label;
  expect(clashPlace(place, around)).toBe(said.replace("QUESTION", label));
});

test.each<readonly [Json | undefined, string]>([
  [undefined, "clash.gone"],
  ["", "clash.empty"],
  ["Call me", "Call me"],
  ["review", "<review>"],
  [20, "20"],
  [false, "clash.no"],
  [["review", "ask"], "<review> → <ask>"],
  [{ kind: "form" }, "clash.part"],
  [[{ to: "ask" }], "clash.part"],
])("a conflict displays the value %j of one side as %s", (value, said) => {
  expect(clashSide(value, around)).toBe(said);
});

test("the list of versions published after a draft's version begins with the oldest", () => {
  const version = (number: number | null, state: "published" | "refused" = "published", flow = "bank") =>
    ({ id: `${flow}${number}`, flow, state, number }) as const;
  const versions = [
    version(5),
    version(4, "refused"),
    version(9, "published", "kyc"),
    version(3),
    version(2),
    version(1),
    version(null),
  ];
  const since = (on: string) => publishedSince(versions, { flow: "bank", on }).map(({ number }) => number);
  expect([since("bank2"), since("bank5"), since("unknown")]).toEqual([[3, 5], [], []]);
});

test("the list of the user's own drafts includes open drafts that a colleague took over", () => {
  const FLOWS = [{}] as never;
  const draft = (status: ChangeLine["status"], own: boolean, taken?: boolean, flows = FLOWS) => ({
    status,
    own,
    flows,
    taken: taken === undefined ? null : ({ fromReader: taken } as never),
  });
  const kept = draft("open", true);
  const returned = draft("sent-back", true);
  const lost = draft("waiting", false, true, [] as never);
  const other = draft("open", false, false);
  const { mine, others } = draftsIn([
    kept,
    draft("published", true),
    returned,
    draft("open", true, undefined, [] as never),
    lost,
    other,
    draft("withdrawn", false, true),
  ]);
  expect([mine, others]).toEqual([[kept, returned, lost], [other]]);
});

describe("edits that the server has not saved yet", () => {
  const stored = new Map<string, string>();
  let isFull = false;
  beforeEach(() => {
    stored.clear();
    isFull = false;
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => {
        if (isFull) throw new Error("QuotaExceededError");
        stored.set(key, value);
      },
      removeItem: (key: string) => void stored.delete(key),
    });
  });
  afterEach(() => {
    dropEdits({ flow: "bank", change: "one" });
    vi.unstubAllGlobals();
  });
  const edits = (minutes: number): Unsaved => ({
    base: "one",
    files: { "flows/bank/flow.json": `{"minutes":${minutes}}` },
    done: [],
    undone: [],
    change: null,
    saved: {},
  });
  const NONE = { flow: "bank", change: null };

  test("are stored by flow and change in the browser, beyond the tab's life, until the server has saved them", () => {
    expect(keepEdits(NONE, edits(1))).toBe(true);
    expect([...stored.values()].map((one) => JSON.parse(one))).toEqual([edits(1)]);
    // Edits that were begun without a change belong to the change that is opened next.
    expect(keptEdits({ flow: "bank", change: "one" })).toEqual(edits(1));
    expect(keptEdits({ flow: "kyc", change: null })).toBe(null);
    keepEdits({ flow: "bank", change: "two" }, edits(2));
    dropEdits({ flow: "bank", change: "one" });
    expect([keptEdits(NONE), keptEdits({ flow: "bank", change: "two" })]).toEqual([null, edits(2)]);
    dropEdits({ flow: "bank", change: "two" });
    expect(stored.size).toBe(0);
  });

  test("unsaved edits remain in the page if browser storage is full, and no older state replaces the edits", () => {
    keepEdits(NONE, edits(1));
    isFull = true;
    expect(keepEdits(NONE, edits(2))).toBe(false);
    expect([keptEdits(NONE), stored.size]).toEqual([edits(2), 0]);
  });
});

test.each(["th", "en"] as const)(
  "for voice control, the accessible name of a draft's button begins with its visible text (%s)",
  (lng) => {
    const { home, changes } = JSON.parse(readFileSync(`locales/${lng}/studio.json`, "utf8"));
    expect(home.goOnWith.startsWith(`${home.goOn} `)).toBe(true);
    expect(changes.take.one.startsWith(`${changes.act.take} `)).toBe(true);
  },
);
