import { describe, expect, test } from "vitest";
import { trade } from "../../domain/index.ts";
import type { Definition } from "../../engine/flow/index.ts";
import { targetsOf } from "../../engine/flow/step-kinds.ts";
import { textPlaces } from "../../engine/flow/text-keys.ts";
import type { Json } from "../../engine/values/json.ts";
import { type Block, blockOf, logicOf, rowsOf } from "../../renderer/studio/blocks/block.ts";
import { literalFrom } from "../../renderer/studio/blocks/literals.ts";
import type { Answer } from "../../renderer/studio/engine/messages.ts";
import { studied } from "../../renderer/studio/engine/studied.ts";
import { after, NOTHING } from "../../renderer/studio/engine/use-engine.ts";
import { placeOfFinding } from "../../renderer/studio/findings/place-of-finding.ts";
import { layoutOf } from "../../renderer/studio/map/layout.ts";
import { draftFlow } from "../../renderer/studio/preview/draft-flow.ts";
import { limitFrom, limitsOf } from "../../renderer/studio/rules/limits-of.ts";
import { nameFor, wordsFor } from "../../renderer/studio/step/new-question.ts";
import { readSource } from "../../server/sources/source.ts";
import { flowNames, loadFlow, ROOT } from "../definitions/definition-files.ts";

describe("the studio's map", () => {
  test.each(flowNames())(
    "the map of the flow %s shows each step once, below all steps that lead to it, at most two side by side",
    async (flow) => {
      const { steps } = (await loadFlow(flow)).flow;
      const edges = Object.entries(steps).flatMap(([from, step]) =>
        targetsOf(from, step).flatMap(({ to, how }) => (how === "reopen" ? [] : [{ from, to }])),
      );
      const spots = layoutOf(Object.keys(steps), edges);
      expect([...spots.keys()].sort()).toEqual(Object.keys(steps).sort());
      const above = edges.filter(({ from, to }) => (spots.get(from)?.row ?? 0) >= (spots.get(to)?.row ?? 0));
      expect(above).toEqual([]);
      const places = [...spots.values()].map(({ row, column }) => `${row} ${column}`);
      expect(new Set(places).size).toBe(places.length);
      expect(Math.max(...[...spots.values()].map(({ of }) => of))).toBeLessThanOrEqual(2);
    },
  );

  test("is drawn even if the steps form a cycle, which no valid flow has", () => {
    const spots = layoutOf(
      ["a", "b"],
      [
        { from: "a", to: "b" },
        { from: "b", to: "a" },
      ],
    );
    expect(spots.size).toBe(2);
  });
});

describe("the results of the engine's worker", () => {
  test("the published contact flow has no errors, and every path has an explanation and an example person", async () => {
    const { source } = await readSource(ROOT, "contact-back");
    const files = Object.fromEntries(
      Object.entries(source.files).map(([path, content]) => [path, JSON.stringify(content)]),
    );
    const parts = [...studied({ flow: "contact-back", files, wants: "paths" })];
    expect(parts.map(({ stage }) => stage)).toEqual(["read", "proof", "paths"]);
    const errors = parts.flatMap((part) => ("findings" in part ? part.findings : []));
    expect(errors.filter(({ severity }) => severity === "error")).toEqual([]);
  });

  test.each(flowNames())(
    "the worker's results for %s contain a flow whose texts can be listed and that can be tried",
    async (flow) => {
      const { source } = await readSource(ROOT, flow);
      const files = Object.fromEntries(
        Object.entries(source.files).map(([path, content]) => [path, JSON.stringify(content)]),
      );
      const [first] = studied({ flow, files, wants: "rules" });
      const { definition } = after(NOTHING, structuredClone({ id: 1, ...first }) as Answer, trade);
      expect(definition).not.toBeNull();
      expect(textPlaces(definition as Definition).length).toBeGreaterThan(0);
      expect(draftFlow(definition as Definition).compiled.definition.flow.id).toBe(flow);
    },
  );

  test("a file with invalid JSON results in that error and no proof", async () => {
    const { source } = await readSource(ROOT, "contact-back");
    const files = Object.fromEntries(
      Object.entries(source.files).map(([path, content]) => [path, JSON.stringify(content)]),
    );
    const parts = [
      ...studied({ flow: "contact-back", files: { ...files, "locales/en/about.json": "{" }, wants: "paths" }),
    ];
    expect(parts).toHaveLength(1);
    const [read] = parts;
    expect(read?.stage === "read" && read.findings[0]?.code).toBe("not-json");
  });
});

test.each([
  [
    { file: "flows/kyc/flow.json", pointer: "/steps/general/next/0" },
    { step: "general", control: "s-next-0" },
  ],
  [
    { file: "flows/kyc/flow.json", pointer: "/steps/general/ui/birthDate/widget" },
    { step: "general", field: "birthDate", control: "q-birthDate-widget" },
  ],
  [
    { file: "flows/kyc/flow.json", pointer: "/steps/general/input/topic?" },
    { step: "general", control: "s-input-topic" },
  ],
  [
    { file: "flows/kyc/flow.json", pointer: "/entries/0/place" },
    { whole: true, control: "f-entries-0-place" },
  ],
  [
    { file: "schemas/kyc/general.json", pointer: "/properties/birthDate/format" },
    { step: "general", field: "birthDate", control: "q-birthDate-format" },
  ],
  [
    { file: "locales/en/kyc.json", pointer: "/kyc/general/birthDate/label" },
    { step: "general", field: "birthDate", part: "label", control: "q-birthDate-label-en" },
  ],
  [
    { file: "locales/th/kyc.json", pointer: "/kyc/general/title" },
    { step: "general", part: "title", control: "t-title-th" },
  ],
  [
    { file: "locales/th/kyc.json", pointer: "/kyc/general/gender/options/F" },
    { step: "general", field: "gender", control: "q-gender-option-F-th" },
  ],
  [
    { file: "locales/en/kyc.json", pointer: "/kyc/general/address/street/label" },
    { step: "general", field: "address", part: "label", control: "q-address-street-label-en" },
  ],
  [
    { file: "locales/en/kyc.json", pointer: "/kyc/general/errors/code-wrong" },
    { step: "general", control: "t-errors-code-wrong-en" },
  ],
  [
    { file: "flows/shared/rules/adult.json", pointer: "/must/0" },
    { rule: "adult", control: "r-must-0" },
  ],
  [{ file: "locales/en/warning.json", pointer: "/kyc" }, {}],
])("a press on a finding at %j leads to the control %j", (finding, place) => {
  expect(placeOfFinding(finding, { flow: "kyc", steps: ["general"], texts: "kyc" })).toEqual(place);
});

test("the limits that a rule's condition contains are the numbers in its comparisons, and no other values", () => {
  const logic = { and: [{ ">=": [{ var: "derived.age" }, 20] }, { "==": [{ var: "answers.a.b" }, "X"] }] };
  expect(limitsOf(logic)).toEqual([{ at: "/and/0/>=/1", value: 20 }]);
});

test.each([
  ["18", 20, 18],
  ["1,500", 20, 1500],
  ["18.5", 20, null],
  ["abc", 20, null],
  ["10000", "5000.00", "10000.00"],
  ["10,000.5", "5000.00", "10000.50"],
  ["1.234", "5000.00", null],
  ["2027-01-31", "2026-01-01", "2027-01-31"],
  ["tomorrow", "2026-01-01", null],
] as const)("a user who types %s in place of the limit %s sets the limit to %s", (typed, old, limit) => {
  expect(limitFrom(typed, old)).toBe(limit);
});

test("the studio gives new questions and new choices unused names", () => {
  expect(nameFor("How did you hear of us?", [])).toBe("howDidYouHear");
  expect(nameFor("How did you hear of us?", ["howDidYouHear"])).toBe("howDidYouHear2");
  expect(nameFor("รู้จักเราจากไหน", [])).toBe("question");
  expect(wordsFor(["From a friend", "From a friend!", "2 ครั้ง"])).toEqual([
    "FROM_A_FRIEND",
    "FROM_A_FRIEND_2",
    "CHOICE",
  ]);
});

describe("rules as blocks", () => {
  test.each(flowNames())(
    "the rules of the flow %s keep their logic if they are parsed into blocks and written again",
    async (flow) => {
      const { flow: file, rules } = await loadFlow(flow);
      const logics: Json[] = [
        ...Object.values(rules).flatMap((rule) =>
          rule.must
            ? rule.must.map(({ logic }) => logic)
            : [
                ...rowsOf(rule.value.logic).flatMap(({ when }) =>
                  when === null ? [] : [at(rule.value.logic, when)],
                ),
              ],
        ),
        ...Object.values(file.steps).flatMap((step) =>
          "next" in step ? step.next.flatMap(({ when }) => (when === undefined ? [] : [when])) : [],
        ),
      ];
      for (const logic of logics) expect(again(logic, blockOf(logic))).toEqual(logic);
      // Logic that is not a comparison of one place is shown as a sentence, and removed or replaced as a whole.
      const others = logics.flatMap((logic) =>
        leaves(blockOf(logic)).flatMap((one) =>
          one.kind === "other" ? Object.keys(at(logic, one.at) as object) : [],
        ),
      );
      expect(["!!", "missing", "missing_some", "some", "=="]).toEqual(expect.arrayContaining(others));
    },
  );

  test.each([
    ["20", { kind: "integer", decimals: 0 }, 20],
    ["10,000", { kind: "decimal", decimals: 2 }, "10000.00"],
    ["1.234", { kind: "decimal", decimals: 2 }, null],
    ["31/01/2570", { kind: "date", decimals: 0 }, "2027-01-31"],
    ["2027-02-30x", { kind: "date", decimals: 0 }, null],
    ["  ", { kind: "string", decimals: 0 }, null],
  ] as const)("rules as blocks turn %s, typed as %o, into %s", (typed, place, value) => {
    expect(literalFrom(typed, place)).toBe(value);
  });

  function again(root: Json, block: Block): Json {
    switch (block.kind) {
      case "group":
        return { [block.joined]: block.parts.map((part) => again(root, part)) };
      case "compare":
        return logicOf(block);
      default:
        return at(root, block.at);
    }
  }
  function leaves(block: Block): readonly Block[] {
    return block.kind === "group"
      ? block.parts.flatMap(leaves)
      : block.kind === "not"
        ? leaves(block.part)
        : [block];
  }
  function at(value: Json, pointer: string): Json {
    return (pointer === "" ? [] : pointer.slice(1).split("/")).reduce(
      (here, name) => (here as { readonly [name: string]: Json })[name] as Json,
      value,
    );
  }
});
