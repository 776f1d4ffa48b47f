import type { Words } from "../values/languages.ts";
import type { Type } from "./types.ts";

/**
 * A `format` of schemas: its test, its type in rules, samples for the prover, and how values are shown. A
 * format with an integer type applies to integers. Then the bounds of the schema decide which integers are
 * valid, and the format decides only how they are shown.
 */
export type Format = {
  /**
   * Tests whether a text is valid. Must be pure, and linear in the text's length, so that long input cannot
   * block the process. Most formats check the length first.
   */
  readonly test: (text: string) => boolean;
  /** Type of the values in rules. */
  readonly type: Type;
  /**
   * Pattern that matches every valid text of the format and few others. It cannot check a checksum or a
   * calendar, but a text that does not match is never valid.
   */
  readonly pattern: string;
  /** Valid texts, plain ones first. The list is long enough to give a few people different values. */
  readonly samples: readonly string[];
  /** How values are shown. If omitted, a value is shown as it is stored, with the unit of its type. */
  readonly shown?: FormShown;
};

/** How values of a format are shown. */
export type FormShown = {
  /** Number of decimal places of a value stored as a whole number: with 2, 125 is shown as `1.25`. */
  readonly scale?: number;
  /** Unit that only screens show. Rules do not mention the unit. */
  readonly unit?: Words;
  /** Sign directly after the number in every language, such as `%`. */
  readonly sign?: string;
  /** Whether thousands are separated. `false` for values such as a year. */
  readonly grouped?: boolean;
  /** Formats a text for people, such as digits in groups. */
  readonly written?: (text: string) => string;
  /** Whether the value is a share of something, so that it can be the rate of a deduction. */
  readonly isRate?: boolean;
};

export type Formats = { readonly [name: string]: Format };

/** Returns the tests of formats for ajv. ajv calls the tests only with texts. */
export function testsOf(formats: Formats): { readonly [name: string]: (text: string) => boolean } {
  return Object.fromEntries(Object.entries(formats).map(([name, { test }]) => [name, test]));
}

/** Returns true if the values of a format are whole numbers. */
export function isOfNumbers({ type }: Format): boolean {
  return type.kind === "integer";
}

/** Returns the format that a schema names, or `undefined` if the schema names no format or an unknown one. */
export function formatOf(formats: Formats, name: unknown): Format | undefined {
  return typeof name === "string" && Object.hasOwn(formats, name) ? formats[name] : undefined;
}
