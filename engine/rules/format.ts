import type { Words } from "./message.ts";
import type { Type } from "./types.ts";

/**
 * What a schema's `format` is: whether a text is one, what rules see in it, what the prover needs to find some, and how it
 * is shown. One whose type is a whole number stands at integers: their bounds say which there are, it says how they read.
 */
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
  /** How it stands on a screen, where that is not as it is written, with its type's unit behind it. */
  readonly shown?: FormShown;
};

/** How values of a format stand on a screen. */
export type FormShown = {
  /** How many digits of a whole number stand behind the point: 2 shows 125 as `1.25`. */
  readonly scale?: number;
  /** What stands behind it, where its type has no unit of which rules would speak too. */
  readonly unit?: Words;
  /** What stands right behind it in every language, such as `%`. */
  readonly sign?: string;
  /** `false`: thousands are not parted, as in a year. */
  readonly grouped?: boolean;
  /** A text as people write it, such as in groups of digits. */
  readonly written?: (text: string) => string;
  /** Whether it says which part of a whole something is, so that something may be taken off by it. */
  readonly isRate?: boolean;
};

/** Formats by the name under which schemas have them. */
export type Formats = { readonly [name: string]: Format };

/** Formats as ajv takes them, which asks them of texts alone. */
export function testsOf(formats: Formats): { readonly [name: string]: (text: string) => boolean } {
  return Object.fromEntries(Object.entries(formats).map(([name, { test }]) => [name, test]));
}

/** Whether a format is one of whole numbers. */
export function isOfNumbers({ type }: Format): boolean {
  return type.kind === "integer";
}

/** The format that a schema names; `undefined` where it names none, or an unknown one. */
export function formatOf(formats: Formats, name: unknown): Format | undefined {
  return typeof name === "string" && Object.hasOwn(formats, name) ? formats[name] : undefined;
}
