import { overviewOf } from "./overview.ts";
import type { PortfolioRoom } from "./room.ts";
import "./tables.ts";

/** The value of an account on a day. Amounts are decimal text. */
export type ClientSummary = {
  readonly day: string;
  readonly value: string;
  readonly principal: string;
  readonly totalProfit: string;
};

/**
 * Stores the value of an account today, as this server computes it. Only the first call of a day stores it;
 * later calls of the day return the stored value. Source: specification, section 7 (client-summary creation);
 * decisions, "Switches".
 */
export async function keepClientSummary(room: PortfolioRoom, personId: string): Promise<ClientSummary> {
  const day = room.clock.today();
  const kept = () =>
    room.db
      .selectFrom("client_summaries")
      .select(["day", "value", "principal", "total_profit as totalProfit"])
      .where("person_id", "=", personId)
      .where("day", "=", day)
      .executeTakeFirst();
  const before = await kept();
  if (before !== undefined) return before;
  const { total } = await overviewOf(room, personId);
  await room.db
    .insertInto("client_summaries")
    .values({
      person_id: personId,
      day,
      value: total.value,
      principal: total.principal,
      total_profit: total.totalProfit,
      made_at: room.clock.now().toJSDate(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const now = await kept();
  if (now === undefined) throw new Error(`keepClientSummary: the summary of ${personId} is not kept`);
  return now;
}
