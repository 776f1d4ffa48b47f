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

/** What the parts of this room share. */
export type Room = {
  readonly db: Db;
  readonly clock: Clock;
  readonly config: Pick<Config, "env" | "brand" | "origin" | "rootDir" | "evenMs">;
  readonly messages: Pick<Messages, "send" | "sendsSms">;
  /** The legal texts in force. */
  readonly legal: () => LegalTexts;
  readonly vault: Vault;
  /** Keys for one purpose each, derived from the installation's. */
  readonly keys: {
    readonly token: Buffer;
    readonly code: Buffer;
    readonly pin: Buffer;
    /** For the keyed hash of PINs, by the number of the key. */
    readonly pinMac: (number: number) => KeyObject;
    readonly login: Buffer;
    /** For the secret under which a session goes on. */
    readonly renewal: Buffer;
    /** For the marks by which a call that comes again is compared with the first. */
    readonly repeats: Buffer;
    /** For hashes in the audit trail. */
    readonly changes: Buffer;
  };
  /** Whom session tokens are for: this brand in this installation. */
  readonly audience: string;
  /** Whose log-in is looked at when. */
  readonly takeLoginTurn: ReturnType<typeof loginTurns>;
  /** Who else may say who somebody is, asked at each use: a sandbox has its address once it listens. */
  readonly providers: () => Providers;
  /** Hears which secret opens no session any more (its hash, in hex). */
  readonly secretOver: (proof: string) => void;
  /** Whether a feature switch is on. */
  readonly isOn: (flag: FlagName) => boolean;
};
