import { networkOf } from "../http/index.ts";
import type { LoginTry } from "./login-delays.ts";

/** Log-ins from one address that this process looks at side by side. */
const AT_ONCE = 4;

/**
 * Whose turn it is: tries at one account from one address are looked at one after the other, and few from one address
 * side by side. A try is counted before it is looked at; without turns, good ones that come together would count as wrong
 * ones of each other.
 */
export function loginTurns(): <Value>(login: LoginTry, look: () => Promise<Value>) => Promise<Value> {
  const lines = new Map<string, Line>();
  return async (login, look) => {
    const network = networkOf(login.address);
    const leaveAccount = await enter(lines, `${network} ${login.email}`, 1);
    const leaveAddress = await enter(lines, network, AT_ONCE);
    try {
      return await look();
    } finally {
      leaveAddress();
      leaveAccount();
    }
  };
}

type Line = { inside: number; readonly waiting: (() => void)[] };

async function enter(lines: Map<string, Line>, name: string, places: number): Promise<() => void> {
  const line = lines.get(name) ?? { inside: 0, waiting: [] };
  lines.set(name, line);
  if (line.inside < places) line.inside += 1;
  else await new Promise<void>((resolve) => line.waiting.push(resolve));
  return () => {
    const next = line.waiting.shift();
    if (next !== undefined) next();
    else {
      line.inside -= 1;
      if (line.inside === 0) lines.delete(name);
    }
  };
}
