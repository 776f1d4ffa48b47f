import type { Expression, Read } from "./expression.ts";

/** Names of the functions that references to rules call. */
export type RuleNames = {
  readonly truthOf: (id: string) => string;
  readonly valueOf: (id: string) => string;
  readonly causesOf: (id: string) => string;
};

/** What the parts of an expression are written with: they are made of one another. */
export type Writing = {
  readonly names: RuleNames;
  /** True exactly where a condition is true. */
  readonly isTrue: (condition: Expression, frame: Frame) => string;
  /** True exactly where a condition is false, of a condition that was just found not to be true. */
  readonly isFalseToo: (condition: Expression, frame: Frame) => string;
  /** The call of a function of its own: what would grow if it were written where it is used. */
  readonly helper: (node: Expression) => string;
};

/**
 * One function being written. Places are read once, at its top, into constants; the rest of the function is one expression
 * over them, so that the engine of the browser sees what a person would have written.
 */
export type Frame = {
  readonly locals: Map<string, string>;
  readonly reads: string[];
  readonly temps: string[];
  readonly writing: Writing;
};

/** A function that nothing was written of yet. */
export function emptyFrame(writing: Writing): Frame {
  return { locals: new Map(), reads: [], temps: [], writing };
}

/** The constant that holds a place; its parents are read once, too. */
export function local(read: Read, frame: Frame, from: "scope" | "item" = read.from): string {
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
export function temp(node: Expression, frame: Frame): string {
  const names = tempNames.get(frame) ?? new Map<Expression, string>();
  tempNames.set(frame, names);
  const there = names.get(node);
  if (there) return there;
  const name = `t${frame.temps.length}`;
  names.set(node, name);
  frame.temps.push(name);
  return name;
}
