import type { Definition } from "../../engine/flow/definition.ts";
import { fieldsOf } from "../../engine/flow/form-schema.ts";
import type { Phrase } from "../../engine/rules/message.ts";
import type { Path } from "../../engine/rules/rule.ts";
import { titleOfStep } from "../sources/index.ts";
import type { Versions, Wording } from "./class-lines.ts";
import type { Passing } from "./ways-to-effects.ts";

/** A protection that the old version has and the new version lacks, described in one language. */
export type Loss = {
  readonly kind: LossKind;
  readonly says: Phrase;
  /** The question that is no longer asked. Present only if the loss is a question. */
  readonly question?: Path;
  /** The rule that lets more people pass. Present only if the loss is a weaker rule. */
  readonly rule?: string;
};
export type LossKind =
  | "challenge"
  | "review"
  | "shown"
  | "question"
  /** An ordinary question: no decision depends on it, and the person declares nothing with it. */
  | "ordinary"
  | "answer"
  | "rule"
  | "promise"
  | "way"
  | "account"
  | "consent";

/**
 * The data that every search for losses needs: both versions, and for each the steps on the way to the
 * effect.
 */
export type Around = {
  readonly versions: Versions<Definition>;
  readonly old: Passing;
  readonly now: Passing;
  readonly wording: Wording;
};

/** Returns a step's title. */
export function stepCalled({ definitions, language }: Wording, step: string): string {
  return titleOfStep(definitions, step)[language];
}

/** Returns the name of a data path. */
export function called({ naming, language }: Wording, place: string): string {
  return naming.place(place, language);
}

/** Returns the fields of a step's form. */
export function fieldNames({ schemas }: Definition, step: string): readonly string[] {
  return fieldsOf((Object.hasOwn(schemas, step) ? schemas[step] : undefined) ?? {}).map(({ name }) => name);
}
