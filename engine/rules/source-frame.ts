import type { Expression, Read } from "./expression.ts";

/** Names of the generated functions for references to rules. */
export type RuleNames = {
  readonly truthOf: (id: string) => string;
  readonly valueOf: (id: string) => string;
  readonly missingPathsOf: (id: string) => string;
};

/** Functions that write the parts of an expression. These functions call each other. */
export type Writing = {
  readonly names: RuleNames;
  /** Writes an expression that is true exactly if a condition is true. */
  readonly isTrue: (condition: Expression, frame: Frame) => string;
  /**
   * Writes an expression that is true if a condition is false, and false if the condition is unknown. Used
   * where the condition is already known not to be true.
   */
  readonly isFalseToo: (condition: Expression, frame: Frame) => string;
  /**
   * Moves an expression that would be too long inline to a separate function, and returns the call of that
   * function.
   */
  readonly helper: (node: Expression) => string;
};

/**
 * A function that is being written. Each data path is read once, into a constant at the function's top. The
 * rest is one expression over these constants, so that JavaScript engines optimise the code like code written
 * by hand.
 */
export type Frame = {
  readonly locals: Map<string, string>;
  readonly reads: string[];
  readonly temps: string[];
  readonly writing: Writing;
};

/** Returns the frame of an empty function. */
export function emptyFrame(writing: Writing): Frame {
  return { locals: new Map(), reads: [], temps: [], writing };
}

/** Returns the name of the constant for a data path. The parents of the data path are read once, too. */
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
  // A scope always has all its sections (`answers`, `facts` and others). Below a section, any value can be
  // missing.
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

/**
 * Returns the temporary variable of an expression in a function. The same expression always gets the same
 * variable.
 */
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
