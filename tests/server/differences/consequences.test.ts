import { expect, test } from "vitest";
import type { Json } from "../../../engine/values/json.ts";
import { differencesOf } from "../../../server/differences/differences.ts";
import { readSource } from "../../../server/sources/source.ts";
import { loaded } from "./loaded.ts";

// biome-ignore lint/suspicious/noExplicitAny: the files have any shape, and the test edits their parts
type Editable = { [name: string]: any };

async function differences(edit: (file: (path: string) => Editable) => void) {
  const { source } = await readSource(process.cwd(), "kyc");
  const files = structuredClone(source.files) as { [path: string]: Json };
  edit((path) => files[path] as Editable);
  return differencesOf(loaded(source), loaded({ ...source, files }));
}

const SCORE = "flows/shared/rules/suitability-score.json";

/** Gives the third choice of the last question one point more. */
function countsMore(file: (path: string) => Editable): void {
  const rule = file(SCORE);
  const last = rule.value.logic["+"].at(-1);
  rule.value.logic["+"].splice(-1, 1, { if: [{ "==": [last, 3] }, 4, last] });
  rule.cases = rule.cases.filter(({ expect: answer }: Editable) => answer === "unknown").slice(0, 1);
}

test("for a question with a changed score, the report shows first the resulting levels, each with an example", async () => {
  const { consequences } = await differences(countsMore);
  expect(consequences.map(({ rule }) => rule)).toEqual(["suitability-level"]);
  const [level] = consequences;
  expect(level?.through.map(({ en }) => en)).toEqual([expect.stringMatching(/score/i)]);
  expect(level?.affected.map(({ from, to }) => [from, to])).toEqual(
    expect.arrayContaining([
      [1, 2],
      [2, 3],
      [3, 4],
      [4, 5],
    ]),
  );
  expect(level?.affected).toHaveLength(4);
  for (const { witness } of level?.affected ?? [])
    expect(witness.scope).toMatchObject({ answers: { "reaction-to-loss": { reactionToLoss: 3 } } });
});

test("for a rule with many changed results, the report shows a few of them and the number of the others", async () => {
  const found = await differences(countsMore);
  const [score] = found.rules.filter(({ rule }) => rule === "suitability-score");
  expect(score?.affected).toHaveLength(6);
  expect(score?.moreAffected).toBe(22);
  expect(JSON.stringify(found).length).toBeLessThan(60_000);
});

test("for a question with fewer choices, the report lists the rules whose results depend on the question", async () => {
  const { consequences } = await differences((file) => {
    const schema = file("schemas/common/reaction-to-loss.json");
    schema.enum = schema.enum.slice(0, -1);
  });
  expect(consequences.map(({ rule, affected }) => [rule, affected.length])).toEqual([
    ["suitability-level", 0],
    ["suitability-score", 0],
  ]);
});

test("a changed text is reported to have no consequences for users", async () => {
  const { consequences } = await differences((file) => {
    file("locales/en/kyc.json").kyc.title = "Verify who you are";
  });
  expect(consequences).toEqual([]);
});

test("a rule's test case is reported as removed only if it was removed, not if it was rewritten", async () => {
  const guardWith = async (edit: (cases: Editable[]) => Editable[]) => {
    const { rules } = await differences((file) => {
      const rule = file(SCORE);
      rule.source = `${rule.source}.`;
      rule.cases = edit(rule.cases);
    });
    return rules.find(({ rule }) => rule === "suitability-score")?.guard;
  };
  expect(await guardWith((cases) => cases.slice(1))).toMatchObject({ casesGone: 1, casesRewritten: 0 });
  const said = { today: { date: "2026-01-05" } };
  expect(
    await guardWith(([first = {}, ...rest]) => [
      { ...first, given: { ...first.given, facts: said } },
      ...rest,
    ]),
  ).toMatchObject({ casesGone: 0, casesRewritten: 1 });
});
