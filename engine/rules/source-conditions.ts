import type { Constant, Expression } from "./expression.ts";
import { type Frame, local } from "./source-frame.ts";
import { compared, isHoisted, joined } from "./source-pieces.ts";
import { cachedTruth, guardsOf, known } from "./source-values.ts";

/** Writes an expression that is true exactly if a condition is true. */
export function isTrue(node: Expression, frame: Frame): string {
  switch (node.op) {
    case "constant":
      return String(node.value === true);
    case "read":
      return node.fallback === true ? `${local(node, frame)} !== false` : `${local(node, frame)} === true`;
    case "and":
      return joined(
        node.args.map((arg) => isTrue(arg, frame)),
        "&&",
      );
    case "or":
      return joined(
        node.args.map((arg) => isTrue(arg, frame)),
        "||",
      );
    case "not":
      return isFalse(node.arg, frame);
    case "compare":
      return joined(
        [...guardsOf(node.args, frame), ...comparisons(node, frame).map((one) => one.holds)],
        "&&",
      );
    case "equal":
      if (isHoisted(node)) return `${cachedTruth(node, frame)} === true`;
      return node.order === "boolean"
        ? `(${isTrue(node.left, frame)} ? ${isTrue(node.right, frame)} : ${isFalseToo(node.left, frame)} && ${isFalse(node.right, frame)})`
        : joined([...guardsOf([node.left, node.right], frame), equals(node, frame)], "&&");
    case "within":
      return isWithin(node, frame);
    case "contains":
      return joined(
        [
          ...guardsOf([node.needle], frame),
          `Array.isArray(${local(node.list, frame)})`,
          includes(node, frame),
        ],
        "&&",
      );
    case "if":
      if (isHoisted(node)) return `${cachedTruth(node, frame)} === true`;
      return `(${isTrue(node.when, frame)} ? ${isTrue(node.then, frame)} : ${isFalseToo(node.when, frame)} && ${isTrue(node.otherwise, frame)})`;
    case "each":
      return `${cachedTruth(node, frame)} === true`;
    case "absent":
      return absence(node, frame);
    case "rule":
      return `${cachedTruth(node, frame)} === true`;
    default:
      throw new Error(`sourceWriter: ${node.op} is not a condition`);
  }
}

/** Writes an expression that is true exactly if a condition is false. */
export function isFalse(node: Expression, frame: Frame): string {
  switch (node.op) {
    case "constant":
      return String(node.value !== true);
    case "read":
      return node.fallback === false ? `${local(node, frame)} !== true` : `${local(node, frame)} === false`;
    case "and":
      return joined(
        node.args.map((arg) => isFalse(arg, frame)),
        "||",
      );
    case "or":
      return joined(
        node.args.map((arg) => isFalse(arg, frame)),
        "&&",
      );
    case "not":
      return isTrue(node.arg, frame);
    case "compare":
      return isFalseComparison(node, frame);
    case "equal":
      if (isHoisted(node)) return `${cachedTruth(node, frame)} === false`;
      return node.order === "boolean"
        ? `(${isTrue(node.left, frame)} ? ${isFalse(node.right, frame)} : ${isFalseToo(node.left, frame)} && ${isTrue(node.right, frame)})`
        : joined([...guardsOf([node.left, node.right], frame), `!(${equals(node, frame)})`], "&&");
    case "within":
      return joined([...guardsOf([node.needle], frame), `!(${isWithin(node, frame)})`], "&&");
    case "contains":
      return joined(
        [
          ...guardsOf([node.needle], frame),
          `Array.isArray(${local(node.list, frame)})`,
          `!${includes(node, frame)}`,
        ],
        "&&",
      );
    case "if":
      if (isHoisted(node)) return `${cachedTruth(node, frame)} === false`;
      return `(${isTrue(node.when, frame)} ? ${isFalse(node.then, frame)} : ${isFalseToo(node.when, frame)} && ${isFalse(node.otherwise, frame)})`;
    case "each":
      return `${cachedTruth(node, frame)} === false`;
    case "absent":
      return `!${absence(node, frame)}`;
    case "rule":
      return `${cachedTruth(node, frame)} === false`;
    default:
      throw new Error(`sourceWriter: ${node.op} is not a condition`);
  }
}

/**
 * Writes an expression that is true if a condition is false, and false if the condition is unknown. Used
 * where the condition is already known not to be true. Often the expression only tests that the values are
 * present.
 */
export function isFalseToo(node: Expression, frame: Frame): string {
  switch (node.op) {
    case "or":
      return joined(
        node.args.map((arg) => isFalseToo(arg, frame)),
        "&&",
      );
    case "compare":
      return node.args.length === 2 ? joined(guardsOf(node.args, frame), "&&") : isFalse(node, frame);
    case "equal":
      return node.order === "boolean"
        ? isFalse(node, frame)
        : joined(guardsOf([node.left, node.right], frame), "&&");
    case "within":
      return joined(guardsOf([node.needle], frame), "&&");
    case "contains":
      return joined([...guardsOf([node.needle], frame), `Array.isArray(${local(node.list, frame)})`], "&&");
    case "if":
      if (isHoisted(node)) return `${cachedTruth(node, frame)} === false`;
      return `(${isTrue(node.when, frame)} ? ${isFalseToo(node.then, frame)} : ${isFalseToo(node.when, frame)} && ${isFalseToo(node.otherwise, frame)})`;
    case "absent":
      return "true";
    default:
      return isFalse(node, frame);
  }
}

type Compare = Extract<Expression, { op: "compare" }>;

function comparisons(
  node: Compare,
  frame: Frame,
): readonly { readonly guards: readonly string[]; readonly holds: string }[] {
  const pairs = node.args.slice(1).map((right, at) => [node.args[at] as Expression, right] as const);
  const signed = node.args.some((arg) => arg.op !== "read" && arg.op !== "constant");
  return pairs.map(([left, right]) => ({
    guards: guardsOf([left, right], frame),
    holds: compared(known(left, frame), known(right, frame), {
      sign: node.sign,
      order: node.order,
      signed,
    }),
  }));
}

function isFalseComparison(node: Compare, frame: Frame): string {
  const parts = comparisons(node, frame).map(({ guards, holds }) => joined([...guards, `!(${holds})`], "&&"));
  return joined(parts, "||");
}

function equals(node: Extract<Expression, { op: "equal" }>, frame: Frame): string {
  const [left, right] = [known(node.left, frame), known(node.right, frame)];
  return node.order === "instant" ? `Date.parse(${left}) === Date.parse(${right})` : `${left} === ${right}`;
}

function isWithin(node: Extract<Expression, { op: "within" }>, frame: Frame): string {
  const needle = known(node.needle, frame);
  const guards = guardsOf([node.needle], frame);
  const same = (value: Constant): string =>
    node.order === "instant"
      ? `Date.parse(${needle}) === ${Date.parse(value as string)}`
      : `${needle} === ${JSON.stringify(value)}`;
  const some = joined(node.values.map(same), "||");
  // A missing value is never equal to a constant text, so no test for its presence is needed.
  return node.needle.op === "read" && node.order !== "instant" ? some : joined([...guards, some], "&&");
}

function includes(node: Extract<Expression, { op: "contains" }>, frame: Frame): string {
  return `${local(node.list, frame)}.includes(${known(node.needle, frame)})`;
}

function absence(node: Extract<Expression, { op: "absent" }>, frame: Frame): string {
  const places = node.places.map((place) => local(place, frame));
  if (node.need === places.length)
    return joined(
      places.map((place) => `!present(${place})`),
      "||",
    );
  return `(${places.map((place) => `(present(${place}) ? 1 : 0)`).join(" + ")} < ${node.need})`;
}
