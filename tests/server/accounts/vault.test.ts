import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PlacedWords } from "../../../server/accounts/vault.ts";
import { inTrail } from "../../../server/audit/index.ts";
import { type OpenWords, openDetails } from "../../../server/audit/open-details.ts";
import type { Tx } from "../../../server/db/index.ts";
import { addPerson } from "../../support/add-person.ts";
import { FIXED_MOMENT } from "../../support/fixed-day.ts";
import { buildHouse, type House } from "./harness.ts";

let house: House;
beforeAll(async () => {
  house = await buildHouse();
});
afterAll(async () => await house.close());

const ONE = "00000000-0000-4000-8000-000000000002";
const OTHER = "00000000-0000-4000-8000-000000000003";

describe("the encrypted values of a person", () => {
  it("can be decrypted for that person only, and never again after the person's key is erased", async () => {
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

  it("have one key, also if two values are encrypted at the same time", async () => {
    const { vault } = house.accounts;
    const person = "00000000-0000-4000-8000-000000000004";
    const sealed = await Promise.all(
      ["a", "b", "c"].map((text) => house.db.transaction().execute((tx) => vault.seal(tx, person, text))),
    );
    const opened = await Promise.all(sealed.map((value) => vault.open(house.db, person, value)));
    expect(opened).toEqual(["a", "b", "c"]);
  });
});

describe("encrypted free texts", () => {
  const PLACE = "complaints/1";
  const inTx = <Value>(act: (tx: Tx) => Promise<Value>) => house.db.transaction().execute(act);
  const open = async (...all: readonly PlacedWords[]) => await house.accounts.vault.openWords(house.db, all);

  it("can be decrypted only at their own place in the data, in their order", async () => {
    const { vault } = house.accounts;
    const person = await addPerson(house.db);
    const [theirs, nobodys] = await inTx(async (tx) => [
      await vault.sealWords(tx, person, PLACE, "เสียงดัง"),
      await vault.sealWords(tx, null, PLACE, "a visitor's"),
    ]);
    const none = { place: PLACE, sealed: null };
    expect(
      await open({ place: PLACE, sealed: nobodys ?? null }, none, { place: PLACE, sealed: theirs ?? null }),
    ).toEqual(["a visitor's", null, "เสียงดัง"]);
    for (const sealed of [theirs, nobodys])
      await expect(open({ place: "complaints/2", sealed: sealed ?? null })).rejects.toThrow();
  });

  it("become unreadable when their person's key is erased, unlike texts that are encrypted later", async () => {
    const { vault } = house.accounts;
    const person = await addPerson(house.db);
    const sealed = await inTx((tx) => vault.sealWords(tx, person, PLACE, "before"));
    const trail = [{ detail: { reason: inTrail({ place: PLACE, sealed }), order: "1" } }];
    const openAll: OpenWords = (all) => vault.openWords(house.db, all);
    expect(await openDetails(trail, openAll)).toEqual([{ detail: { reason: "before", order: "1" } }]);
    await inTx((tx) => vault.erase(tx, person, FIXED_MOMENT));
    expect(await open({ place: PLACE, sealed })).toEqual([null]);
    expect(await openDetails(trail, openAll)).toEqual([{ detail: { reason: { erased: true }, order: "1" } }]);
    const after = await inTx((tx) => vault.sealWords(tx, person, PLACE, "after"));
    expect(await open({ place: PLACE, sealed: after })).toEqual(["after"]);
  });

  it("can be transferred once from the installation to a person, and are erased with that person", async () => {
    const { vault } = house.accounts;
    const person = await addPerson(house.db);
    const sealed = await inTx((tx) => vault.sealWords(tx, null, PLACE, "theirs now"));
    const given = await inTx((tx) => vault.giveWords(tx, person, { place: PLACE, sealed }));
    expect(await inTx((tx) => vault.giveWords(tx, ONE, { place: PLACE, sealed: given }))).toBeNull();
    expect(await open({ place: PLACE, sealed: given })).toEqual(["theirs now"]);
    await inTx((tx) => vault.erase(tx, person, FIXED_MOMENT));
    expect(await open({ place: PLACE, sealed: given })).toEqual([null]);
  });
});
