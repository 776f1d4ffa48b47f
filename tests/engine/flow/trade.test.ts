import { expect, it } from "vitest";
import { trade } from "../../../domain/index.ts";
import { compileInProcess, readDefinition } from "../../../engine/flow/loading.ts";
import { type Trade, tradeOf, withTrade } from "../../../engine/flow/trade.ts";
import { baseFormats } from "../../../engine/rules/base-formats.ts";
import { findText } from "../../../engine/verify/model/index.ts";
import { ENDS, form } from "../fixtures/parts.ts";
import { smallSource } from "../fixtures/small-flow.ts";
import { shopDefinition } from "./fixtures/shop.ts";

const other: Trade = {
  functions: {},
  formats: {
    ...baseFormats,
    pin: { test: (text) => text === "x", type: { kind: "string" }, pattern: "^x$", samples: ["x", "x"] },
  },
};

it("a loaded definition and its copies keep their trade, which is a set of formats and functions", () => {
  expect(tradeOf(shopDefinition)).toBe(trade);
  expect(tradeOf({ ...shopDefinition })).toBe(trade);
});

it("a definition that is copied as JSON loses its trade, and cannot be compiled without one", () => {
  const copy = JSON.parse(JSON.stringify(shopDefinition));
  expect(() => compileInProcess(copy)).toThrow("the definition has no trade");
  expect(compileInProcess(withTrade(copy, trade)).definition).toEqual(shopDefinition);
});

it("a definition is read with the formats of its own trade only", () => {
  const source = smallSource({
    steps: { ask: form("done"), ...ENDS },
    forms: { ask: { id: { type: "string", format: "thai-id" } } },
  });
  const unknown = (given: Trade) =>
    readDefinition(source, given).findings.filter(({ code }) => code === "unknown-format");
  expect(unknown(trade)).toEqual([]);
  expect(unknown(other)).toMatchObject([
    { says: { params: { format: '"thai-id"', formats: [...Object.keys(baseFormats), "pin"] } } },
  ]);
});

it("a text found for a format of one trade is not used for the format of that name in another trade", () => {
  expect(findText([{ format: "pin" }], trade.formats)).toMatchObject({
    text: expect.stringMatching(/^\d{6}$/),
  });
  expect(findText([{ format: "pin" }], other.formats)).toEqual({ kind: "text", text: "x" });
});
