import type { Type } from "./types.ts";

/** What a text of a schema's `format` is: whether it is one, what rules see in it, and what the prover needs to find some. */
export type Format = {
  /** Pure, and linear in the text, so that a field cannot be used to hold a process; most refuse by length at once. */
  readonly test: (text: string) => boolean;
  /** What a value of it is to rules. */
  readonly type: Type;
  /**
   * A pattern that takes every text of the format, and hardly another: what its sum of digits or its clock would refuse may
   * be among them. So what fits no such pattern fits no such format.
   */
  readonly pattern: string;
  /** Texts of it, plain ones first; enough for a few people to differ. */
  readonly samples: readonly string[];
};

/** Formats by the name under which schemas have them. */
export type Formats = { readonly [name: string]: Format };

/** Formats as ajv takes them. */
export function testsOf(formats: Formats): { readonly [name: string]: (text: string) => boolean } {
  return Object.fromEntries(Object.entries(formats).map(([name, { test }]) => [name, test]));
}

/** The format that a schema names; `undefined` where it names none, or an unknown one. */
export function formatOf(formats: Formats, name: unknown): Format | undefined {
  return typeof name === "string" && Object.hasOwn(formats, name) ? formats[name] : undefined;
}
