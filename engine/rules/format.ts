import type { Words } from "../values/languages.ts";
import type { Type } from "./types.ts";

/**
 * A schema's `format`: its test, its type in rules, samples for the prover, and how it is shown. A format
 * with an integer type applies to integers: their bounds decide which are valid, and the format only how they
 * are shown.
 */
export type Format = {
  /**
   * Pure, and linear in the text, so that long input cannot block the process. Most formats check the length
   * first.
   */
  readonly test: (text: string) => boolean;
  /** Its type in rules. */
  readonly type: Type;
  /**
   * A pattern that matches every text of the format and few others (it cannot check a checksum or a
   * calendar). A text that does not match the pattern is never valid.
   */
  readonly pattern: string;
  /** Valid texts, plain ones first; enough to give a few people different values. */
  readonly samples: readonly string[];
  /** How it is shown, if not as it is written with the unit of its type. */
  readonly shown?: FormShown;
};

/** How values of a format are shown. */
export type FormShown = {
  /** Number of decimal places of a whole number: 2 shows 125 as `1.25`. */
  readonly scale?: number;
  /** A unit for screens only; rules do not mention it. */
  readonly unit?: Words;
  /** A sign directly after the number in every language, such as `%`. */
  readonly sign?: string;
  /** `false`: no thousands separators, as in a year. */
  readonly grouped?: boolean;
  /** Formats a text for people, such as digits in groups. */
  readonly written?: (text: string) => string;
  /** True if it is a share of something, so that it can be the rate of a deduction. */
  readonly isRate?: boolean;
};

export type Formats = { readonly [name: string]: Format };

/** Returns the tests of formats for ajv, which calls them only with texts. */
export function testsOf(formats: Formats): { readonly [name: string]: (text: string) => boolean } {
  return Object.fromEntries(Object.entries(formats).map(([name, { test }]) => [name, test]));
}

/** Returns true for a format of whole numbers. */
export function isOfNumbers({ type }: Format): boolean {
  return type.kind === "integer";
}

/** Returns the format that a schema names, or `undefined` if it names none or an unknown one. */
export function formatOf(formats: Formats, name: unknown): Format | undefined {
  return typeof name === "string" && Object.hasOwn(formats, name) ? formats[name] : undefined;
}
