import { shareOf, subscriptionCharges, unitsBought } from "../../../domain/fund.ts";
import { BAHT_SCALE, formatBaht } from "../../../domain/money.ts";
import { bpsOfPercent } from "../../../domain/strategy-returns.ts";
import { formatUnits, tenThousandthsOf } from "../../../domain/units.ts";
import { parseTypedDecimal } from "../../../engine/values/typed-decimal.ts";
import type { Strategy } from "../parts/records.ts";

const MOST_SATANG = 99_999_999_999_999n;

/** Returns a typed amount in satang; `null` if the amount is invalid, zero or unreasonably large. */
export function typedBaht(typed: string): bigint | null {
  const parsed = parseTypedDecimal(typed, BAHT_SCALE);
  return parsed.ok && parsed.value > 0n && parsed.value <= MOST_SATANG ? parsed.value : null;
}

/**
 * Returns what an order for an amount in satang would cost now, computed as for real orders, as decimal text.
 * `units` is the number of units at the latest NAV, if there is a NAV.
 */
export function costOf({ fees, nav }: Pick<Strategy, "fees" | "nav">, amount: bigint) {
  const { fee, vat } = subscriptionCharges({
    amount,
    feeBps: BigInt(fees.frontEndBps),
    vatBps: BigInt(fees.vatBps),
  });
  const net = amount - fee - vat;
  return {
    fee: formatBaht(fee),
    vat: formatBaht(vat),
    net: formatBaht(net),
    units: nav === null ? null : formatUnits(unitsBought({ net, nav: tenThousandthsOf(nav.value) })),
    managementYear: formatBaht(shareOf(net, BigInt(fees.managementBps))),
  };
}

/**
 * Returns what would remain of an amount in satang after the strategy's largest fall, as decimal text.
 * Returns `null` if the strategy has never fallen.
 */
export function fallOf({ returns }: Pick<Strategy, "returns">, amount: bigint) {
  if (returns.maxDrawdown === null) return null;
  const bps = -bpsOfPercent(returns.maxDrawdown.percent);
  const lost = shareOf(amount, bps);
  return {
    percent: returns.maxDrawdown.percent.replace(/^-/, ""),
    lost: formatBaht(lost),
    left: formatBaht(amount - lost),
  };
}
