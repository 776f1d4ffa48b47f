import type { FailedClause } from "../rules/rule.ts";
import type { Node } from "./compiled.ts";
import type { AnswerField } from "./deciding-answers.ts";
import type { Run } from "./run.ts";
import type { Passed } from "./walk.ts";

/**
 * The answers that decided that the person is at this end, and that they may still change: those that the end's own
 * explanation reads, else those of the last step on the way that led here by answers and could have led past. What a
 * receipt froze is not among them, and where the last word was not an answer's (a code wrong too often, a service that
 * did not answer) there are none.
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
