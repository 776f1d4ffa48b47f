import type { Finding } from "../../engine/rules/rule.ts";
import type { Json, JsonObject } from "../../engine/values/json.ts";
import {
  type FlowComparison,
  type RuleComparison,
  type StepChange,
  wordsOfAnswers,
} from "../../engine/verify/compare/index.ts";
import type { Cube } from "../../engine/verify/model/index.ts";
import { type Naming, wordsOfCube } from "../../engine/verify/words/index.ts";

/**
 * Returns a comparison as data. Each group of affected people is described in both languages, and by the
 * values that its members have.
 */
export function asData(
  comparison: RuleComparison | FlowComparison,
  naming: Naming,
  worded: (finding: Finding) => unknown,
): JsonObject {
  const classOf = (cube: Cube) => ({
    words: wordsOfCube(cube, naming),
    places: Object.fromEntries(
      cube.map(({ variable, cells }) => [
        variable.path,
        cells.flatMap((cell): readonly Json[] => cell.words ?? [cell.value ?? null]),
      ]),
    ),
  });
  const inSteps = (step: StepChange) => ({
    ...step,
    answers: step.answers.map((answers) => ({ ...answers, words: wordsOfAnswers(answers, naming) })),
  });
  const whole = "steps" in comparison ? { ...comparison, steps: comparison.steps.map(inSteps) } : comparison;
  return JSON.parse(
    JSON.stringify(whole, (name, value) => {
      if (name === "findings") return (value as readonly Finding[]).map(worded);
      if (name === "cube" || name === "somebody" || name === "all") return classOf(value as Cube);
      return name === "cubes" ? (value as readonly Cube[]).map(classOf) : value;
    }),
  ) as JsonObject;
}
