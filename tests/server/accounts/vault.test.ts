import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FIXED_MOMENT } from "../../support/fixed-day.ts";
import { buildHouse, type House } from "./harness.ts";

let house: House;
beforeAll(async () => {
  house = await buildHouse();
});
afterAll(async () => await house.close());

const ONE = "00000000-0000-4000-8000-000000000002";
const OTHER = "00000000-0000-4000-8000-000000000003";

describe("personal values", () => {
  it("open for their person only, and never again after her key is erased", async () => {
    const { vault } = house.accounts;
    const inTx = house.db.transaction();
    const sealed = await inTx.execute(async (tx) => {
      await vault.seal(tx, OTHER, "something else");
      return await vault.seal(tx, ONE, "กาญจนก 1101700000001");
    });
    expect(sealed.toString("latin1")).not.toContain("1101700000001");
    expect(await vault.open(house.db, ONE, sealed)).toBe("กาญจนก 1101700000001");
    await expect(vault.open(house.db, OTHER, sealed)).rejects.toThrow();
    const changed = Buffer.from(sealed);
    changed[changed.length - 1] = (changed[changed.length - 1] ?? 0) ^ 1;
    await expect(vault.open(house.db, ONE, changed)).rejects.toThrow();
    await house.db.transaction().execute((tx) => vault.erase(tx, ONE, FIXED_MOMENT));
    expect(await vault.open(house.db, ONE, sealed)).toBeNull();
    await expect(house.db.transaction().execute((tx) => vault.seal(tx, ONE, "new"))).rejects.toThrow(
      /erased/,
    );
  });

  it("create one key when two are sealed at once", async () => {
    const { vault } = house.accounts;
    const person = "00000000-0000-4000-8000-000000000004";
    const sealed = await Promise.all(
      ["a", "b", "c"].map((text) => house.db.transaction().execute((tx) => vault.seal(tx, person, text))),
    );
    const opened = await Promise.all(sealed.map((value) => vault.open(house.db, person, value)));
    expect(opened).toEqual(["a", "b", "c"]);
  });
});
