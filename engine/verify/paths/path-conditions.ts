import type { Definition } from "../../flow/definition.ts";
import { findText, stepKeys } from "../../flow/text-keys.ts";
import type { Language } from "../../values/languages.ts";
import type { Edge, SymbolicWalk } from "../prove/index.ts";
import { inBoth, type Naming, sentenceOf, type Words } from "../words/index.ts";
import type { Detour } from "./detours.ts";
import { type Along, nameOfEdge, type Route, type Routes } from "./routes.ts";

/** The condition that decides at one step of a path, in words. */
export type PathCondition = { readonly step: string; readonly says: Words };

/** What is needed to write sentences about the conditions of a path. */
export type PathWords = {
  readonly walk: SymbolicWalk;
  readonly routes: Pick<Routes, "choices">;
  readonly naming: Naming;
};

/** Sentences about events, by language. */
const SAY = {
  th: {
    fails: (step: string, why: string) => `“${step}” ไม่สำเร็จ: ${why}`,
    failsFirst: (step: string, back: string, why: string) =>
      `“${step}” ไม่สำเร็จในครั้งแรก จึงถามที่ “${back}” อีกครั้ง: ${why}`,
    exhausted: (step: string) => `“${step}” ใส่ผิดครบจำนวนครั้ง`,
    exhaustedFirst: (step: string, back: string) =>
      `“${step}” ใส่ผิดครบจำนวนครั้งในรอบแรก จึงถามที่ “${back}” อีกครั้ง`,
    timeout: (step: string) => `“${step}” หมดเวลา`,
    nobody: "ทุกคน",
  },
  en: {
    fails: (step: string, why: string) => `“${step}” fails: ${why}`,
    failsFirst: (step: string, back: string, why: string) =>
      `“${step}” fails at first, and “${back}” is asked again: ${why}`,
    exhausted: (step: string) => `every try at “${step}” is used up`,
    exhaustedFirst: (step: string, back: string) =>
      `every try at “${step}” is used up at first, and “${back}” is asked again`,
    timeout: (step: string) => `the time of “${step}” runs out`,
    nobody: "everybody",
  },
} as const;

/**
 * Returns what a person must be or do to take a route. For each step with alternatives, returns the condition
 * of the entry that is taken and the negation of the conditions before it. Also returns failures and
 * timeouts.
 */
export function conditionsOf(
  given: PathWords,
  route: Route,
  along: readonly Along[],
): readonly PathCondition[] {
  return route.edges.flatMap((edge, at) => {
    const open = given.routes.choices(along[at] as Along);
    if (open.length < 2 && edge.way.kind === "next") return [];
    return wordsOfEdge(given, edge, open).map((says) => ({ step: edge.from, says }));
  });
}

/** Describes the error after which a person must answer a step again. */
export function conditionOfDetour(definition: Definition, { at, code, back }: Detour): PathCondition {
  const isChallenge = definition.flow.steps[at]?.kind === "challenge";
  const says = inBoth((language) => {
    const [title, again] = [titleOf(definition, at, language), titleOf(definition, back, language)];
    return isChallenge
      ? SAY[language].exhaustedFirst(title, again)
      : SAY[language].failsFirst(title, again, reasonOf(definition, { step: at, code }, language));
  });
  return { step: at, says };
}

/**
 * Joins conditions to one sentence. If the path tests a condition twice, the sentence contains the condition
 * once.
 */
export function joined(conditions: readonly PathCondition[]): Words {
  return inBoth((language) =>
    conditions.length === 0
      ? SAY[language].nobody
      : [...new Set(conditions.map(({ says }) => says[language]))].join("; "),
  );
}

function wordsOfEdge({ walk, naming }: PathWords, edge: Edge, open: readonly Edge[]): readonly Words[] {
  const { definition } = walk.flow;
  const { from, way } = edge;
  if (way.kind === "timeout")
    return [inBoth((language) => SAY[language].timeout(titleOf(definition, from, language)))];
  if (way.kind === "error") {
    const isChallenge = definition.flow.steps[from]?.kind === "challenge";
    return [
      inBoth((language) => {
        const title = titleOf(definition, from, language);
        return isChallenge
          ? SAY[language].exhausted(title)
          : SAY[language].fails(title, reasonOf(definition, { step: from, code: way.code }, language));
      }),
    ];
  }
  const names = new Set(open.map(nameOfEdge));
  const says: Words[] = [];
  for (let at = 0; at <= way.index; at += 1) {
    const condition = walk.flow.conditionOf(from, at);
    const isTaken = at === way.index;
    if (condition === null || !(isTaken || names.has(`${from} next ${at}`))) continue;
    says.push(sentenceOf(isTaken ? condition : { op: "not", arg: condition }, naming));
  }
  return says;
}

function titleOf(definition: Definition, step: string, language: Language): string {
  return findText(definition.texts, language, stepKeys(definition, step, "title")) ?? step;
}

function reasonOf(
  definition: Definition,
  error: { readonly step: string; readonly code: string },
  language: Language,
): string {
  return (
    findText(definition.texts, language, stepKeys(definition, error.step, `errors.${error.code}`)) ??
    error.code
  );
}
