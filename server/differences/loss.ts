import type { Definition } from "../../engine/flow/definition.ts";
import { fieldsOf } from "../../engine/flow/form-schema.ts";
import type { Phrase } from "../../engine/rules/message.ts";
import type { Path } from "../../engine/rules/rule.ts";
import { titleOfStep } from "../sources/index.ts";
import type { Versions, Wording } from "./class-lines.ts";
import type { Passing } from "./ways-to-effects.ts";

/** One protection that is lost, in one language. */
export type Loss = {
  readonly kind: LossKind;
  readonly says: Phrase;
  /** The question that is asked no longer, where that is it. */
  readonly question?: Path;
  /** The rule that lets more people through, where that is it. */
  readonly rule?: string;
};
export type LossKind =
  | "challenge"
  | "review"
  | "shown"
  | "question"
  | "answer"
  | "rule"
  | "promise"
  | "way"
  | "account"
  | "consent";

/** Two versions around one effect: what people pass on their way to it, before and now. */
export type Around = {
  readonly versions: Versions<Definition>;
  readonly old: Passing;
  readonly now: Passing;
  readonly wording: Wording;
};

/** What people call a step. */
export function stepCalled({ definitions, language }: Wording, step: string): string {
  return titleOfStep(definitions, step)[language];
}

/** What people call a place. */
export function called({ naming, language }: Wording, place: string): string {
  return naming.place(place, language);
}

/** The fields that a step's form asks for. */
export function fieldNames({ schemas }: Definition, step: string): readonly string[] {
  return fieldsOf((Object.hasOwn(schemas, step) ? schemas[step] : undefined) ?? {}).map(({ name }) => name);
}
