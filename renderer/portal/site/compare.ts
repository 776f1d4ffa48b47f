import { formatBaht, formatBps, formatDate, formatUnits } from "../../kit/text/format.ts";
import { isZero } from "../parts/records.ts";
import type { Site } from "./site.ts";
import type { CompareRow, SiteStrategy } from "./site-data.ts";

/** Returns the text for a strategy in one row of the comparison. */
export function cellOf({ words }: Pick<Site, "words">, of: SiteStrategy, row: CompareRow): string {
  switch (row) {
    case "managedBy":
      return of.managedBy;
    case "type":
      return words(of.typeKey);
    case "riskLevel":
      return String(of.riskLevel);
    case "startingPrice":
      return words("strategy:compare.perUnit", { amount: formatUnits(of.startingNav) });
    case "currencyPolicy":
      return words(of.currencyPolicyKey);
    case "dividendPolicy":
      return words(of.dividendPolicyKey);
    case "entryFee":
      return formatBps(of.frontEndBps);
    case "reductionFee":
      return words("strategy:compare.ofProfit", { rate: formatBps(of.reductionProfitBps) });
    case "totalCost":
      return words("strategy:compare.withVat", { rate: formatBps(of.totalCostBps) });
    case "firstMinimum":
      return words("strategy:compare.baht", { amount: formatBaht(of.minFirst) });
    case "nextMinimum":
      return words("strategy:compare.baht", { amount: formatBaht(of.minNext) });
    case "registeredOn":
      return formatDate(of.registeredOn);
    case "netAssets":
      return netAssetsText(of.netAssets, words);
  }
}

/**
 * Returns a strategy's net asset value as text, or another text if the strategy has no units. Both the
 * comparison and the strategy's page use this text.
 */
export function netAssetsText(netAssets: string | null, words: Site["words"]): string {
  if (netAssets === null) return words("strategy:compare.missing");
  if (isZero(netAssets)) return words("strategy:compare.noUnits");
  return words("strategy:compare.baht", { amount: formatBaht(netAssets) });
}
