import { listStrategies } from "../fund/index.ts";
import type { Overview } from "./answers.ts";
import type { PortfolioRoom } from "./room.ts";

/**
 * Returns the strategies that the portal suggests to an investor. They accept orders, the investor does not
 * hold them, and the suitability test permits their risk. The lowest risk comes first. The list is empty for
 * an investor without a test result, or who is exempt from the test. Source: specification, section 2 (My
 * Account); decisions, "Fund" (fund risk 1–8 is compared with the level's upper fund risk).
 */
export async function recommendedTo(
  room: PortfolioRoom,
  personId: string,
  held: ReadonlySet<string>,
): Promise<Overview["recommended"]> {
  const investor = await room.investor(room.db, personId);
  const maxRisk = typeof investor?.suitMaxRisk === "number" ? investor.suitMaxRisk : null;
  if (maxRisk === null) return { maxRisk, strategies: [] };
  const strategies = await listStrategies(room);
  return {
    maxRisk,
    strategies: strategies
      .filter(({ code, open, riskLevel }) => open && !held.has(code) && riskLevel <= maxRisk)
      .toSorted((one, other) => one.riskLevel - other.riskLevel)
      .map(({ code, nameKey, riskLevel, returns }) => ({
        code,
        nameKey,
        riskLevel,
        strategyReturn1y: returns.year1,
      })),
  };
}
