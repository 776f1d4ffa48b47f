import { sql } from "kysely";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { record } from "../audit/index.ts";
import type { Db, Tx } from "../db/index.ts";
import type { Room } from "./room.ts";
import { isCounted, leavesTestsOut } from "./test-accounts.ts";
import "./tables.ts";

/** A sale code with owner, validity and number of sign-ups. */
export type SaleCode = {
  readonly code: string;
  readonly active: boolean;
  readonly owner: string;
  /** First and last day of validity in Bangkok, inclusive; `null` if unlimited. */
  readonly from: string | null;
  readonly until: string | null;
  readonly usedBy: number;
  /** Whether the code can be used today. */
  readonly works: boolean;
};

/** Returns whether this code (in capitals) can be used for sign-up on a day. */
export async function isActiveSaleCode(db: Db | Tx, code: string, today: string): Promise<boolean> {
  const row = await db
    .selectFrom("sale_codes")
    .select(["active", "valid_from", "valid_until"])
    .where("code", "=", code)
    .executeTakeFirst();
  if (row === undefined || !row.active) return false;
  return holdsOn(row, today);
}

/** Returns all sale codes, active ones first. */
export async function saleCodes(
  room: Pick<Room, "db" | "clock" | "isOn" | "vault">,
): Promise<readonly SaleCode[]> {
  const today = room.clock.today();
  const rows = await room.db
    .selectFrom("sale_codes as s")
    .select(["s.code", "s.active", "s.owner", "s.valid_from", "s.valid_until"])
    .select((row) =>
      row
        .selectFrom("people as p")
        .select(sql<number>`count(*)::integer`.as("count"))
        .whereRef("p.sale_code", "=", "s.code")
        .where(isCounted(sql`p.id`, leavesTestsOut(room.isOn)))
        .as("used_by"),
    )
    .orderBy("s.code")
    .execute();
  const owners = await room.vault.openWords(
    room.db,
    rows.map(({ code, owner }) => ({ place: ownerPlace(code), sealed: owner })),
  );
  const codes = rows.map((row, index) => ({
    code: row.code,
    active: row.active,
    owner: owners[index] ?? "",
    from: row.valid_from,
    until: row.valid_until,
    usedBy: row.used_by ?? 0,
    works: row.active && holdsOn(row, today),
  }));
  return [...codes.filter(({ works }) => works), ...codes.filter(({ works }) => !works)];
}

/**
 * Adds a code, or changes its owner, validity or activation. Past sign-ups keep their code. Errors:
 * `sale-code-known` (a new code that already exists), `not-found`, `sale-code-days`, `nothing-changed`.
 */
export async function setSaleCode(
  room: Pick<Room, "db" | "clock" | "vault">,
  wanted: Pick<SaleCode, "code" | "active" | "owner" | "from" | "until"> & {
    readonly isNew: boolean;
    readonly by: string;
  },
): Promise<
  Result<void, { readonly code: "sale-code-known" | "not-found" | "sale-code-days" | "nothing-changed" }>
> {
  const { code, active, owner, from, until, isNew, by } = wanted;
  if (from !== null && until !== null && from > until) return fail({ code: "sale-code-days" });
  return await room.db.transaction().execute(async (tx) => {
    const before = await tx
      .selectFrom("sale_codes")
      .selectAll()
      .where("code", "=", code)
      .forUpdate()
      .executeTakeFirst();
    if (isNew && before !== undefined) return fail({ code: "sale-code-known" } as const);
    if (!isNew && before === undefined) return fail({ code: "not-found" } as const);
    const place = ownerPlace(code);
    const [owned] = await room.vault.openWords(tx, [{ place, sealed: before?.owner ?? null }]);
    const same =
      before?.active === active &&
      (owned ?? "") === owner &&
      before.valid_from === from &&
      before.valid_until === until;
    if (same) return fail({ code: "nothing-changed" } as const);
    const values = {
      ...{ active, valid_from: from, valid_until: until },
      owner: await room.vault.sealWords(tx, null, place, owner),
      ...{ changed_at: room.clock.wall(), changed_by: by },
    };
    const written = await tx
      .insertInto("sale_codes")
      .values({ code, ...values })
      .onConflict((conflict) => (isNew ? conflict.doNothing() : conflict.column("code").doUpdateSet(values)))
      .returning("code")
      .executeTakeFirst();
    if (written === undefined) return fail({ code: "sale-code-known" } as const);
    await record(tx, room.clock, {
      actor: `person:${by}`,
      action: isNew ? "accounts.addSaleCode" : "accounts.setSaleCode",
      subject: `sale-code:${code}`,
      from: before === undefined ? null : before.active ? "active" : "ended",
      to: active ? "active" : "ended",
      detail: { from, until },
    });
    return ok(undefined);
  });
}

/** Returns the `place` with which the vault seals the name of a sale code's owner. */
const ownerPlace = (code: string) => `sale_codes/${code}`;

function holdsOn(
  row: { readonly valid_from: string | null; readonly valid_until: string | null },
  today: string,
): boolean {
  return (row.valid_from ?? today) <= today && today <= (row.valid_until ?? today);
}
