import type { Json } from "../values/json.ts";
import { checkConstant } from "./check-constants.ts";
import { type At, atOperand, fault } from "./checking.ts";
import type { Expression, Read } from "./expression.ts";
import { isInheritedName } from "./operators.ts";
import { nearest } from "./report.ts";
import { type Type, typeAt } from "./types.ts";

/** Checks `{"var": path}`, with an optional default for a missing value. */
export function checkVar(operands: readonly Json[], at: At): Expression | undefined {
  const [path, fallback] = operands;
  if (typeof path !== "string" && path !== undefined) return fault(at, { key: "path-not-fixed" });
  const found = findType(path ?? "", at);
  if (!found) return undefined;
  if (found.op === "size") return found;
  if (found.type.kind === "object") return fault(at, { key: "not-a-value", params: { path: path ?? "" } });
  if (fallback === undefined || fallback === null) return found;
  const constant = checkConstant(fallback, { ...atOperand(at, 1), expected: found.type });
  return constant?.op === "constant" ? { ...found, fallback: constant.value } : undefined;
}

function findType(path: string, at: At): Read | { readonly op: "size"; readonly list: Read } | undefined {
  const item = at.context.item;
  if (item && path === "") return { op: "read", from: "item", path, segments: [], type: item };
  const segments = path.split(".");
  const inherited = segments.some(isInheritedName);
  const types = item ? (item.kind === "object" ? item.fields : {}) : at.context.types;
  const type = inherited ? undefined : typeAt(types, path);
  if (!type) return unknownPath(path, at, Object.keys(types));
  const from = item ? "item" : "scope";
  if (type.kind === "integer" && !Object.hasOwn(types, path)) {
    const listPath = path.slice(0, -".length".length);
    const list = typeAt(types, listPath) as Type;
    return {
      op: "size",
      list: { op: "read", from, path: listPath, segments: listPath.split("."), type: list },
    };
  }
  // A switch that a set omits is off, so a switch is never a missing value.
  const isFlag = from === "scope" && segments[0] === "flags";
  return { op: "read", from, path, segments, type, ...(isFlag ? { fallback: false } : {}) };
}

function unknownPath(path: string, at: At, known: readonly string[]): undefined {
  if (path === "") return fault(at, { key: "unknown-path.item" });
  if (at.context.item && typeAt(at.context.types, path) !== undefined)
    return fault(at, { key: "unknown-path.outside", params: { path } });
  const near = nearest(path, known);
  if (near === undefined) return fault(at, { key: "unknown-path", params: { path } });
  return fault(at, { key: "unknown-path.near", params: { path, near } });
}

/** Checks `{"rule": id}`, which reads the result of another rule. */
export function checkRule(operands: readonly Json[], at: At): Expression | undefined {
  const [id] = operands;
  const { rules } = at.context;
  const type = typeof id === "string" && Object.hasOwn(rules, id) ? rules[id] : undefined;
  if (type) return { op: "rule", id: id as string, type };
  const near = typeof id === "string" ? nearest(id, Object.keys(rules)) : undefined;
  const rule = typeof id === "string" ? id : JSON.stringify(id ?? null);
  return fault(
    at,
    near === undefined
      ? { key: "unknown-rule", params: { rule } }
      : { key: "unknown-rule.near", params: { rule, near } },
  );
}

/** Checks `missing` and `missing_some`, which test whether data paths have values. */
export function checkMissing(
  operator: "missing" | "missing_some",
  operands: readonly Json[],
  at: At,
): Expression | undefined {
  const some = operator === "missing_some";
  const listed = some ? operands[1] : Array.isArray(operands[0]) ? operands[0] : operands;
  const paths = (Array.isArray(listed) ? listed : [listed]) as readonly Json[];
  const places: Read[] = [];
  for (const [index, path] of paths.entries()) {
    const there = atOperand(at, index);
    if (typeof path !== "string") return fault(there, { key: "path-not-fixed" });
    const found = findType(path, there);
    if (!found) return undefined;
    places.push(found.op === "size" ? found.list : found);
  }
  const need = some ? operands[0] : places.length;
  if (typeof need !== "number" || !Number.isInteger(need) || need < 1 || need > places.length)
    return fault(at, { key: "wrong-count.places" });
  return { op: "absent", places, need };
}
