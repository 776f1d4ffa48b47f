import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { statusOf } from "../../../server/identity/checks.ts";
import { moveStatus, statusesOf } from "../../../server/identity/move-status.ts";
import {
  accountTransitions,
  type Entity,
  mayMove,
  recordTransitions,
  type Status,
  transitionsOf,
  vendorTransitions,
} from "../../../server/identity/statuses.ts";
import { buildHouse, type House } from "../accounts/harness.ts";

describe("the tables of status transitions", () => {
  it("the tables of transitions contain every status of the specification, and no other", () => {
    expect(Object.keys(recordTransitions).sort()).toEqual(
      ["NONE", "OVERDUE", "PENDING", "PRE_VERIFIED", "REJECTED", "REVIEW", "VERIFIED"].sort(),
    );
    expect(Object.keys(vendorTransitions).sort()).toEqual(
      ["BLOCKED", "NONE", "PENDING", "PENDING_REJECT", "REJECT", "REVIEW", "VERIFIED", "WAITING"].sort(),
    );
  });

  it("no vendor's answer changes VERIFIED, and nothing changes BLOCKED", () => {
    expect(vendorTransitions.VERIFIED).toEqual(["PENDING_REJECT", "BLOCKED"]);
    for (const subResult of [null, "clear", "caution", "suspected", "rejected"])
      for (const result of ["clear", "consider"])
        expect(mayMove("onfido", "VERIFIED", statusOf({ result, subResult, concerns: [] }))).toBe(false);
    expect(mayMove("onfido", "VERIFIED", "PENDING")).toBe(false);
    expect(vendorTransitions.BLOCKED).toEqual([]);
    // The account is an exception, because two people may lift its block.
    expect(accountTransitions).toEqual({ ...vendorTransitions, BLOCKED: ["REVIEW", "VERIFIED"] });
    for (const [from, to] of Object.entries(vendorTransitions))
      if (from !== "BLOCKED") expect(to, from).toContain("BLOCKED");
  });
});

describe("a status in the database", () => {
  let house: House;
  beforeAll(async () => {
    house = await buildHouse();
  });
  afterAll(async () => await house.close());

  it("changes only by transitions in its table, whatever requests arrive", async () => {
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

  it.each(Object.keys(transitionsOf) as Entity[])(
    "a status of %s can make every transition in its table and no other, also with direct SQL",
    async (entity) => {
      const personId = "00000000-0000-4000-8000-000000000004";
      const table = transitionsOf[entity];
      const all = Object.keys(table) as (Status | "NONE")[];
      for (const from of all)
        for (const to of all) {
          if (to === "NONE" || from === to) continue;
          const machine = entity === "kyc" || entity === "suit" ? "record" : "vendor";
          // Two people may lift the account's block, and a vendor's own block is final.
          const lifted = entity === "account" && from === "BLOCKED" && (to === "REVIEW" || to === "VERIFIED");
          const allowed = lifted || ALLOWED[machine].has(`${from} ${to}`);
          expect(mayMove(entity, from === "NONE" ? null : from, to), `${from} ${to}`).toBe(allowed);
          expect(await writes(house, { personId, entity, from, to }), `${from} ${to}`).toBe(allowed);
        }
    },
  );

  it("accepts one of two parallel first transitions", async () => {
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

/**
 * Permitted transitions of the two state machines, written out again to compare code and database with them.
 */
const ALLOWED: Readonly<Record<"record" | "vendor", ReadonlySet<string>>> = {
  record: new Set([
    ...["NONE PRE_VERIFIED", "NONE PENDING", "PRE_VERIFIED PENDING"],
    ...["PENDING REVIEW", "PENDING VERIFIED", "PENDING REJECTED", "REVIEW VERIFIED", "REVIEW REJECTED"],
    ...["REJECTED PENDING", "VERIFIED OVERDUE", "OVERDUE PENDING"],
  ]),
  vendor: new Set([
    ...["NONE WAITING", "NONE PENDING", "WAITING PENDING"],
    ...["PENDING REVIEW", "PENDING VERIFIED", "PENDING REJECT", "PENDING PENDING_REJECT"],
    ...["REVIEW VERIFIED", "REVIEW REJECT", "REVIEW PENDING_REJECT"],
    ...["VERIFIED PENDING_REJECT", "REJECT PENDING", "REJECT PENDING_REJECT", "PENDING_REJECT PENDING"],
    ...["NONE", "WAITING", "PENDING", "REVIEW", "VERIFIED", "REJECT", "PENDING_REJECT"].map(
      (from) => `${from} BLOCKED`,
    ),
  ]),
};

/** Returns whether plain SQL can change a status; the change is rolled back. */
async function writes(
  house: House,
  {
    personId,
    entity,
    from,
    to,
  }: {
    readonly personId: string;
    readonly entity: Entity;
    readonly from: Status | "NONE";
    readonly to: Status;
  },
): Promise<boolean> {
  let written = false;
  const undone = house.db.transaction().execute(async (tx) => {
    await sql`delete from identity_statuses where person_id = ${personId}`.execute(tx);
    const insert = (status: Status) =>
      sql`insert into identity_statuses (person_id, entity, status, changed_at)
        values (${personId}, ${entity}, ${status}, '2026-03-02')`.execute(tx);
    if (from === "NONE") await insert(to);
    else {
      await sql`alter table identity_statuses disable trigger identity_status_moves`.execute(tx);
      await insert(from);
      await sql`alter table identity_statuses enable trigger identity_status_moves`.execute(tx);
      await sql`update identity_statuses set status = ${to} where person_id = ${personId}`.execute(tx);
    }
    written = true;
    throw new Error("undo");
  });
  await undone.catch((error: Error) => {
    if (!/undo|cannot go from/.test(error.message)) throw error;
  });
  return written;
}
