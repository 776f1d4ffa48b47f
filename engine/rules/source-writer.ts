import { childrenOf, type Expression } from "./expression.ts";
import { isFalseToo, isTrue } from "./source-conditions.ts";
import { emptyFrame, type Frame, local, type RuleNames, type Writing } from "./source-frame.ts";
import { missingPathsOf } from "./source-missing-paths.ts";
import { isHoisted } from "./source-pieces.ts";
import { valueOrNothing } from "./source-values.ts";

/**
 * Writes checked expressions as functions of a module. `functions` collects the helper functions that the
 * expressions call.
 */
export type SourceWriter = {
  readonly functions: string[];
  /**
   * Writes a function that takes the scope. The callback returns the function's statements, built with the
   * functions of `Body`.
   */
  readonly functionOf: (name: string, write: (body: Body) => string) => string;
};

/** Functions that write the parts of one function body. */
export type Body = {
  /** Writes an expression that is true exactly if the condition is true. */
  readonly isTrue: (condition: Expression) => string;
  /**
   * Writes an expression that is true if the condition is false, and false if the condition is unknown. Used
   * where the condition is already known not to be true.
   */
  readonly isFalseToo: (condition: Expression) => string;
  /**
   * Returns the statement, preceded by the reads of the data paths that it uses. A data path is therefore
   * read only when the code reaches the statement.
   */
  readonly withReads: (statement: string) => string;
  /**
   * Returns true if a branch can be written as statements. This requires a condition that contains no
   * branches.
   */
  readonly isPlain: (branch: Expression) => boolean;
  /** Writes the source of a value. The source evaluates to `undefined` if the value is unknown. */
  readonly valueOf: (value: Expression) => string;
  /** Writes statements that add the missing data paths of an unknown expression to the set `out`. */
  readonly missingPathsOf: (expression: Expression) => string;
};

/** Returns a writer for one module. */
export function sourceWriter(names: RuleNames): SourceWriter {
  const functions: string[] = [];
  const helpers = new Map<Expression, string>();

  const writing: Writing = { names, isTrue, isFalseToo, helper };
  return { functions, functionOf: (name, write) => withFrame(`${name}(s)`, null, write) };

  function helper(node: Expression): string {
    const call = (name: string): string => `${name}(s, it)`;
    const there = helpers.get(node);
    if (there) return call(there);
    const name = `h${helpers.size}`;
    helpers.set(node, name);
    if (node.op === "each") functions.push(eachFunction(name, node));
    else functions.push(withFrame(`${name}(s, it)`, "it", (body) => branchBody(node, body)));
    return call(name);
  }

  function eachFunction(name: string, node: Extract<Expression, { op: "each" }>): string {
    const { quantifier } = node;
    const stop = quantifier !== "all";
    const outer: Frame = emptyFrame(writing);
    const list = local(node.list, outer, node.list.from);
    const test = withFrame(`${name}t(s, it)`, "it", (body) => {
      return `return ${body.isTrue(node.test)} ? true : ${body.isFalseToo(node.test)} ? false : "unknown";`;
    });
    functions.push(test);
    return `function ${name}(s, it) {
${outer.reads.join("\n")}
if (!Array.isArray(${list})) return "unknown";
if (${list}.length === 0) return ${quantifier === "none"};
let truth = ${quantifier !== "some"};
for (let at = 0; at < ${list}.length; at += 1) {
const one = ${name}t(s, ${list}[at]);
if (one === ${stop}) return ${quantifier === "some"};
if (one === "unknown") truth = one;
}
return truth;
}`;
  }

  function withFrame(signature: string, item: "it" | null, write: (body: Body) => string): string {
    const frame = emptyFrame(writing);
    const statements = write(bodyOf(frame));
    const temps =
      frame.temps.length > 0 ? [`let ${frame.temps.map((name) => `${name} = null`).join(", ")};`] : [];
    const unused = item === null && statements.includes("(s, it)") ? ["const it = undefined;"] : [];
    return `function ${signature} {\n${[...unused, ...frame.reads, ...temps, statements].join("\n")}\n}`;
  }
}

function bodyOf(frame: Frame): Body {
  return {
    isTrue: (condition) => isTrue(condition, frame),
    isFalseToo: (condition) => isFalseToo(condition, frame),
    withReads: (statement) => [...frame.reads.splice(0), statement].join("\n"),
    isPlain: (branch) => !isHoisted(branch),
    valueOf: (value) => valueOrNothing(value, frame),
    missingPathsOf: (expression) => missingPathsOf(expression, frame),
  };
}

function branchBody(node: Expression, body: Body): string {
  if (node.op === "if" && node.type.kind !== "boolean") {
    return `return ${body.isTrue(node.when)} ? ${body.valueOf(node.then)} : ${body.isFalseToo(node.when)} ? ${body.valueOf(node.otherwise)} : undefined;`;
  }
  const parts = node.op === "if" ? [node.when, node.then, node.otherwise] : childrenOf(node);
  const [first, second, third] = parts as [Expression, Expression, Expression?];
  const tri = (part: Expression): string =>
    `${body.isTrue(part)} ? true : ${body.isFalseToo(part)} ? false : "unknown"`;
  if (third) {
    return `const w = ${tri(first)};\nif (w === "unknown") return w;\nif (w) return ${tri(second)};\nreturn ${tri(third)};`;
  }
  return `const a = ${tri(first)};\nif (a === "unknown") return a;\nconst b = ${tri(second)};\nreturn b === "unknown" ? b : a === b;`;
}
