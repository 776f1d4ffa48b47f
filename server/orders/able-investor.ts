import type { JsonObject } from "../../engine/values/json.ts";

/**
 * Loads the fact `investor` of whoever places an order, in the transaction of the order. Returns `null` if the
 * rule for this kind of order does not hold for the person.
 */
export type AbleInvestor = () => Promise<JsonObject | null>;

/**
 * Returns the highest risk level that the investor may buy without acknowledging the risk; `null` if there is
 * no limit, as for companies.
 */
export function maxRiskOf({ customerType, suitMaxRisk }: JsonObject): number | null {
  return customerType !== "JURISTIC" && typeof suitMaxRisk === "number" ? suitMaxRisk : null;
}
