import { describe, expect, test } from "vitest";
import type { Json } from "../../engine/values/json.ts";
import type { Differences } from "../../renderer/kit/api/answers.ts";
import { consequencesOf } from "../../renderer/staff/definitions/consequences-of.ts";
import { differencesOf } from "../../server/differences/differences.ts";
import { readSource } from "../../server/sources/source.ts";
import { ROOT, readJson } from "../definitions/definition-files.ts";
import { loaded } from "../server/differences/loaded.ts";

// biome-ignore lint/suspicious/noExplicitAny: files of any shape, taken apart.
type Editable = { [name: string]: any };
type Edit = (file: (path: string) => Editable) => void;

/** The first lines about a change, in English as the page fills them in. */
async function firstLines(flow: string, edit: Edit) {
  const { source } = await readSource(ROOT, flow);
  const files = structuredClone(source.files) as { [path: string]: Json };
  edit((path) => files[path] as Editable);
  const differences = differencesOf(loaded(source), loaded({ flow, files }));
  const { risk, lines } = consequencesOf(differences as unknown as Differences);
  return { risk, lines: lines.map(({ key, params }) => filled(key, params)) };
}

function filled(key: string, params: object): string {
  const texts = readJson("locales/en/definition.json").consequence as Editable;
  const text = key
    .split(".")
    .reduce((at: Editable, name) => at[name] ?? at[`${name}_other`], texts) as unknown;
  return String(text).replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = (params as Editable)[name];
    return String(typeof value === "object" ? value.en : value);
  });
}

describe("whoever decides reads the consequence in the first three lines", () => {
  test.each<[string, string, Edit, string, RegExp]>([
    [
      "a loosened rule",
      "kyc",
      (file) => {
        const rule = file("flows/kyc/rules/adult.json");
        rule.must[0].logic[">="][1] = 18;
        rule.cases = rule.cases.filter(({ expect: answer }: Editable) => answer === "unknown");
      },
      "high",
      /pass.*20 years or older|20 years or older.*may now pass/,
    ],
    [
      "a suitability question that scores otherwise",
      "kyc",
      (file) => {
        const rule = file("flows/kyc/rules/suitability-score.json");
        const last = rule.value.logic["+"].at(-1);
        rule.value.logic["+"].splice(-1, 1, { if: [{ "==": [last, 3] }, 4, last] });
        rule.cases = rule.cases.filter(({ expect: answer }: Editable) => answer === "unknown").slice(0, 1);
      },
      "high",
      /gives another result: \d → \d/,
    ],
    [
      "a dropped consent",
      "invest",
      (file) => delete file("schemas/invest/acknowledge.json").required,
      "high",
      /A protection is lost: /,
    ],
    [
      "a reordered step",
      "kyc",
      (file) => {
        const { steps } = file("flows/kyc/flow.json");
        const [first, second] = ["feeling", "intolerable-drop"];
        const into = Object.values(steps as Editable).flatMap(({ next = [] }: Editable) => next);
        for (const entry of into as Editable[]) if (entry.to === first) entry.to = second;
        [steps[first].next, steps[second].next] = [steps[second].next, [{ to: first }]];
      },
      "high",
      /everybody no longer passes/,
    ],
    [
      "words alone",
      "kyc",
      (file) => {
        file("locales/en/kyc.json").kyc.general.title = "About you";
      },
      "low",
      /Nobody is led elsewhere and no rule decides otherwise/,
    ],
  ])("%s", async (_, flow, edit, risk, says) => {
    const found = await firstLines(flow, edit);
    expect(found.lines.length).toBeLessThanOrEqual(3);
    expect([found.risk, found.lines.filter((line) => says.test(line)).length > 0, found.lines]).toEqual([
      risk,
      true,
      found.lines,
    ]);
  });
});
