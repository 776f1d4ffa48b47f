import { expect, it } from "vitest";
import { trade } from "../../../../domain/index.ts";
import type { JsonObject } from "../../../../engine/values/json.ts";
import { load, verify } from "../../../../engine/verify/lint/index.ts";
import { at, END, form, must } from "../../fixtures/parts.ts";
import { smallSource } from "../../fixtures/small-flow.ts";

const files = (rules: { readonly [rule: string]: JsonObject } = {}) =>
  smallSource({
    steps: { ask: form("done"), done: END },
    forms: { ask: { "x?": { type: "integer" } } },
    rules,
  });

it("a fault of a rule is reported in the file that the rule's id names; a wrong id is reported in the real file", () => {
  const found = verify(
    files({ named: must(at("answers.ask.nowhere"), { id: "other" }) }),
    trade,
  ).findings.map(({ file, code }) => [file, code]);
  expect(found).toContainEqual(["flows/small/rules/named.json", "wrong-id"]);
  expect(found).toContainEqual(["flows/small/rules/other.json", "unknown-path"]);
});

it("every object in a loaded definition is frozen, at every depth", () => {
  const loaded = load(files(), trade);
  if (!loaded.ok) throw new Error("the small flow does not load");
  const thawed = (value: unknown, at: string): readonly string[] =>
    Object.isFrozen(value)
      ? Object.entries(typeof value === "object" ? (value ?? {}) : {}).flatMap(([name, inner]) =>
          thawed(inner, `${at}/${name}`),
        )
      : [at];
  expect(thawed(loaded.value, "")).toEqual([]);
});
