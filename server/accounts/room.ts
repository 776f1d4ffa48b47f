import type { KeyObject } from "node:crypto";
import type { FlagName } from "../../domain/flag-names.ts";
import type { Clock } from "../clock/index.ts";
import type { Config } from "../config.ts";
import type { Db } from "../db/index.ts";
import type { LegalTexts } from "../legal/index.ts";
import type { Messages } from "../messages/index.ts";
import type { loginTurns } from "./login-turns.ts";
import type { Providers } from "./providers.ts";
import type { Vault } from "./vault.ts";

/** The shared dependencies of this room. */
export type Room = {
  readonly db: Db;
  readonly clock: Clock;
  readonly config: Pick<Config, "env" | "brand" | "origin" | "rootDir" | "evenMs">;
  readonly messages: Pick<Messages, "send" | "sendsSms">;
  /** The legal texts in force. */
  readonly legal: () => LegalTexts;
  readonly vault: Vault;
  /** Keys for one purpose each, derived from the installation's key. */
  readonly keys: {
    readonly token: Buffer;
    readonly code: Buffer;
    readonly pin: Buffer;
    /** For the keyed hash of PINs, by key number. */
    readonly pinMac: (number: number) => KeyObject;
    readonly login: Buffer;
    /** For the next secret of a session. */
    readonly renewal: Buffer;
    /** For the marks that compare a repeated call with the first. */
    readonly repeats: Buffer;
    /** For hashes in the audit trail. */
    readonly changes: Buffer;
  };
  /** The audience of session tokens: this brand in this installation. */
  readonly audience: string;
  /** The queue of log-in attempts. */
  readonly takeLoginTurn: ReturnType<typeof loginTurns>;
  /** The identity providers. A function, because a sandbox has its address only once it listens. */
  readonly providers: () => Providers;
  /** Called with the hash (hex) of a secret that no longer opens a session. */
  readonly secretOver: (proof: string) => void;
  /** Returns whether a flag is on. */
  readonly isOn: (flag: FlagName) => boolean;
};
