import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { formats } from "../../domain/formats.ts";
import { trade } from "../../domain/index.ts";
import type { Definition } from "../../engine/flow/index.ts";
import { checkProgram } from "../../engine/rules/index.ts";
import type { Clause, Logic, RuleFile } from "../../engine/rules/rule.ts";
import { typesOfSchema } from "../../engine/rules/types-of-schema.ts";
import type { Json, JsonObject, JsonSchema } from "../../engine/values/json.ts";
import { compareChecked, compareRules } from "../../engine/verify/compare/index.ts";
import { load } from "../../engine/verify/lint/index.ts";
import type { DomainOf } from "../../engine/verify/model/index.ts";
import { prove } from "../../engine/verify/prove/index.ts";
import { spell } from "../../engine/verify/words/index.ts";
import { readSource } from "../../server/sources/source.ts";
import { sourceOf } from "../engine/flow/fixtures/source-of.ts";

const ROOT = resolve(import.meta.dirname, "..", "..");

/**
 * Measures figure 5. It proves all flows for every combination of their switches. It compares two rules of 12
 * conditions in meaning, from checked rules and from files. It also measures how the cost of a proof grows
 * with the steps of a flow, each of which reads an earlier answer, and with the conditions of a rule.
 */
export async function bench(): Promise<{
  readonly name: string;
  readonly figures: { readonly [figure: string]: number };
}> {
  const definitions = await ourFlows();
  const began = performance.now();
  for (const definition of definitions) sound(definition);
  const first = performance.now() - began;
  const again = best(() => definitions.forEach(sound), 5);
  const curve: { [figure: string]: number } = {};
  for (const steps of [10, 100, 300, 1000]) {
    const definition = chainOf(steps);
    curve[`proofOf${steps}StepsMs`] = rounded(best(() => sound(definition), 2));
  }
  const twelve = comparison(12, 12);
  const many = comparison(25, 18);
  return {
    name: "verify",
    figures: {
      allFlowsFirstMs: rounded(first),
      allFlowsMs: rounded(again),
      compare12ConditionsMs: rounded(perRun(twelve.checked)),
      compare12ConditionsFromFilesMs: rounded(perRun(twelve.files)),
      compare25Conditions18FactsMs: rounded(perRun(many.checked)),
      ...curve,
    },
  };
}

async function ourFlows(): Promise<readonly Definition[]> {
  const names = readdirSync(join(ROOT, "flows"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== "shared")
    .map(({ name }) => name);
  const definitions: Definition[] = [];
  for (const name of names) {
    const { source } = await readSource(ROOT, name);
    const loaded = load(source, trade);
    if (!loaded.ok) throw new Error(`bench: ${name} does not load`);
    definitions.push(loaded.value);
  }
  return definitions;
}

function sound(definition: Definition): void {
  const findings = prove(definition);
  if (findings.length > 0) throw new Error(`bench: ${definition.flow.id}: ${findings.map(spell)[0]}`);
}

/** Returns a chain of forms. Each leads on or out by its own answer and that of an earlier form. */
function chainOf(steps: number): Definition {
  const names = Array.from({ length: steps }, (_, index) => `s${index}`);
  const forms = names.map((name, index) => {
    const earlier = names[Math.floor(index * 0.618)] as string;
    const stop: Logic = {
      and: [
        { ">": [{ var: `answers.${name}.amount` }, 900] },
        { "==": [{ var: `answers.${earlier}.word` }, "stop"] },
      ],
    };
    return [
      name,
      { kind: "form", next: [{ when: stop, to: "out" }, { to: names[index + 1] ?? "done" }] },
    ] as const;
  });
  const loaded = load(
    sourceOf({
      flow: {
        id: "long",
        namespace: "long",
        subject: "account",
        inFlight: "follow",
        start: "s0",
        steps: {
          ...Object.fromEntries(forms),
          done: { kind: "end", outcome: "done", reason: "done", links: ["/"] },
          out: { kind: "end", outcome: "stopped", reason: "out", links: ["/"] },
        } as JsonObject,
      },
      schemas: Object.fromEntries(
        names.map((name) => [
          name,
          {
            $id: `long/${name}`,
            type: "object",
            properties: {
              amount: { type: "integer", minimum: 0, maximum: 1000 },
              word: { type: "string", enum: ["go", "stop", "wait"] },
            },
            required: ["amount", "word"],
          },
        ]),
      ),
    }),
    trade,
  );
  if (!loaded.ok) throw new Error(`bench: ${JSON.stringify(loaded.error.slice(0, 2))}`);
  return loaded.value;
}

/**
 * Returns two versions of a rule with this many conditions on this many facts. The versions differ in one
 * threshold.
 */
function comparison(conditions: number, facts: number) {
  const schema: JsonSchema = {
    type: "object",
    properties: Object.fromEntries(Array.from({ length: facts }, (_, at) => [`f${at}`, fieldOf(at)])),
  };
  const types = typesOfSchema(schema, { prefix: "facts.p", resolve: () => undefined, formats });
  const domainOf: DomainOf = (path) => {
    const type = types[path];
    const field = (schema.properties as { readonly [name: string]: JsonSchema })[
      path.slice("facts.p.".length)
    ];
    return type && field ? { path, type, schema: field, formats } : undefined;
  };
  const before = ruleOf(conditions, facts, 30);
  const after = ruleOf(conditions, facts, 31);
  const programOf = (rule: RuleFile) =>
    checkProgram({ rules: [{ file: "rule.json", rule }], conditions: {}, types, formats }).program;
  const old = { rule: before, program: programOf(before) };
  const now = { rule: after, program: programOf(after) };
  const differs = (kind: string): void => {
    if (kind !== "different") throw new Error(`bench: ${kind}`);
  };
  return {
    checked: () => differs(compareChecked(old, now, { domainOf }).kind),
    files: () => differs(compareRules({ rule: before }, { rule: after }, { types, formats, domainOf }).kind),
  };
}

function fieldOf(at: number): JsonSchema {
  switch (at % 4) {
    case 0:
      return { type: "integer", minimum: 0, maximum: 120 };
    case 1:
      return { type: "string", enum: ["A", "B", "C", "D"] };
    case 2:
      return { type: "boolean" };
    default:
      return { type: "string", format: "baht" };
  }
}

function ruleOf(conditions: number, facts: number, threshold: number): RuleFile {
  const logics = Array.from({ length: conditions }, (_, at): Logic => {
    const place: Json = { var: `facts.p.f${at % facts}` };
    switch ((at % facts) % 4) {
      case 0:
        return { ">=": [place, threshold + Math.floor(at / facts) * 10] };
      case 1:
        return { in: [place, at < facts ? ["A", "B"] : ["B", "C", "D"]] };
      case 2:
        return { "==": [place, at < facts] };
      default:
        return { "<": [place, at < facts ? "5000.00" : "9000.00"] };
    }
  });
  const clauses: Clause[] = [];
  for (let at = 0; at < logics.length; at += 2)
    clauses.push({
      id: `c${at}`,
      reason: "r",
      mend: "none",
      logic:
        at + 1 < logics.length ? { or: [logics[at] as Json, logics[at + 1] as Json] } : (logics[at] as Json),
    });
  return {
    id: "rule",
    title: "rule:x.title",
    source: "bench",
    owner: "bench",
    from: "2026-01-01",
    onMissing: "refuse",
    must: clauses,
    cases: [{ why: "nothing is known", given: {}, expect: "unknown" }],
  };
}

function best(run: () => void, rounds: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    run();
    least = Math.min(least, performance.now() - began);
  }
  return least;
}

/** Returns the milliseconds of one run: the best of some rounds after warming up. */
function perRun(run: () => void): number {
  for (let warm = 0; warm < 100; warm += 1) run();
  return (
    best(() => {
      for (let at = 0; at < 20; at += 1) run();
    }, 10) / 20
  );
}

function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
