import { fail, ok, type Result } from "../../engine/values/result.ts";
import type { PortfolioRoom } from "./room.ts";
import "./tables.ts";

/** Returns the codes of the strategies that a person saved, latest first. */
export async function savedStrategies(room: PortfolioRoom, personId: string): Promise<readonly string[]> {
  const rows = await room.db
    .selectFrom("saved_strategies")
    .select("strategy")
    .where("person_id", "=", personId)
    .orderBy("saved_at", "desc")
    .orderBy("strategy")
    .execute();
  return rows.map(({ strategy }) => strategy);
}

/** Saves a strategy to the person's list or removes it. Repeating the call changes nothing. */
export async function saveStrategy(
  room: PortfolioRoom,
  personId: string,
  { code, saved }: { readonly code: string; readonly saved: boolean },
): Promise<Result<readonly string[], { readonly code: "strategy-unknown" }>> {
  const { db, clock } = room;
  const known = await db.selectFrom("strategies").select("code").where("code", "=", code).executeTakeFirst();
  if (known === undefined) return fail({ code: "strategy-unknown" });
  if (saved)
    await db
      .insertInto("saved_strategies")
      .values({ person_id: personId, strategy: code, saved_at: clock.now().toJSDate() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  else
    await db
      .deleteFrom("saved_strategies")
      .where("person_id", "=", personId)
      .where("strategy", "=", code)
      .execute();
  return ok(await savedStrategies(room, personId));
}
