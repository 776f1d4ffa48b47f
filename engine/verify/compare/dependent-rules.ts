import type { Definition } from "../../flow/definition.ts";
import { argsOf, isByRule } from "../../flow/derived-call.ts";
import { isObject } from "../../flow/form-schema.ts";
import { tradeOf } from "../../flow/trade.ts";
import { typesOfDefinition } from "../../flow/types-of-definition.ts";
import { logicsOf, readsOf } from "../../rules/reads-of.ts";
import type { RuleFile } from "../../rules/rule.ts";
import type { Json } from "../../values/json.ts";
import { type Ordinary, ordinaryValues } from "../witness/index.ts";
import { compareRules, type RuleComparison } from "./compare-rules.ts";
import { eitherDomain, schemaUnder } from "./either-version.ts";

/** The change of a rule because it reads the value of changed rules. `through` lists the changed rules. */
export type DependentChange = {
  readonly rule: string;
  readonly through: readonly string[];
  readonly comparison: RuleComparison;
};

/**
 * Compares the rules that read a changed rule's value through a derived value. For example, a changed score
 * alone says little. Readers need to know how the level that follows from the score changes.
 */
export function dependentChanges(
  before: Definition,
  after: Definition,
  changed: readonly string[],
  person: Ordinary | null = null,
): readonly DependentChange[] {
  const ordinary = person && ordinaryValues(after, person);
  const found = dependentsOf(after, changed).filter(({ rule }) => Object.hasOwn(before.rules, rule));
  if (found.length === 0) return [];
  const [old, now] = [composed(before), composed(after)];
  return found.map(({ rule, through }) => ({
    rule,
    through,
    comparison: compareRules(versionOf(before, old, rule), versionOf(after, now, rule), {
      types: typesOfDefinition(after),
      formats: tradeOf(after).formats,
      domainOf: eitherDomain(before, after),
      schemaUnder: schemaUnder(before, after),
      ordinary,
    }),
  }));
}

/**
 * Returns the value rules that read a data path, and all rules that read those rules' values through derived
 * values. Each rule comes before the rules that read its value.
 */
export function rulesBehind(definition: Definition, path: string): readonly string[] {
  const reading = Object.values(definition.rules)
    .filter((rule) => rule.assumes === undefined && "value" in rule && rule.value !== undefined)
    .filter((rule) => logicsOf(rule).some((logic) => readsOf(logic).includes(path)))
    .map(({ id }) => id);
  return [
    ...reading,
    ...dependentsOf(definition, reading)
      .map(({ rule }) => rule)
      .reverse(),
  ];
}

/** Returns the rules that determine the value at a data path, directly or through derived values. */
export function rulesThatMake(definition: Definition, path: string): ReadonlySet<string> {
  const made = new Set<string>();
  const seen = new Set<string>();
  const from = (place: string) => {
    const [root, name = ""] = place.replace(/\?$/, "").split(".");
    if (root !== "derived" || seen.has(name)) return;
    seen.add(name);
    const derived = definition.flow.derived[name];
    if (derived === undefined) return;
    if (!isByRule(derived)) {
      for (const one of argsOf(derived)) from(one);
      return;
    }
    made.add(derived.rule);
    const rule = definition.rules[derived.rule];
    for (const logic of rule === undefined ? [] : logicsOf(rule)) for (const one of readsOf(logic)) from(one);
  };
  from(path);
  return made;
}

/**
 * Returns all rules that read a changed rule's value through derived values, directly or indirectly. Each
 * rule comes after the rules that read its value.
 */
function dependentsOf(
  { flow, rules }: Definition,
  changed: readonly string[],
): readonly { readonly rule: string; readonly through: readonly string[] }[] {
  const through = new Map(changed.map((rule) => [rule, new Set([rule])]));
  const found: string[] = [];
  for (let grown = true; grown; ) {
    grown = false;
    for (const rule of Object.values(rules)) {
      if (through.has(rule.id) || rule.assumes !== undefined) continue;
      const behind = logicsOf(rule).flatMap((logic) =>
        readsOf(logic).flatMap((path) => {
          const source = valueRuleAt({ flow }, path);
          return source === null ? [] : [...(through.get(source) ?? [])];
        }),
      );
      if (behind.length === 0) continue;
      through.set(rule.id, new Set(behind));
      found.push(rule.id);
      grown = true;
    }
  }
  return found.reverse().map((rule) => ({ rule, through: [...(through.get(rule) ?? [])] }));
}

/** Returns the rule that computes the value at a data path. */
function valueRuleAt({ flow }: Pick<Definition, "flow">, path: string): string | null {
  const [root, name = ""] = path.split(".");
  const derived = root === "derived" && Object.hasOwn(flow.derived, name) ? flow.derived[name] : undefined;
  return derived !== undefined && "rule" in derived ? derived.rule : null;
}

/** Inlines derived values that rules compute, so that the resulting rules read only answers and facts. */
function composed(definition: Definition): readonly RuleFile[] {
  const within = (logic: Json): Json => {
    if (Array.isArray(logic)) return logic.map(within);
    if (!isObject(logic)) return logic;
    const { var: path, ...others } = logic;
    const isRead = typeof path === "string" && Object.keys(others).length === 0;
    const source = isRead ? valueRuleAt(definition, path) : null;
    if (source !== null) return { rule: source };
    return Object.fromEntries(Object.entries(logic).map(([operator, given]) => [operator, within(given)]));
  };
  return Object.values(definition.rules).map((rule) =>
    rule.must
      ? { ...rule, must: rule.must.map((clause) => ({ ...clause, logic: within(clause.logic) })) }
      : { ...rule, value: { ...rule.value, logic: within(rule.value.logic) } },
  );
}

function versionOf(definition: Definition, rules: readonly RuleFile[], id: string) {
  return {
    rule: rules.find((rule) => rule.id === id) as RuleFile,
    others: rules.map((rule) => ({ file: `${rule.id}.json`, rule })),
    types: typesOfDefinition(definition),
  };
}
