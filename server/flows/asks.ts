import type { EffectInput, Facts, Need, Position } from "../../engine/flow/index.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import type { Result } from "../../engine/values/result.ts";
import type { EffectFailure } from "./effects.ts";
import type { ChallengeVerdict, Subject } from "./registry.ts";
import type { Story, WalkOutcome } from "./story.ts";

/** A local effect that is due. The instance's pending writes are sent to the database before it runs. */
export type EffectDue = WalkOutcome & {
  readonly story: Story;
  readonly at: Extract<Position, { readonly kind: "effect" }>;
  readonly given: EffectInput;
};

/** A submitted challenge code, and the values that the code confirms. */
export type CodeGiven = Readonly<{
  story: Story;
  step: string;
  code: string;
  values: JsonObject;
  facts: Facts;
}>;

/** The result of a local effect, and the owner (subject) of the instance after it. */
export type EffectRan = Readonly<{ outcome: Result<JsonObject, EffectFailure>; subject: Subject }>;

/** An upload that an answer names, and the purpose that the form field requires of it. */
export type FileUse = Readonly<{ pointer: string; id: string; purpose: string | null }>;

type Questions = {
  readonly facts: { asks: { readonly needs: readonly Need[] }; answer: Facts };
  /** Asks whether the instance's subject may use these uploads, one by one. */
  readonly files: { asks: Readonly<{ story: Story; files: readonly FileUse[] }>; answer: readonly boolean[] };
  readonly code: { asks: CodeGiven; answer: ChallengeVerdict };
  readonly effect: { asks: EffectDue; answer: EffectRan };
};

type Kind = keyof Questions;

/** A question that a decision asks the code that runs it. */
export type Ask<Of extends Kind = Kind> = {
  [One in Of]: { readonly kind: One } & Questions[One]["asks"];
}[Of];

/**
 * A decision that can ask questions while it is computed. Apart from these questions it is pure. In
 * production, the questions are answered within a transaction (`answer-asks.ts`), in tests from a table.
 */
export type Deciding<Value, Of extends Kind = Kind> = Generator<Ask<Of>, Value, unknown>;

/** Functions that answer the questions of decisions, one for each kind of question. */
export type Answering<Of extends Kind = Kind> = {
  readonly [One in Of]: (asked: Ask<One>) => Promise<Questions[One]["answer"]>;
};

/** Asks a question within a decision, and returns the answer. */
export function* ask<Of extends Kind>(question: Ask<Of>): Deciding<Questions[Of]["answer"], Of> {
  return (yield question) as Questions[Of]["answer"];
}

/**
 * Runs a decision and answers its questions one by one. Throws every error of the decision and of the
 * answering functions.
 */
export async function decided<Value, Of extends Kind>(
  deciding: Deciding<Value, Of>,
  answering: Answering<Of>,
): Promise<Value> {
  let step = deciding.next();
  while (step.done !== true) {
    const { value: question } = step;
    step = deciding.next(await answering[question.kind](question as never));
  }
  return step.value;
}
