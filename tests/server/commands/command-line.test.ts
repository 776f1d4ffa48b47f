import { describe, expect, test } from "vitest";
import { type Command, type CommandOptions, readWords, usageOf } from "../../../server/command-line.ts";

const WEIGH = {
  call: "npm run weigh --",
  does: "Weighs parcels.",
  operands: [
    { name: "PARCEL", means: "what to weigh", takes: "one" },
    { name: "MORE", means: "further parcels", takes: "many" },
  ],
  options: {
    json: { kind: "flag", means: "as data" },
    unit: { kind: "text", value: "UNIT", means: "in which unit", oneOf: ["g", "kg"], default: "g" },
    into: { kind: "text", value: "FILE", means: "into a file" },
    times: { kind: "count", value: "N", means: "how often", default: 1 },
  },
} as const satisfies Command<CommandOptions>;

const ONE = {
  call: "npm run one --",
  does: "Takes one of two words, or none.",
  operands: [{ name: "WORD", means: "a word", takes: "maybe", oneOf: ["left", "right"] }],
} as const;

describe("the arguments of a command", () => {
  test.each([
    { words: ["box"], values: { json: false, unit: "g", into: undefined, times: 1 }, operands: ["box"] },
    {
      words: ["box", "--json", "--unit", "kg", "letter", "--times=3", "--into", "out.txt"],
      values: { json: true, unit: "kg", into: "out.txt", times: 3 },
      operands: ["box", "letter"],
    },
    { words: ["a", "b", "c"], values: { json: false, unit: "g", times: 1 }, operands: ["a", "b", "c"] },
  ])("are accepted: $words", ({ words, values, operands }) => {
    expect(readWords(WEIGH, words)).toEqual({ kind: "typed", typed: { values, operands } });
  });

  test.each([
    { words: [], what: "PARCEL is missing." },
    { words: ["box", "--fast"], what: "Unknown option '--fast'." },
    { words: ["box", "--unit", "pound"], what: '--unit is g, kg; there is no "pound".' },
    { words: ["box", "--unit"], what: "Option '--unit <value>' argument missing." },
    { words: ["box", "--into="], what: "--into is empty." },
    { words: ["box", "--times", "many"], what: '--times takes a whole number, not "many".' },
    { words: ["box", "--times", "-1"], what: "Option '--times' argument is ambiguous." },
    { words: ["box", "--times", "1.5"], what: '--times takes a whole number, not "1.5".' },
    { words: ["box", "--json=yes"], what: "Option '--json' does not take an argument." },
    { words: [""], what: "PARCEL is empty." },
  ])("are rejected: $words, because of $what", ({ words, what }) => {
    expect(readWords(WEIGH, words)).toEqual({ kind: "wrong", what });
  });

  test.each([
    { words: ["up"], what: 'WORD is left, right; there is no "up".' },
    { words: ["left", "right"], what: '"right" is one word too many.' },
    { words: ["--json"], what: "Unknown option '--json'." },
  ])("are rejected by a command without options: $words", ({ words, what }) => {
    expect(readWords(ONE, words)).toEqual({ kind: "wrong", what });
  });

  test.each([["--help"], ["-h"], ["box", "--help"]])("show the help: %s", (...words) => {
    expect(readWords(WEIGH, words)).toEqual({ kind: "help" });
  });

  test("are listed in the command's usage, each with its meaning and default", () => {
    expect(usageOf(WEIGH)).toBe(
      [
        "npm run weigh -- PARCEL [MORE...] [--json] [--unit g|kg] [--into FILE] [--times N]",
        "Weighs parcels.",
        "  PARCEL       what to weigh",
        "  MORE         further parcels",
        "  --json       as data",
        "  --unit g|kg  in which unit (g)",
        "  --into FILE  into a file",
        "  --times N    how often (1)",
      ].join("\n"),
    );
  });
});
