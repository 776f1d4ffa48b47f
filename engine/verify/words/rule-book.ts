import { type Definition, LANGUAGES, type Language } from "../../flow/definition.ts";
import { ruleSetOf } from "../../flow/rule-set.ts";
import { findText } from "../../flow/text-keys.ts";
import type { Expression } from "../../rules/expression.ts";
import { type CheckedRule, checkProgram } from "../../rules/program.ts";
import type { OnMissing, RuleCase, RuleFile } from "../../rules/rule.ts";
import type { Json } from "../../values/json.ts";
import { namingOf, type Words } from "./people.ts";
import { type SentenceNaming, sentenceOf } from "./sentences.ts";

/** One rule as compliance reads it: every sentence made from its logic, so that no sentence can say something else. */
export type RulePage = {
  readonly id: string;
  readonly flows: readonly string[];
  readonly title: Words;
  readonly source: string;
  readonly owner: string;
  readonly from: string;
  readonly onMissing: { readonly kind: OnMissing; readonly words: Words };
  /** Clauses of a `must` rule, all of which must hold. */
  readonly clauses: readonly {
    readonly id: string;
    readonly says: Words;
    readonly reason: Words;
    readonly mend: string;
  }[];
  /** Rows of a `value` rule, the first whose condition holds; the last one has none. */
  readonly table: readonly { readonly when: Words | null; readonly value: Words }[];
  readonly cases: readonly RuleCase[];
};

const MISSING: { readonly [kind in OnMissing]: Words } = {
  refuse: { th: "ถ้ายังไม่มีข้อมูล ถือว่าไม่ผ่าน", en: "what is missing counts as refused" },
  allow: { th: "ถ้ายังไม่มีข้อมูล ถือว่าผ่าน", en: "what is missing counts as allowed" },
  ask: { th: "ถ้ายังไม่มีข้อมูล จะถามก่อน", en: "what is missing is asked for" },
};

/** The pages of every rule of some definitions, each rule once, in the order of their ids. */
export function ruleBookOf(definitions: readonly Definition[]): readonly RulePage[] {
  const pages = new Map<string, RulePage>();
  for (const definition of definitions) {
    const naming = sentenceNaming(definition);
    for (const checked of checkProgram(ruleSetOf(definition)).program.rules) {
      const rule = definition.rules[checked.id] as RuleFile;
      const known = pages.get(checked.id);
      const { id } = definition.flow;
      if (known === undefined) pages.set(checked.id, pageOf({ definition, naming }, rule, checked));
      else pages.set(checked.id, { ...known, flows: [...known.flows, id] });
    }
  }
  return [...pages.values()].sort((left, right) => (left.id < right.id ? -1 : 1));
}

/** Names for the sentences of a definition's rules. */
export function sentenceNaming(definition: Definition): SentenceNaming {
  const naming = namingOf(definition);
  return {
    ...naming,
    rule: (id, language) => textOf(definition, definition.rules[id]?.title ?? id, language),
  };
}

type Within = { readonly definition: Definition; readonly naming: SentenceNaming };

function pageOf({ definition, naming }: Within, rule: RuleFile, checked: CheckedRule): RulePage {
  const both = (key: string): Words => ({
    th: textOf(definition, key, "th"),
    en: textOf(definition, key, "en"),
  });
  return {
    id: rule.id,
    flows: [definition.flow.id],
    title: both(rule.title),
    source: rule.source,
    owner: rule.owner,
    from: rule.from,
    onMissing: { kind: rule.onMissing, words: MISSING[rule.onMissing] },
    clauses:
      checked.kind === "must"
        ? checked.clauses.map(({ id, logic, reason, mend }) => ({
            id,
            says: sentenceOf(logic, naming),
            reason: both(reason),
            mend,
          }))
        : [],
    table: checked.kind === "value" ? tableOf(checked.logic, naming) : [],
    cases: rule.cases,
  };
}

function tableOf(logic: Expression, naming: SentenceNaming): RulePage["table"] {
  const rows: { when: Words | null; value: Words }[] = [];
  let rest = logic;
  for (; rest.op === "if"; rest = rest.otherwise)
    rows.push({ when: sentenceOf(rest.when, naming), value: valueWords(rest.then, naming) });
  rows.push({ when: null, value: valueWords(rest, naming) });
  return rows;
}

function valueWords(expression: Expression, naming: SentenceNaming): Words {
  if (expression.op !== "constant") return sentenceOf(expression, naming);
  const [th, en] = LANGUAGES.map((language) => naming.value("", expression.value as Json, language)) as [
    string,
    string,
  ];
  return { th, en };
}

function textOf(definition: Definition, key: string, language: Language): string {
  return findText(definition.texts, language, [key]) ?? key;
}
