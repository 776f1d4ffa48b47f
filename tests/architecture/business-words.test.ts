import { describe, expect, test } from "vitest";
import { type Source, sources, withoutComments } from "./sources.ts";

/** Business words that are forbidden as parts of names and texts. Some of them are pairs of words. */
const WORDS = [
  ...["fee", "vat", "nav", "net", "baht", "satang", "bps", "strategy", "fund", "investor", "suitability"],
  ...["dealing", "allotment", "subscription", "redemption", "holding", "money", "kyc", "fatca", "dopa"],
  ...["cut off", "thai id", "thai phone", "thai mobile", "laser code", "postal code", "pay in"],
];

/**
 * Reviewed business words in the engine and the flow runner: file, words and reason. The test also fails for
 * an entry that is no longer needed.
 */
const REVIEWED: { readonly [file: string]: { readonly words: readonly string[]; readonly why: string } } = {
  ...each(
    "engine/flags",
    [
      ...[
        "cautious.ts",
        "check-flags.ts",
        "check-proposal.ts",
        "conditions.ts",
        "flag-set.ts",
        "index.ts",
        "messages.ts",
        "position.ts",
      ],
      ...["reach.ts", "whom.ts"],
    ],
    { words: ["strategy"], why: "a rollout strategy of the flag service" },
  ),
  ...each("engine/rules", ["checking.ts", "fitting.ts", "messages.ts"], {
    words: ["money"],
    why: "the finding code money-with-number, which earlier evidence contains",
  }),
  "renderer/flow/steps/flow-bar.tsx": { words: ["nav"], why: "the HTML element of that name" },
};

const code = sources(["engine", "renderer/flow"], /\.tsx?$/);

describe("business words in the engine and the flow runner", () => {
  test("business words appear in the engine and the flow runner only where they were reviewed", () => {
    const found = Object.fromEntries(
      code.flatMap((source) => {
        const words = businessWords(source);
        return words.length === 0 ? [] : [[source.path, words]];
      }),
    );
    const reviewed = Object.fromEntries(
      Object.entries(REVIEWED).map(([file, { words }]) => [file, [...words].sort()]),
    );
    expect(found).toEqual(reviewed);
  });

  test.each([
    ["const feeBps = 1;", ["bps", "fee"]],
    ['read("facts.strategy.nav")', ["nav", "strategy"]],
    ['case "thai-id":', ["thai id"]],
    ["type LaserCode = string;", ["laser code"]],
    ["const strategies = [];", ["strategy"]],
    ["// the fee\n/* of a fund */ const coffee = network + navigate;", []],
  ])("business words are found in the code %s: %j", (text, words) => {
    expect(businessWords({ path: "engine/planted.ts", text })).toEqual(words);
  });
});

function each<One>(folder: string, files: readonly string[], one: One): { readonly [file: string]: One } {
  return Object.fromEntries(files.map((file) => [`${folder}/${file}`, one]));
}

/** Returns the business words in the names and texts of a file, without its comments. */
function businessWords({ text }: Pick<Source, "path" | "text">): readonly string[] {
  const words = withoutComments(text)
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .replaceAll(/strategies/g, "strategy")
    .split(/[^a-z]+/);
  const said = ` ${words.join(" ")} `;
  return WORDS.filter((word) => said.includes(` ${word} `) || said.includes(` ${word}s `)).sort();
}
