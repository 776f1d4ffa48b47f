import type { RuleOutcome } from "../../engine/rules/rule.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import type { Language } from "../../engine/values/languages.ts";
import type { Result } from "../../engine/values/result.ts";
import type { Clock } from "../clock/index.ts";
import type { Db, Tx } from "../db/index.ts";
import type { Subject } from "../http/index.ts";
import type { EffectSignatures } from "./effect-signatures.ts";
import type { HandedOn } from "./handed-on.ts";

/** An expected failure of an effect: one of the codes that its signature declares, and the field it is about. */
export type EffectFailure<Code extends string = string> = {
  readonly code: Code;
  readonly field?: string;
};

/**
 * What a local effect refuses with. Its rows are undone to a savepoint; `leaves` writes what has to stay for all that, in
 * the same transaction, after it.
 */
export type LocalFailure<Code extends string = string> = EffectFailure<Code> & {
  readonly leaves?: (tx: Tx) => Promise<void>;
};

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
  /** The log-in that asks; absent for a visitor. */
  readonly session?: string;
  /** Says that more was proved in that log-in; absent where there is none. */
  readonly proved?: (tx: Tx) => void;
  /** What the handler's own `prepare` made of this very input; empty where it has none. */
  readonly prepared: JsonObject;
  /**
   * What a rule of the instance's own version says now, with these facts (by name) in place of those that the walk read:
   * an effect judges again, in its transaction, by the rule that the flow showed. `null` where the version has no such rule.
   */
  readonly judge: (rule: string, fresh: JsonObject) => Promise<RuleOutcome | null>;
  /** What it is given, as the instance's own version calls it: for an effect that tells others what was said. */
  readonly handedOn: () => readonly HandedOn[];
  /**
   * Moves the instance and its uploads from the visitor to this account, in this transaction (`accounts.signUp` only).
   * With `null` they go to nobody, until they are erased: the visitor must not see whether there was an account already.
   */
  readonly claim: (personId: string | null) => Promise<void>;
};

/** What a remote effect gets: no transaction is open while it runs; `db` is for reading and for its own short ones. */
export type RemoteEffectContext = EffectContextBase & { readonly db: Db };

/** The effects that flows may name: those with a signature in `schemas/effects`. */
export type EffectName = keyof EffectSignatures;

/** What an effect is given. It is proved to be of this shape before a version is published. */
export type EffectInput<Name extends EffectName> = EffectSignatures[Name]["input"];

/**
 * What the server does for an effect step. An expected failure is a `Result` with a code of the signature
 * (the rows written before it are rolled back to a savepoint, and what it `leaves` is written after); a thrown error is a
 * fault and undoes the submission.
 * Nothing slow is awaited in that transaction: what a local effect needs of the kind (a password's hash) its `prepare` makes
 * before, with no connection held; it writes nothing, as it may run for nothing or again.
 */
type LocalEffect<Input, Output, Code extends string> = {
  readonly mode: "local";
  /** No money leaves by it and no account is named to send some to: a PIN before it is looked at quickly (ADR 55). */
  readonly quickPin?: true;
  prepare?(
    whose: { readonly client: string; readonly personId: string | null },
    input: Input,
  ): Promise<JsonObject>;
  run(context: LocalEffectContext, input: Input): Promise<Result<Output, LocalFailure<Code>>>;
};

/**
 * An effect that asks somebody outside, with no transaction open. It is called at least once with the same key; `settle`
 * runs once, in the transaction of the receipt.
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

/** The handler of one effect: what it is given, answers and may fail with is what its signature says. */
export type EffectOf<Name extends EffectName> = Name extends EffectName
  ? { readonly id: Name } & (EffectSignatures[Name]["mode"] extends "local"
      ? LocalEffect<EffectInput<Name>, EffectSignatures[Name]["output"], EffectSignatures[Name]["error"]>
      : RemoteEffect<EffectInput<Name>, EffectSignatures[Name]["output"], EffectSignatures[Name]["error"]>)
  : never;

/** The handler of any of them: a room lists those that it does. */
export type Effect = EffectOf<EffectName>;

/** A handler as the room runs it: one of many, known by its id. Its methods take what their own signature says. */
export type EffectHandler = { readonly id: string } & (
  | LocalEffect<JsonObject, JsonObject, string>
  | RemoteEffect<JsonObject, JsonObject, string>
);
