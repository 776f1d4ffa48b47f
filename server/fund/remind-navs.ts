import { formatTypedDate, type LocalDate } from "../../engine/values/local-date.ts";
import { peopleWithRole } from "../accounts/index.ts";
import { isBusinessDay } from "./calendar.ts";
import { cutOffOf } from "./dealing.ts";
import type { FundRoom } from "./room.ts";
import "./tables.ts";

/**
 * Name of the job that reminds finance of NAVs that are still missing, so that holders can be notified at
 * about 18:00.
 */
export const remindNavsJob = "fund.remind-navs";

/**
 * Writes to everybody in finance about NAVs of today that are missing or not yet approved. Does this on
 * business days after the cut-off, once per day and person. Returns the number of letters.
 */
export async function remindOfNavs(room: FundRoom): Promise<number> {
  const today = room.clock.today() as LocalDate;
  if (room.clock.now() < cutOffOf(today)) return 0;
  const business = isBusinessDay(await room.calendar(room.db), today);
  // If the holidays of this year are not loaded, all orders are refused for that reason. A reminder of NAVs
  // would not help then.
  if (!business.ok || !business.value) return 0;
  const rows = await room.db
    .selectFrom("strategies as s")
    .leftJoin("navs as n", (join) =>
      join.onRef("n.strategy", "=", "s.code").on("n.date", "=", today).on("n.status", "<>", "REJECTED"),
    )
    .select(["s.code", "n.status"])
    .orderBy("s.code")
    .execute();
  const named = (status: string | null) =>
    rows
      .filter((row) => row.status === status)
      .map(({ code }) => code)
      .join(", ") || "–";
  if (rows.every(({ status }) => status === "APPROVED")) return 0;
  return await room.db.transaction().execute(async (tx) => {
    const finance = await peopleWithRole(tx, "finance");
    for (const { id, email, language } of finance)
      await room.messages.send(tx, {
        to: email,
        template: "nav-reminder",
        language,
        data: {
          date: formatTypedDate(today),
          missing: named(null),
          waiting: named("ENTERED"),
          link: `${room.config.origin}/staff/nav`,
        },
        key: `nav-reminder:${today}:${id}`,
      });
    return finance.length;
  });
}
