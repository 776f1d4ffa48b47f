import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Order } from "../../../server/orders/index.ts";

/** All that the API answers: the types hold it. */
const kinds: Readonly<Record<Order["kind"], true>> = {
  subscription: true,
  redemption: true,
  "switch-out": true,
  "switch-in": true,
};
const steps: Readonly<Record<Order["step"], true>> = {
  confirm: true,
  approved: true,
  success: true,
  reject: true,
  waiting: true,
  cancelled: true,
  expired: true,
};
const textsOf = (language: string) =>
  JSON.parse(
    readFileSync(join(import.meta.dirname, "..", "..", "..", "locales", language, "my-orders.json"), "utf8"),
  ).orders.step as Readonly<Record<string, Readonly<Record<string, string>>>>;

describe.each(["th", "en"])("an order's steps in %s", (language) => {
  it("have sixteen labels, four for each of the four kinds, and those of the ways beside", () => {
    const texts = textsOf(language);
    expect(Object.keys(texts).sort()).toEqual(Object.keys(kinds).sort());
    for (const kind of Object.keys(kinds)) {
      const said = texts[kind] ?? {};
      expect(Object.keys(said).sort()).toEqual(Object.keys(steps).sort());
      expect(new Set(Object.values(said)).size).toBe(7);
    }
  });
});
