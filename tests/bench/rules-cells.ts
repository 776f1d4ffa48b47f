import { type RuleSet, readsOf, rulesOf, type Type, type TypeEnv, typeAt } from "../../engine/rules/index.ts";
import type { Logic, RuleFile, Scope } from "../../engine/rules/rule.ts";
import { formatDecimal } from "../../engine/values/decimal.ts";
import type { Json, JsonObject } from "../../engine/values/json.ts";

/**
 * A data path of a rule, and the values that the rule distinguishes at this path; `undefined` means missing.
 */
export type Column = { readonly path: string; readonly cells: readonly (Json | undefined)[] };

/** The table of all combinations of cells for one rule. A row is identified by its number. */
export type Table = { readonly columns: readonly Column[]; readonly rows: number };

/**
 * Returns the full table of a rule. Enum values that no list distinguishes share a cell; a threshold has
 * cells just below, at and above.
 */
export function tableOf(rule: RuleFile, set: RuleSet): Table {
  const logics = logicsWithin(rule, set);
  const constants = logics.flatMap(constantsOf);
  const read = [...new Set(logics.flatMap((logic) => readsOf(logic)))];
  // The length of a list is not a column if the list itself is one, because the length follows from the list.
  const paths = read.filter((path) => !read.some((list) => path === `${list}.length`));
  const columns = paths.map((path) => {
    const type = typeAt(set.types, path);
    if (!type) throw new Error(`tableOf: ${rule.id} reads ${path}, which has no type`);
    const isFlag = path.startsWith("flags.");
    return { path, cells: isFlag ? [true, false] : [...cellsOf(type, constants), undefined] };
  });
  return { columns, rows: columns.reduce((product, { cells }) => product * cells.length, 1) };
}

/** Returns the scope of one row. */
export function rowOf(table: Table, row: number): { readonly scope: Scope; readonly whole: boolean } {
  const scope: { [section: string]: { [name: string]: Json } } = {
    answers: {},
    facts: {},
    derived: {},
    effects: {},
    flags: {},
  };
  let rest = row;
  let whole = true;
  for (const { path, cells } of table.columns) {
    const value = cells[rest % cells.length];
    rest = Math.floor(rest / cells.length);
    if (value === undefined) whole = false;
    else put(scope, path.split("."), value);
  }
  return { scope: scope as Scope, whole };
}

/** Returns a rule's logic as one expression for json-logic-js, with its referenced rules inlined. */
export function plainLogic(rule: RuleFile, set: RuleSet): Json {
  const logic: Json = rule.must ? { and: rule.must.map((clause) => clause.logic) } : rule.value.logic;
  return expand(logic, set);
}

/** Converts amounts to numbers, because json-logic-js would compare them as texts. */
export function withoutMoney(value: Json): Json {
  if (typeof value === "string") return /^\d+\.\d+$/.test(value) ? Number(value) : value;
  if (Array.isArray(value)) return value.map((item: Json) => withoutMoney(item));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value as JsonObject).map(([name, inner]) => [name, withoutMoney(inner)]),
  );
}

function expand(logic: Json, set: RuleSet): Json {
  if (Array.isArray(logic)) return logic.map((item: Json) => expand(item, set));
  if (typeof logic !== "object" || logic === null) return logic;
  const [only] = rulesOf(logic);
  if (Object.keys(logic)[0] === "rule" && only) return plainLogic(ruleNamed(only, set), set);
  return Object.fromEntries(
    Object.entries(logic as JsonObject).map(([name, inner]) => [name, expand(inner, set)]),
  );
}

function logicsWithin(rule: RuleFile, set: RuleSet): Logic[] {
  const own: Logic[] = rule.must ? rule.must.map((clause) => clause.logic) : [rule.value.logic];
  return [...own, ...own.flatMap(rulesOf).flatMap((id) => logicsWithin(ruleNamed(id, set), set))];
}

function ruleNamed(id: string, set: RuleSet): RuleFile {
  const found = set.rules.find(({ rule }) => rule.id === id);
  if (!found) throw new Error(`ruleNamed: no rule ${id}`);
  return found.rule;
}

/** Returns every constant, or list of constants, in an expression. */
function constantsOf(logic: Logic): (Json | readonly Json[])[] {
  if (Array.isArray(logic)) return [logic, ...logic.flatMap((item: Json) => constantsOf(item))];
  if (typeof logic !== "object" || logic === null) return [logic];
  return Object.entries(logic as JsonObject).flatMap(([operator, given]) => {
    if (operator === "var" || operator === "missing" || operator === "rule") return [];
    return (Array.isArray(given) ? given : [given]).flatMap((operand: Json) => constantsOf(operand));
  });
}

function cellsOf(type: Type, constants: readonly Json[]): readonly Json[] {
  switch (type.kind) {
    case "boolean":
      return [true, false];
    case "enum":
      return oneOfEach(type.words, constants);
    case "integer":
    case "number": {
      if (type.kind === "integer" && type.values) return [type.values[0] ?? 0, type.values.at(-1) ?? 0];
      const numbers = constants.filter((constant) => typeof constant === "number");
      return numbers.length > 0 ? [...new Set(numbers.flatMap((at) => [at - 1, at, at + 1]))] : [5, 6, 7];
    }
    case "decimal":
      return [-1n, 0n, 1n].map((step) =>
        formatDecimal(10_000n * 10n ** BigInt(type.of.places) + step, type.of.places),
      );
    case "list":
      if (type.item.kind === "object") return listsOf(itemsOf(type.item.fields, constants));
      return type.item.kind === "integer"
        ? [[], [1], [2], [3], [4], [1, 4]]
        : [[], ["A"], ["A", "B"], ["A", "B", "C"]];
    default:
      return ["", "507193", "507194"];
  }
}

/** Returns list items in which each field takes each of its cells once. */
function itemsOf(fields: TypeEnv, constants: readonly Json[]): readonly Json[] {
  const columns = Object.entries(fields).map(([name, type]) => ({ name, cells: cellsOf(type, constants) }));
  const most = Math.max(1, ...columns.map(({ cells }) => cells.length));
  return Array.from({ length: most }, (_, at) =>
    Object.fromEntries(columns.map(({ name, cells }) => [name, cells[at % cells.length] as Json])),
  );
}

/** Returns the empty list, lists of one entry, and lists with one entry twice. */
function listsOf(items: readonly Json[]): readonly Json[] {
  return [[], ...items.map((item) => [item]), ...items.map((item) => [item, item])];
}

/** Returns one value of each set of enum values that no constant distinguishes. */
function oneOfEach(words: readonly string[], constants: readonly Json[]): readonly string[] {
  const bySignature = new Map<string, string>();
  for (const word of words) {
    const signature = constants
      .map((constant) => (Array.isArray(constant) ? constant.includes(word) : constant === word))
      .join();
    if (!bySignature.has(signature)) bySignature.set(signature, word);
  }
  return [...bySignature.values()];
}

function put(target: { [name: string]: Json }, path: readonly string[], value: Json): void {
  const [name, ...rest] = path as [string, ...string[]];
  if (rest.length === 0) {
    target[name] = value;
    return;
  }
  target[name] ??= {};
  put(target[name] as { [name: string]: Json }, rest, value);
}
