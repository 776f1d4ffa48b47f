import { readConfig } from "../../server/config.ts";
import { allConsents, buildHouse, openBrowser } from "../server/accounts/harness.ts";

const ROUNDS = 200;
/**
 * The largest deviation from one half that chance can explain in this many rounds, at 3.4 standard
 * deviations.
 */
const MOST_APART = 0.1;

/**
 * Checks figure 28 in time: the response times for a known and an unknown account, call by call. They are
 * indistinguishable if the known account is slower in about half of all pairs.
 */
export async function run(seed: number): Promise<boolean> {
  const house = await buildHouse();
  // A portal in tests delays answers for a shorter time than a portal at runtime. This check uses the runtime
  // value.
  Object.assign(house.config, { evenMs: readConfig({}).evenMs });
  try {
    const calls = [
      ["/api/auth/login", (email: string) => ({ email, password: "Wrong!Pass1" })],
      ["/api/auth/forget-password", (email: string) => ({ email })],
      [
        "/api/auth/signup",
        (email: string) => ({
          ...{ email, password: "Bridge!42x", customerType: "INDIVIDUAL" },
          consents: allConsents(house),
        }),
      ],
    ] as const;
    let areAlike = true;
    for (const [url, bodyOf] of calls) {
      const times = { known: [] as number[], unknown: [] as number[] };
      for (let round = 0; round < ROUNDS; round += 1) {
        // The order alternates, so that warming up favours neither account.
        const order =
          (round + seed) % 2 === 0 ? (["known", "unknown"] as const) : (["unknown", "known"] as const);
        for (const kind of order) {
          const email = kind === "known" ? "finance@saphan.example" : `nobody${seed}-${round}@example.com`;
          const ip = `198.51.${kind === "known" ? 100 : 101}.${round}`;
          const began = performance.now();
          await openBrowser(house).call("POST", url, bodyOf(email), { ip });
          times[kind].push(performance.now() - began);
        }
      }
      const slower = shareSlower(times.known, times.unknown);
      const isAlike = Math.abs(slower - 0.5) <= MOST_APART;
      process.stdout.write(
        `${isAlike ? "✓" : "✗"} ${url}: the known account is the slower one in ${(100 * slower).toFixed(1)} % of pairs\n`,
      );
      areAlike &&= isAlike;
    }
    return areAlike;
  } finally {
    await house.close();
  }
}

/** Returns the share of all pairs in which the first time is longer. */
function shareSlower(some: readonly number[], others: readonly number[]): number {
  const slower = some.reduce((sum, one) => sum + others.filter((other) => one > other).length, 0);
  return slower / (some.length * others.length);
}
