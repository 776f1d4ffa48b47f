import {
  type Constant,
  childrenOf,
  type Expression,
  type Order,
  type Read,
  typeOfExpression,
} from "./expression.ts";
import type { Type } from "./types.ts";

/**
 * One function being written. Places are read once, at its top, into constants; the rest of the function is one expression
 * over them, so that the engine of the browser sees what a person would have written.
 */
type Frame = { readonly locals: Map<string, string>; readonly reads: string[]; readonly temps: string[] };

/** A value in source: what must hold for it to be known (`null`: always), and the value where that holds. */
type Written = { readonly guard: string | null; readonly value: string };

/** Names of the functions that references to rules call. */
export type RuleNames = {
  readonly truthOf: (id: string) => string;
  readonly valueOf: (id: string) => string;
  readonly causesOf: (id: string) => string;
};

/** Writes checked expressions as functions of a module; helpers that they need gather in `functions`. */
export type SourceWriter = {
  readonly functions: string[];
  /** A function of the scope whose statements the callback returns; they may use the writer's expressions. */
  readonly functionOf: (name: string, write: (body: Body) => string) => string;
};

/** What the statements of one function are made of. */
export type Body = {
  /** True exactly where the condition is true. */
  readonly isTrue: (condition: Expression) => string;
  /** True exactly where the condition is false, of a condition that is known not to be true. */
  readonly isFalseToo: (condition: Expression) => string;
  /**
   * What was written since the last call, with the reads that it is the first to need in front: a place is not read
   * before something decides by it.
   */
  readonly withReads: (statement: string) => string;
  /** Whether a branch may be written as statements, its condition having no branches in itself. */
  readonly isPlain: (branch: Expression) => boolean;
  /** The value, or `undefined` where it is unknown. */
  readonly valueOf: (value: Expression) => string;
  /** Statements that add the missing places of an unknown expression to the set `out`. */
  readonly causesOf: (expression: Expression) => string;
};

/** A writer for one module. */
export function sourceWriter(names: RuleNames): SourceWriter {
  const functions: string[] = [];
  const helpers = new Map<Expression, string>();

  const functionOf = (name: string, write: (body: Body) => string): string =>
    withFrame(`${name}(s)`, null, bodyOf, write);

  function bodyOf(frame: Frame, item: "it" | null): Body {
    return {
      isTrue: (condition) => isTrue(condition, frame),
      isFalseToo: (condition) => isFalseToo(condition, frame),
      withReads: (statement) => [...frame.reads.splice(0), statement].join("\n"),
      isPlain: (branch) => !isHoisted(branch),
      valueOf: (value) => valueOrNothing(value, frame),
      causesOf: (expression) => causesOf(expression, frame, item),
    };
  }

  // --- conditions -----------------------------------------------------------------------------------------------------

  function isTrue(node: Expression, frame: Frame): string {
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
        throw new Error(`sourceWriter: ${node.op} is no condition`);
    }
  }

  function isFalse(node: Expression, frame: Frame): string {
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
        throw new Error(`sourceWriter: ${node.op} is no condition`);
    }
  }

  /** False, of a condition that was just found not to be true: often no more than "what it reads is there". */
  function isFalseToo(node: Expression, frame: Frame): string {
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
    const parts = comparisons(node, frame).map(({ guards, holds }) =>
      joined([...guards, `!(${holds})`], "&&"),
    );
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
    // A place that is missing equals no word, so that a plain read needs no guard in front.
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

  // --- values ---------------------------------------------------------------------------------------------------------

  function guardsOf(args: readonly Expression[], frame: Frame): string[] {
    return args.map((arg) => written(arg, frame).guard).filter((guard) => guard !== null);
  }

  function known(node: Expression, frame: Frame): string {
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
    if (node.type.kind === "money" || node.type.kind === "units") {
      return `amountMath(${JSON.stringify(node.fn)}, ${node.type.kind === "money" ? 2 : 4}, [${args.join(", ")}])`;
    }
    if (node.fn === "min" || node.fn === "max") return `Math.${node.fn}(${args.join(", ")})`;
    return args.length === 1 && node.fn === "-" ? `(- ${args[0]})` : `(${args.join(` ${node.fn} `)})`;
  }

  function valueOrNothing(node: Expression, frame: Frame): string {
    if (node.op === "if") {
      if (isHoisted(node))
        return node.type.kind === "boolean" ? nothingForUnknown(helper(node)) : helper(node);
      return `(${isTrue(node.when, frame)} ? ${valueOrNothing(node.then, frame)} : ${isFalseToo(node.when, frame)} ? ${valueOrNothing(node.otherwise, frame)} : undefined)`;
    }
    if (node.op === "rule") return `${names.valueOf(node.id)}(s)`;
    if (["constant", "read", "size", "math"].includes(node.op)) {
      const { guard, value } = written(node, frame);
      return guard === null ? value : `(${guard} ? ${value} : undefined)`;
    }
    return `(${isTrue(node, frame)} ? true : ${isFalseToo(node, frame)} ? false : undefined)`;
  }

  /**
   * The truth of a rule or a helper, asked once per call of the function: a condition is written once to be true and once to
   * be false, and without this a chain of rules would take twice as long with every link.
   */
  function cachedTruth(node: Expression, frame: Frame): string {
    const call = node.op === "rule" ? `${names.truthOf(node.id)}(s)` : helper(node);
    return `(${temp(node, frame)} ??= ${call})`;
  }

  // --- helpers: what would grow if it were written where it is used --------------------------------------------------

  function helper(node: Expression): string {
    const call = (name: string): string => `${name}(s, it)`;
    const there = helpers.get(node);
    if (there) return call(there);
    const name = `h${helpers.size}`;
    helpers.set(node, name);
    if (node.op === "each") functions.push(eachFunction(name, node));
    else functions.push(withFrame(`${name}(s, it)`, "it", bodyOf, (body) => branchBody(node, body)));
    return call(name);
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

  function eachFunction(name: string, node: Extract<Expression, { op: "each" }>): string {
    const { quantifier } = node;
    const stop = quantifier !== "all";
    const outer: Frame = emptyFrame();
    const list = local(node.list, outer, node.list.from);
    const test = withFrame(`${name}t(s, it)`, "it", bodyOf, (body) => {
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

  // --- why something is unknown ---------------------------------------------------------------------------------------

  function causesOf(node: Expression, frame: Frame, item: "it" | null): string {
    switch (node.op) {
      case "constant":
      case "absent":
        return "";
      case "read":
        return node.fallback === undefined
          ? `if (!(${typeTest(local(node, frame), node.type)})) out.add(${JSON.stringify(node.path)});`
          : "";
      case "if":
        return `if (${isTrue(node.when, frame)}) { ${causesOf(node.then, frame, item)} } else if (${isFalseToo(node.when, frame)}) { ${causesOf(node.otherwise, frame, item)} } else { ${causesOf(node.when, frame, item)} }`;
      case "each":
        return `if (${cachedTruth(node, frame)} === "unknown") out.add(${JSON.stringify(node.list.path)});`;
      case "rule":
        return `for (const path of ${names.causesOf(node.id)}(s)) out.add(path);`;
      default:
        return childrenOf(node)
          .map((child) => {
            const causes = causesOf(child, frame, item);
            if (causes === "" || child.op === "read" || typeOfExpression(child).kind !== "boolean")
              return causes;
            return `if (!(${isTrue(child, frame)}) && !(${isFalse(child, frame)})) { ${causes} }`;
          })
          .filter((causes) => causes !== "")
          .join("\n");
    }
  }

  return { functions, functionOf };
}

// --- frames ------------------------------------------------------------------------------------------------------------

function emptyFrame(): Frame {
  return { locals: new Map(), reads: [], temps: [] };
}

function withFrame(
  signature: string,
  item: "it" | null,
  bodyOf: (frame: Frame, item: "it" | null) => Body,
  write: (body: Body) => string,
): string {
  const frame = emptyFrame();
  const statements = write(bodyOf(frame, item));
  const temps =
    frame.temps.length > 0 ? [`let ${frame.temps.map((name) => `${name} = null`).join(", ")};`] : [];
  const unused = item === null && statements.includes("(s, it)") ? ["const it = undefined;"] : [];
  return `function ${signature} {\n${[...unused, ...frame.reads, ...temps, statements].join("\n")}\n}`;
}

/** The constant that holds a place; its parents are read once, too. */
function local(read: Read, frame: Frame, from: "scope" | "item" = read.from): string {
  return localOf(read.segments, from, frame);
}

function localOf(segments: readonly string[], from: "scope" | "item", frame: Frame): string {
  if (segments.length === 0) return "it";
  const key = JSON.stringify([from, ...segments]);
  const known = frame.locals.get(key);
  if (known) return known;
  const last = segments[segments.length - 1] as string;
  const parents = segments.slice(0, -1);
  let source: string;
  // The sections of a scope are always there; below them anything may be missing.
  if (from === "scope" && parents.length === 0) source = member("s", last, false);
  else if (from === "scope" && parents.length === 1)
    source = member(member("s", parents[0] as string, false), last, false);
  else source = member(localOf(parents, from, frame), last, true);
  const name = `r${frame.locals.size}`;
  frame.locals.set(key, name);
  frame.reads.push(`const ${name} = ${source};`);
  return name;
}

function member(object: string, name: string, mayBeMissing: boolean): string {
  const dotted = /^[A-Za-z_$][\w$]*$/.test(name);
  if (dotted) return `${object}${mayBeMissing ? "?" : ""}.${name}`;
  return `${object}${mayBeMissing ? "?." : ""}[${JSON.stringify(name)}]`;
}

const tempNames = new WeakMap<Frame, Map<Expression, string>>();

/** One temporary per expression and function, however often the expression is written. */
function temp(node: Expression, frame: Frame): string {
  const names = tempNames.get(frame) ?? new Map<Expression, string>();
  tempNames.set(frame, names);
  const there = names.get(node);
  if (there) return there;
  const name = `t${frame.temps.length}`;
  names.set(node, name);
  frame.temps.push(name);
  return name;
}

// --- pieces ------------------------------------------------------------------------------------------------------------

function joined(parts: readonly string[], operator: "&&" | "||"): string {
  if (parts.length === 0) return String(operator === "&&");
  return parts.length === 1 ? (parts[0] as string) : `(${parts.join(` ${operator} `)})`;
}

function typeTest(name: string, type: Type): string {
  switch (type.kind) {
    case "boolean":
      return `typeof ${name} === "boolean"`;
    case "integer":
    case "number":
      return `typeof ${name} === "number"`;
    case "money":
      return `isAmount(${name}, 3)`;
    case "units":
      return `isAmount(${name}, 5)`;
    case "instant":
      return `isInstant(${name})`;
    case "list":
      return `Array.isArray(${name})`;
    case "object":
      return `(${name} !== undefined && ${name} !== null)`;
    default:
      return `typeof ${name} === "string"`;
  }
}

function compared(
  left: string,
  right: string,
  how: { readonly sign: "<" | "<=" | ">" | ">="; readonly order: Order; readonly signed: boolean },
): string {
  switch (how.order) {
    case "money":
    case "units":
      return `${how.signed ? "orderOfSigned" : "orderOfAmounts"}(${left}, ${right}) ${how.sign} 0`;
    case "instant":
      return `Date.parse(${left}) ${how.sign} Date.parse(${right})`;
    default:
      return `${left} ${how.sign} ${right}`;
  }
}

function nothingForUnknown(truth: string): string {
  return `((truth) => (truth === "unknown" ? undefined : truth))(${truth})`;
}

/** Written where it is used, a branch inside the condition of a branch would double with every level. */
function isHoisted(node: Expression): boolean {
  if (node.op === "if") return hasBranch(node.when);
  return node.op === "equal" && node.order === "boolean" && (hasBranch(node.left) || hasBranch(node.right));
}

const branching = new WeakMap<Expression, boolean>();

function hasBranch(node: Expression): boolean {
  const known = branching.get(node);
  if (known !== undefined) return known;
  const found =
    node.op === "if" || (node.op === "equal" && node.order === "boolean") || childrenOf(node).some(hasBranch);
  branching.set(node, found);
  return found;
}
