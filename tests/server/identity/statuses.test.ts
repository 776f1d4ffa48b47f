import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { statusOf } from "../../../server/identity/checks.ts";
import { moveStatus, statusesOf } from "../../../server/identity/move-status.ts";
import {
  mayMove,
  recordTransitions,
  type Status,
  transitionsOf,
  vendorTransitions,
} from "../../../server/identity/statuses.ts";
import { buildHouse, type House } from "../accounts/harness.ts";

describe("the tables of transitions", () => {
  it("name every status of the specification, and no other", () => {
    expect(Object.keys(recordTransitions).sort()).toEqual(
      ["NONE", "OVERDUE", "PENDING", "PRE_VERIFIED", "REJECTED", "REVIEW", "VERIFIED"].sort(),
    );
    expect(Object.keys(vendorTransitions).sort()).toEqual(
      ["BLOCKED", "NONE", "PENDING", "PENDING_REJECT", "REJECT", "REVIEW", "VERIFIED", "WAITING"].sort(),
    );
  });

  it("let nothing that a vendor says leave VERIFIED, and nothing leave BLOCKED", () => {
    expect(vendorTransitions.VERIFIED).toEqual(["PENDING_REJECT", "BLOCKED"]);
    for (const subResult of [null, "clear", "caution", "suspected", "rejected"])
      for (const result of ["clear", "consider"])
        expect(mayMove("onfido", "VERIFIED", statusOf({ result, subResult }))).toBe(false);
    expect(mayMove("onfido", "VERIFIED", "PENDING")).toBe(false);
    expect(vendorTransitions.BLOCKED).toEqual([]);
    for (const [from, to] of Object.entries(vendorTransitions))
      if (from !== "BLOCKED") expect(to, from).toContain("BLOCKED");
  });

  it.each([
    ["kyc", null, "PENDING", true],
    ["kyc", null, "VERIFIED", false],
    ["kyc", "PRE_VERIFIED", "VERIFIED", false],
    ["kyc", "REJECTED", "PENDING", true],
    ["kyc", "VERIFIED", "PENDING", false],
    ["kyc", "VERIFIED", "OVERDUE", true],
    ["kyc", "PENDING", "BLOCKED", false],
    ["liveness", "WAITING", "VERIFIED", false],
    ["liveness", "PENDING", "OVERDUE", false],
    ["liveness", "PENDING_REJECT", "PENDING", true],
  ] as const)("%s from %s to %s: %s", (entity, from, to, allowed) => {
    expect(mayMove(entity, from, to)).toBe(allowed);
  });
});

describe("a status in the database", () => {
  let house: House;
  beforeAll(async () => {
    house = await buildHouse();
  });
  afterAll(async () => await house.close());

  it("only ever takes steps of its table, whatever is asked of it in whatever order", async () => {
    const personId = "00000000-0000-4000-8000-000000000002";
    const all = Object.keys(vendorTransitions).filter((status) => status !== "NONE") as Status[];
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...all), { maxLength: 12 }), async (asked) => {
        await house.db.deleteFrom("identity_statuses").where("person_id", "=", personId).execute();
        let at: Status | null = null;
        for (const to of asked) {
          const before: Status | null = at;
          const { kind } = await house.db
            .transaction()
            .execute((tx) =>
              moveStatus(tx, house.clock, { personId, entity: "liveness", to, actor: "vendor:x" }),
            );
          const allowed: boolean = transitionsOf.liveness[before ?? "NONE"]?.includes(to) === true;
          expect(kind).toBe(allowed ? "moved" : "kept");
          if (allowed) at = to;
          const now: Status | undefined = (await statusesOf(house.db, personId, "2026-03-02")).liveness;
          expect(now ?? null).toBe(at);
        }
      }),
      { numRuns: 30 },
    );
  });

  it("takes one of two first moves made at once", async () => {
    const personId = "00000000-0000-4000-8000-000000000003";
    const move = (to: Status) =>
      house.db
        .transaction()
        .execute((tx) => moveStatus(tx, house.clock, { personId, entity: "onfido", to, actor: "vendor:x" }));
    const moves = await Promise.all([move("PENDING"), move("PENDING"), move("PENDING")]);
    expect(moves.filter((one) => one.kind === "moved").length).toBeGreaterThanOrEqual(1);
    expect((await statusesOf(house.db, personId, "2026-03-02")).onfido).toBe("PENDING");
  });
});
