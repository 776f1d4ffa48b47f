import { trade } from "../../../domain/index.ts";
import type { Definition } from "../../../engine/flow/index.ts";
import { conditionKey, ruleSetOf } from "../../../engine/flow/rule-set.ts";
import { targetsOf } from "../../../engine/flow/step-kinds.ts";
import { checkProgram, compileRules, answerOf as ruleAnswer, scopeOf } from "../../../engine/rules/index.ts";
import { errorAt } from "../../../engine/rules/report.ts";
import type { Finding, RuleCase } from "../../../engine/rules/rule.ts";
import { equalJson } from "../../../engine/values/canonical-json.ts";
import type { Json } from "../../../engine/values/json.ts";
import { LANGUAGES } from "../../../engine/values/languages.ts";
import { type ChangedClass, compareFlows } from "../../../engine/verify/compare/index.ts";
import { coverageOf } from "../../../engine/verify/coverage/index.ts";
import {
  looseEnds,
  type Names,
  unknownNames,
  verified,
  withCauses,
} from "../../../engine/verify/lint/index.ts";
import { domainsOf } from "../../../engine/verify/model/index.ts";
import { atlasOf } from "../../../engine/verify/paths/index.ts";
import { prove, rulesIn } from "../../../engine/verify/prove/index.ts";
import { casesOf, ruleBookOf } from "../../../engine/verify/rule-book/index.ts";
import { readOrdinary } from "../../../engine/verify/witness/index.ts";
import {
  namingOf,
  sentenceOf,
  spoken,
  type Words,
  wordsOfCubes,
  wordsOfPerson,
} from "../../../engine/verify/words/index.ts";
import names from "../../../schemas/names.json" with { type: "json" };
import type { AffectedPeople, Answer, Question, SuggestedCase, Texts, WayOn } from "./messages.ts";
import { placesOf, sentencesOf } from "./readable.ts";

const NAMES: Names = names;

type Part = Answer extends infer One
  ? One extends { readonly id: number }
    ? Omit<One, "id">
    : never
  : never;

/**
 * Yields everything that the engine finds about a draft, in the order in which an editor needs it: errors,
 * proofs, paths with people. If a newer question arrives, the engine stops after the current part.
 */
export function* studied({
  flow,
  files,
  wants,
  rule,
  base,
}: Omit<Question, "id" | "language">): Generator<Part> {
  const { source, broken } = parsed(flow, files);
  const read = verified(source, trade);
  const loose =
    read.kind === "sound"
      ? looseEnds(read.definition, source, NAMES)
      : read.definition === null
        ? []
        : unknownNames(read.definition, NAMES);
  const found = withCauses([...broken, ...read.findings, ...loose], read.definition);
  const sound = read.kind === "sound" && broken.length === 0;
  yield {
    stage: "read",
    definition: read.definition,
    ways: read.definition === null ? [] : waysOf(read.definition),
    findings: found.map(spoken),
    places: read.definition === null ? [] : placesOf(read.definition),
    sentences: read.definition === null ? {} : sentencesOf(read.definition, rulesIn(source)),
    sound,
  };
  if (read.definition === null || broken.length > 0) return;
  if (read.kind === "unsound") {
    // Even if test cases fail, the rules can be evaluated. The page then shows which cases fail, and for whom
    // a rule changed.
    const isByCases = found.every(({ severity, code }) => severity !== "error" || code === "case-fails");
    if (!isByCases) return;
    if (wants === "rules") yield { stage: "rules", rules: ruleBookOf([read.definition]) };
    if (rule !== undefined) yield { stage: "cases", suggested: suggestedFor(read.definition, rule) };
    if (base !== undefined)
      yield {
        stage: "affected",
        affected: affectedBy(flow, base, read.definition, readOrdinary(source.files)),
      };
    return;
  }
  // The rule texts do not depend on the proof, so they are sent before the proof.
  if (wants === "rules") yield { stage: "rules", rules: ruleBookOf([read.definition]) };
  if (rule !== undefined) yield { stage: "cases", suggested: suggestedFor(read.definition, rule) };
  const begun = performance.now();
  const ordinary = readOrdinary(source.files);
  const proved = prove(read.definition, { fileOf: rulesIn(source), ordinary });
  yield {
    stage: "proof",
    findings: withCauses([...found, ...proved], read.definition).map(spoken),
    ms: Math.ceil(performance.now() - begun),
    isLast: wants === "rules",
  };
  if (base !== undefined)
    yield { stage: "affected", affected: affectedBy(flow, base, read.definition, ordinary) };
  if (wants === "rules") return;
  yield { stage: "paths", classes: atlasOf(read.definition, { ordinary }).classes };
}

/** Suggests a few test cases that a rule lacks. A person must judge whether their answers are right. */
function suggestedFor(definition: Definition, id: string): readonly SuggestedCase[] {
  const rule = definition.rules[id];
  if (rule === undefined) return [];
  const lacks = coverageOf({ ...ruleSetOf(definition), conditions: {} }, domainsOf(definition));
  const lacking = lacks.find((one) => one.rule === id)?.missing ?? [];
  // Two gaps of the coverage can need the same person.
  const missing = lacking
    .filter(({ given }, at) => lacking.findIndex((other) => equalJson(other.given, given)) === at)
    .slice(0, 5);
  const otherwise = rule.cases.flatMap((one, index) => {
    const now = answerOf(definition, id, one);
    return now === undefined || equalJson(now, one.expect)
      ? []
      : [{ index, content: { ...one, expect: now } }];
  });
  const all = [...otherwise, ...missing.map((content) => ({ content }))];
  const { cases } = casesOf(
    definition,
    { ...rule, cases: all.map(({ content }) => content) },
    namingOf(definition),
  );
  return all.map((one, at) => ({ ...one, says: cases[at] as SuggestedCase["says"] }));
}

/** Returns a rule's current answer to a test case; `undefined` if the rules do not compile. */
function answerOf(definition: Definition, id: string, { given }: RuleCase): Json | undefined {
  const compiled = compileRules(ruleSetOf(definition));
  return compiled.ok ? ruleAnswer(id, scopeOf(given), compiled.value) : undefined;
}

/** Returns the people for whom the draft changes an answer or a path, as text with an example for each. */
function affectedBy(
  flow: string,
  base: Texts,
  definition: Definition,
  ordinary: ReturnType<typeof readOrdinary>,
): readonly AffectedPeople[] {
  const before = verified(parsed(flow, base).source, trade);
  if (before.kind === "unsound") return [];
  const { steps, rules } = compareFlows(before.definition, definition, ordinary);
  const naming = namingOf(definition, before.definition);
  const told =
    (about: AffectedPeople["about"]) =>
    ({ from, to, cubes, somebody }: ChangedClass): AffectedPeople => ({
      about,
      from,
      to,
      people: wordsOfCubes(cubes, naming),
      witness: wordsOfPerson(somebody, naming),
    });
  return [
    ...Object.entries(rules).flatMap(([rule, found]) =>
      found.kind === "different" ? found.classes.map(told({ rule })) : [],
    ),
    ...steps.flatMap(({ step, leads }) => leads.map(told({ step }))),
  ];
}

function parsed(flow: string, files: Texts) {
  const broken: Finding[] = [];
  const content: { [path: string]: Json } = {};
  for (const [file, text] of Object.entries(files))
    try {
      content[file] = JSON.parse(text) as Json;
    } catch (error) {
      const says = { key: "not-json", params: { message: (error as Error).message } } as const;
      broken.push(errorAt({ file, pointer: "" }, says));
    }
  return { source: { flow, files: content }, broken };
}

function waysOf(definition: Definition): readonly WayOn[] {
  const { steps } = definition.flow;
  const naming = namingOf(definition);
  const { program } = checkProgram(ruleSetOf(definition));
  const checked = new Map(program.conditions.map(({ key, logic }) => [key, logic]));
  return Object.entries(steps).flatMap(([from, step]) =>
    targetsOf(from, step).map(({ to, how, pointer }): WayOn => {
      const at = /\/next\/(\d+)\/to$/.exec(pointer)?.[1];
      const entry = at === undefined || step.kind === "end" ? undefined : step.next[Number.parseInt(at, 10)];
      return { from, to, how, when: whenOf(entry?.when, at === undefined ? -1 : Number.parseInt(at, 10)) };

      function whenOf(when: Json | undefined, index: number): Words | null {
        if (when === undefined) return null;
        if (typeof when === "string") {
          const [th = "", en = ""] = LANGUAGES.map((language) => naming.rule(when, language));
          return { th, en };
        }
        const logic = checked.get(conditionKey(from, index));
        return logic === undefined ? null : sentenceOf(logic, naming);
      }
    }),
  );
}
