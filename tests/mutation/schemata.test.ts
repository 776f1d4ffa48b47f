import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { codeOf, mutantsOf } from "./mutants.ts";
import { withMutants } from "./schemata.ts";

// Code with every construct that wrapping can easily break: optional chains, else without braces, defaults,
// assignments, stripped types, switch labels, and objects returned by arrow functions.
const TEXT = `
type Pair = { readonly a: "x"; readonly b?: number };
const pick = (list: readonly Pair[] | undefined, wanted: string = "x"): Pair | undefined =>
  list?.find((one) => one.a === wanted)!;
function run(input: { n: number; list?: readonly Pair[] }): unknown {
  const { n = 1 } = input as { readonly n?: number };
  const seen: number[] = [];
  const kept = { a: 1, ["b" + n]: 2 } satisfies Record<string, number>;
  if (n < 0) return "below" as const;
  else if (n === 0) seen[n + 1] = n - 1;
  else seen.push(n * 2);
  for (const at of [0, 1, 2]) seen[at % 2] = (seen[at % 2] ?? 0) + at;
  switch (n) {
    case 2:
      seen.push(7);
      break;
    default:
      if (!(n > 5) || seen.some((one) => one > 8)) seen.push(-n);
  }
  return { sum: Math.max(...seen), pick: pick(input.list)?.b ?? "none", kept };
}
`;

const INPUTS = [
  { n: -1 },
  { n: 0 },
  { n: 1, list: [] },
  { n: 2, list: [{ a: "y" }, { a: "x", b: 3 }] },
  { n: 9, list: [{ a: "x", b: 1 }, { a: "x" }] },
];

/** Returns the code's results for every input as a text, or the error that ends the code. */
function answers(code: string, active: number): string {
  const $mutant = (number: number): boolean => number === active;
  const each = `inputs.map((input) => { try { return run(input); } catch (error) { return error.name; } })`;
  return JSON.stringify(runInNewContext(`${code}; ${each}`, { inputs: structuredClone(INPUTS), $mutant }));
}

describe("code that contains all of its mutants at once", () => {
  const code = codeOf(TEXT);
  const numbered = mutantsOf("run.ts", TEXT).map((mutant, at) => ({ number: at + 1, mutant }));
  const woven = withMutants(code, numbered);

  test("behaves like the original as long as no mutant is active", () => {
    expect(numbered.length).toBeGreaterThan(50);
    expect(answers(woven, 0)).toBe(answers(code, 0));
  });

  test("behaves with one active mutant like code that contains only that change", () => {
    const different = numbered.filter(({ number, mutant: { site, mutated } }) => {
      const change = site.kind === "statement" ? ";" : `(${mutated})`;
      return answers(woven, number) !== answers(code.slice(0, site.start) + change + code.slice(site.end), 0);
    });
    expect(
      different.map(({ mutant }) => `${mutant.line}: ${mutant.original} -> ${mutant.replacement}`),
    ).toEqual([]);
  });

  test("contains no mutants of types, imports, names and messages about programming errors", () => {
    const silent = `
import { one } from "./one.ts";
export { two } from "./two.ts";
export type Kind = "a" | "b";
export const keep = { name: one, throwing: () => new RangeError(\`no \${one}\`) };
`;
    expect(mutantsOf("silent.ts", silent)).toEqual([]);
  });
});
