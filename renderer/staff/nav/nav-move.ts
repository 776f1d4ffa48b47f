import { changeBps, percentOfBps } from "../../../domain/strategy-returns.ts";
import { tenThousandthsOf, UNIT_SCALE } from "../../../domain/units.ts";
import { parseTypedDecimal } from "../../../engine/values/typed-decimal.ts";
import type { NavStrategy } from "./use-nav-entry.ts";

/** The change of a NAV since the day before, in percent. */
export type NavMove = {
  /** Change in percent; `null` if there is no earlier NAV or the NAV cannot be parsed. */
  readonly change: string | null;
  /** Whether the change exceeds the strategy's limit. If so, the NAV must be checked again. */
  readonly jumps: boolean;
  readonly limit: string;
};

/**
 * Returns how much a NAV changed. The NAV is the one that waits for a decision, or else the entered one, or
 * else the typed one.
 */
export function navMoveOf({ before, correction, entry, jumpBps }: NavStrategy, typed: string): NavMove {
  const nav = parseTypedDecimal(correction?.nav ?? entry?.nav ?? typed, UNIT_SCALE, "decimal");
  const moved = before && nav.ok ? changeBps({ from: tenThousandthsOf(before.nav), to: nav.value }) : null;
  return {
    change: moved === null ? null : percentOfBps(moved),
    jumps: moved !== null && (moved < 0n ? -moved : moved) > BigInt(jumpBps),
    limit: percentOfBps(BigInt(jumpBps)),
  };
}
