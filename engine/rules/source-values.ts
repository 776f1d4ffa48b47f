import type { Expression } from "./expression.ts";
import { type Frame, local, temp } from "./source-frame.ts";
import { isHoisted, nothingForUnknown, typeTest } from "./source-pieces.ts";

/**
 * The source of a value: the condition under which the value is known (`null` if always), and the value
 * itself.
 */
type Written = { readonly guard: string | null; readonly value: string };

/** Writes the conditions under which all values are known. */
export function guardsOf(args: readonly Expression[], frame: Frame): string[] {
  return args.map((arg) => written(arg, frame).guard).filter((guard) => guard !== null);
}

/** Writes a value for code that runs only if the value is known. */
export function known(node: Expression, frame: Frame): string {
  return written(node, frame).value;
}

function written(node: Expression, frame: Frame): Written {
  switch (node.op) {
    case "constant":
      return { guard: null, value: JSON.stringify(node.value) };
    case "read": {
      const name = local(node, frame);
      const guard = typeTest(name, node.type);
      return node.fallback === undefined
        ? { guard, value: name }
        : { guard: null, value: `(${guard} ? ${name} : ${JSON.stringify(node.fallback)})` };
    }
    case "size":
      return {
        guard: `Array.isArray(${local(node.list, frame)})`,
        value: `${local(node.list, frame)}.length`,
      };
    case "math":
      return { guard: guardsOf(node.args, frame).join(" && ") || null, value: sum(node, frame) };
    default: {
      const name = temp(node, frame);
      return {
        guard: `(${name} === null ? (${name} = ${valueOrNothing(node, frame)}) : ${name}) !== undefined`,
        value: name,
      };
    }
  }
}

function sum(node: Extract<Expression, { op: "math" }>, frame: Frame): string {
  const args = node.args.map((arg) => known(arg, frame));
  if (node.type.kind === "decimal") {
    return `amountMath(${JSON.stringify(node.fn)}, ${node.type.of.places}, [${args.join(", ")}])`;
  }
  if (node.fn === "min" || node.fn === "max") return `Math.${node.fn}(${args.join(", ")})`;
  return args.length === 1 && node.fn === "-" ? `(- ${args[0]})` : `(${args.join(` ${node.fn} `)})`;
}

/** Writes a value. The source evaluates to `undefined` if the value is unknown. */
export function valueOrNothing(node: Expression, frame: Frame): string {
  if (node.op === "if") {
    const { helper } = frame.writing;
    if (isHoisted(node)) return node.type.kind === "boolean" ? nothingForUnknown(helper(node)) : helper(node);
    return `(${frame.writing.isTrue(node.when, frame)} ? ${valueOrNothing(node.then, frame)} : ${frame.writing.isFalseToo(node.when, frame)} ? ${valueOrNothing(node.otherwise, frame)} : undefined)`;
  }
  if (node.op === "rule") return `${frame.writing.names.valueOf(node.id)}(s)`;
  if (["constant", "read", "size", "math"].includes(node.op)) {
    const { guard, value } = written(node, frame);
    return guard === null ? value : `(${guard} ? ${value} : undefined)`;
  }
  return `(${frame.writing.isTrue(node, frame)} ? true : ${frame.writing.isFalseToo(node, frame)} ? false : undefined)`;
}

/**
 * Writes the truth value of a rule or helper so that each call of the function computes it only once. A
 * condition is written twice, for true and for false. Without this cache, each link of a chain of rules would
 * double the time.
 */
export function cachedTruth(node: Expression, frame: Frame): string {
  const { names, helper } = frame.writing;
  const call = node.op === "rule" ? `${names.truthOf(node.id)}(s)` : helper(node);
  return `(${temp(node, frame)} ??= ${call})`;
}
