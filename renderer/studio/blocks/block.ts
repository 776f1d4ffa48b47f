import type { Json } from "../../../engine/values/json.ts";

/** Comparison signs, such as "less than". Their texts are in `studio:sign`. */
export type Sign =
  | "=="
  | "!="
  | "<"
  | "<="
  | ">"
  | ">="
  | "in"
  | "not-in"
  | "contains"
  | "is"
  | "is-not"
  | "missing"
  | "given";

/** The right side of a comparison: a value, several values, or another data path (`place`). */
export type Compared = Json | { readonly place: string };

/** A comparison whose parts can all be chosen from closed lists. */
export type Comparison = { readonly path: string; readonly sign: Sign; readonly value: Compared };

/** A condition as a block of the editor. `at` is its JSON pointer inside the rule logic. */
export type Block = { readonly at: string } & (
  | {
      readonly kind: "group";
      readonly joined: "and" | "or";
      readonly parts: readonly Block[];
      /** Rule logic of the joined conditions, in its original form. */
      readonly logic: readonly Json[];
    }
  | { readonly kind: "not"; readonly part: Block }
  | ({ readonly kind: "compare" } & Comparison)
  | { readonly kind: "rule"; readonly rule: string }
  /**
   * A condition that has no block form. The editor shows only its sentence. A person can remove or replace
   * the whole condition.
   */
  | { readonly kind: "other" }
);

const DENIED: { readonly [sign in Sign]?: Sign } = { is: "is-not", in: "not-in", missing: "given" };
const COMPARES: readonly string[] = ["==", "!=", "<", "<=", ">", ">="];

/** Returns the blocks of a condition. Logic that has no block form becomes a block of kind `other`. */
export function blockOf(logic: Json, at = ""): Block {
  if (typeof logic === "string") return { kind: "rule", at, rule: logic };
  const only = onlyOf(logic);
  if (only === null) return { kind: "other", at };
  const [operator, args] = only;
  const below = `${at}/${operator}`;
  if ((operator === "and" || operator === "or") && Array.isArray(args) && args.length > 0)
    return {
      kind: "group",
      at,
      joined: operator,
      logic: args,
      parts: args.map((one: Json, index) => blockOf(one, `${below}/${index}`)),
    };
  if (operator === "rule" && typeof args === "string") return { kind: "rule", at, rule: args };
  const comparison = comparisonOf(logic);
  if (comparison !== null) return { kind: "compare", at, ...comparison };
  if (operator === "!") {
    const [inner, index] = Array.isArray(args) ? [args[0] as Json | undefined, "/0"] : [args, ""];
    if (inner !== undefined && (!Array.isArray(args) || args.length === 1))
      return { kind: "not", at, part: blockOf(inner, `${below}${index}`) };
  }
  return { kind: "other", at };
}

/**
 * Returns the comparison in this logic, if `logicOf` would turn the comparison back into the same logic.
 * Otherwise returns `null`.
 */
export function comparisonOf(logic: Json): Comparison | null {
  const found = comparedIn(logic);
  // A comparison is returned only if writing it back gives the same logic. Otherwise saving could change
  // parts that nobody edited.
  return found !== null && JSON.stringify(logicOf(found)) === JSON.stringify(logic) ? found : null;
}

function comparedIn(logic: Json): Comparison | null {
  const only = onlyOf(logic);
  if (only === null) return null;
  const [operator, args] = only;
  if (operator === "var" && typeof args === "string") return { path: args, sign: "is", value: true };
  if (operator === "missing" && Array.isArray(args) && args.length === 1 && typeof args[0] === "string")
    return { path: args[0], sign: "missing", value: true };
  const list = Array.isArray(args) ? args : [];
  if (operator === "!" && list.length === 1) {
    const inner = comparedIn(list[0] as Json);
    const turned = inner === null ? undefined : DENIED[inner.sign];
    return inner === null || turned === undefined ? null : { ...inner, sign: turned };
  }
  const [left, right] = [list[0], list[1]] as [Json | undefined, Json | undefined];
  if (list.length !== 2 || left === undefined || right === undefined) return null;
  const path = placeIn(left);
  if (operator === "in") {
    if (path !== null && Array.isArray(right)) return { path, sign: "in", value: right };
    const holder = placeIn(right);
    return holder !== null && isLiteral(left) ? { path: holder, sign: "contains", value: left } : null;
  }
  if (path === null || !COMPARES.includes(operator)) return null;
  const other = placeIn(right);
  if (other !== null) return { path, sign: operator as Sign, value: { place: other } };
  return isLiteral(right) ? { path, sign: operator as Sign, value: right } : null;
}

/** Returns a comparison as rule logic. */
export function logicOf({ path, sign, value }: Comparison): Json {
  const place = { var: path };
  switch (sign) {
    case "is":
      return place;
    case "is-not":
      return { "!": [place] };
    case "missing":
      return { missing: [path] };
    case "given":
      return { "!": [{ missing: [path] }] };
    case "in":
      return { in: [place, value as Json] };
    case "not-in":
      return { "!": [{ in: [place, value as Json] }] };
    case "contains":
      return { in: [value as Json, place] };
    default:
      return { [sign]: [place, isPlace(value) ? { var: value.place } : (value as Json)] };
  }
}

/** Returns the pointer of a comparison's fixed value; `null` if the comparison has no single fixed value. */
export function limitAt(at: string, { sign, value }: Comparison): string | null {
  return COMPARES.includes(sign) && !isPlace(value) ? `${at}/${sign}/1` : null;
}

/** Whether the right side of a comparison is another data path. */
export function isPlace(value: Compared): value is { readonly place: string } {
  return typeof value === "object" && value !== null && !Array.isArray(value) && "place" in value;
}

/**
 * A row of a decision table: the pointers of its condition and of its value, and the value. The last row has
 * no condition.
 */
export type Row = { readonly when: string | null; readonly valueAt: string; readonly value: Json };

/**
 * Returns the rows of a decision table with their pointers. Returns an empty list if the value is calculated.
 */
export function rowsOf(logic: Json, at = ""): readonly Row[] {
  const only = onlyOf(logic);
  if (only === null || (only[0] !== "if" && only[0] !== "?:") || !Array.isArray(only[1])) return [];
  const [operator, args] = only as [string, readonly Json[]];
  const below = `${at}/${operator}`;
  const rows: Row[] = [];
  let index = 0;
  for (; index + 1 < args.length; index += 2)
    rows.push({
      when: `${below}/${index}`,
      valueAt: `${below}/${index + 1}`,
      value: args[index + 1] as Json,
    });
  const rest = args[index];
  if (rest === undefined) return rows;
  const inner = rowsOf(rest, `${below}/${index}`);
  return [
    ...rows,
    ...(inner.length > 0 ? inner : [{ when: null, valueAt: `${below}/${index}`, value: rest }]),
  ];
}

function onlyOf(logic: Json): readonly [string, Json] | null {
  if (typeof logic !== "object" || logic === null || Array.isArray(logic)) return null;
  const entries = Object.entries(logic);
  return entries.length === 1 ? (entries[0] as [string, Json]) : null;
}

function placeIn(value: Json): string | null {
  const only = onlyOf(value);
  return only !== null && only[0] === "var" && typeof only[1] === "string" ? only[1] : null;
}

function isLiteral(value: Json): value is string | number | boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
