import type { RuleOutcome } from "../../engine/rules/rule.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import type { Language } from "../../engine/values/languages.ts";
import type { Result } from "../../engine/values/result.ts";
import type { Clock } from "../clock/index.ts";
import type { Db, Tx } from "../db/index.ts";
import type { Subject } from "../http/index.ts";
import type { EffectSignatures } from "./effect-signatures.ts";
import type { HandedOn } from "./handed-on.ts";

/** An expected failure of an effect: a code that its signature declares, and the field it refers to. */
export type EffectFailure<Code extends string = string> = {
  readonly code: Code;
  readonly field?: string;
};

/**
 * The failure of a local effect. The rows that the effect wrote are rolled back to a savepoint. `leaves` then
 * writes rows that must stay, in the same transaction.
 */
export type LocalFailure<Code extends string = string> = EffectFailure<Code> & {
  readonly leaves?: (tx: Tx) => Promise<void>;
};

type EffectContextBase = {
  /** The instance for which the effect runs, and its definition version. */
  readonly instance: {
    readonly id: string;
    readonly flow: string;
    readonly version: string;
    readonly step: string;
  };
  readonly subject: Subject;
  /** The account's id; `null` for a visitor. */
  readonly personId: string | null;
  /** Key that is equal for all retries of this try, also after a crash. Pass it on to vendors. */
  readonly idempotencyKey: string;
  readonly clock: Clock;
  readonly language: Language;
};

/** The context of a local effect. The rows that it writes and its receipt are in the same transaction. */
export type LocalEffectContext = EffectContextBase & {
  readonly tx: Tx;
  /** The caller, by whom limits are counted: a person, or the network of a visitor. */
  readonly client: string;
  /** The log-in that made the call; absent for a visitor. */
  readonly session?: string;
  /** Records in this log-in that the person proved their identity again; absent if there is no log-in. */
  readonly proved?: (tx: Tx) => void;
  /** The result of the handler's `prepare` for this input; empty if it has no `prepare`. */
  readonly prepared: JsonObject;
  /**
   * Evaluates a rule of the instance's version now, with `fresh` facts (by name) in place of those that the
   * walk read. With it, an effect checks the shown rule again in its own transaction. Returns `null` if the
   * version has no such rule.
   */
  readonly judge: (rule: string, fresh: JsonObject) => Promise<RuleOutcome | null>;
  /**
   * Returns the inputs with the labels of the instance's version, for an effect that shows them to people.
   */
  readonly handedOn: () => readonly HandedOn[];
  /**
   * Moves the instance and its uploads from the visitor to this account, in this transaction (only for
   * `accounts.signUp`). With `null` they have no owner until they are erased: in this way the visitor cannot
   * see whether the account existed.
   */
  readonly claim: (personId: string | null) => Promise<void>;
};

/** The context of a remote effect. No transaction is open while it runs; `db` is for reads and short transactions. */
export type RemoteEffectContext = EffectContextBase & { readonly db: Db };

/** The effects that flows can name: those with a signature in `schemas/effects`. */
export type EffectName = keyof EffectSignatures;

/** The input of an effect. A version can only be published if the input is proved to have this shape. */
export type EffectInput<Name extends EffectName> = EffectSignatures[Name]["input"];

/**
 * The handler of a local effect. An expected failure is a `Result` with a code of the signature: the rows
 * that the effect wrote are rolled back to a savepoint, then `leaves` runs. A thrown error is a fault and
 * rolls back the submission. The transaction must not wait for slow work, such as a password hash. `prepare`
 * does such work before the transaction, without a connection. It must write nothing, because its result may
 * be unused, and it can run twice.
 */
type LocalEffect<Input, Output, Code extends string> = {
  readonly mode: "local";
  /**
   * Whether the quick PIN check is enough: this effect pays no money and names no account for a payout (ADR
   * 55).
   */
  readonly quickPin?: true;
  prepare?(
    whose: { readonly client: string; readonly personId: string | null },
    input: Input,
  ): Promise<JsonObject>;
  run(context: LocalEffectContext, input: Input): Promise<Result<Output, LocalFailure<Code>>>;
};

/**
 * The handler of an effect that calls an external service, with no transaction open. It is called at least
 * once, each time with the same key. `settle` runs once, in the transaction of the receipt.
 */
type RemoteEffect<Input, Output, Code extends string> = {
  readonly mode: "remote";
  run(context: RemoteEffectContext, input: Input): Promise<Result<Output, EffectFailure<Code>>>;
  settle?(
    context: Omit<LocalEffectContext, "claim" | "client" | "handedOn" | "judge" | "prepared">,
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
 * A handler in the form in which the room runs it, identified by its id. Its methods accept the input of its
 * own signature.
 */
export type EffectHandler = { readonly id: string } & (
  | LocalEffect<JsonObject, JsonObject, string>
  | RemoteEffect<JsonObject, JsonObject, string>
);
