import { createHash } from "node:crypto";
import { stripTypeScriptTypes } from "node:module";
import { parseAst } from "vite";

/**
 * A small change of a source text. `original` and `replacement` are for readers; `mutated` replaces the whole
 * expression or statement (`site`) in the code. Lines and columns begin at 1.
 */
export type Mutant = {
  readonly id: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly mutator: string;
  readonly original: string;
  readonly replacement: string;
  readonly site: Site;
  readonly mutated: string;
};

export type Site = {
  readonly kind: "expression" | "statement";
  readonly start: number;
  readonly end: number;
};

type Node = {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [name: string]: unknown;
};
/**
 * A change that replaces the text from `start` to `end`. If the change concerns the whole site, the site
 * becomes `mutated`.
 */
type Change = {
  readonly mutator: string;
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  readonly site: Site;
  readonly mutated: string;
};
type Place = { readonly node: Node; readonly parents: readonly Node[]; readonly text: string };

const arithmetic = new Map([
  ["+", "-"],
  ["-", "+"],
  ["*", "/"],
  ["/", "*"],
  ["%", "*"],
  ["**", "*"],
  ["<<", ">>"],
  [">>", "<<"],
  [">>>", "<<"],
  ["&", "|"],
  ["|", "&"],
  ["^", "&"],
]);
const boundaries = new Map([
  ["<", "<="],
  ["<=", "<"],
  [">", ">="],
  [">=", ">"],
]);
const equalities = new Map([
  ["===", "!=="],
  ["!==", "==="],
  ["==", "!="],
  ["!=", "=="],
]);
const logic = new Map([
  ["&&", "||"],
  ["||", "&&"],
  ["??", "&&"],
]);
const assignments = new Map([
  ["+=", "-="],
  ["-=", "+="],
  ["*=", "/="],
  ["/=", "*="],
]);
const swaps = new Map(
  [
    ["some", "every"],
    ["startsWith", "endsWith"],
    ["indexOf", "lastIndexOf"],
    ["padStart", "padEnd"],
    ["min", "max"],
    ["floor", "ceil"],
    ["toUpperCase", "toLowerCase"],
    ["find", "findLast"],
    ["map", "flatMap"],
  ].flatMap(([one, other]) => [
    [one, other],
    [other, one],
  ]) as [string, string][],
);
swaps.set("round", "floor");
swaps.delete("flatMap");
swaps.delete("map");
const roundings = new Map([
  ["halfUp", "truncate"],
  ["truncate", "halfUp"],
]);

/** Returns the code without its types, with each character at its original position. */
export function codeOf(text: string): string {
  return stripTypeScriptTypes(text);
}

/**
 * Returns every mutant of a TypeScript text, in order. Types, imports, property names and messages of
 * programming errors are not changed.
 */
export function mutantsOf(file: string, text: string): readonly Mutant[] {
  const code = codeOf(text);
  const changes: Change[] = [];
  walk(parseAst(code, { lang: "js" }) as unknown as Node, [], (node, parents) => {
    changes.push(...changesAt({ node, parents, text: code }));
  });
  return changes
    .filter(({ start, end, replacement }) => code.slice(start, end) !== replacement)
    .sort((one, other) => one.start - other.start || one.end - other.end)
    .map((change) => mutantFrom({ file, text, change }));
}

function mutantFrom({
  file,
  text,
  change: { mutator, start, end, replacement, site, mutated },
}: {
  readonly file: string;
  readonly text: string;
  readonly change: Change;
}): Mutant {
  const before = text.slice(0, start);
  const id = createHash("sha256")
    .update([file, start, end, replacement, text].join("\0"))
    .digest("hex")
    .slice(0, 16);
  return {
    id,
    file,
    line: before.split("\n").length,
    column: start - before.lastIndexOf("\n"),
    mutator,
    original: text.slice(start, end),
    replacement,
    site,
    mutated,
  };
}

function walk(
  node: Node,
  parents: readonly Node[],
  visit: (node: Node, parents: readonly Node[]) => void,
): void {
  if (isLeftAlone(node)) return;
  visit(node, parents);
  const inner = [node, ...parents];
  for (const [name, child] of Object.entries(node)) {
    // Property names are not changed.
    if (name === "key" && node.computed !== true) continue;
    for (const one of Array.isArray(child) ? child : [child]) if (isNode(one)) walk(one, inner, visit);
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && typeof (value as Node).type === "string";
}

function isLeftAlone(node: Node): boolean {
  if (/^(Import|ExportAll)/.test(node.type)) return true;
  if (node.type === "ExportNamedDeclaration" && isNode(node.source)) return true;
  if (node.type === "NewExpression" && nameOf(node.callee).endsWith("Error")) return true;
  return node.type === "CallExpression" && nameOf(node.callee) === "unreachable";
}

function nameOf(node: unknown): string {
  return isNode(node) && node.type === "Identifier" ? String(node.name) : "";
}

function changesAt(place: Place): readonly Change[] {
  switch (place.node.type) {
    case "BinaryExpression":
    case "LogicalExpression":
    case "AssignmentExpression":
      return operatorChanges(place);
    case "UnaryExpression":
      return unaryChanges(place);
    case "UpdateExpression": {
      const own = place.text.slice(place.node.start, place.node.end);
      return [whole(place, "update", own.replace(/\+\+|--/, flipUpdate))];
    }
    case "Literal":
    case "TemplateLiteral":
      return literalChanges(place);
    case "IfStatement":
      return ["true", "false"].map((value) => change("branch", place.node.test as Node, value));
    case "WhileStatement":
    case "ForStatement":
      return isNode(place.node.test) ? [change("branch", place.node.test, "false")] : [];
    case "ConditionalExpression": {
      const test = place.node.test as Node;
      return [change("branch", test, `!(${place.text.slice(test.start, test.end)})`)];
    }
    case "ExpressionStatement":
      return [whole(place, "statement", ";")];
    case "ThrowStatement":
      return [whole(place, "statement", ";")];
    case "ReturnStatement":
      return isEarly(place) ? [whole(place, "statement", ";")] : [];
    case "CallExpression":
      return callChanges(place);
    default:
      return [];
  }
}

function operatorChanges({ node, text }: Place): readonly Change[] {
  const [left, right] = [node.left as Node, node.right as Node];
  const found = [
    ["arithmetic", arithmetic],
    ["boundary", boundaries],
    ["equality", equalities],
    ["logic", logic],
    ["assignment", assignments],
  ] as const;
  const operator = String(node.operator);
  return found.flatMap(([mutator, table]) => {
    const other = table.get(operator);
    if (other === undefined) return [];
    const start = left.end + text.slice(left.end, right.start).indexOf(operator);
    const [before, after] = [text.slice(left.start, left.end), text.slice(right.start, right.end)];
    return [
      {
        mutator,
        start,
        end: start + operator.length,
        replacement: other,
        site: siteOf(node),
        mutated:
          mutator === "assignment" ? `${before} ${other} (${after})` : `(${before}) ${other} (${after})`,
      },
    ];
  });
}

function unaryChanges(place: Place): readonly Change[] {
  const operator = place.node.operator;
  if (operator !== "!" && operator !== "-" && operator !== "~") return [];
  const argument = place.node.argument as Node;
  return [whole(place, "negation", place.text.slice(argument.start, argument.end))];
}

function literalChanges(place: Place): readonly Change[] {
  const { node } = place;
  if (node.type === "TemplateLiteral") {
    const tagged = place.parents[0]?.type === "TaggedTemplateExpression";
    return tagged ? [] : [whole(place, "string", "``")];
  }
  if (typeof node.bigint === "string") {
    return [whole(place, "number", `${node.bigint === "0" ? 1n : BigInt(node.bigint) + 1n}n`)];
  }
  const value = node.value;
  if (typeof value === "boolean") return [whole(place, "boolean", String(!value))];
  if (typeof value === "number") return [whole(place, "number", String(value + 1))];
  if (typeof value === "string") {
    if (place.parents[0]?.type === "ExpressionStatement") return [];
    return [whole(place, "string", value === "" ? '"~"' : '""')];
  }
  return [];
}

function callChanges({ node, parents, text }: Place): readonly Change[] {
  const callee = node.callee as Node;
  const isMember = callee.type === "MemberExpression" && callee.computed !== true;
  const name = isMember ? (callee.property as Node) : callee;
  const other = (isMember ? swaps : roundings).get(nameOf(name));
  if (other === undefined) return [];
  const site = siteOf(chainAround(node, parents));
  return [
    {
      mutator: isMember ? "method" : "rounding",
      start: name.start,
      end: name.end,
      replacement: other,
      site,
      mutated: text.slice(site.start, name.start) + other + text.slice(name.end, site.end),
    },
  ];
}

/**
 * A part of `a?.b().c` cannot be put in parentheses without changing where the chain ends. So the whole chain
 * is the site.
 */
function chainAround(node: Node, parents: readonly Node[]): Node {
  let link = node;
  for (const parent of parents) {
    if (parent.type === "ChainExpression") return parent;
    if (parent.object !== link && parent.callee !== link) return node;
    link = parent;
  }
  return node;
}

/**
 * Returns true for a `return` before the last statement of the function. The last one is needed to return a
 * value.
 */
function isEarly({ node, parents }: Place): boolean {
  const [parent, grandparent] = parents;
  if (parent?.type !== "BlockStatement") return true;
  if (!/Function/.test(grandparent?.type ?? "")) return true;
  return (parent.body as readonly Node[]).at(-1) !== node;
}

function whole(place: Place, mutator: string, replacement: string): Change {
  return change(mutator, place.node, replacement);
}

function change(mutator: string, at: Node, replacement: string): Change {
  return {
    mutator,
    start: at.start,
    end: at.end,
    replacement,
    site: siteOf(at),
    mutated: replacement,
  };
}

function siteOf({ type, start, end }: Node): Site {
  return { kind: type.endsWith("Statement") ? "statement" : "expression", start, end };
}

function flipUpdate(operator: string): string {
  return operator === "++" ? "--" : "++";
}
