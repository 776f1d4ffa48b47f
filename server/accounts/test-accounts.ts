import { type RawBuilder, sql } from "kysely";
import type { FlagName } from "../../domain/flag-names.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { inTrail, record } from "../audit/index.ts";
import type { Db, Tx } from "../db/index.ts";
import type { Room } from "./room.ts";
import "./tables.ts";

/** A test account. */
export type TestAccount = { readonly id: string; readonly email: string; readonly reason: string };

/** Returns all test accounts. */
export async function testAccounts({ db, vault }: Vaulted): Promise<readonly TestAccount[]> {
  const { rows } = await sql<{ id: string; email: string; reason: Buffer | null }>`
    select p.id, p.email, m.reason from people p
    left join lateral (select reason from test_marks where person_id = p.id order by seq desc limit 1) m on true
    where p.test_since is not null order by p.email`.execute(db);
  const reasons = await vault.openWords(
    db,
    rows.map(({ id, reason }) => ({ place: placeOf(id), sealed: reason })),
  );
  return rows.map(({ id, email }, index) => ({ id, email, reason: reasons[index] ?? "" }));
}

type Vaulted = Pick<Room, "db" | "vault">;
/** Returns the `place` with which the vault seals the reasons for marking an account as a test. */
const placeOf = (personId: string) => `test_marks/${personId}`;

/** Returns an admin's pending proposal to mark an account as a test; `null` if there is none. */
export async function testProposal(
  { vault }: Pick<Room, "vault">,
  db: Db | Tx,
  personId: string,
): Promise<{ readonly reason: string | null; readonly by: string } | null> {
  const row = await db
    .selectFrom("test_proposals")
    .select(["reason", "by_person as by"])
    .where("person_id", "=", personId)
    .executeTakeFirst();
  if (row === undefined) return null;
  const [reason] = await vault.openWords(db, [{ place: placeOf(personId), sealed: row.reason }]);
  return { reason: reason ?? null, by: row.by };
}

/**
 * Marks an account as a test, or removes the mark, for a recorded reason. Two admins must agree to the mark,
 * because it excludes all present and future holdings of the account from figures: the first call returns
 * `proposed`. One admin can remove the mark. Errors: `not-found`; `staff-are-no-tests` (staff have no
 * holdings that count); `nothing-changed`; `same-person`.
 */
export async function markTest(
  room: Pick<Room, "db" | "clock" | "vault">,
  wanted: { readonly personId: string; readonly test: boolean; readonly reason: string; readonly by: string },
): Promise<
  Result<
    { readonly state: "done" | "proposed" },
    { readonly code: "not-found" | "staff-are-no-tests" | "nothing-changed" | "same-person" }
  >
> {
  const { personId, test, reason, by } = wanted;
  return await room.db.transaction().execute(async (tx) => {
    const person = await tx
      .selectFrom("people")
      .select(["role", "test_since"])
      .where("id", "=", personId)
      .forUpdate()
      .executeTakeFirst();
    if (person === undefined) return fail({ code: "not-found" } as const);
    if (person.role !== null) return fail({ code: "staff-are-no-tests" } as const);
    if ((person.test_since !== null) === test) return fail({ code: "nothing-changed" } as const);
    const at = room.clock.wall();
    const sealed = await room.vault.sealWords(tx, personId, placeOf(personId), reason);
    const line = (to: "proposed" | "test" | "real", detail: JsonObject = {}) =>
      record(tx, room.clock, {
        actor: `person:${by}`,
        action: test ? "accounts.markTest" : "accounts.unmarkTest",
        subject: `person:${personId}`,
        from: test ? "real" : "test",
        to,
        detail: { reason: inTrail({ place: placeOf(personId), sealed }), ...detail },
      });
    let proposedBy: string | null = null;
    if (test) {
      proposedBy = (await testProposal(room, tx, personId))?.by ?? null;
      if (proposedBy === by) return fail({ code: "same-person" } as const);
      if (proposedBy === null) {
        await tx
          .insertInto("test_proposals")
          .values({ person_id: personId, reason: sealed, at, by_person: by })
          .execute();
        await line("proposed");
        return ok({ state: "proposed" } as const);
      }
    }
    await setMark(tx, { ...wanted, sealed, at, proposedBy });
    await line(test ? "test" : "real", proposedBy === null ? {} : { proposedBy: `person:${proposedBy}` });
    return ok({ state: "done" } as const);
  });
}

async function setMark(
  tx: Tx,
  of: {
    readonly personId: string;
    readonly test: boolean;
    readonly sealed: Buffer;
    readonly at: Date;
    readonly by: string;
    readonly proposedBy: string | null;
  },
): Promise<void> {
  const { personId, test, sealed, at, by, proposedBy } = of;
  await tx.deleteFrom("test_proposals").where("person_id", "=", personId).execute();
  await tx
    .updateTable("people")
    .set({ test_since: test ? at : null })
    .where("id", "=", personId)
    .execute();
  await tx
    .insertInto("test_marks")
    .values({
      person_id: personId,
      marked: test,
      reason: sealed,
      at,
      by_person: by,
      proposed_by: proposedBy,
    })
    .execute();
}

/** Returns whether figures exclude test accounts, which a flag decides. */
export function leavesTestsOut(isOn: (flag: FlagName) => boolean): boolean {
  return isOn("exclude-test-accounts");
}

/** Returns an SQL condition that is true if the account in the column `person` counts in figures. */
export function isCounted(person: RawBuilder<unknown>, withoutTests: boolean): RawBuilder<boolean> {
  return withoutTests
    ? sql<boolean>`not exists (select from people test where test.id = ${person} and test.test_since is not null)`
    : sql<boolean>`true`;
}
