import type { Definition } from "../../flow/definition.ts";
import { ruleSetOf } from "../../flow/rule-set.ts";
import { findText, sourceKeys } from "../../flow/text-keys.ts";
import type { Expression } from "../../rules/expression.ts";
import { type CheckedRule, checkProgram } from "../../rules/program.ts";
import type { OnMissing, RuleFile } from "../../rules/rule.ts";
import { canonicalJson } from "../../values/canonical-json.ts";
import { coverageOf } from "../coverage/index.ts";
import { domainsOf } from "../model/index.ts";
import {
  type ConditionText,
  conditionTextOf,
  inBoth,
  type Naming,
  namingOf,
  sentenceOf,
  type Words,
} from "../words/index.ts";
import { type CaseWords, type CoverageWords, casesOf, coverageWords, valueWords } from "./rule-cases.ts";
import { type MendWords, mendOf, type RuleUse, usesOfRule } from "./rule-uses.ts";

/** A row of a decision table. The first row whose condition holds applies. The last row has no condition. */
export type TableRow = { readonly when: ConditionText | null; readonly value: Words };

/**
 * One version of a rule in words. Every sentence is generated from the rule's logic, so the words cannot
 * differ from the logic.
 */
export type RulePage = {
  /**
   * Id of the rule. If a flow has another wording of the rule, the id of that page also contains the flow.
   */
  readonly id: string;
  readonly rule: string;
  /**
   * Kind of the rule. `must`: met or not. `value`: returns a value. `assumption`: what the provider of a fact
   * promises.
   */
  readonly kind: "must" | "value" | "assumption";
  readonly title: Words;
  readonly source: Words;
  readonly owner: string;
  /** First local date on which the rule applies. */
  readonly from: string;
  readonly onMissing: OnMissing;
  /** Names of the values that the rule reads. */
  readonly needs: readonly Words[];
  /** Clauses of a `must` rule, all of which must hold. */
  readonly clauses: readonly {
    readonly id: string;
    readonly says: ConditionText;
    /** Sentence for investors for whom the clause does not hold. */
    readonly reason: Words;
    readonly mend: MendWords;
  }[];
  /**
   * Rows of the decision table of a `value` rule. Empty if the rule computes its value; `says` then describes
   * the computation.
   */
  readonly table: readonly TableRow[];
  readonly says: ConditionText | null;
  readonly cases: readonly CaseWords[];
  readonly coverage: CoverageWords;
  /**
   * Pages of the other wordings of this rule. Flows have different wordings if they use different versions of
   * the rule.
   */
  readonly otherWordings: readonly { readonly id: string; readonly flows: readonly Words[] }[];
  /** Uses of the rule, flow by flow. */
  readonly uses: readonly { readonly flow: string; readonly title: Words; readonly at: readonly RuleUse[] }[];
};

/**
 * Returns the pages of every rule of some definitions, sorted by id. Each wording of a rule has its own page,
 * because a shared rule changes in one flow at a time.
 */
export function ruleBookOf(definitions: readonly Definition[]): readonly RulePage[] {
  const titles = new Map(definitions.map((definition) => [definition.flow.id, titleOfFlow(definition)]));
  const wordings = new Map<string, RulePage>();
  for (const definition of definitions) {
    const set = ruleSetOf(definition);
    const naming = namingOf(definition);
    const { rules } = checkProgram(set).program;
    const keyOf = (id: string) => canonicalJson(definition.rules[id] ?? null);
    const fresh = rules.filter(({ id }) => !wordings.has(keyOf(id)));
    const coverage = new Map(
      (fresh.length === 0 ? [] : coverageOf({ ...set, conditions: {} }, domainsOf(definition))).map((one) => [
        one.rule,
        one,
      ]),
    );
    for (const checked of fresh) {
      const shown = coverage.get(checked.id);
      if (shown === undefined) throw new Error(`ruleBookOf: ${checked.id} has no coverage`);
      const isFirst = ![...wordings.values()].some(({ rule }) => rule === checked.id);
      wordings.set(keyOf(checked.id), {
        ...pageOf({ definition, naming, titles }, checked),
        id: isFirst ? checked.id : `${checked.id}--${definition.flow.id}`,
        coverage: coverageWords(shown, naming),
        otherWordings: [],
        uses: [],
      });
    }
    for (const { id } of rules) {
      const page = wordings.get(keyOf(id)) as RulePage;
      const at = usesOfRule(definition, id, naming);
      const use = { flow: definition.flow.id, title: titleOfFlow(definition), at };
      if (at.length > 0) wordings.set(keyOf(id), { ...page, uses: [...page.uses, use] });
    }
  }
  const pages = [...wordings.values()].sort((left, right) => (left.id < right.id ? -1 : 1));
  return pages.map((page) => ({
    ...page,
    otherWordings: pages
      .filter(({ id, rule }) => rule === page.rule && id !== page.id)
      .map(({ id, uses }) => ({ id, flows: uses.map(({ title }) => title) })),
  }));
}

type Around = {
  readonly definition: Definition;
  readonly naming: Naming;
  readonly titles: ReadonlyMap<string, Words>;
};

function pageOf(
  { definition, naming, titles }: Around,
  checked: CheckedRule,
): Omit<RulePage, "id" | "coverage" | "otherWordings" | "uses"> {
  const rule = definition.rules[checked.id] as RuleFile;
  const text = (keys: readonly string[], otherwise: string): Words =>
    inBoth((language) => findText(definition.texts, language, keys) ?? otherwise);
  const cases = casesOf(definition, rule, naming);
  return {
    rule: rule.id,
    kind: rule.assumes === undefined ? checked.kind : "assumption",
    title: text([rule.title], rule.id),
    source: text(sourceKeys(rule), rule.source),
    owner: rule.owner,
    from: rule.from,
    onMissing: rule.onMissing,
    needs: cases.needs,
    clauses:
      checked.kind === "must"
        ? checked.clauses.map(({ id, logic, reason, mend }) => ({
            id,
            says: conditionTextOf(logic, naming),
            reason: text([reason], id),
            mend: mendOf(definition, mend, { naming, titles }),
          }))
        : [],
    ...(checked.kind === "value" ? decisionOf(definition, checked, naming) : { table: [], says: null }),
    cases: cases.cases,
  };
}

function decisionOf(
  definition: Definition,
  { id, logic }: Extract<CheckedRule, { kind: "value" }>,
  naming: Naming,
): Pick<RulePage, "table" | "says"> {
  if (logic.op !== "if") return { table: [], says: conditionTextOf(logic, naming) };
  const table: TableRow[] = [];
  let rest: Expression = logic;
  for (; rest.op === "if"; rest = rest.otherwise)
    table.push({ when: conditionTextOf(rest.when, naming), value: said(rest.then) });
  table.push({ when: null, value: said(rest) });
  return { table, says: null };

  function said(expression: Expression): Words {
    if (expression.op !== "constant") return sentenceOf(expression, naming);
    return valueWords({ definition, rule: id, naming }, expression.value);
  }
}

function titleOfFlow(definition: Definition): Words {
  const { namespace, id } = definition.flow;
  return inBoth((language) => findText(definition.texts, language, [`${namespace}:${id}.title`]) ?? id);
}
