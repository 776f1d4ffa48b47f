import { parseAst } from "vite";
import { expect, test } from "vitest";
import { sources } from "./sources.ts";

const LONGEST = 60;

const TABLES = "its inner functions share tables of nodes, and are called millions of times";
const ONE_SWITCH = "one case for each operator";
const ONE_PASS = "one list of checks, a few lines for each kind of place";
const ONE_SEARCH = "its inner functions share the state of one search";
const ONE_ORDER = "the steps of one computation, in their order";

/**
 * Reviewed functions above the limit, each with its reason. The test also fails for an entry that is no
 * longer needed.
 */
const REVIEWED: { readonly [place: string]: string } = {
  "engine/flow/in-memory.ts inMemory": "an instance without a database: its methods share one state",
  "engine/rules/closures.ts compileCondition": ONE_SWITCH,
  "engine/rules/generate-rules.ts writeModule": "the text of one module, in the order of the module",
  "engine/rules/program.ts checkProgram": ONE_ORDER,
  "engine/verify/compare/compare-flows.ts compareFlows": ONE_ORDER,
  "engine/verify/compare/compare-rules.ts compareChecked": ONE_ORDER,
  "engine/verify/compare/leading.ts leadingOf": ONE_SEARCH,
  "engine/verify/coverage/coverage.ts coverageOfRule": ONE_ORDER,
  "engine/verify/lint/check-effects.ts inputs": ONE_PASS,
  "engine/verify/lint/check-places.ts checkPlaces": ONE_PASS,
  "engine/verify/lint/check-references.ts stepReferences": ONE_PASS,
  "engine/verify/model/diagram/atoms.ts atomsOf": ONE_SWITCH,
  "engine/verify/model/diagram/combining.ts combiningOf": TABLES,
  "engine/verify/model/diagram/diagram.ts createDiagrams": TABLES,
  "engine/verify/model/diagram/space.ts createSpace": TABLES,
  "engine/verify/model/languages/language.ts createLanguages": TABLES,
  "engine/verify/paths/go-along.ts goAlong": ONE_SEARCH,
  "engine/verify/paths/routes.ts routesOf": ONE_SEARCH,
  "engine/verify/prove/dressed.ts dressed": ONE_SEARCH,
  "engine/verify/prove/prove-checks.ts proveChecks": ONE_PASS,
  "engine/verify/prove/suppliers.ts suppliersOf": "its inner functions share one cache of supplies",
  "engine/verify/prove/symbolic-walk.ts leaveStep": ONE_ORDER,
  "engine/verify/prove/symbolic-walk.ts walkSymbolically": ONE_SEARCH,
  "engine/verify/prove/way.ts wayOf": ONE_SEARCH,
  "engine/verify/words/naming.ts namingOf": "an object of names, a few lines for each kind of name",
};

/** Maximum number of reviewed functions. */
const MOST = 40;

type Node = { readonly type: string; readonly start: number; readonly end: number };
type Function = { readonly name: string; readonly lines: number };

test(`no function has more than ${LONGEST} lines, except the reviewed functions`, () => {
  const files = sources(["domain", "engine", "native", "renderer", "schemas", "server"], /\.tsx?$/);
  expect(files.length).toBeGreaterThan(1_500);
  const long = files.flatMap(({ path, text }) =>
    functionsIn(path, text)
      .filter(({ lines }) => lines > LONGEST)
      .map(({ name }) => `${path} ${name}`),
  );
  expect([...new Set(long)].sort()).toEqual(Object.keys(REVIEWED).sort());
  expect(Object.keys(REVIEWED).length).toBeLessThanOrEqual(MOST);
});

test("a report of a long function names its variable, its method or the function itself", () => {
  const body = "\n".repeat(LONGEST);
  const text = `const a = () => {${body}};\nclass B { c() {${body}} }\nfunction d() {${body}}\nfunction e() {}`;
  expect(functionsIn("x.ts", text).filter(({ lines }) => lines > LONGEST)).toEqual([
    { name: "a", lines: LONGEST + 1 },
    { name: "c", lines: LONGEST + 1 },
    { name: "d", lines: LONGEST + 1 },
  ]);
});

/**
 * Returns the functions of a file with their number of lines. A function without a name gets the name of the
 * enclosing one.
 */
function functionsIn(path: string, text: string): readonly Function[] {
  const found: Function[] = [];
  const walk = (value: unknown, around: string): void => {
    if (Array.isArray(value)) for (const item of value) walk(item, around);
    if (!isNode(value)) return;
    const name = nameOf(value) ?? around;
    if (/Function|Method/.test(value.type) && "body" in value)
      found.push({ name, lines: text.slice(value.start, value.end).split("\n").length });
    for (const child of Object.values(value)) walk(child, name);
  };
  walk(parseAst(text, { lang: path.endsWith("x") ? "tsx" : "ts" }).body, "");
  // The parser reports a method twice, as a definition and as a function. Only the first is kept.
  return found.filter((one, at) => found.findIndex(({ name }) => name === one.name) === at);
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}

/** Returns the name that a node gives to the functions inside it. */
function nameOf(node: Node): string | undefined {
  const { id, key } = node as Node & {
    readonly id?: { readonly name?: string } | null;
    readonly key?: { readonly name?: string; readonly value?: unknown };
  };
  return id?.name ?? key?.name;
}
