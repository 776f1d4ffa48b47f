import { CHANNEL_CODES, type Channel } from "../../domain/channels.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import type { Language } from "../../engine/values/languages.ts";
import type { Result } from "../../engine/values/result.ts";
import type { Clock } from "../clock/index.ts";
import type { Db, Tx } from "../db/index.ts";
import { INSTANT, named, objectOf, oneOf, type Subject, TEXT, type TypeOf } from "../http/index.ts";
import type { EffectHandler } from "./effects.ts";

export type { Subject };

/**
 * A request of a room that a person answers certain inputs of one of its effects again. Answers to all other
 * inputs stay valid. `by` identifies the request, so that it is answered only once. `input` is the name of
 * the effect's input.
 */
export type AskedAgain = {
  readonly by: string;
  readonly effect: string;
  readonly inputs: readonly {
    readonly input: string;
    /**
     * Why the input must be answered again: the words of a member of staff, or the code of a sentence. The
     * text `asked-again` includes it.
     */
    readonly reason?: string;
    readonly code?: string;
  }[];
};

/** What a fact provider gets to read a fact. During a submission, `db` is its transaction. */
export type FactContext = {
  readonly db: Db | Tx;
  readonly subject: Subject;
  readonly personId: string | null;
  readonly clock: Clock;
};

/**
 * Provides one of the facts in `flows/shared/facts.json`. `load` returns `null` if the fact has no value, for
 * example for an unknown strategy, or the fact `investor` of a visitor. Rules then treat it as missing.
 * Providers must not write.
 */
export type FactProvider = {
  readonly id: string;
  readonly load: (context: FactContext, args: JsonObject) => Promise<JsonObject | null>;
};

/** To whom a one-time password is sent, and for what. */
export type OtpRequest = {
  readonly subject: Subject;
  readonly personId: string | null;
  readonly action: string;
  readonly channel: Channel;
  /** The destination address that the flow names; `null` for the verified address of the account. */
  readonly to: string | null;
  /**
   * The log-in in which the person asked for the code. The code is valid only in this log-in. Absent for a
   * visitor.
   */
  readonly session?: string;
  /** The flow instance in which the person asked for the code. The code is valid only in this instance. */
  readonly instance: string;
  readonly language: Language;
  /** Lines for the letter that describe what the person confirms with the code. */
  readonly about: readonly string[];
};

/**
 * A code that was sent. It has the reference that the page shows beside the field, and the masked address.
 * Times are in ISO 8601, UTC.
 */
export const OtpSent = named(
  "OtpSent",
  objectOf(
    {
      reference: TEXT,
      channel: oneOf(...CHANNEL_CODES),
      to: { ...TEXT, description: "The address, masked" },
      expiresAt: INSTANT,
      resendAt: INSTANT,
    },
    "A one-time password is on its way",
  ),
);
export type OtpSent = TypeOf<typeof OtpSent>;

/** The result of checking a code or a PIN. */
export type ChallengeVerdict =
  | { readonly kind: "passed" }
  | { readonly kind: "wrong"; readonly triesLeft: number }
  | { readonly kind: "exhausted" }
  | { readonly kind: "expired" };

/**
 * The result of a quick check of a PIN. `not-quick` means that the stored record is too old for the quick
 * check.
 */
export type QuickVerdict = ChallengeVerdict | { readonly kind: "not-quick" };

/** The functions that the accounts room provides for challenge steps. */
export type Challenges = {
  /**
   * Sends a code. Errors: `otp-too-soon` (resend after 60 s), `otp-daily-limit`, `otp-no-channel` (no proved
   * address), `sms-failed` (this installation sends no text messages).
   */
  readonly sendOtp: (
    tx: Tx,
    request: OtpRequest,
  ) => Promise<
    Result<
      OtpSent,
      {
        readonly code: "otp-too-soon" | "otp-daily-limit" | "otp-no-channel" | "sms-failed";
        readonly params?: JsonObject;
      }
    >
  >;
  /**
   * Checks a code, and counts the try in the given transaction. The caller must commit the transaction even
   * if the code is wrong.
   */
  readonly verifyOtp: (
    tx: Tx,
    request: Omit<OtpRequest, "language" | "about"> & { readonly code: string },
  ) => Promise<ChallengeVerdict>;
  /**
   * Checks a PIN quickly, by its keyed hash (ADR 55). Counts the try in the given transaction. The caller
   * must commit the transaction even if the PIN is wrong.
   */
  readonly tryPin: (
    tx: Tx,
    request: { readonly personId: string; readonly pin: string },
  ) => Promise<QuickVerdict>;
  /**
   * Checks a PIN slowly, with argon2id, without holding a connection. The try is counted and committed before
   * the check.
   */
  readonly checkPin: (request: {
    readonly personId: string;
    readonly pin: string;
    readonly client: string;
  }) => Promise<ChallengeVerdict>;
  /**
   * Checks the code of an authenticator app. If this function is absent, the portal does not support such
   * apps, and refuses `totp` steps.
   */
  readonly verifyTotp?: (
    tx: Tx,
    request: { readonly personId: string; readonly code: string },
  ) => Promise<ChallengeVerdict>;
};

/** All handlers of effects and providers of facts, by id. */
export type Registry = {
  readonly effects: ReadonlyMap<string, EffectHandler>;
  readonly facts: ReadonlyMap<string, FactProvider>;
};

/** Collects the effect handlers and fact providers of all rooms. Throws on a duplicate id. */
export function createRegistry(
  handlers: readonly EffectHandler[],
  providers: readonly FactProvider[],
): Registry {
  return { effects: byId("effect", handlers), facts: byId("fact", providers) };
}

function byId<Entry extends { readonly id: string }>(
  what: string,
  entries: readonly Entry[],
): ReadonlyMap<string, Entry> {
  const map = new Map<string, Entry>();
  for (const entry of entries) {
    if (map.has(entry.id)) throw new Error(`createRegistry: ${what} "${entry.id}" is registered twice`);
    map.set(entry.id, entry);
  }
  return map;
}
