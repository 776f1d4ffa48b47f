import { createSecretKey, type KeyObject } from "node:crypto";
import type { FlagName } from "../../domain/flag-names.ts";
import type { Clock } from "../clock/index.ts";
import type { Config } from "../config.ts";
import type { Db } from "../db/index.ts";
import { keyFor } from "../keys.ts";
import type { LegalTexts } from "../legal/index.ts";
import type { Messages } from "../messages/index.ts";
import { loginTurns } from "./login-turns.ts";
import { NO_PROVIDERS, type Providers } from "./providers.ts";
import type { Room } from "./room.ts";
import { createVault } from "./vault.ts";

/** What the accounts room needs of the house. */
export type AccountsDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly config: Pick<Config, "env" | "brand" | "origin" | "rootDir" | "dataDir" | "masterKey" | "evenMs">;
  readonly messages: Pick<Messages, "send" | "sendsSms">;
  /** The legal texts in force. */
  readonly legal: () => LegalTexts;
  /** Whether a feature switch is on here. */
  readonly isOn: (flag: FlagName) => boolean;
  /** Hears which secret opens no session any more (its hash, in hex). */
  readonly secretOver?: (proof: string) => void;
  /** Google, Apple and the wallet; nobody where it is left out. */
  readonly providers?: () => Providers;
};

/**
 * Opens the accounts room; its functions take what this answers as their first argument. Throws where `runtime` has
 * mock codes switched on (they would be shown to whoever opens the mailbox), or a wallet that stands for nobody's.
 */
export function createAccounts(deps: AccountsDeps): Room {
  const {
    db,
    clock,
    config,
    messages,
    legal,
    isOn,
    providers = () => NO_PROVIDERS,
    secretOver = () => {},
  } = deps;
  for (const [flag, what] of [
    ["mock-email-otp", "mock codes"],
    ["mock-sms-otp", "mock codes"],
    ["truemoney-dev-access-token", "a wallet that is nobody's"],
  ] as const)
    if (config.env === "runtime" && isOn(flag))
      throw new Error(`The switch ${flag} is on; SAPHAN_ENV=runtime does not start with ${what}.`);
  return {
    db,
    clock,
    config,
    messages,
    isOn,
    providers,
    secretOver,
    legal,
    audience: `${config.origin}#${config.brand}`,
    takeLoginTurn: loginTurns(),
    vault: createVault(keyFor(config, "personal-values"), clock.wall),
    keys: {
      // Each brand signs with a key of its own: a token of the other brand is just a wrong one.
      token: keyFor(config, `session-token:${config.brand}`),
      code: keyFor(config, "one-time-password"),
      pin: keyFor(config, "pin"),
      pinMac: pinKeys(config),
      login: keyFor(config, "login-attempts"),
      renewal: keyFor(config, "session-renewal"),
      repeats: keyFor(config, "repeated-calls"),
      changes: keyFor(config, "user-changes"),
    },
  };
}

/** Made at their first use, each once. */
function pinKeys(config: AccountsDeps["config"]): Room["keys"]["pinMac"] {
  const made = new Map<number, KeyObject>();
  return (number) => {
    const key = made.get(number) ?? createSecretKey(keyFor(config, `pin-mac:${number}`));
    made.set(number, key);
    return key;
  };
}
