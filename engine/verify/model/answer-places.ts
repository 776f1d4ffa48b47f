import { answersBehind } from "../../flow/deciding-answers.ts";
import type { Definition } from "../../flow/definition.ts";
import type { Path } from "../../rules/rule.ts";

/** The places of answers behind some places, each as a whole field: in them, in what facts are asked with, in derived values. */
export function answerPlacesBehind(definition: Definition, paths: readonly Path[]): readonly Path[] {
  return answersBehind(definition, paths).map(({ step, field }) => `answers.${step}.${field}`);
}

/** Whether one place lies in the other, or is the same. */
export function overlaps(one: Path, other: Path): boolean {
  return one === other || one.startsWith(`${other}.`) || other.startsWith(`${one}.`);
}
