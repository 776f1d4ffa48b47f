import { expect } from "vitest";

// What the tests import as `vitest` within a trial: vitest's own `expect`, and a runner that is warm. Thousands of
// trials would otherwise wait for a worker each.
// A few of vitest's matchers ask which file is being run.
Object.assign(globalThis, { __vitest_worker__: { filepath: "", config: { expect: {} }, durations: {} } });

type Body = (...args: never[]) => unknown;
type Test = { readonly title: string; readonly run: () => unknown };

let tests: Test[] = [];
let before: (() => unknown)[] = [];
let after: (() => unknown)[] = [];
let trail: readonly string[] = [];

/** Forgets the tests of the file before. */
export function forget(): void {
  tests = [];
  before = [];
  after = [];
  trail = [];
}

/** Runs what a file declared, in its order, up to the first failure: its title, or `null` where all hold. */
export async function firstFailure(skip: RegExp): Promise<string | null> {
  let title = "before all";
  try {
    for (const hook of before) await hook();
    for (const test of tests) {
      title = test.title;
      if (!skip.test(title)) await test.run();
    }
    return null;
  } catch {
    return title;
  } finally {
    for (const hook of after) await hook();
  }
}

/** How many tests the file declared. */
export function declared(): number {
  return tests.length;
}

const declare = (title: string, options: Body | object, body?: Body): void => {
  const run = (typeof options === "function" ? options : body) as () => unknown;
  tests.push({ title: [...trail, title].join(" > "), run });
};
const group = (title: string, body: () => void): void => {
  const outer = trail;
  trail = [...trail, title];
  body();
  trail = outer;
};
const eachOf =
  (one: (title: string, body: Body) => void) =>
  (rows: readonly unknown[]) =>
  (title: string, body: Body): void => {
    for (const [at, row] of rows.entries()) {
      const args = (Array.isArray(row) ? row : [row]) as never[];
      one(`${title} [${at}]`, () => body(...args));
    }
  };
const nothing = (): void => {};

export const it = Object.assign(declare, {
  each: eachOf(declare),
  skip: nothing,
  runIf: (wanted: boolean) => (wanted ? declare : nothing),
  skipIf: (unwanted: boolean) => (unwanted ? nothing : declare),
});
export const test = it;
export const describe = Object.assign(group, { each: eachOf(group as never), skip: nothing });
export const beforeAll = (hook: () => unknown): unknown => before.push(hook);
export const afterAll = (hook: () => unknown): unknown => after.push(hook);
export { expect };
