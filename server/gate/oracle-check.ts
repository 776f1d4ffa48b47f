import jsonLogic from "json-logic-js";
import type { Definition } from "../../engine/flow/definition.ts";
import { ruleSetOf } from "../../engine/flow/rule-set.ts";
import { checkProgram, compileRules, type RuleSet, rulesOf, type Type } from "../../engine/rules/index.ts";
import { expressionsOf } from "../../engine/rules/program.ts";
import { errorAt } from "../../engine/rules/report.ts";
import type { Finding, RuleFile, Scope } from "../../engine/rules/rule.ts";
import { equalJson } from "../../engine/values/canonical-json.ts";
import type { Json, JsonObject } from "../../engine/values/json.ts";
import { createSpace, domainsOf, putAt } from "../../engine/verify/model/index.ts";

/** The result of comparing one rule with json-logic-js. */
export type OracleCheck = {
  readonly rule: string;
  /** Number of combinations of values without a missing value, and number of those that were compared. */
  readonly rows: number;
  readonly compared: number;
  /** Whether all combinations were compared. If not, a fixed sample was compared. */
  readonly all: boolean;
  /** Reason why nothing was compared; `null` if the rule was compared. */
  readonly skipped: "amounts" | "nothing-known" | null;
  /** The first input for which the results differ; `null` if none. */
  readonly differs: { readonly scope: JsonObject; readonly ours: Json; readonly theirs: Json } | null;
};

const MOST_ROWS = 20_000;

/**
 * A path in the data with one value of each class (cell) that the rule distinguishes, except the missing
 * value.
 */
type Column = { readonly path: string; readonly type: Type; readonly values: readonly Json[] };

/**
 * Evaluates some rules with the engine and with json-logic-js, for every combination of values. Leaves out
 * rules with amounts, which json-logic-js would compare as text. Leaves out combinations with a missing
 * value, for which json-logic-js would give a result and the engine none.
 */
export function checkAgainstOracle(definition: Definition, rules: readonly string[]): readonly OracleCheck[] {
  const set: RuleSet = { ...ruleSetOf(definition), conditions: {} };
  const compiled = compileRules(set);
  if (!compiled.ok) throw new Error("checkAgainstOracle: the definition was not loaded before");
  const { program } = checkProgram(set);
  return rules.map((id) => {
    const rule = ruleNamed(id, set);
    const checked = program.rules.find((one) => one.id === id);
    const space = createSpace({
      rules: program.rules,
      expressions: checked === undefined ? [] : expressionsOf(checked),
      domainOf: domainsOf(definition),
    });
    const columns = space.variables.map(({ path, type, cells }): Column => {
      return { path, type, values: cells.flatMap(({ value }) => (value === undefined ? [] : [value])) };
    });
    const nothing = { rule: id, rows: 0, compared: 0, all: true, differs: null };
    if (columns.some(({ type }) => type.kind === "decimal")) return { ...nothing, skipped: "amounts" };
    const plain = plainLogic(rule, set);
    const truth = compiled.value.truth[id];
    const value = compiled.value.value[id];
    const rows = columns.reduce((product, { values }) => product * values.length, 1);
    const all = rows <= MOST_ROWS;
    let compared = 0;
    for (const scope of all ? everyScope(columns, rows) : someScopes(columns)) {
      const ours: Json | undefined = truth ? truth(scope) : value?.(scope);
      if (ours === "unknown" || ours === undefined) continue;
      const answer = jsonLogic.apply(plain as never, scope) as Json;
      const theirs: Json = truth ? jsonLogic.truthy(answer) : answer;
      compared += 1;
      if (equalJson(ours, theirs)) continue;
      const differs = { scope, ours, theirs };
      return { rule: id, rows, compared, all, skipped: null, differs };
    }
    return { rule: id, rows, compared, all, skipped: compared === 0 ? "nothing-known" : null, differs: null };
  });
}

/** Returns a rule's logic as one expression, with the rules that it refers to inserted. */
function plainLogic(rule: RuleFile, set: RuleSet): Json {
  const logic: Json = rule.must ? { and: rule.must.map((clause) => clause.logic) } : rule.value.logic;
  return writtenOut(logic, set);
}

function writtenOut(logic: Json, set: RuleSet): Json {
  if (Array.isArray(logic)) return logic.map((item: Json) => writtenOut(item, set));
  if (typeof logic !== "object" || logic === null) return logic;
  const [only] = rulesOf(logic);
  if (Object.keys(logic)[0] === "rule" && only !== undefined) return plainLogic(ruleNamed(only, set), set);
  return Object.fromEntries(
    Object.entries(logic as JsonObject).map(([name, inner]) => [name, writtenOut(inner, set)]),
  );
}

function ruleNamed(id: string, set: RuleSet): RuleFile {
  const found = set.rules.find(({ rule }) => rule.id === id);
  if (found === undefined) throw new Error(`checkAgainstOracle: there is no rule ${id}`);
  return found.rule;
}

function* everyScope(columns: readonly Column[], rows: number): Generator<Scope> {
  for (let row = 0; row < rows; row += 1) {
    let rest = row;
    yield scopeOf(columns, ({ values }) => {
      const at = rest % values.length;
      rest = Math.floor(rest / values.length);
      return at;
    });
  }
}

/**
 * Yields combinations of values from a fixed seed, so that a version is always checked with the same
 * combinations.
 */
function* someScopes(columns: readonly Column[]): Generator<Scope> {
  let state = 1;
  for (let row = 0; row < MOST_ROWS; row += 1)
    yield scopeOf(columns, ({ values }) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 4_294_967_296) * values.length);
    });
}

function scopeOf(columns: readonly Column[], indexIn: (column: Column) => number): Scope {
  let scope: JsonObject = { answers: {}, facts: {}, derived: {}, effects: {}, flags: {} };
  for (const column of columns) scope = putAt(scope, column.path, column.values[indexIn(column)] as Json);
  return scope as Scope;
}

/** Returns the differences as errors, each located at its rule. */
export function disagreementsIn(
  checks: readonly OracleCheck[],
  fileOf: (rule: string) => string,
): readonly Finding[] {
  return checks.flatMap(({ rule, differs }) => {
    if (differs === null) return [];
    const params = { ours: JSON.stringify(differs.ours), theirs: JSON.stringify(differs.theirs) };
    const finding = errorAt({ file: fileOf(rule), pointer: "" }, { key: "oracle-differs", params });
    return [{ ...finding, witness: differs.scope }];
  });
}
