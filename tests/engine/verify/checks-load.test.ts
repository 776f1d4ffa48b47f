import { expect, it } from "vitest";
import type { JsonObject } from "../../../engine/values/json.ts";
import { load, verify } from "../../../engine/verify/index.ts";
import { sourceOf } from "../flow/fixtures/source-of.ts";

const end: JsonObject = { kind: "end", outcome: "done", reason: "over" };
const small = (rules: { readonly [rule: string]: JsonObject } = {}) =>
  sourceOf({
    flow: {
      id: "small",
      namespace: "small",
      subject: "account",
      inFlight: "stay",
      start: "ask",
      steps: { ask: { kind: "form", next: [{ to: "end" }] }, end },
    },
    schemas: { ask: { $id: "small/ask", type: "object", properties: { x: { type: "integer" } } } },
    rules,
  });

it("a rule that calls itself otherwise than its file has its faults where that name would lie", () => {
  const must = [{ id: "c", reason: "warning:small.c", mend: "none", logic: { var: "answers.ask.nowhere" } }];
  const found = verify(small({ named: { id: "other", must } })).findings.map(({ file, code }) => [
    file,
    code,
  ]);
  expect(found).toContainEqual(["flows/small/rules/named.json", "wrong-id"]);
  expect(found).toContainEqual(["flows/small/rules/other.json", "unknown-path"]);
});

it("everything in a loaded definition is frozen, however deep it lies", () => {
  const loaded = load(small());
  if (!loaded.ok) throw new Error("the small flow does not load");
  const thawed = (value: unknown, at: string): readonly string[] =>
    Object.isFrozen(value)
      ? Object.entries(typeof value === "object" ? (value ?? {}) : {}).flatMap(([name, inner]) =>
          thawed(inner, `${at}/${name}`),
        )
      : [at];
  expect(thawed(loaded.value, "")).toEqual([]);
});
