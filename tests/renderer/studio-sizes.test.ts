import { expect, test } from "vitest";
import { type Draft, edit, edits, type Operation, printed } from "../../engine/edits/index.ts";
import { findText } from "../../engine/flow/index.ts";
import { targetsOf } from "../../engine/flow/step-kinds.ts";
import { blockOf } from "../../renderer/studio/blocks/block.ts";
import { studied } from "../../renderer/studio/engine/studied.ts";
import { layoutOf } from "../../renderer/studio/map/layout.ts";
import { readSource } from "../../server/sources/source.ts";
import { ROOT } from "../definitions/definition-files.ts";

async function filesOf(flow: string): Promise<Draft> {
  const { source } = await readSource(ROOT, flow);
  return Object.fromEntries(Object.entries(source.files).map(([path, content]) => [path, printed(content)]));
}

/** Applies all operations as one, and checks that undo restores the same bytes. */
function did(files: Draft, operations: readonly Operation[]): Draft {
  const edited = edits(files, operations);
  if (!edited.ok) throw new Error(JSON.stringify(edited.error));
  const back = edit(edited.value.draft, edited.value.inverse);
  expect(back.ok && back.value.draft).toEqual(files);
  return edited.value.draft;
}

const errorsOf = (parts: readonly unknown[]) =>
  (
    parts as readonly {
      readonly findings?: readonly { readonly severity: string; readonly code: string }[];
    }[]
  )
    .flatMap(({ findings = [] }) => findings)
    .filter(({ severity }) => severity === "error")
    .map(({ code }) => code);

test("a rule of 25 conditions has a sentence and a block for each condition", async () => {
  const files = await filesOf("kyc");
  const rule = "flows/kyc/rules/adult.json";
  const draft = did(
    files,
    Array.from({ length: 24 }, (_, at) => ({
      op: "add-condition" as const,
      args: { place: { rule, clause: "twenty" }, logic: { "<": [{ var: "derived.age" }, 200 + at] } },
    })),
  );
  const logic = JSON.parse(draft[rule] ?? "").must[0].logic;
  const root = blockOf(logic);
  expect(root.kind === "group" && root.parts.length).toBe(25);
  const [read] = studied({ flow: "kyc", files: draft, wants: "rules", rule: "adult" });
  const said = Object.keys(read?.stage === "read" ? read.sentences : {});
  expect(said.filter((place) => place.startsWith(`${rule}#/must/0/logic/and/`))).toHaveLength(25);
  expect(errorsOf(read === undefined ? [] : [read])).toEqual([]);
});

test("a flow of 200 steps can be parsed, proved, walked through and drawn", async () => {
  const files = await filesOf("contact-back");
  const add = Array.from(
    { length: 196 },
    (_, at): Operation => ({
      op: "add-step",
      args: {
        flow: "contact-back",
        step: `more-${at}`,
        after: at === 0 ? "contact" : `more-${at - 1}`,
        content: { kind: "form" },
        schema: {
          type: "object",
          properties: { word: { $ref: "common/line" } },
          required: ["word"],
          additionalProperties: false,
        },
        texts: {
          title: { th: `คำถามที่ ${at}`, en: `Question ${at}` },
          "word.label": { th: `คำตอบที่ ${at}`, en: `Answer ${at}` },
        },
      },
    }),
  );
  const draft = did(files, add);
  const parts = [...studied({ flow: "contact-back", files: draft, wants: "paths" })];
  const read = parts.find((part) => part.stage === "read");
  const steps = read?.stage === "read" ? (read.definition?.flow.steps ?? {}) : {};
  expect(Object.keys(steps)).toHaveLength(200);
  expect(parts.map(({ stage }) => stage)).toEqual(["read", "proof", "paths"]);
  expect(errorsOf(parts)).toEqual([]);
  const edges = Object.entries(steps).flatMap(([from, step]) =>
    targetsOf(from, step).map(({ to }) => ({ from, to })),
  );
  expect(layoutOf(Object.keys(steps), edges).size).toBe(200);
});

test("a text of 100,000 letters is saved, shown and undone", async () => {
  const files = await filesOf("contact-back");
  const long = "ก".repeat(100_000);
  const key = "about:contact-back.contact.intro";
  const draft = did(files, [{ op: "set-text", args: { key, th: long, en: "a ".repeat(50_000).trim() } }]);
  const parts = [...studied({ flow: "contact-back", files: draft, wants: "paths" })];
  expect(parts.map(({ stage }) => stage)).toEqual(["read", "proof", "paths"]);
  const [read] = parts;
  const definition = read?.stage === "read" ? read.definition : null;
  expect(definition && findText(definition.texts, "th", [key])?.length).toBe(100_000);
});
