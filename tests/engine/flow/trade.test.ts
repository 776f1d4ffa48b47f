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

it("a definition and its copies return the trade (formats and functions) with which they were loaded", () => {
  expect(tradeOf(shopDefinition)).toBe(trade);
  expect(tradeOf({ ...shopDefinition })).toBe(trade);
});

it("a JSON copy of a definition has no trade, and tradeOf throws", () => {
  const copy = JSON.parse(JSON.stringify(shopDefinition));
  expect(() => compileInProcess(copy)).toThrow("the definition has no trade");
  expect(compileInProcess(withTrade(copy, trade)).definition).toEqual(shopDefinition);
});

it("two trades have separate formats and functions", () => {
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

it("the text of a format that was found for one trade is not reused for another trade", () => {
  expect(findText([{ format: "pin" }], trade.formats)).toMatchObject({
    text: expect.stringMatching(/^\d{6}$/),
  });
  expect(findText([{ format: "pin" }], other.formats)).toEqual({ kind: "text", text: "x" });
});
