import { createHash } from "node:crypto";
import type { FlagName } from "../../domain/flag-names.ts";
import { valueOfUnits } from "../../domain/fund.ts";
import { formatBaht } from "../../domain/money.ts";
import { tenThousandthsOf } from "../../domain/units.ts";
import type { Language } from "../../engine/values/languages.ts";
import type { Db, Tx } from "../db/index.ts";
import { displayRate } from "../fund/index.ts";
import type { Person } from "../http/index.ts";
import type { Notices } from "./answers.ts";
import type { PortfolioRoom } from "./room.ts";

/** The value, in whole baht, from which a person belongs to each tier. Source: decisions, "Service". */
const TIERS = [
  { tier: "prestige", from: 10_000_000n },
  { tier: "plus", from: 1_000_000n },
  { tier: "standard", from: 0n },
] as const;

/**
 * Returns the notices that all pages show to a logged-in person. Some depend on flags. Source: specification,
 * section 9.
 */
export async function noticesFor(room: PortfolioRoom, person: Person, language: Language): Promise<Notices> {
  const isOn = await switchesOf(room, person.id, [
    "new-exclusive-offering",
    "exclusive-offering",
    "user-tier",
    "fund-banner",
    "scammer-alert",
    "currency-switcher",
  ]);
  const at = room.clock.now().toMillis();
  const now = <Item extends { readonly from: string; readonly until: string }>(items: readonly Item[]) =>
    items.filter(({ from, until }) => Date.parse(from) <= at && at < Date.parse(until));
  const layout = isOn("new-exclusive-offering") ? "new" : isOn("exclusive-offering") ? "old" : null;
  const investor = person.role === null;
  const value =
    investor && (layout !== null || isOn("user-tier")) ? await valueHeld(room, room.db, person.id) : null;
  const [banner] = isOn("fund-banner") ? now(await room.content.read("banner", language)) : [];
  const offerings =
    layout === null || value === null
      ? []
      : now(await room.content.read("offering", language)).filter(
          ({ audience }) => (audience === "existing") === value > 0n,
        );
  return {
    banner:
      banner === undefined
        ? null
        : { text: banner.text, tone: banner.tone, link: banner.link, language: banner.language },
    offering:
      layout === null || offerings.length === 0
        ? null
        : {
            layout,
            items: offerings.map(({ key, title, text, target, language: lng }) => ({
              key,
              title,
              text,
              target,
              language: lng,
            })),
          },
    scamWarning: isOn("scammer-alert") ? markOf(person) : null,
    tier: value === null || !isOn("user-tier") ? null : tierOf(value),
    rate: isOn("currency-switcher") ? await displayRate(room) : null,
  };
}

async function switchesOf<Name extends FlagName>(
  room: PortfolioRoom,
  personId: string,
  names: readonly Name[],
): Promise<(name: Name) => boolean> {
  const on = new Map<Name, boolean>();
  for (const name of names) on.set(name, await room.isOnFor(name, personId));
  return (name) => on.get(name) === true;
}

/**
 * Returns the tier to which a total value (in satang) belongs, and the value at which the next tier begins.
 */
export function tierOf(value: bigint): NonNullable<Notices["tier"]> {
  const at = TIERS.findIndex(({ from }) => value >= from * 100n);
  const [own, next] = [TIERS[at] ?? TIERS[2], TIERS[at - 1]];
  return {
    tier: own.tier,
    next: next === undefined ? null : { tier: next.tier, from: formatBaht(next.from * 100n) },
  };
}

/** Returns the value of a person's units in satang, at the last NAVs. The overview shows the same total. */
export async function valueHeld(
  room: Pick<PortfolioRoom, "history">,
  db: Db | Tx,
  personId: string,
): Promise<bigint> {
  const held = await db
    .selectFrom("holdings")
    .select(["strategy", "units"])
    .where("person_id", "=", personId)
    .execute();
  const histories = await room.history(db);
  return held.reduce((sum, { strategy, units }) => {
    const nav = histories.get(strategy)?.points.at(-1)?.nav ?? 0n;
    return sum + valueOfUnits({ units: tenThousandthsOf(units), nav });
  }, 0n);
}

/** Returns an identifier of the log-in, from which the id of the log-in cannot be found. */
export function markOf({ id, session = id }: Person): string {
  return createHash("sha256").update(session).digest("hex").slice(0, 16);
}
