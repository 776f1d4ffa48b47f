import { fail, ok, type Result } from "../values/result.ts";
import type { Expression } from "./expression.ts";
import { GENERATED_RUNTIME } from "./generated-runtime.ts";
import { type CheckedRule, checkProgram, type Program, type RuleSet } from "./program.ts";
import type { Finding } from "./rule.ts";
import { type Body, sourceWriter } from "./source-writer.ts";

/**
 * Writes a rule set as the source of an ES module with one export, `rules`, of type `CompiledRules`. The
 * module imports nothing and evaluates no text. If any finding is an error, the function fails and returns
 * all findings.
 */
export function generateRules(set: RuleSet): Result<string, readonly Finding[]> {
  const { program, findings } = checkProgram(set);
  if (findings.some((finding) => finding.severity === "error")) return fail(findings);
  return ok(writeModule(program));
}

function writeModule(program: Program): string {
  const index = new Map(program.rules.map((rule, at) => [rule.id, at]));
  const name = (letter: string, id: string): string => `${letter}${index.get(id)}`;
  const writer = sourceWriter({
    truthOf: (id) => name("truth", id),
    valueOf: (id) => name("value", id),
    missingPathsOf: (id) => name("missing", id),
  });
  const parts: string[] = [];
  const tables = { must: [], value: [], truth: [], conditions: [], missing: [], conditionMissing: [] } as {
    readonly [table in "must" | "value" | "truth" | "conditions" | "missing" | "conditionMissing"]: string[];
  };
  for (const [at, rule] of program.rules.entries()) {
    const key = JSON.stringify(rule.id);
    parts.push(...(rule.kind === "must" ? writeMust(at, rule) : writeValue(at, rule)));
    if (rule.kind === "must") tables.must.push(`${key}: outcome${at}`);
    else tables.value.push(`${key}: value${at}`);
    if (rule.kind === "must" || rule.type.kind === "boolean") tables.truth.push(`${key}: truth${at}`);
    tables.missing.push(`${key}: missing${at}`);
  }
  for (const [at, { key, logic }] of program.conditions.entries()) {
    if (logic.op === "rule") parts.push(`const condition${at} = ${name("truth", logic.id)};`);
    else parts.push(writer.functionOf(`condition${at}`, (body) => `return ${truthOf(logic, body)};`));
    parts.push(missingPathsFunction(`conditionMissing${at}`, logic));
    tables.conditions.push(`${JSON.stringify(key)}: condition${at}`);
    tables.conditionMissing.push(`${JSON.stringify(key)}: conditionMissing${at}`);
  }
  const exported = Object.entries(tables).map(([table, entries]) => `${table}: {${entries.join(", ")}}`);
  return [
    GENERATED_RUNTIME,
    ...writer.functions,
    ...parts,
    `export const rules = {${exported.join(",\n")}};\n`,
  ].join("\n");

  function writeMust(at: number, rule: Extract<CheckedRule, { kind: "must" }>): string[] {
    const truth = writer.functionOf(`truth${at}`, (body) => {
      const [only, ...more] = rule.clauses;
      if (only && more.length === 0) return `return ${truthOf(only.logic, body)};`;
      const steps = rule.clauses.map(({ logic }) =>
        body.withReads(
          `if (!(${body.isTrue(logic)})) { if (${body.isFalseToo(logic)}) return false; open = true; }`,
        ),
      );
      return ["let open = false;", ...steps, 'return open ? "unknown" : true;'].join("\n");
    });
    const outcome = writer.functionOf(`outcome${at}`, (body) => {
      const steps = rule.clauses.map(({ logic }, bit) => {
        return `if (!(${body.isTrue(logic)})) { if (${body.isFalseToo(logic)}) failed |= ${1 << bit}; else open |= ${1 << bit}; }`;
      });
      return [
        "let failed = 0;",
        "let open = 0;",
        ...steps,
        `return (failed | open) === 0 ? HOLDS : build${at}(s, failed, open);`,
      ].join("\n");
    });
    const missingPaths = rule.clauses.map(({ logic }, bit) =>
      writer.functionOf(`causes${at}_${bit}`, (body) => body.missingPathsOf(logic)),
    );
    const signatures = rule.clauses.map((_, bit) => `causes${at}_${bit}`);
    const missing = writer.functionOf(`missing${at}`, (body) => {
      const steps = rule.clauses.map(({ logic }, bit) => {
        return `if (!(${body.isTrue(logic)}) && !(${body.isFalseToo(logic)})) causes${at}_${bit}(s, out);`;
      });
      return ["const out = new Set();", ...steps, "return [...out];"].join("\n");
    });
    const value = `function value${at}(s) { const truth = truth${at}(s); return truth === "unknown" ? undefined : truth; }`;
    const clauses = rule.clauses.map(({ id, reason, mend }) => ({ id, reason, mend }));
    const build = `const build${at} = outcomes(${JSON.stringify(clauses)}, [${signatures.join(", ")}]);`;
    return [truth, value, ...missingPaths.map(withOut), missing, build, outcome];
  }

  function writeValue(at: number, rule: Extract<CheckedRule, { kind: "value" }>): string[] {
    const value = writer.functionOf(`value${at}`, (body) => valueSteps(rule.logic, body));
    const truth = `function truth${at}(s) { const value = value${at}(s); return typeof value === "boolean" ? value : "unknown"; }`;
    const parts = [value, missingPathsFunction(`missing${at}`, rule.logic)];
    return rule.type.kind === "boolean" ? [...parts, truth] : parts;
  }

  function missingPathsFunction(called: string, logic: Expression): string {
    return writer.functionOf(called, (body) =>
      ["const out = new Set();", body.missingPathsOf(logic), "return [...out];"].join("\n"),
    );
  }
}

/**
 * Writes a chain of branches. A branch reads its data paths only if the branches before it were not taken.
 */
function valueSteps(logic: Expression, body: Body): string {
  const steps: string[] = [];
  let rest = logic;
  while (rest.op === "if" && body.isPlain(rest)) {
    steps.push(body.withReads(`if (${body.isTrue(rest.when)}) return ${body.valueOf(rest.then)};`));
    steps.push(body.withReads(`if (!(${body.isFalseToo(rest.when)})) return undefined;`));
    rest = rest.otherwise;
  }
  steps.push(body.withReads(`return ${body.valueOf(rest)};`));
  return steps.join("\n");
}

function truthOf(logic: Expression, body: Body): string {
  return `${body.isTrue(logic)} ? true : ${body.isFalseToo(logic)} ? false : "unknown"`;
}

/** Adds the parameter `out` to the source of a function. The function adds missing data paths to this set. */
function withOut(source: string): string {
  return source.replace("(s) {", "(s, out) {");
}
