import type { JsonObject } from "../../engine/values/json.ts";
import type { Language } from "../../engine/values/languages.ts";
import type { Result } from "../../engine/values/result.ts";
import type { Clock } from "../clock/index.ts";
import type { Db, Tx } from "../db/index.ts";
import { INSTANT, named, objectOf, oneOf, type Subject, TEXT, type TypeOf } from "../http/index.ts";
import type { EffectHandler } from "./effects.ts";

export type { Subject };

/**
 * The inputs of an effect that its room wants answered again; all others stay. `by` names the request, so that the same
 * request is not met twice. `input` is a name of the effect's input.
 */
export type AskedAgain = {
  readonly by: string;
  readonly effect: string;
  readonly inputs: readonly {
    readonly input: string;
    /** A colleague's words, or the code of the sentence with the reason; the text `asked-again` includes it. */
    readonly reason?: string;
    readonly code?: string;
  }[];
};

/** The context of a fact provider. `db` is the submission's transaction, if there is one. */
export type FactContext = {
  readonly db: Db | Tx;
  readonly subject: Subject;
  readonly personId: string | null;
  readonly clock: Clock;
};

/**
 * Supplies one fact of `flows/shared/facts.json`; `null` if it has no value (an unknown strategy, a visitor's
 * `investor`), which rules read as missing. It must not write.
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
  readonly channel: "email" | "sms";
  /** The address that the flow names; `null` for the proved address. */
  readonly to: string | null;
  /** The log-in that asks: the code works only there. Absent for a visitor. */
  readonly session?: string;
  /** The flow instance that asks: the code works only there. */
  readonly instance: string;
  readonly language: Language;
  /** Lines in the letter about the action that the code confirms. */
  readonly about: readonly string[];
};

/** A sent code: its reference as shown beside the field, the masked address, instants in ISO 8601 UTC. */
export const OtpSent = named(
  "OtpSent",
  objectOf(
    {
      reference: TEXT,
      channel: oneOf("email", "sms"),
      to: { ...TEXT, description: "The address, masked" },
      expiresAt: INSTANT,
      resendAt: INSTANT,
    },
    "A one-time password is on its way",
  ),
);
export type OtpSent = TypeOf<typeof OtpSent>;

/** The result of a code or a PIN. */
export type ChallengeVerdict =
  | { readonly kind: "passed" }
  | { readonly kind: "wrong"; readonly triesLeft: number }
  | { readonly kind: "exhausted" }
  | { readonly kind: "expired" };

/** The result of a quick PIN check, which an older record does not support. */
export type QuickVerdict = ChallengeVerdict | { readonly kind: "not-quick" };

/** The accounts room's functions for challenge steps. */
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
  /** Checks a code. Counts the try in the given transaction, which the caller must commit also for a wrong code. */
  readonly verifyOtp: (
    tx: Tx,
    request: Omit<OtpRequest, "language" | "about"> & { readonly code: string },
  ) => Promise<ChallengeVerdict>;
  /**
   * Checks a PIN by its keyed hash (ADR 55). Counts the try in the given transaction, which the caller must commit also
   * for a wrong PIN.
   */
  readonly tryPin: (
    tx: Tx,
    request: { readonly personId: string; readonly pin: string },
  ) => Promise<QuickVerdict>;
  /** Checks a PIN with argon2id, without a connection. Counts and commits the try before the check. */
  readonly checkPin: (request: {
    readonly personId: string;
    readonly pin: string;
    readonly client: string;
  }) => Promise<ChallengeVerdict>;
  /** Absent until authenticator apps are built; then a `totp` step is refused. */
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

/** Collects the handlers and providers of rooms. Throws on a duplicate id. */
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
