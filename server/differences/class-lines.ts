import type { Definition } from "../../engine/flow/index.ts";
import type { Phrase } from "../../engine/rules/message.ts";
import type { Json } from "../../engine/values/json.ts";
import type { Language } from "../../engine/values/languages.ts";
import type { ChangedClass } from "../../engine/verify/compare/index.ts";
import { type Naming, wordsOf, wordsOfCubes, wordsOfPerson } from "../../engine/verify/words/index.ts";
import { titleOfStep } from "../sources/index.ts";

/** The names and the language for the text of a comparison. The newer definition comes first. */
export type Wording = {
  readonly naming: Naming;
  readonly language: Language;
  readonly definitions: readonly Definition[];
};

/** The older (`before`) and newer (`after`) version of a rule, a flow or another part. */
export type Versions<One> = { readonly before: One; readonly after: One };

/** Returns a function that writes phrases in the language of the comparison. */
export const sayIn =
  ({ language }: Pick<Wording, "language">) =>
  (phrase: Phrase): string =>
    wordsOf(phrase)[language];

/**
 * The maximum number that printed text lists: of changes, and of groups of people per change. The data of the
 * comparison contains all of them.
 */
const MOST = 12;

/**
 * Describes which groups of people get another answer, and how it changes. The answer is that of a rule or
 * clause; with `steps` it is the step to which a step leads.
 */
export function classLines(
  classes: readonly ChangedClass[],
  wording: Wording,
  steps = false,
): readonly string[] {
  const { naming, language } = wording;
  const say = sayIn(wording);
  if (classes.length === 0) return [say({ key: "compare.nobody" })];
  const lines = classes.slice(0, MOST).flatMap(({ from, to, cubes, more, somebody }) => {
    const people = [...new Set(wordsOfCubes(cubes, naming).map((words) => words[language]))];
    const such = wordsOfPerson(somebody, naming)[language];
    const answer = (one: Json): Phrase => answerPhrase(one, steps, wording);
    return [
      say({ key: "compare.change", params: { from: answer(from), to: answer(to) } }),
      ...people.slice(0, MOST).map((words) => indented(words)),
      ...(more || people.length > MOST ? [indented(say({ key: "compare.more" }))] : []),
      ...(people.includes(such) ? [] : [indented(say({ key: "compare.such", params: { people: such } }))]),
    ];
  });
  return classes.length > MOST ? [...lines, say({ key: "compare.more" })] : lines;
}

/** Writes an answer as a phrase: the answer of a rule, or the step to which a step leads. */
function answerPhrase(answer: Json, step: boolean, wording: Wording): Phrase {
  if (answer === true) return { key: "answers.holds" };
  if (answer === false) return { key: "answers.fails" };
  if (answer === "unknown") return { key: "answers.unknown" };
  if (answer === "unknown, so refuse") return { key: "compare.unknown-refuse" };
  if (answer === "unknown, so allow") return { key: "compare.unknown-allow" };
  if (answer === "unknown, so ask") return { key: "compare.unknown-ask" };
  if (step && typeof answer === "string")
    return answer.startsWith("asked again")
      ? { key: "compare.asks" }
      : { key: "compare.leads", params: { step: stepName(answer, wording) } };
  return {
    key: "compare.value",
    params: { value: typeof answer === "string" ? answer : JSON.stringify(answer) },
  };
}

/** Returns a step's id and title. */
export function stepName(step: string, { definitions, language }: Wording): string {
  return named(step, titleOfStep(definitions, step)[language]);
}

/** Returns a rule's id and title. */
export function ruleName(rule: string, { naming, language }: Wording): string {
  return named(rule, naming.rule(rule, language));
}

/** Returns an id followed by its title. */
export function named(id: string, title: string): string {
  return title === "" || title === id ? id : `${id} (“${title}”)`;
}

/** Indents a line with all its continuation lines. */
export function indented(line: string, times = 1): string {
  return "  ".repeat(times) + line.replaceAll("\n", `\n${"  ".repeat(times)}`);
}
