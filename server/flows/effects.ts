import type { RuleOutcome } from "../../engine/rules/rule.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import type { Language } from "../../engine/values/languages.ts";
import type { Result } from "../../engine/values/result.ts";
import type { Clock } from "../clock/index.ts";
import type { Db, Tx } from "../db/index.ts";
import type { Subject } from "../http/index.ts";
import type { EffectSignatures } from "./effect-signatures.ts";
import type { HandedOn } from "./handed-on.ts";

/**
 * An expected failure of an effect. It has a code that the effect's signature declares and, where there is
 * one, the form field to blame.
 */
export type EffectFailure<Code extends string = string> = {
  readonly code: Code;
  readonly field?: string;
};

/**
 * The failure of a local effect. All rows that the effect wrote are undone, by a rollback to a savepoint.
 * After that, `leaves` writes the rows that must stay, in the same transaction.
 */
export type LocalFailure<Code extends string = string> = EffectFailure<Code> & {
  readonly leaves?: (tx: Tx) => Promise<void>;
};

type EffectContextBase = {
  /** The instance for which the effect runs, and the version of the flow on which the instance is. */
  readonly instance: {
    readonly id: string;
    readonly flow: string;
    readonly version: string;
    readonly step: string;
  };
  readonly subject: Subject;
  /** The account's id; `null` for a visitor. */
  readonly personId: string | null;
  /**
   * A key that is the same for all repetitions of this try, also after a crash. Effects pass it on to
   * vendors, so that a repetition has no second effect.
   */
  readonly idempotencyKey: string;
  readonly clock: Clock;
  readonly language: Language;
};

/**
 * The context of a local effect. The rows that the effect writes and its receipt are stored in the same
 * transaction.
 */
export type LocalEffectContext = EffectContextBase & {
  readonly tx: Tx;
  /** The caller for whom limits are counted: a person, or for visitors their network. */
  readonly client: string;
  /** The log-in that made the call; absent for a visitor. */
  readonly session?: string;
  /** Records in the log-in that the person has proved their identity again. Absent if there is no log-in. */
  readonly proved?: (tx: Tx) => void;
  /** The result of the handler's `prepare` for this input. Empty if the handler has no `prepare`. */
  readonly prepared: JsonObject;
  /**
   * Evaluates a rule of the instance's version at this moment. The facts in `fresh` (by name) replace those
   * that the walk has read. An effect uses it to check a rule again, in its own transaction, after the page
   * has shown it. Returns `null` if the version has no such rule.
   */
  readonly judge: (rule: string, fresh: JsonObject) => Promise<RuleOutcome | null>;
  /**
   * Returns a fact about the effect's subject. A fact that this submission has read in its transaction is not
   * read again, except after another effect.
   */
  readonly fact: (name: string, args: JsonObject) => Promise<JsonObject | null>;
  /**
   * Returns the effect's inputs with labels from the instance's version. Effects that show their inputs to
   * people use it.
   */
  readonly handedOn: () => readonly HandedOn[];
  /**
   * Gives the instance and its uploads to this account instead of the visitor, in this transaction. Only
   * `accounts.signUp` uses it. With `null`, the instance and uploads get no owner, and are erased later. In
   * this way the visitor cannot see whether the account already existed.
   */
  readonly claim: (personId: string | null) => Promise<void>;
};

/**
 * The context of a remote effect. While the effect runs, no transaction is open. `db` is for reads and for
 * short transactions.
 */
export type RemoteEffectContext = EffectContextBase & { readonly db: Db };

/** The effects that flows can name: those with a signature in `schemas/effects`. */
export type EffectName = keyof EffectSignatures;

/**
 * The input of an effect. A version can be published only if it is proved that its flow always supplies an
 * input of this type.
 */
export type EffectInput<Name extends EffectName> = EffectSignatures[Name]["input"];

/**
 * The handler of a local effect. It reports an expected failure as a `Result` with a code of the signature.
 * Then the rows that the effect wrote are undone, by a rollback to a savepoint, and `leaves` runs. A thrown
 * error is a fault and rolls back the whole submission. The transaction must not wait for slow work, such as
 * a password hash. `prepare` does such work before the transaction, without a connection. It can run twice,
 * and its result can remain unused, so it must write nothing.
 */
type LocalEffect<Input, Output, Code extends string> = {
  readonly mode: "local";
  /**
   * Whether the quick check of the PIN is enough for this effect. This is so if it pays no money and names no
   * account for a payout (ADR 55).
   */
  readonly quickPin?: true;
  /**
   * Whether the effect may run in one transaction with submissions of other people. This is so if it never
   * decides about a row that another person's submission can change, except within one SQL function, and takes
   * no exclusive advisory lock: a lock does not keep apart what is in one transaction.
   */
  readonly sharesTransaction?: true;
  /**
   * Whether the effect writes its rows only once nothing can fail as expected any more. Then nothing needs to be
   * undone after a failure.
   */
  readonly failsBeforeWriting?: true;
  prepare?(
    whose: { readonly client: string; readonly personId: string | null },
    input: Input,
  ): Promise<JsonObject>;
  run(context: LocalEffectContext, input: Input): Promise<Result<Output, LocalFailure<Code>>>;
};

/**
 * The handler of an effect that calls an external service. No transaction is open during the call. The
 * handler can run several times for one try, each time with the same key. `settle` runs once, in the
 * transaction that writes the receipt.
 */
type RemoteEffect<Input, Output, Code extends string> = {
  readonly mode: "remote";
  run(context: RemoteEffectContext, input: Input): Promise<Result<Output, EffectFailure<Code>>>;
  settle?(
    context: Omit<LocalEffectContext, "claim" | "client" | "fact" | "handedOn" | "judge" | "prepared">,
    input: Input,
    outcome: Result<Output, EffectFailure<Code>>,
  ): Promise<void>;
};

/** The handler of one effect, with the input, output and failure codes of its signature. */
export type EffectOf<Name extends EffectName> = Name extends EffectName
  ? { readonly id: Name } & (EffectSignatures[Name]["mode"] extends "local"
      ? LocalEffect<EffectInput<Name>, EffectSignatures[Name]["output"], EffectSignatures[Name]["error"]>
      : RemoteEffect<EffectInput<Name>, EffectSignatures[Name]["output"], EffectSignatures[Name]["error"]>)
  : never;

/** The handler of any effect. */
export type Effect = EffectOf<EffectName>;

/**
 * A handler in the form in which the flows room runs it, identified by its id. The types of its inputs are no
 * longer known at this point; each method still requires the input of its signature.
 */
export type EffectHandler = { readonly id: string } & (
  | LocalEffect<JsonObject, JsonObject, string>
  | RemoteEffect<JsonObject, JsonObject, string>
);
