import { formatBaht, formatBps, formatDate, formatUnits } from "../../kit/text/format.ts";
import { isZero } from "../parts/records.ts";
import type { Site } from "./site.ts";
import type { CompareRow, SiteStrategy } from "./site-data.ts";

/** What a row of the comparison says of a strategy. */
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

/** What all units of a strategy are worth, in words where nobody holds any: the comparison and its own page say the same. */
export function netAssetsText(netAssets: string | null, words: Site["words"]): string {
  if (netAssets === null) return words("strategy:compare.missing");
  if (isZero(netAssets)) return words("strategy:compare.noUnits");
  return words("strategy:compare.baht", { amount: formatBaht(netAssets) });
}
