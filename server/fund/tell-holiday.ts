import { formatTypedDate, type LocalDate } from "../../engine/values/local-date.ts";
import { peopleWithRole } from "../accounts/index.ts";
import type { FundRoom } from "./room.ts";
import "./tables.ts";

/** The job that runs after a holiday is added. */
export const holidayAddedJob = "fund.holiday-added";

/**
 * Notifies finance and compliance that a day has no NAV, and of the number of moved orders. The orders room
 * notifies the investors.
 */
export async function tellHoliday(
  room: FundRoom,
  { change, orders }: { readonly change: string; readonly orders: number },
): Promise<void> {
  await room.db.transaction().execute(async (tx) => {
    const holiday = await tx
      .selectFrom("calendar_changes")
      .select(["date", "th", "en"])
      .where("id", "=", change)
      .executeTakeFirst();
    if (!holiday?.date) return;
    for (const role of ["finance", "compliance"] as const)
      for (const { id, email, language } of await peopleWithRole(tx, role))
        await room.messages.send(tx, {
          to: email,
          template: "holiday-added",
          language,
          data: {
            date: formatTypedDate(holiday.date as LocalDate),
            name: holiday[language] ?? "",
            orders,
            link: `${room.config.origin}/staff/calendar`,
          },
          key: `holiday-added:${change}:${id}`,
        });
  });
}
