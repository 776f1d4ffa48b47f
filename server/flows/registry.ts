import type { JsonObject } from "../../engine/values/json.ts";
import type { Language } from "../../engine/values/languages.ts";
import type { Result } from "../../engine/values/result.ts";
import type { Clock } from "../clock/index.ts";
import type { Db, Tx } from "../db/index.ts";
import { INSTANT, named, objectOf, oneOf, type Subject, TEXT, type TypeOf } from "../http/index.ts";
import type { EffectHandler } from "./effects.ts";

export type { Subject };

/**
 * What an effect's room wants answered again of what it was given: everything else stands. `by` names that wish, so that
 * the same one is not met twice; `input` is a name of the effect's input.
 */
export type AskedAgain = {
  readonly by: string;
  readonly effect: string;
  readonly inputs: readonly {
    readonly input: string;
    /** The colleague's words, or the code of the sentence that says why; `asked-again` fills in the reason. */
    readonly reason?: string;
    readonly code?: string;
  }[];
};

/** What a fact provider gets. `db` is the submission's transaction where there is one. */
export type FactContext = {
  readonly db: Db | Tx;
  readonly subject: Subject;
  readonly personId: string | null;
  readonly clock: Clock;
};

/**
 * Supplies one fact of `flows/shared/facts.json`. `null` where there is nothing to say (an unknown strategy, a visitor's
 * `investor`): rules then read it as missing. It only reads.
 */
export type FactProvider = {
  readonly id: string;
  readonly load: (context: FactContext, args: JsonObject) => Promise<JsonObject | null>;
};

/** Whom a one-time password is sent to, and what it is for. */
export type OtpRequest = {
  readonly subject: Subject;
  readonly personId: string | null;
  readonly action: string;
  readonly channel: "email" | "sms";
  /** The address that the flow names; `null` for the one which is proved already. */
  readonly to: string | null;
  /** The log-in that asks: the code is good in it alone. Absent for a visitor. */
  readonly session?: string;
  /** The flow's instance that asks: the code is good in it alone. */
  readonly instance: string;
  readonly language: Language;
  /** What the letter says of the deed that the code confirms, a line each. */
  readonly about: readonly string[];
};

/** A code was sent: reference as shown beside the field, the masked address, instants in ISO 8601 UTC. */
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

/** What a code or a PIN turned out to be. */
export type ChallengeVerdict =
  | { readonly kind: "passed" }
  | { readonly kind: "wrong"; readonly triesLeft: number }
  | { readonly kind: "exhausted" }
  | { readonly kind: "expired" };

/** The same of a quick look at a PIN, which an older record does not allow. */
export type QuickVerdict = ChallengeVerdict | { readonly kind: "not-quick" };

/** The accounts room's answer to challenge steps. */
export type Challenges = {
  /** Sends a code. Errors: `otp-too-soon` (resend after 60 s), `otp-daily-limit`, `otp-no-channel` (no proved address), `sms-failed` (no text messages are sent here). */
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
  /** Tries a code. The try is counted in the given transaction, which the caller commits also where it was wrong. */
  readonly verifyOtp: (
    tx: Tx,
    request: Omit<OtpRequest, "language" | "about"> & { readonly code: string },
  ) => Promise<ChallengeVerdict>;
  /**
   * Tries a PIN by its keyed hash (ADR 55). The try is counted in the given transaction, which the caller commits also where
   * it was wrong.
   */
  readonly tryPin: (
    tx: Tx,
    request: { readonly personId: string; readonly pin: string },
  ) => Promise<QuickVerdict>;
  /** Tries a PIN by argon2id, with no connection held: the try is counted and committed before the PIN is looked at. */
  readonly checkPin: (request: {
    readonly personId: string;
    readonly pin: string;
    readonly client: string;
  }) => Promise<ChallengeVerdict>;
  /** Absent until authenticator apps are built; a `totp` step is then refused. */
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

/** Collects the rooms' handlers and providers; an id given twice is a fault of the program and throws. */
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
