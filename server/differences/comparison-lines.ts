import type { Definition } from "../../engine/flow/index.ts";
import type { Phrase } from "../../engine/rules/message.ts";
import type { Finding, RuleFile } from "../../engine/rules/rule.ts";
import {
  type ClauseChange,
  type FlowComparison,
  type Reach,
  type RuleComparison,
  type StepChange,
  stepPart,
  withSameNames,
  wordsOfAnswers,
} from "../../engine/verify/compare/index.ts";
import en from "../../locales/en/definition.json" with { type: "json" };
import th from "../../locales/th/definition.json" with { type: "json" };
import { wordsAt } from "../sources/index.ts";
import { promisedOnlyBy } from "./changed-promises.ts";
import {
  classLines,
  indented,
  named,
  ruleName,
  sayIn,
  stepName,
  type Versions,
  type Wording,
} from "./class-lines.ts";
import { inDetail } from "./detail-lines.ts";
import { findingText } from "./finding-text.ts";
import type { LostProtection } from "./lost-protection.ts";
import { partOf, stepValues } from "./step-lines.ts";
import { textLines } from "./text-lines.ts";
import { shownName, valueLines } from "./value-lines.ts";

/** Returns the comparison of two rules as lines. */
export function ruleLines(
  versions: Versions<RuleFile>,
  comparison: RuleComparison,
  wording: Wording,
): readonly string[] {
  const say = sayIn(wording);
  const name = ruleName(versions.after.id, wording);
  const texts = (pointers: readonly string[]) => changedTextLines(pointers, versions.after, wording);
  switch (comparison.kind) {
    case "same":
      return [say({ key: "compare.same-file", params: { name } })];
    case "equal": {
      const { assumes, clauses = [] } = comparison;
      const rules = assumes.map((one) => ruleName(one, wording));
      const equal: Phrase =
        rules.length === 0
          ? { key: "compare.equal", params: { name } }
          : { key: "compare.equal-assuming", params: { name, rules } };
      const otherwise =
        clauses.length === 0
          ? []
          : [indented(say({ key: "compare.told-otherwise" })), ...clauseLines(versions, clauses, wording, 2)];
      return [say(equal), ...otherwise, ...texts(comparison.texts)];
    }
    case "unknown":
      return [
        say({ key: "compare.undecided", params: { name, why: comparison.why } }),
        ...texts(comparison.texts),
      ];
    case "refused":
      return comparison.findings.map((finding) => findingText(finding, wording.language));
    case "different": {
      const parts = clauseLines(versions, comparison.clauses, wording, 1);
      const whole = classLines(comparison.classes, wording).map((line) => indented(line, 2));
      const isSame =
        comparison.clauses.length === 1 &&
        comparison.classes.length > 0 &&
        parts.slice(1).join("\n") === whole.join("\n");
      return [
        say({ key: "compare.different", params: { name } }),
        ...parts,
        ...(isSame
          ? [indented(say({ key: "compare.whole-same" }))]
          : [indented(say({ key: "compare.whole" })), ...whole]),
        ...texts(comparison.texts),
      ];
    }
  }
}

/** Returns the changed texts of a rule as one line, if there are any. */
function changedTextLines(pointers: readonly string[], rule: RuleFile, wording: Wording): readonly string[] {
  if (pointers.length === 0) return [];
  const params = { pointers: pointers.map((one) => changedPart(one, rule)) };
  return [indented(sayIn(wording)({ key: "compare.texts", params }))];
}

/**
 * Returns changed clauses as lines. Below each clause follow the groups of affected people, indented once
 * more. `times` is the indentation of the clauses.
 */
function clauseLines(
  versions: Versions<RuleFile>,
  changes: readonly ClauseChange[],
  wording: Wording,
  times: number,
): readonly string[] {
  return changes.flatMap((change) => [
    indented(
      sayIn(wording)({
        key: `compare.clause-${change.kind}`,
        params: { clause: clauseName(change, versions, wording) },
      }),
      times,
    ),
    ...classLines(change.classes, wording).map((line) => indented(line, times + 1)),
  ]);
}

/**
 * The comparison of two versions of a flow. It has the changes, the lost protections, and the reasons why
 * open instances cannot continue with the new version.
 */
export type FlowText = {
  readonly comparison: FlowComparison;
  readonly lost: readonly LostProtection[];
  readonly reach: Reach;
  readonly follow: readonly Finding[];
};

/** Returns the comparison of two flow versions as lines, lost protections first. */
export function flowLines(
  { before: older, after }: Versions<Definition>,
  { comparison, lost, reach, follow }: FlowText,
  wording: Wording,
): readonly string[] {
  const say = sayIn(wording);
  const { before } = withSameNames(older, after);
  const versions = { before, after };
  const title = wordsAt(after, `${after.flow.namespace}:${after.flow.id}.title`, "")[wording.language];
  return [
    say({ key: `compare.${comparison.kind}`, params: { name: named(after.flow.id, title) } }),
    ...lostLines(lost, wording).map((line) => indented(line)),
    ...reachLines(reach, wording).map((line) => indented(line)),
    ...comparison.parts.flatMap((part) => partLines(versions, part, wording).map((line) => indented(line))),
    ...comparison.steps.flatMap((change) =>
      stepLines(versions, change, wording).map((line) => indented(line)),
    ),
    ...Object.entries(comparison.rules).flatMap(([rule, one]) => {
      if (one.kind === "same") return [];
      const lines =
        one.kind === "added" || one.kind === "removed"
          ? [say({ key: `compare.rule-${one.kind}`, params: { rule: ruleName(rule, wording) } })]
          : ruleLines(
              { before: before.rules[rule] as RuleFile, after: after.rules[rule] as RuleFile },
              one as RuleComparison,
              wording,
            );
      return lines.map((line) => indented(line));
    }),
    ...textLines(versions, wording).map((line) => indented(line)),
    ...follow.map((finding) => findingText(finding, wording.language)),
  ];
}

/** Returns the lost protections of effects as lines. */
function lostLines(lost: readonly LostProtection[], { language }: Wording): readonly string[] {
  if (lost.length === 0) return [];
  const say = sayIn({ language });
  return [
    say({ key: "compare.lost", params: { count: lost.length } }),
    ...lost.map(({ effects, says }) =>
      indented(
        say({
          key: "compare.lost-before",
          params: {
            steps: effects.map(({ title, effect }) => `${title[language]} (${effect})`),
            says: says[language],
          },
        }),
      ),
    ),
  ];
}

/**
 * Returns lines about questions that are no longer asked of anyone, and about the number of paths through the
 * flow if it changed.
 */
function reachLines({ ways, unasked }: Reach, wording: Wording): readonly string[] {
  const fields = unasked.map((path) => wording.naming.place(path, wording.language));
  const say = sayIn(wording);
  return [
    ...(fields.length > 0 ? [say({ key: "compare.unasked", params: { fields } })] : []),
    ...(ways !== null && ways.before !== ways.after ? [say({ key: "compare.ways", params: ways })] : []),
  ];
}

/** Returns the id of a clause, with the message for people whom it refuses. */
function clauseName(
  { clause }: ClauseChange,
  { before, after }: Versions<RuleFile>,
  wording: Wording,
): string {
  const reason = [after, before].flatMap(({ must }) => must ?? []).find(({ id }) => id === clause)?.reason;
  const [definition] = wording.definitions;
  return definition && reason ? named(clause, wordsAt(definition, reason, "")[wording.language]) : clause;
}

/** Describes the part of a rule file at a JSON pointer. */
function changedPart(pointer: string, rule: RuleFile): Phrase | string {
  const [, at, part = "place"] = /^\/must\/(\d+)(?:\/(id|reason|mend)| \(order\))$/.exec(pointer) ?? [];
  if (at === undefined) return OF_A_RULE[pointer] ?? pointer;
  const clause = `${rule.must?.[Number(at)]?.id} (${pointer.replace(" (order)", "")})`;
  return OF_A_CLAUSE[part]?.(clause) ?? pointer;
}

const OF_A_CLAUSE: { readonly [part: string]: (clause: string) => Phrase } = {
  id: (clause) => ({ key: "changed.clause-id", params: { clause } }),
  reason: (clause) => ({ key: "changed.reason", params: { clause } }),
  mend: (clause) => ({ key: "changed.mend", params: { clause } }),
  place: (clause) => ({ key: "changed.place", params: { clause } }),
};

const OF_A_RULE: { readonly [pointer: string]: Phrase } = {
  "/id": { key: "changed.id" },
  "/title": { key: "changed.title" },
  "/source": { key: "changed.source" },
  "/owner": { key: "changed.owner" },
  "/from": { key: "changed.from" },
  "/assumes": { key: "changed.assumes" },
  "/cases": { key: "changed.cases" },
  "/value/type": { key: "changed.type" },
};

function partLines(
  { before, after }: Versions<Definition>,
  part: FlowComparison["parts"][number],
  wording: Wording,
): readonly string[] {
  const say = sayIn(wording);
  const [old, now] = [before, after].map((definition) => partOf(definition, part));
  if (part === "invariants") {
    const promises = (one: Definition, other: Definition) =>
      promisedOnlyBy(one, other).map(({ before: step, rule }) => ({
        step: stepName(step, wording),
        rule: ruleName(rule, wording),
      }));
    return [
      ...promises(after, before).map((params) => say({ key: "compare.promised", params })),
      ...promises(before, after).map((params) => say({ key: "compare.promised-no-longer", params })),
    ];
  }
  return [
    say({ key: "compare.part", params: { part: inDetail(partWords("flow", part, wording), old, now) } }),
    ...valueLines(part, { before: old, after: now }, wording).map((line) => indented(line)),
  ];
}

function stepLines(versions: Versions<Definition>, change: StepChange, wording: Wording): readonly string[] {
  const say = sayIn(wording);
  const { kind, leads, unknown, answers } = change;
  const step = stepName(change.step, wording);
  if (kind !== "changed") return [say({ key: `compare.step-${kind}`, params: { step } })];
  const lines: string[] = [];
  const { values, questions } = stepValues(versions, change, wording);
  if (change.parts.length > 0) {
    const [old, now] = [versions.before, versions.after].map(({ flow }) => flow.steps[change.step]);
    const parts = change.parts.map((part) => {
      const words = partWords("steps", part, wording);
      if (part === "name") return inDetail(words, change.formerly, change.step);
      return inDetail(words, stepPart(old, part), stepPart(now, part), (name) =>
        part === "shows" ? shownName(name, wording) : part === "check" ? ruleName(name, wording) : name,
      );
    });
    lines.push(say({ key: "compare.step-changed", params: { step, parts } }));
    lines.push(...values.map((line) => indented(line)));
  }
  if (unknown !== null) lines.push(indented(say({ key: "compare.led-undecided", params: { why: unknown } })));
  for (const answer of answers) {
    const people = wordsOfAnswers(answer, wording.naming)[wording.language];
    const key = answer.taken === "newly" ? "compare.newly" : "compare.no-longer";
    lines.push(indented(say({ key, params: { people } })));
  }
  lines.push(...questions.map((line) => indented(line)));
  if (leads.length > 0 || lines.length === 0) {
    lines.push(say({ key: "compare.led", params: { step } }));
    lines.push(...classLines(leads, wording, true).map((line) => indented(line)));
  }
  return lines;
}

/** Returns the name of a part of a flow or step. */
function partWords(of: "flow" | "steps", part: string, { language }: Wording): string {
  const parts: { readonly [part: string]: string } = { th, en }[language][of].part;
  return parts[part] ?? part;
}
