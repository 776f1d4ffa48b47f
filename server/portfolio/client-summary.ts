import { overviewOf } from "./overview.ts";
import type { PortfolioRoom } from "./room.ts";
import "./tables.ts";

/** What an account was worth on a day; decimal text. */
export type ClientSummary = {
  readonly day: string;
  readonly value: string;
  readonly principal: string;
  readonly totalProfit: string;
};

/**
 * Keeps what an account is worth today, from our own figures and nobody else's; the first asking of a day counts, later ones answer
 * the same. Source: specification, section 7 (client-summary creation); decisions, "Switches".
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
