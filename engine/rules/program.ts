import type { Json, JsonObject } from "../values/json.ts";
import { isLocalDate } from "../values/local-date.ts";
import { MAX_DEPTH } from "./bounds.ts";
import { checkExpression } from "./check-expression.ts";
import { childrenOf, type Expression } from "./expression.ts";
import type { Formats } from "./format.ts";
import type { FindingMessage } from "./message.ts";
import { rulesInside } from "./reads-of.ts";
import { below, errorAt, type Spot } from "./report.ts";
import type { Clause, Finding, Logic, RuleFile } from "./rule.ts";
import { describeType, type Type, type TypeEnv } from "./types.ts";
import { typeOfSchema } from "./types-of-schema.ts";

export type RuleSource = { readonly file: string; readonly rule: RuleFile };

/** A condition of a flow (a `when`), as inline logic or as the id of a rule, with its position. */
export type ConditionSource = { readonly file: string; readonly pointer: string; readonly logic: Logic };

/**
 * The rules that are compiled together: a flow's rules, the shared rules that the flow uses, and the flow's
 * conditions and types.
 */
export type RuleSet = {
  readonly rules: readonly RuleSource[];
  readonly conditions: { readonly [key: string]: ConditionSource };
  readonly types: TypeEnv;
  /** Formats that the types of `value` rules can name. */
  readonly formats: Formats;
};

/** A checked clause. */
export type CheckedClause = Omit<Clause, "logic"> & { readonly logic: Expression };

/** A checked rule. */
export type CheckedRule =
  | { readonly kind: "must"; readonly id: string; readonly clauses: readonly CheckedClause[] }
  | { readonly kind: "value"; readonly id: string; readonly type: Type; readonly logic: Expression };

/** A checked rule set. Each rule comes before the rules that refer to it. */
export type Program = {
  readonly rules: readonly CheckedRule[];
  readonly conditions: readonly { readonly key: string; readonly logic: Expression }[];
};

/**
 * Maximum number of clauses of one rule. The limit exists because an outcome is stored as bits of one number.
 */
const MAX_CLAUSES = 30;

/** Maximum number of operations for one result. A referenced rule counts each time it is referenced. */
const MAX_COST = 20_000;

/**
 * Checks a rule set. The returned program contains only the valid parts. Use the program only if no finding
 * is an error.
 */
export function checkProgram(set: RuleSet): {
  readonly program: Program;
  readonly findings: readonly Finding[];
} {
  const findings: Finding[] = [];
  const answers: { [id: string]: Type } = Object.create(null);
  for (const { file, rule } of set.rules) {
    if (Object.hasOwn(answers, rule.id)) findings.push(duplicate({ file, pointer: "/id" }, rule.id));
    answers[rule.id] = rule.must ? { kind: "boolean" } : typeOfSchema(rule.value.type, set.formats);
  }
  const known = { types: set.types, rules: { ...answers } };
  const rules: CheckedRule[] = [];
  const files = new Map<string, string>();
  for (const { file, rule } of set.rules) {
    checkHead({ file, pointer: "" }, rule, findings);
    files.set(rule.id, file);
    const checked = rule.must ? checkMust(file, rule.id, rule.must) : checkValue(file, rule.id, rule.value);
    if (checked) rules.push(checked);
  }
  const conditions: { key: string; logic: Expression }[] = [];
  for (const [key, { file, pointer, logic }] of Object.entries(set.conditions)) {
    const written: Json = typeof logic === "string" ? { rule: logic } : logic;
    const checked = checkExpression(written, {
      known,
      findings,
      spot: { file, pointer },
      expected: { kind: "boolean" },
    });
    if (checked) conditions.push({ key, logic: checked });
  }
  return { program: { rules: inOrder(rules, files, findings), conditions }, findings };

  function checkMust(file: string, id: string, clauses: readonly Clause[]): CheckedRule | undefined {
    const spot = { file, pointer: "/must" };
    if (clauses.length === 0 || clauses.length > MAX_CLAUSES) {
      findings.push(errorAt(spot, { key: "wrong-count.clauses", params: { most: MAX_CLAUSES } }));
      return undefined;
    }
    const ids = new Set<string>();
    const checked: CheckedClause[] = [];
    for (const [index, clause] of clauses.entries()) {
      if (ids.has(clause.id)) findings.push(duplicate(below(spot, index, "id"), clause.id));
      ids.add(clause.id);
      const logic = checkExpression(clause.logic, {
        known,
        findings,
        spot: below(spot, index, "logic"),
        expected: { kind: "boolean" },
      });
      if (logic) checked.push({ id: clause.id, reason: clause.reason, mend: clause.mend, logic });
    }
    return checked.length === clauses.length ? { kind: "must", id, clauses: checked } : undefined;
  }

  function checkValue(
    file: string,
    id: string,
    value: { readonly type: JsonObject; readonly logic: Logic },
  ): CheckedRule | undefined {
    const type = answers[id] as Type;
    if (type.kind === "object" || type.kind === "list") {
      findings.push(
        errorAt(
          { file, pointer: "/value/type" },
          { key: "wrong-type.value", params: { type: describeType(type) } },
        ),
      );
      return undefined;
    }
    const logic = checkExpression(value.logic, {
      known,
      findings,
      spot: { file, pointer: "/value/logic" },
      expected: type,
    });
    return logic && { kind: "value", id, type, logic };
  }
}

function checkHead(spot: Spot, rule: RuleFile, findings: Finding[]): void {
  if (!isLocalDate(rule.from)) {
    findings.push(
      errorAt(below(spot, "from"), { key: "wrong-type.from", params: { date: JSON.stringify(rule.from) } }),
    );
  }
  if (rule.cases.length === 0) {
    findings.push(errorAt(below(spot, "cases"), { key: "no-cases" }));
  }
}

/** Orders rules so that each rule comes after the rules that it refers to. Reports a cycle as a finding. */
function inOrder(
  rules: readonly CheckedRule[],
  files: ReadonlyMap<string, string>,
  findings: Finding[],
): readonly CheckedRule[] {
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  const done = new Set<string>();
  const open = new Set<string>();
  const ordered: CheckedRule[] = [];
  const costs = new Map<string, number>();
  const visit = (rule: CheckedRule): void => {
    if (done.has(rule.id)) return;
    if (open.size > MAX_DEPTH) {
      findings.push(tooMuch(rule.id, { key: "too-large.rules-deep", params: { limit: MAX_DEPTH } }));
      return;
    }
    if (open.has(rule.id)) {
      const circle = [...open].slice([...open].indexOf(rule.id));
      findings.push(
        errorAt(
          { file: files.get(rule.id) ?? "", pointer: "" },
          { key: "rule-circle", params: { circle: [...circle, rule.id].join(" → ") } },
        ),
      );
      return;
    }
    open.add(rule.id);
    for (const logic of expressionsOf(rule)) {
      for (const id of rulesInside(logic)) {
        const target = byId.get(id);
        if (target) visit(target);
      }
    }
    open.delete(rule.id);
    done.add(rule.id);
    ordered.push(rule);
    const cost = expressionsOf(rule).reduce((sum, logic) => sum + costOf(logic, costs), 0);
    costs.set(rule.id, cost);
    if (cost > MAX_COST)
      findings.push(tooMuch(rule.id, { key: "too-large.operations", params: { limit: MAX_COST } }));
  };
  const tooMuch = (id: string, says: FindingMessage): Finding =>
    errorAt({ file: files.get(id) ?? "", pointer: "" }, says);
  for (const rule of rules) visit(rule);
  return ordered;
}

function costOf(expression: Expression, costs: ReadonlyMap<string, number>): number {
  if (expression.op === "rule") return 1 + (costs.get(expression.id) ?? 0);
  return childrenOf(expression).reduce((sum, child) => sum + costOf(child, costs), 1);
}

/** Returns the checked expressions of a rule: those of its clauses, or of its value. */
export function expressionsOf(rule: CheckedRule): readonly Expression[] {
  return rule.kind === "must" ? rule.clauses.map((clause) => clause.logic) : [rule.logic];
}

function duplicate(spot: Spot, id: string): Finding {
  return errorAt(spot, { key: "duplicate-id", params: { id } });
}
