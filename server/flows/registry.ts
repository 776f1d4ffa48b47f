import type { RuleOutcome } from "../../engine/rules/rule.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import type { Result } from "../../engine/values/result.ts";
import type { Clock } from "../clock/index.ts";
import type { Db, Tx } from "../db/index.ts";
import { INSTANT, named, objectOf, oneOf, type Subject, TEXT, type TypeOf } from "../http/index.ts";

export type { Subject };

/** The languages that texts and messages come in. */
export type Language = "th" | "en";

/** An expected failure of an effect: one of the codes that its signature declares, and the field it is about. */
export type EffectFailure = { readonly code: string; readonly field?: string };

/**
 * What a local effect refuses with. Its rows are undone to a savepoint; `leaves` writes what has to stay for all that, in
 * the same transaction, after it.
 */
export type LocalFailure = EffectFailure & { readonly leaves?: (tx: Tx) => Promise<void> };

type EffectContextBase = {
  /** The instance that runs the effect, and the definition version it runs on. */
  readonly instance: {
    readonly id: string;
    readonly flow: string;
    readonly version: string;
    readonly step: string;
  };
  readonly subject: Subject;
  /** The account's id; `null` for a visitor. */
  readonly personId: string | null;
  /** The same for every retry of this attempt, also after a crash: pass it on to vendors. */
  readonly idempotencyKey: string;
  readonly clock: Clock;
  readonly language: Language;
};

/** What a local effect gets: the transaction in which its rows and its receipt are written together. */
export type LocalEffectContext = EffectContextBase & {
  readonly tx: Tx;
  /** Who asks, for limits: a person, or the network that a visitor calls from. */
  readonly client: string;
  /** What the handler's own `prepare` made of this very input; empty where it has none. */
  readonly prepared: JsonObject;
  /**
   * What a rule of the instance's own version says now, with these facts (by name) in place of those that the walk read:
   * an effect judges again, in its transaction, by the rule that the flow showed. `null` where the version has no such rule.
   */
  readonly judge: (rule: string, fresh: JsonObject) => Promise<RuleOutcome | null>;
  /**
   * Moves the instance and its uploads from the visitor to this account, in this transaction (`accounts.signUp` only).
   * With `null` they go to nobody, until they are erased: the visitor must not see whether there was an account already.
   */
  readonly claim: (personId: string | null) => Promise<void>;
};

/** What a remote effect gets: no transaction is open while it runs; `db` is for reading and for its own short ones. */
export type RemoteEffectContext = EffectContextBase & { readonly db: Db };

/**
 * What the server does for an effect step. An expected failure is a `Result` with a code of the signature
 * (the rows written before it are rolled back to a savepoint, and what it `leaves` is written after); a thrown error is a
 * fault and undoes the submission.
 * Nothing slow is awaited in that transaction: what a local effect needs of the kind (a password's hash) its `prepare` makes
 * before, with no connection held; it writes nothing, as it may run for nothing or again.
 * A remote effect is called at least once with the same key; `settle` runs once, in the transaction of the receipt.
 */
export type EffectHandler =
  | {
      readonly id: string;
      readonly mode: "local";
      readonly prepare?: (whose: { readonly client: string }, input: JsonObject) => Promise<JsonObject>;
      readonly run: (
        context: LocalEffectContext,
        input: JsonObject,
      ) => Promise<Result<JsonObject, LocalFailure>>;
    }
  | {
      readonly id: string;
      readonly mode: "remote";
      readonly run: (
        context: RemoteEffectContext,
        input: JsonObject,
      ) => Promise<Result<JsonObject, EffectFailure>>;
      readonly settle?: (
        context: Omit<LocalEffectContext, "claim" | "client" | "judge" | "prepared">,
        input: JsonObject,
        outcome: Result<JsonObject, EffectFailure>,
      ) => Promise<void>;
    };

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
  readonly language: Language;
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

/** The accounts room's answer to challenge steps. */
export type Challenges = {
  /** Sends a code. Errors: `otp-too-soon` (resend after 60 s), `otp-daily-limit`, `otp-no-channel` (no proved address). */
  readonly sendOtp: (
    tx: Tx,
    request: OtpRequest,
  ) => Promise<
    Result<
      OtpSent,
      { readonly code: "otp-too-soon" | "otp-daily-limit" | "otp-no-channel"; readonly params?: JsonObject }
    >
  >;
  /** Tries a code. The try is counted in the given transaction, which the caller commits also where it was wrong. */
  readonly verifyOtp: (
    tx: Tx,
    request: Omit<OtpRequest, "language"> & { readonly code: string },
  ) => Promise<ChallengeVerdict>;
  /** Tries a PIN, with no connection held: the try is counted and committed before the PIN is looked at. */
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
