import type { Definition } from "../../engine/flow/definition.ts";
import type { Next, Step } from "../../engine/flow/flow-file.ts";
import { isObject } from "../../engine/flow/form-schema.ts";
import { findText } from "../../engine/flow/text-keys.ts";
import type { Phrase } from "../../engine/rules/message.ts";
import { LANGUAGES } from "../../engine/values/languages.ts";
import { stepPart } from "../../engine/verify/compare/index.ts";
import { usesOf } from "../../engine/verify/model/index.ts";
import { inBoth, type Naming, namingOf, type Words } from "../../engine/verify/words/index.ts";
import { titleOfRule, titleOfStep, wordsAt } from "../sources/index.ts";
import { ruleName, sayIn, stepName, type Wording } from "./class-lines.ts";
import { clauseSentences } from "./clause-sentences.ts";
import { shownTable } from "./detail-lines.ts";
import {
  calledPlace,
  conditionWords,
  derivedWords,
  effectName,
  plain,
  portalPlace,
  routePhrase,
  withLook,
} from "./place-words.ts";
import { newQuestionLines } from "./question-lines.ts";
import { shownName } from "./value-lines.ts";

/** A new part of a flow: its title, and lines that describe it. */
export type IntroducedPart = { readonly id: string; readonly title: Words; readonly says: readonly Words[] };

/** The description of a new flow: what it does, and for whom it is. */
export type Introduced = {
  readonly title: Words;
  /**
   * Lines about the flow as a whole: for whom it is, where it is linked, which facts it reads, which values
   * it derives.
   */
  readonly says: readonly Words[];
  readonly steps: readonly IntroducedPart[];
  /** The rules that did not exist before this flow. */
  readonly rules: readonly IntroducedPart[];
};

/** Describes a new flow, part by part. `own` lists the ids of the rules that are new with it. */
export function introducedBy(definition: Definition, own: readonly string[]): Introduced {
  const { flow } = definition;
  const naming = namingOf(definition);
  const sentences = clauseSentences(definition);
  return {
    title: wordsAt(definition, `${flow.namespace}:${flow.id}.title`, flow.id),
    says: linesInBoth(definition, naming, (wording) => flowLines(definition, wording)),
    steps: Object.keys(flow.steps).map((id) => ({
      id,
      title: titleOfStep([definition], id),
      says: newStep(definition, id, naming),
    })),
    rules: own.map((id) => ({
      id,
      title: titleOfRule(definition, id),
      says: (definition.rules[id]?.must?.map((clause) => clause.id) ?? ["value"]).flatMap(
        (clause) => sentences(id, clause) ?? [],
      ),
    })),
  };
}

/** Describes a new step: its questions and texts, what it does, and to which steps it leads. */
export function newStep(definition: Definition, id: string, naming: Naming): readonly Words[] {
  return linesInBoth(definition, naming, (wording) => stepLines(definition, id, wording));
}

function linesInBoth(
  definition: Definition,
  naming: Naming,
  lines: (wording: Wording) => readonly string[],
): readonly Words[] {
  const of = { th: [] as readonly string[], en: [] as readonly string[] };
  for (const language of LANGUAGES) of[language] = lines({ naming, language, definitions: [definition] });
  return of.th.map((_, index) => inBoth((language) => of[language][index] ?? ""));
}

const FOR = { account: { key: "new.for-account" }, anonymous: { key: "new.for-anonymous" } } as const;

const ENDS = {
  done: { key: "new.ends-done" },
  stopped: { key: "new.ends-stopped" },
  provisional: { key: "new.ends-provisional" },
} as const;

function flowLines(definition: Definition, wording: Wording): readonly string[] {
  const { flow } = definition;
  const say = sayIn(wording);
  const entries = (flow.entries ?? []).map(({ place, when, ...look }) => {
    const label = textAt(definition, `entries.${place}.label`, wording);
    const params = { place: portalPlace(place, wording), label };
    const linked =
      when === undefined
        ? say({ key: "new.entry", params })
        : say({ key: "new.entry-when", params: { ...params, condition: conditionWords(when, wording) } });
    return withLook(linked, look, wording);
  });
  const read = [...new Set(usesOf(definition).map(({ path }) => path.replace(/\?$/, "")))];
  const facts = read.filter((path) => path.startsWith("facts."));
  return [
    say(FOR[flow.subject]),
    say({ key: "new.address", params: { address: flow.address ?? `/flows/${flow.id}` } }),
    ...(entries.length === 0 ? [say({ key: "new.entry-none" })] : entries),
    ...(facts.length === 0
      ? []
      : [say({ key: "new.reads", params: { places: facts.map((path) => calledPlace(path, wording)) } })]),
    ...(flow.flags.length === 0 ? [] : [say({ key: "new.switches", params: { names: flow.flags } })]),
    ...Object.entries(flow.derived).map(([name, derived]) => {
      const place = `derived.${name}`;
      const key = "const" in derived ? "new.spelled" : "new.derived";
      const value = derivedWords(derived, wording, place, calledPlace);
      return say({ key, params: { name: calledPlace(place, wording), value } });
    }),
    ...flow.invariants.map(({ before, rule }) =>
      say({
        key: "new.promised",
        params: { step: stepName(before, wording), rule: ruleName(rule, wording) },
      }),
    ),
  ];
}

function stepLines(definition: Definition, id: string, wording: Wording): readonly string[] {
  const step = definition.flow.steps[id] as Step;
  const say = sayIn(wording);
  const { schemas } = definition;
  const agreed = stepPart(step, "document");
  return [
    ...(schemas[id] === undefined ? [] : newQuestionLines(schemas[id], `answers.${id}`, wording)),
    ...Object.entries(isObject(agreed) ? agreed : {}).map(([field, document]) =>
      say({
        key: "new.agrees",
        params: { field: fieldName(id, field, wording), document: plain(document) },
      }),
    ),
    ...("prefill" in step ? Object.entries(step.prefill ?? {}) : []).map(([field, path]) =>
      say({
        key: "new.begins",
        params: { field: fieldName(id, field, wording), place: calledPlace(path, wording) },
      }),
    ),
    ...("check" in step ? (step.check ?? []) : []).map((rule) =>
      say({ key: "new.checks", params: { rule: ruleName(rule, wording) } }),
    ),
    ...shownLines(step, wording),
    ...ownLines(definition, id, wording),
    ...("next" in step ? nextLines(step.next, wording) : []),
  ];
}

function shownLines(step: Step, wording: Wording): readonly string[] {
  const table = shownTable(stepPart(step, "shows"));
  if (!isObject(table)) return [];
  const values = Object.keys(table).map((name) => shownName(name, wording));
  return values.length === 0 ? [] : [sayIn(wording)({ key: "new.shows", params: { values } })];
}

/** Returns the lines that only a step of this kind has, such as the effect that it runs. */
function ownLines(definition: Definition, id: string, wording: Wording): readonly string[] {
  const step = definition.flow.steps[id] as Step;
  const say = sayIn(wording);
  switch (step.kind) {
    case "effect":
      return [
        say({ key: "new.does", params: { effect: effectName(step.effect, wording) } }),
        ...Object.entries(step.input).map(([name, path]) =>
          say({ key: "new.given", params: { name, value: givenWords(definition, path, wording) } }),
        ),
        ...Object.entries(step.errors).map(([code, route]) =>
          say({ key: "new.fails", params: { code, leads: routePhrase(route, wording, id) } }),
        ),
      ];
    case "challenge":
      return [
        say({
          key: step.challenge === "pin" ? "new.confirms-pin" : "new.confirms-code",
          params: { step: stepName(step.binds, wording) },
        }),
        say({
          key: "new.exhausted",
          params: { leads: routePhrase(step.errors.exhausted, wording, id) },
        }),
      ];
    case "wait":
      return [
        say({
          key: "new.waits",
          params: { event: step.for, until: step.within ?? calledPlace(step.until ?? "", wording) },
        }),
        say({ key: "new.timeout", params: { leads: routePhrase(step.onTimeout, wording, id) } }),
      ];
    case "end":
      return [
        say(ENDS[step.outcome]),
        ...(step.explains === undefined
          ? []
          : [say({ key: "new.explains", params: { rule: ruleName(step.explains, wording) } })]),
        ...(step.links ?? []).map((link, index) =>
          say({
            key: "new.link",
            params: { label: textAt(definition, `${id}.links.${index}`, wording), link },
          }),
        ),
      ];
    default:
      return [];
  }
}

/**
 * Describes where the input of an effect comes from: the data path from which it is read, or a constant of
 * the flow.
 */
function givenWords(definition: Definition, path: string, wording: Wording): Phrase | string {
  const derived = definition.flow.derived[path.replace(/^derived\./, "")];
  if (!path.startsWith("derived.") || derived === undefined) return calledPlace(path, wording);
  const value = derivedWords(derived, wording, path, calledPlace);
  return "const" in derived ? { key: "new.always", params: { value } } : value;
}

function nextLines(next: Next, wording: Wording): readonly string[] {
  const say = sayIn(wording);
  return next.map(({ when, to }, index) => {
    const step = stepName(to, wording);
    if (when !== undefined)
      return say({ key: "new.leads-when", params: { step, condition: conditionWords(when, wording) } });
    return say({ key: index === 0 ? "new.leads" : "new.leads-else", params: { step } });
  });
}

function fieldName(step: string, field: string, { naming, language }: Wording): string {
  return naming.place(`answers.${step}.${field}`, language);
}

/** Returns a text of the flow, in the language of the comparison. */
function textAt({ flow, texts }: Definition, key: string, { language }: Wording): string {
  return findText(texts, language, [`${flow.namespace}:${flow.id}.${key}`]) ?? key;
}
