import type { Definition, Language } from "../../engine/flow/index.ts";
import type { Finding } from "../../engine/rules/rule.ts";
import type { Phrase } from "../../engine/rules/sayings.ts";
import type { Json, JsonObject } from "../../engine/values/json.ts";
import type {
  ChangedClass,
  FlowComparison,
  RuleComparison,
  StepChange,
} from "../../engine/verify/compare/index.ts";
import type { Cube } from "../../engine/verify/diagram/cubes.ts";
import { wordsOfAnswers } from "../../engine/verify/words/answers.ts";
import { wordsOf } from "../../engine/verify/words/finding-words.ts";
import { type Naming, wordsOfCube, wordsOfCubes } from "../../engine/verify/words/people.ts";
import { told } from "./tell-finding.ts";

/** With which names and in which language a comparison is told. */
export type Telling = { readonly naming: Naming; readonly language: Language };

/** A comparison of two rules, line by line. */
export function ruleLines(name: string, comparison: RuleComparison, telling: Telling): readonly string[] {
  const say = (phrase: Phrase): string => wordsOf(phrase)[telling.language];
  const texts = (pointers: readonly string[]) =>
    pointers.length === 0 ? [] : [indented(say({ key: "compare.texts", params: { pointers } }))];
  switch (comparison.kind) {
    case "same":
      return [say({ key: "compare.same-file", params: { name } })];
    case "equal": {
      const { assumes: rules } = comparison;
      const equal: Phrase =
        rules.length === 0
          ? { key: "compare.equal", params: { name } }
          : { key: "compare.equal-assuming", params: { name, rules } };
      return [say(equal), ...texts(comparison.texts)];
    }
    case "unknown":
      return [
        say({ key: "compare.undecided", params: { name, why: comparison.why } }),
        ...texts(comparison.texts),
      ];
    case "refused":
      return comparison.findings.map((finding) => told(finding, telling.language));
    case "different":
      return [
        say({ key: "compare.different", params: { name } }),
        ...comparison.clauses.flatMap(({ clause, kind, classes }) => [
          indented(say({ key: `compare.clause-${kind}`, params: { clause } })),
          ...classLines(classes, telling).map((line) => indented(line, 2)),
        ]),
        indented(say({ key: "compare.whole" })),
        ...classLines(comparison.classes, telling).map((line) => indented(line, 2)),
        ...texts(comparison.texts),
      ];
  }
}

/** A comparison of two versions of a flow, line by line; findings are what makes it unsafe to follow. */
export function flowLines(
  versions: { readonly before: Definition; readonly after: Definition },
  comparison: FlowComparison,
  follow: readonly Finding[],
  telling: Telling,
): readonly string[] {
  const say = (phrase: Phrase): string => wordsOf(phrase)[telling.language];
  const { id: name } = versions.after.flow;
  return [
    say({ key: `compare.${comparison.kind}`, params: { name } }),
    ...comparison.parts.flatMap((part) => partLines(versions, part, say).map((line) => indented(line))),
    ...comparison.steps.flatMap((change) => stepLines(change, telling).map((line) => indented(line))),
    ...Object.entries(comparison.rules).flatMap(([rule, one]) => {
      if (one.kind === "same") return [];
      const lines =
        one.kind === "added" || one.kind === "removed"
          ? [say({ key: `compare.rule-${one.kind}`, params: { rule } })]
          : ruleLines(rule, one as RuleComparison, telling);
      return lines.map((line) => indented(line));
    }),
    ...follow.map((finding) => told(finding, telling.language)),
  ];
}

function partLines(
  { before, after }: { readonly before: Definition; readonly after: Definition },
  part: FlowComparison["parts"][number],
  say: (phrase: Phrase) => string,
): readonly string[] {
  const [old, now] = [before, after].map(({ flow }) => namesIn(flow[part as keyof typeof flow]));
  if (old === undefined || now === undefined) return [say({ key: "compare.part", params: { part } })];
  const only = (one: readonly string[], other: readonly string[]) =>
    one.filter((name) => !other.includes(name));
  const [added, removed] = [only(now, old), only(old, now)];
  const lines = [
    ...(added.length > 0 ? [say({ key: "compare.added", params: { part, names: added } })] : []),
    ...(removed.length > 0 ? [say({ key: "compare.removed", params: { part, names: removed } })] : []),
  ];
  return lines.length > 0 ? lines : [say({ key: "compare.part", params: { part } })];
}

/** Names in a list or a table of a flow file; none in what is neither. */
function namesIn(value: unknown): readonly string[] | undefined {
  if (Array.isArray(value)) return value.map((one) => (typeof one === "string" ? one : JSON.stringify(one)));
  return typeof value === "object" && value !== null ? Object.keys(value) : undefined;
}

function stepLines(change: StepChange, telling: Telling): readonly string[] {
  const say = (phrase: Phrase): string => wordsOf(phrase)[telling.language];
  const { step, kind, parts, leads, unknown, noLongerTaken, newlyTaken, answers } = change;
  if (kind !== "changed") return [say({ key: `compare.step-${kind}`, params: { step } })];
  const lines = parts.length > 0 ? [say({ key: "compare.step-changed", params: { step, parts } })] : [];
  if (unknown !== null) lines.push(indented(say({ key: "compare.led-undecided", params: { why: unknown } })));
  for (const answer of answers) {
    const people = wordsOfAnswers(answer, telling.naming)[telling.language];
    const key = answer.taken === "newly" ? "compare.newly" : "compare.no-longer";
    lines.push(indented(say({ key, params: { people } })));
  }
  if (answers.length === 0 && noLongerTaken !== undefined)
    lines.push(
      indented(say({ key: "compare.answer-no-longer", params: { answer: JSON.stringify(noLongerTaken) } })),
    );
  if (answers.length === 0 && newlyTaken !== undefined)
    lines.push(
      indented(say({ key: "compare.answer-newly", params: { answer: JSON.stringify(newlyTaken) } })),
    );
  if (leads.length > 0) {
    if (parts.length === 0) lines.push(say({ key: "compare.led", params: { step } }));
    lines.push(...classLines(leads, telling, true).map((line) => indented(line)));
  }
  return lines;
}

function classLines(classes: readonly ChangedClass[], telling: Telling, steps = false): readonly string[] {
  const say = (phrase: Phrase): string => wordsOf(phrase)[telling.language];
  return classes.flatMap(({ from, to, cubes, more, witness }) => [
    say({ key: "compare.change", params: { from: answerPhrase(from, steps), to: answerPhrase(to, steps) } }),
    ...wordsOfCubes(cubes, telling.naming).map((words) => indented(words[telling.language])),
    ...(more ? [indented(say({ key: "compare.more" }))] : []),
    indented(
      say({
        key: "compare.such",
        params: { people: wordsOfCube(cubeOf(witness), telling.naming)[telling.language] },
      }),
    ),
  ]);
}

/** An answer as a sentence says it: of a rule, or where a step leads. */
function answerPhrase(answer: Json, step: boolean): Phrase {
  if (answer === true) return { key: "answers.holds" };
  if (answer === false) return { key: "answers.fails" };
  if (answer === "unknown") return { key: "answers.unknown" };
  if (answer === "unknown, so refuse") return { key: "compare.unknown-refuse" };
  if (answer === "unknown, so allow") return { key: "compare.unknown-allow" };
  if (answer === "unknown, so ask") return { key: "compare.unknown-ask" };
  if (step && typeof answer === "string")
    return answer.startsWith("asked again")
      ? { key: "compare.asks" }
      : { key: "compare.leads", params: { step: answer } };
  return {
    key: "compare.value",
    params: { value: typeof answer === "string" ? answer : JSON.stringify(answer) },
  };
}

/** One person as a class of her own. */
function cubeOf(scope: JsonObject, prefix = ""): Cube {
  return Object.entries(scope).flatMap(([name, value]): Cube => {
    const path = prefix === "" ? name : `${prefix}.${name}`;
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      return cubeOf(value as JsonObject, path);
    const cell = { value: value as Json, covers: (other: Json | undefined) => other === value };
    const variable = {
      path,
      type: { kind: "any" as const },
      schema: {},
      cells: [cell],
      exact: true,
      presence: false,
    };
    return [{ variable: variable as unknown as Cube[number]["variable"], cells: [cell] }];
  });
}

/** A comparison as data: each class with its words in both languages, and the values of its cells. */
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
      if (name === "cube") return classOf(value as Cube);
      return name === "cubes" ? (value as readonly Cube[]).map(classOf) : value;
    }),
  ) as JsonObject;
}

function indented(line: string, times = 1): string {
  return "  ".repeat(times) + line.replaceAll("\n", `\n${"  ".repeat(times)}`);
}
