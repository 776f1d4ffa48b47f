import { changeBps, percentOfBps } from "../../../domain/strategy-returns.ts";
import { tenThousandthsOf, UNIT_SCALE } from "../../../domain/units.ts";
import { parseTypedDecimal } from "../../../engine/values/typed-decimal.ts";
import type { NavStrategy } from "./use-nav-entry.ts";

/** How far a NAV moves since the day before, in percent. */
export type NavMove = {
  /** `null` without an earlier or a readable NAV. */
  readonly change: string | null;
  /** Whether it moves further than the strategy's limit, which needs a second look. */
  readonly jumps: boolean;
  readonly limit: string;
};

/** The move of the NAV that is being decided, else of the entered one, else of the typed one. */
export function navMoveOf({ before, correction, entry, jumpBps }: NavStrategy, typed: string): NavMove {
  const nav = parseTypedDecimal(correction?.nav ?? entry?.nav ?? typed, UNIT_SCALE, "decimal");
  const moved = before && nav.ok ? changeBps({ from: tenThousandthsOf(before.nav), to: nav.value }) : null;
  return {
    change: moved === null ? null : percentOfBps(moved),
    jumps: moved !== null && (moved < 0n ? -moved : moved) > BigInt(jumpBps),
    limit: percentOfBps(BigInt(jumpBps)),
  };
}
