import type { FailedClause } from "../rules/rule.ts";
import type { Node } from "./compiled.ts";
import type { AnswerField } from "./deciding-answers.ts";
import type { Run } from "./run.ts";
import type { Passed } from "./walk.ts";

/**
 * Returns the answers that led to this end and that the person may still change. If the end explains a rule,
 * these are the answers that the rule reads. Otherwise they are the answers of the last step that could have
 * led elsewhere. Excludes frozen answers. Returns no answers if something other than an answer led to the
 * end, for example a code was wrong too often.
 */
export function mayChange(run: Run, end: Node, explanation: readonly FailedClause[]): readonly AnswerField[] {
  const open = (fields: readonly AnswerField[]): readonly AnswerField[] =>
    fields.filter(
      ({ step }) => run.trail.some((passed) => passed.step === step && !passed.frozen) && isForm(run, step),
    );
  if (explanation.length > 0) return open(run.plan.explaining(end.id));
  for (let index = run.trail.length - 1; index >= 0; index -= 1) {
    const { step, to, frozen } = run.trail[index] as Passed;
    if (frozen) return [];
    const leading = run.plan.leading(step, to);
    if (leading.kind === "happened") return [];
    if (leading.answers.length > 0 && run.plan.decidesOn({ step, to, end: end.id }))
      return open(leading.answers);
  }
  return [];
}

function isForm(run: Run, step: string): boolean {
  return run.plan.byId.get(step)?.kind === "form";
}
