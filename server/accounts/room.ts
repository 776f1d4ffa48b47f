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

/** The shared dependencies of the accounts module. */
export type Room = {
  readonly db: Db;
  readonly clock: Clock;
  readonly config: Pick<Config, "env" | "brand" | "origin" | "rootDir" | "evenMs">;
  readonly messages: Pick<Messages, "send" | "sendsSms">;
  /** Returns the legal texts in force. */
  readonly legal: () => LegalTexts;
  readonly vault: Vault;
  /** Keys derived from the installation's key, each for one purpose. */
  readonly keys: {
    readonly token: Buffer;
    readonly code: Buffer;
    readonly pin: Buffer;
    /** Returns the key with this number for the keyed hash of PINs. */
    readonly pinMac: (number: number) => KeyObject;
    readonly login: Buffer;
    /** Key from which the next secret of a session is derived. */
    readonly renewal: Buffer;
    /** Key for the hashes that compare a repeated call with the first. */
    readonly repeats: Buffer;
    /** Key for hashes in the audit trail. */
    readonly changes: Buffer;
  };
  /** Audience of session tokens: this brand in this installation. */
  readonly audience: string;
  /** Queues a log-in attempt. */
  readonly takeLoginTurn: ReturnType<typeof loginTurns>;
  /**
   * Returns the identity providers. This is a function, because the address of a sandbox is known only once
   * the sandbox listens.
   */
  readonly providers: () => Providers;
  /** Called when a session secret stops opening a session, with the secret's hash in hex. */
  readonly secretOver: (proof: string) => void;
  /** Returns whether a flag is on. */
  readonly isOn: (flag: FlagName) => boolean;
};
