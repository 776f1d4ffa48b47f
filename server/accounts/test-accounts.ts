import { type RawBuilder, sql } from "kysely";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { record } from "../audit/index.ts";
import type { Db } from "../db/index.ts";
import type { Room } from "./room.ts";
import "./tables.ts";

/** An account that is there to try the portal with. */
export type TestAccount = { readonly id: string; readonly email: string; readonly reason: string };

/** All of them. */
export async function testAccounts(db: Db): Promise<readonly TestAccount[]> {
  const { rows } = await sql<TestAccount>`
    select p.id, p.email, coalesce(m.reason, '') as reason from people p
    left join lateral (select reason from test_marks where person_id = p.id order by seq desc limit 1) m on true
    where p.test_since is not null order by p.email`.execute(db);
  return rows;
}

/**
 * Marks an account as a test, or as none, for a reason that is kept. Errors: `not-found`; `staff-are-no-tests` for
 * colleagues, who hold nothing that could be counted; `nothing-changed`.
 */
export async function markTest(
  room: Pick<Room, "db" | "clock">,
  wanted: { readonly personId: string; readonly test: boolean; readonly reason: string; readonly by: string },
): Promise<Result<void, { readonly code: "not-found" | "staff-are-no-tests" | "nothing-changed" }>> {
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
    await tx
      .updateTable("people")
      .set({ test_since: test ? at : null })
      .where("id", "=", personId)
      .execute();
    await tx
      .insertInto("test_marks")
      .values({ person_id: personId, marked: test, reason, at, by_person: by })
      .execute();
    await record(tx, room.clock, {
      actor: `person:${by}`,
      action: test ? "accounts.markTest" : "accounts.unmarkTest",
      subject: `person:${personId}`,
      from: test ? "real" : "test",
      to: test ? "test" : "real",
    });
    return ok(undefined);
  });
}

/** Whether figures are made without test accounts: the switch that protects them is on. */
export function leavesTestsOut(isOn: (flag: string) => boolean): boolean {
  return isOn("exclude-test-accounts");
}

/** The condition of a figure's SQL: the account of `person`, a column, is counted. */
export function isCounted(person: RawBuilder<unknown>, withoutTests: boolean): RawBuilder<boolean> {
  return withoutTests
    ? sql<boolean>`not exists (select from people test where test.id = ${person} and test.test_since is not null)`
    : sql<boolean>`true`;
}
