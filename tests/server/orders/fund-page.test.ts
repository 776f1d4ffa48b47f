import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LocalDate } from "../../../engine/values/local-date.ts";
import { readCalendar } from "../../../server/fund/calendar-store.ts";
import { movedDays } from "../../../server/orders/moved-days.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";

const page = readFileSync(join(import.meta.dirname, "..", "..", "..", "docs", "fund.md"), "utf8");

/** Returns the rows of the first table below a heading of docs/fund.md, without its header. */
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

describe("the page docs/fund.md", () => {
  it("lists every transition between an order's states, and no other", async () => {
    const ways = await house.db.selectFrom("order_transitions").selectAll().execute();
    const told = rowsOf("States").flatMap(([kinds = "", from, to]) =>
      kinds.split(", ").map((kind) => `${kind}: ${from} -> ${to}`),
    );
    expect(told.toSorted()).toEqual(
      ways.map((way) => `${way.kind}: ${way.from_status} -> ${way.to_status}`).toSorted(),
    );
  });

  it("lists the approval tiers", async () => {
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

  it("contains an example in which a late holiday moves the days", async () => {
    const calendar = await readCalendar(house.db);
    const later = { ...calendar, holidays: new Set([...calendar.holidays, "2026-11-25"]) };
    const examples = rowsOf("Calendar").filter(
      ([what = "", day = ""]) => what !== "order" && day.startsWith("20"),
    );
    expect(examples).toHaveLength(5);
    const day = (text: string | undefined) => (text === "–" ? null : (text as LocalDate));
    let out: readonly string[] = [];
    for (const example of examples) {
      const [what = "", nav, allotment, pay, ...then] = example;
      const isIn = what.includes("switch-in");
      const moved = movedDays(later, {
        kind: isIn ? "switch-in" : "subscription",
        nav: nav as LocalDate,
        allotment: allotment as LocalDate,
        pay: day(pay),
        outNav: isIn ? (out[1] as LocalDate) : null,
        outAllotment: isIn ? (out[2] as LocalDate) : null,
      });
      expect(moved, what).toEqual({
        ok: true,
        value: { nav: then[0], allotment: then[1], pay: day(then[2]) },
      });
      out = example;
    }
  });
});
