import { createTurns, networkOf } from "../http/index.ts";
import type { LoginTry } from "./login-delays.ts";

/** Maximum number of parallel log-ins per IP address in this process. */
const AT_ONCE = 4;

/**
 * Creates a queue for log-in attempts: one at a time per account and IP address, and few per IP address.
 * Tries are counted before verification, so without the queue parallel correct tries would count as failures.
 */
export function loginTurns(): <Value>(login: LoginTry, look: () => Promise<Value>) => Promise<Value> {
  const accounts = createTurns({ each: 1 });
  const addresses = createTurns({ each: AT_ONCE });
  return async (login, look) => {
    const network = networkOf(login.address);
    return await accounts(`${network} ${login.email}`, () => addresses(network, look));
  };
}
