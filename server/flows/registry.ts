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
 * The inputs of an effect that its room wants answered again; all other inputs stay valid. `by` identifies
 * the request, so that the same request is not answered twice. `input` is the name of an input of the effect.
 */
export type AskedAgain = {
  readonly by: string;
  readonly effect: string;
  readonly inputs: readonly {
    readonly input: string;
    /** The reason: a colleague's own words, or the code of a sentence. The text `asked-again` includes it. */
    readonly reason?: string;
    readonly code?: string;
  }[];
};

/** The context of a fact provider. `db` is the transaction of the submission, if there is one. */
export type FactContext = {
  readonly db: Db | Tx;
  readonly subject: Subject;
  readonly personId: string | null;
  readonly clock: Clock;
};

/**
 * Provides one fact of `flows/shared/facts.json`. Returns `null` if the fact has no value (an unknown
 * strategy, a visitor's `investor`); rules then see it as missing. It must not write.
 */
export type FactProvider = {
  readonly id: string;
  readonly load: (context: FactContext, args: JsonObject) => Promise<JsonObject | null>;
};

/** The recipient and purpose of a one-time password. */
export type OtpRequest = {
  readonly subject: Subject;
  readonly personId: string | null;
  readonly action: string;
  readonly channel: Channel;
  /** The destination address that the flow names; `null` for the verified address of the account. */
  readonly to: string | null;
  /** The log-in that asked for the code: the code is valid only there. Absent for a visitor. */
  readonly session?: string;
  /** The flow instance that asked for the code: the code is valid only there. */
  readonly instance: string;
  readonly language: Language;
  /** Lines of the letter that describe the action that the code confirms. */
  readonly about: readonly string[];
};

/** A sent code: its reference as shown beside the field, the masked address, and times in ISO 8601 UTC. */
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

/** The result of a quick PIN check. `not-quick`: the stored record is too old for it. */
export type QuickVerdict = ChallengeVerdict | { readonly kind: "not-quick" };

/** The functions that the accounts room provides for challenge steps. */
export type Challenges = {
  /**
   * Sends a code. Errors: `otp-too-soon` (resend after 60 s), `otp-daily-limit`, `otp-no-channel` (no proved address),
   * `sms-failed` (this installation sends no text messages).
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
   * Checks a code. Counts the try in the given transaction, which the caller must commit even if the code is
   * wrong.
   */
  readonly verifyOtp: (
    tx: Tx,
    request: Omit<OtpRequest, "language" | "about"> & { readonly code: string },
  ) => Promise<ChallengeVerdict>;
  /**
   * Checks a PIN by its keyed hash (ADR 55). Counts the try in the given transaction, which the caller must
   * commit even if the PIN is wrong.
   */
  readonly tryPin: (
    tx: Tx,
    request: { readonly personId: string; readonly pin: string },
  ) => Promise<QuickVerdict>;
  /**
   * Checks a PIN with argon2id, without holding a connection. Counts the try and commits before the check.
   */
  readonly checkPin: (request: {
    readonly personId: string;
    readonly pin: string;
    readonly client: string;
  }) => Promise<ChallengeVerdict>;
  /**
   * Checks the code of an authenticator app. Absent while authenticator apps are not supported; a `totp` step
   * is then refused.
   */
  readonly verifyTotp?: (
    tx: Tx,
    request: { readonly personId: string; readonly code: string },
  ) => Promise<ChallengeVerdict>;
};

/** All effects and facts by id. */
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
