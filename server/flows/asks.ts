import type { EffectInput, Facts, Need, Position } from "../../engine/flow/index.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import type { Result } from "../../engine/values/result.ts";
import type { EffectFailure } from "./effects.ts";
import type { ChallengeVerdict, Subject } from "./registry.ts";
import type { Story, WalkOutcome } from "./story.ts";

/** A local effect that is due. The pending writes of the state are sent before it runs. */
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

/** The result of a local effect, and the instance's subject after it. */
export type EffectRan = Readonly<{ outcome: Result<JsonObject, EffectFailure>; subject: Subject }>;

/** An upload in an answer, and the purpose that its field requires. */
export type FileUse = Readonly<{ pointer: string; id: string; purpose: string | null }>;

type Questions = {
  readonly facts: { asks: { readonly needs: readonly Need[] }; answer: Facts };
  /** Asks, for each of these uploads, whether the instance's subject may use it. */
  readonly files: { asks: Readonly<{ story: Story; files: readonly FileUse[] }>; answer: readonly boolean[] };
  readonly code: { asks: CodeGiven; answer: ChallengeVerdict };
  readonly effect: { asks: EffectDue; answer: EffectRan };
};

type Kind = keyof Questions;

/** A question that a decision asks its caller. */
export type Ask<Of extends Kind = Kind> = {
  [One in Of]: { readonly kind: One } & Questions[One]["asks"];
}[Of];

/**
 * A decision. It is pure except for its questions. In production a transaction answers them
 * (`answer-asks.ts`), in tests a table.
 */
export type Deciding<Value, Of extends Kind = Kind> = Generator<Ask<Of>, Value, unknown>;

/** Answers the questions of decisions: one function for each kind of question. */
export type Answering<Of extends Kind = Kind> = {
  readonly [One in Of]: (asked: Ask<One>) => Promise<Questions[One]["answer"]>;
};

/** Asks one question inside a decision. */
export function* ask<Of extends Kind>(question: Ask<Of>): Deciding<Questions[Of]["answer"], Of> {
  return (yield question) as Questions[Of]["answer"];
}

/**
 * Runs a decision and answers its questions one by one. Throws the errors of the decision and of the answers.
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
