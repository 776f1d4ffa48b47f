import { expect } from "vitest";

// The module that tests import as `vitest` within a trial. It has vitest's own `expect`, and a runner that
// stays loaded; otherwise each of thousands of trials would wait for a worker. Some of vitest's matchers read
// the path of the running file.
Object.assign(globalThis, { __vitest_worker__: { filepath: "", config: { expect: {} }, durations: {} } });

type Body = (...args: never[]) => unknown;

/** The declarations of one test file. */
export type Declared = {
  readonly tests: readonly { readonly title: string; readonly run: () => unknown }[];
  readonly before: readonly (() => unknown)[];
  readonly after: readonly (() => unknown)[];
};

type Mutable<List> = List extends readonly (infer One)[] ? One[] : never;
let tests: Mutable<Declared["tests"]> = [];
let before: Mutable<Declared["before"]> = [];
let after: Mutable<Declared["after"]> = [];
let trail: readonly string[] = [];

/** Returns the declarations made since the last call. */
export function takeDeclared(): Declared {
  const declared = { tests, before, after };
  [tests, before, after, trail] = [[], [], [], []];
  return declared;
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
