import { createSecretKey, type KeyObject } from "node:crypto";
import { CHANNEL_CODES } from "../../domain/channels.ts";
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

/** Dependencies of the accounts module. */
export type AccountsDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly config: Pick<Config, "env" | "brand" | "origin" | "rootDir" | "dataDir" | "masterKey" | "evenMs">;
  readonly messages: Pick<Messages, "send" | "sendsSms">;
  /** Returns the legal texts in force. */
  readonly legal: () => LegalTexts;
  /** Returns whether a flag is on. */
  readonly isOn: (flag: FlagName) => boolean;
  /** Called when a session secret stops opening a session, with the secret's hash in hex. */
  readonly secretOver?: (proof: string) => void;
  /**
   * Returns the settings of the identity providers: Google, Apple and the wallet. If absent, no provider is
   * offered.
   */
  readonly providers?: () => Providers;
};

/**
 * Creates the dependencies that every function of the accounts module takes as first argument. In the
 * environment `runtime`, throws if a feature flag turns on mock codes or the test wallet, which are unsafe
 * there.
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
    ...CHANNEL_CODES.map((channel) => [`mock-${channel}-otp`, "mock codes"] as const),
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
      // Each brand has its own key, so a token of the other brand is not valid here.
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

/** Returns a function that derives the PIN key with a given number, on first use, and keeps it in memory. */
function pinKeys(config: AccountsDeps["config"]): Room["keys"]["pinMac"] {
  const made = new Map<number, KeyObject>();
  return (number) => {
    const key = made.get(number) ?? createSecretKey(keyFor(config, `pin-mac:${number}`));
    made.set(number, key);
    return key;
  };
}
