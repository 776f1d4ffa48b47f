import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { kindOf, orderFamilies, orderKinds } from "../../../server/orders/index.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";

let house: TestDatabase;
beforeAll(async () => {
  house = await testDatabase();
});
afterAll(() => house.drop());

describe("the descriptions of order kinds", () => {
  it("state the same initial states as the database", async () => {
    const begins = await house.db
      .selectFrom("order_transitions")
      .select(["kind", "to_status"])
      .where("from_status", "=", "")
      .execute();
    expect(Object.fromEntries(begins.map(({ kind, to_status }) => [kind, to_status]))).toEqual(
      Object.fromEntries(
        orderKinds.map((name) => [name, kindOf(name).waitsFor === "money" ? "SUBMITTED" : "WAITING"]),
      ),
    );
  });

  it("the descriptions cover the same order kinds as the calls declare", () => {
    expect(orderKinds).toEqual(["subscription", "redemption", "switch-out", "switch-in"]);
    expect(orderFamilies).toEqual(["subscription", "redemption", "switch"]);
  });

  it("are not found for a kind without a folder", () => {
    expect(() => kindOf("gift" as never)).toThrow('no order kind "gift"');
  });
});
