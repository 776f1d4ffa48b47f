import { DateTime } from "luxon";
import { decideCalendarChange, proposeCalendarChange } from "../../server/fund/index.ts";
import { orderBook } from "../../server/orders/index.ts";
import type { Action } from "./action.ts";
import type { Chance } from "./chance.ts";
import type { World } from "./world.ts";

/** Actions that make days holidays, or business days again, while orders are open. */
export const calendarActions: readonly Action[] = [
  { name: "a holiday is declared", weight: 1, draw: declare },
  { name: "a holiday is withdrawn", weight: 1, draw: withdraw },
];

async function declare(world: World, chance: Chance) {
  const date = world.clock
    .now()
    .plus({ days: chance.upTo(5) })
    .toISODate();
  return await changing(world, chance, { kind: "ADD_HOLIDAY", date, th: "วันหยุดพิเศษ", en: "Special holiday" });
}

async function withdraw(world: World, chance: Chance) {
  const soon = await world.outside
    .selectFrom("bank_holidays")
    .select("date")
    .where("date", ">=", world.clock.today())
    .where("date", "<=", DateTime.fromISO(world.clock.today()).plus({ days: 10 }).toISODate() as string)
    .orderBy("date")
    .execute();
  if (soon.length === 0) return null;
  return await changing(world, chance, { kind: "WITHDRAW_HOLIDAY", date: chance.oneOf(soon).date });
}

type Given =
  | { readonly kind: "ADD_HOLIDAY"; readonly date: string; readonly th: string; readonly en: string }
  | { readonly kind: "WITHDRAW_HOLIDAY"; readonly date: string };

/**
 * Changes the calendar. Mostly one person proposes and another decides. The process that places orders is
 * notified at once, or only later.
 */
async function changing(world: World, chance: Chance, given: Given) {
  const enters = chance.oneOf(world.finance);
  const decides = chance.oneIn(10) ? enters : chance.oneOf(world.finance.filter((id) => id !== enters));
  const decision = chance.oneIn(10) ? "REJECTED" : "APPROVED";
  const hears = !chance.oneIn(4);
  const note = "simulated";
  return async () => {
    const proposed = await proposeCalendarChange(world.fund, enters, { ...given, note }, orderBook);
    const waiting = proposed.ok
      ? proposed.value
      : await world.fund.db
          .selectFrom("calendar_changes")
          .select("id")
          .where("date", "=", given.date)
          .where("state", "=", "PROPOSED")
          .executeTakeFirst();
    if (waiting === undefined) return `${given.date} ${proposed.ok ? "" : proposed.error.code}`;
    const decided = await decideCalendarChange(
      world.fund,
      decides,
      { id: waiting.id, decision, note },
      orderBook,
    );
    if (hears) world.hearOfCalendar();
    return `${given.date} ${decided.ok ? decision : decided.error.code}${hears ? "" : ", not heard of"}`;
  };
}
