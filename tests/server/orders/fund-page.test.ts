import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestDatabase, testDatabase } from "../../support/database.ts";

const page = readFileSync(join(import.meta.dirname, "..", "..", "..", "docs", "fund.md"), "utf8");

/** Rows of the first table below a heading of docs/fund.md, without its head. */
function rowsOf(heading: string): readonly (readonly string[])[] {
  const section = page.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? "";
  return section
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .slice(2)
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

let house: TestDatabase;
beforeAll(async () => {
  house = await testDatabase();
});
afterAll(() => house.drop());

describe("docs/fund.md", () => {
  it("has every way between an order's states, and no other", async () => {
    const ways = await house.db.selectFrom("order_transitions").selectAll().execute();
    const told = rowsOf("States").flatMap(([kinds = "", from, to]) =>
      kinds.split(", ").map((kind) => `${kind}: ${from} -> ${to}`),
    );
    expect(told.toSorted()).toEqual(
      ways.map((way) => `${way.kind}: ${way.from_status} -> ${way.to_status}`).toSorted(),
    );
  });

  it("has the tiers of approvals", async () => {
    const tiers = await house.db
      .selectFrom("order_approval_tiers")
      .selectAll()
      .orderBy("from_value")
      .execute();
    const told = rowsOf("Approvals").map(([from = "", people, then = ""]) => ({
      from: from.replaceAll(",", ""),
      approvals: Number(people) + (then === "" ? 0 : 1),
      compliance: then !== "",
    }));
    expect(told).toEqual(
      tiers.map((tier) => ({
        from: tier.from_value.replace(/\.00$/, ""),
        approvals: tier.approvals,
        compliance: tier.needs_compliance,
      })),
    );
  });
});
