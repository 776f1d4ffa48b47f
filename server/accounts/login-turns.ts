import { createTurns, networkOf } from "../http/index.ts";
import type { LoginTry } from "./login-delays.ts";

/** Log-ins from one address that this process looks at side by side. */
const AT_ONCE = 4;

/**
 * Whose turn it is: tries at one account from one address are looked at one after the other, and few from one address
 * side by side. A try is counted before it is looked at; without turns, good ones that come together would count as wrong
 * ones of each other.
 */
export function loginTurns(): <Value>(login: LoginTry, look: () => Promise<Value>) => Promise<Value> {
  const accounts = createTurns({ each: 1 });
  const addresses = createTurns({ each: AT_ONCE });
  return async (login, look) => {
    const network = networkOf(login.address);
    return await accounts(`${network} ${login.email}`, () => addresses(network, look));
  };
}
