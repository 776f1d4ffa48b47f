import { describe, expect, it } from "vitest";
import { trade } from "../../../domain/index.ts";
import { submit } from "../../../engine/flow/index.ts";
import { rulesInLogic } from "../../../engine/flow/rules-named.ts";
import { readPlace } from "../../../engine/flow/scope.ts";
import type { Json, JsonObject } from "../../../engine/values/json.ts";
import { load } from "../../../engine/verify/lint/index.ts";
import { pinSet } from "./fixtures/pin-set.ts";
import { shopSource } from "./fixtures/shop.ts";

const flowFile = "flows/shop/flow.json";

/** Returns the loader's findings for the shop with a changed flow. */
function findings(change: (flow: JsonObject) => void, files: { [path: string]: Json | undefined } = {}) {
  const flow = structuredClone(shopSource.files[flowFile]) as JsonObject;
  change(flow);
  const changed = Object.entries({ ...shopSource.files, [flowFile]: flow, ...files });
  const present = Object.fromEntries(changed.filter(([, content]) => content !== undefined));
  const loaded = load({ ...shopSource, files: present as { [path: string]: Json } }, trade);
  return loaded.ok ? [] : loaded.error;
}

const step = (flow: JsonObject, id: string): { [name: string]: Json } =>
  (flow.steps as JsonObject)[id] as { [name: string]: Json };

describe("an unknown rule", () => {
  it.each([
    [
      "a check",
      "/steps/careful/check/0",
      (flow: JsonObject) => {
        step(flow, "careful").check = ["nowhere"];
      },
    ],
    [
      "a next entry",
      "/steps/careful/next/0/when",
      (flow: JsonObject) => {
        step(flow, "careful").next = [{ when: "nowhere", to: "reserve" }, { to: "reserve" }];
      },
    ],
    [
      "a condition of a next entry",
      "/steps/careful/next/0/when",
      (flow: JsonObject) => {
        const when = { "!": [{ rule: "nowhere" }] };
        step(flow, "careful").next = [{ when, to: "reserve" }, { to: "reserve" }];
      },
    ],
    [
      "an explanation of an end",
      "/steps/refused/explains",
      (flow: JsonObject) => {
        step(flow, "refused").explains = "nowhere";
      },
    ],
  ] as const)("reports an unknown rule in %s, at %s", (_, pointer, change) => {
    expect(findings(change)).toContainEqual(expect.objectContaining({ file: flowFile, pointer }));
  });
});

describe("a file of the flow", () => {
  it("a missing file of the flow is named", () => {
    const found = findings(() => {}, { "schemas/shop/careful.json": undefined });
    expect(found).toContainEqual(
      expect.objectContaining({
        file: "schemas/shop/careful.json",
        code: "missing-file",
        says: {
          key: "missing-file.schema",
          params: { step: "careful", path: "schemas/shop/careful.json", id: "shop/careful" },
        },
      }),
    );
  });

  it("a file that is not an object gets a finding about how to correct the file", () => {
    const found = findings(() => {}, {
      "schemas/shop/careful.json": { $id: "shop/careful", type: "array", properties: {} },
    });
    expect(found).toContainEqual(
      expect.objectContaining({ pointer: "/type", says: { key: "schema-type.form" } }),
    );
  });

  it("a file of a wrong shape gets a finding about what is wrong", () => {
    const found = findings((flow) => {
      step(flow, "careful").colour = "red";
    });
    expect(found.map(({ pointer, says }) => [pointer, says])).toContainEqual([
      "/steps/careful",
      { key: "wrong-shape.additional", params: { name: "colour" } },
    ]);
  });

  it("a file without faults gets no finding", () => {
    expect(findings(() => {})).toEqual([]);
  });
});

it.each([
  [{ rule: "a" }, ["a"]],
  [{ rule: ["a"] }, ["a"]],
  [{ and: [{ rule: "a" }, { "!": [{ rule: "b" }] }] }, ["a", "b"]],
  [{ rule: { rule: "a" } }, ["a"]],
  [{ given: { rule: "a" } }, []],
  [{ var: "answers.a" }, []],
  [1, []],
  [null, []],
] as const)("the rules to which the expression %j refers are %j", (logic, rules) => {
  expect(rulesInLogic(logic)).toEqual(rules);
});

it.each(["constructor", "toString", "missing"])(
  "a data path that ends with the name %s has no value if no answer has that name",
  (name) => {
    const values = { answers: {}, effects: {}, facts: {}, flags: {}, derived: {}, form: {} } as never;
    expect(
      readPlace(values, { path: `answers.${name}`, segments: ["answers", name] } as never),
    ).toBeUndefined();
  },
);

it.each([{ a: null }, { a: "text" }, { a: 1 }])(
  "a data path below the answers %j gives no value",
  (answers) => {
    const values = { answers } as never;
    expect(
      readPlace(values, { path: "answers.a.b", segments: ["answers", "a", "b"] } as never),
    ).toBeUndefined();
  },
);

it("a secret with an invalid value is rejected at the field of the secret", () => {
  const instance = { id: "i", flow: "pin-set", version: "", answers: {}, receipts: [] };
  const decision = submit(pinSet, instance, {}, {}, { step: "set", answer: { pin: "12", again: "12" } });
  expect(decision).toMatchObject({ kind: "refused", errors: [{ pointer: "/pin", code: "pin" }, {}] });
});
