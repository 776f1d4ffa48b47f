import { createTurns, networkOf } from "../http/index.ts";
import type { LoginTry } from "./login-delays.ts";

/** Parallel log-ins per address in this process. */
const AT_ONCE = 4;

/**
 * Queues log-in attempts: one at a time per account and address, and few per address. Tries are counted before
 * verification, so parallel correct ones would otherwise count as failures.
 */
export function loginTurns(): <Value>(login: LoginTry, look: () => Promise<Value>) => Promise<Value> {
  const accounts = createTurns({ each: 1 });
  const addresses = createTurns({ each: AT_ONCE });
  return async (login, look) => {
    const network = networkOf(login.address);
    return await accounts(`${network} ${login.email}`, () => addresses(network, look));
  };
}
