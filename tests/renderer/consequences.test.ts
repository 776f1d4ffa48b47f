import { describe, expect, test } from "vitest";
import type { Json } from "../../engine/values/json.ts";
import { LANGUAGES, type Language } from "../../engine/values/languages.ts";
import type { Differences } from "../../renderer/kit/api/answers.ts";
import { consequencesOf } from "../../renderer/staff/definitions/consequences-of.ts";
import { differencesOf } from "../../server/differences/differences.ts";
import { filesOfFlow, loadFlow, readJson } from "../definitions/definition-files.ts";
import { loaded } from "../server/differences/loaded.ts";

// biome-ignore lint/suspicious/noExplicitAny: the files have any shape, and the test edits their parts
type Editable = { [name: string]: any };
type Edit = (file: (path: string) => Editable) => void;

/** Returns the first lines about a change, in both languages as the page shows them. */
async function firstLines(flow: string, edit: Edit) {
  const source = await filesOfFlow(flow);
  const files = structuredClone(source.files) as { [path: string]: Json };
  edit((path) => files[path] as Editable);
  const differences = differencesOf(await loadFlow(flow), loaded({ flow, files }));
  const { risk, lines } = consequencesOf(differences as Differences);
  const [th, en] = LANGUAGES.map((lng) => lines.map(({ key, params }) => filled(key, params, lng)));
  return { risk, th, en };
}

function filled(key: string, params: object, lng: Language): string {
  const texts = readJson(`locales/${lng}/definition.json`).consequence as Editable;
  const text = key
    .split(".")
    .reduce((at: Editable, name) => at[name] ?? at[`${name}_other`], texts) as unknown;
  return String(text).replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = (params as Editable)[name];
    return String(typeof value === "object" ? value[lng] : value);
  });
}

describe("the first three lines of a change's differences", () => {
  test.each<[string, string, Edit, string, RegExp, RegExp]>([
    [
      "a loosened rule",
      "kyc",
      (file) => {
        const rule = file("flows/kyc/rules/adult.json");
        rule.must[0].logic[">="][1] = 18;
        rule.cases = rule.cases.filter(({ expect: answer }: Editable) => answer === "unknown");
      },
      "high",
      /stopped by “20 years or older” may now pass: someone for whom “Age \(years\)” is from 18 to 19$/,
      /ติด “อายุ 20 ปีขึ้นไป” จะผ่านได้: ผู้ที่ “อายุ \(ปี\)” อยู่ในช่วง 18 ถึง 19$/,
    ],
    [
      "a suitability question with another score",
      "kyc",
      (file) => {
        const rule = file("flows/shared/rules/suitability-score.json");
        const last = rule.value.logic["+"].at(-1);
        rule.value.logic["+"].splice(-1, 1, { if: [{ "==": [last, 3] }, 4, last] });
        rule.cases = rule.cases.filter(({ expect: answer }: Editable) => answer === "unknown").slice(0, 1);
      },
      "high",
      /^“Risk level of the score” gives another result, since “Suitability score” does: 1 → 2; 2 → 3/,
      /^“ระดับความเสี่ยงจากคะแนน” ให้ผลต่างจากเดิม เพราะ “คะแนนประเมินความเสี่ยง” เปลี่ยน: 1 → 2; 2 → 3/,
    ],
    [
      "a dropped consent",
      "invest",
      (file) => delete file("schemas/invest/acknowledge.json").required,
      "high",
      /^A protection before “.+” is lost: .*I understand and accept this/,
      /^สิ่งที่คุ้มครองผู้ลงทุนก่อน “.+” หายไป: .*ฉันทราบและยอมรับ/,
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
      "middle",
      /^“What fall in value would be too much for you\?” now comes before “How would you feel/,
      /^“มูลค่าลดลงเท่าไร คุณจะเริ่มรับไม่ได้” ย้ายมาอยู่ก่อน “ถ้าถือสินทรัพย์/,
    ],
    [
      "a longer due period",
      "data-request",
      (file) => {
        file("flows/data-request/flow.json").derived.days.const = 60;
      },
      "middle",
      /^What the flow itself says changes: .*30.*60/,
      /^ค่าที่กำหนดในขั้นตอนเปลี่ยน: .*30.*60/,
    ],
    [
      "a question that becomes required",
      "complaint",
      (file) => file("schemas/complaint/complaint.json").required.push("attachment"),
      "middle",
      /^“.+” changes$/,
      /^“.+” เปลี่ยน/,
    ],
    [
      "a moved question",
      "complaint",
      (file) => {
        const { properties, ...schema } = file("schemas/complaint/complaint.json");
        const { detail, ...others } = properties;
        Object.assign(file("schemas/complaint/complaint.json"), schema, {
          properties: { detail, ...others },
        });
      },
      "middle",
      /^“.+” changes$/,
      /^“.+” เปลี่ยน/,
    ],
    [
      "an added step in the suitability test",
      "suitability",
      (file) => {
        const { steps } = file("flows/suitability/flow.json");
        const [first] = Object.keys(steps);
        steps.again = { ...steps[first as string], next: [{ to: first }] };
        file("flows/suitability/flow.json").start = "again";
      },
      "middle",
      /^A new step: /,
      /^มีขั้นใหม่: /,
    ],
    [
      "two answers whose texts are exchanged",
      "kyc",
      (file) => {
        for (const lng of ["th", "en"]) {
          const { options } = file(`locales/${lng}/form.json`).common.feeling;
          [options[1], options[4]] = [options[4], options[1]];
        }
      },
      "high",
      /changed places: where “Worried; I fear a loss” stood, “Not worried; I hope for a higher return”/,
      /สลับที่กัน/,
    ],
    [
      "texts that are exchanged in Thai only",
      "kyc",
      (file) => {
        const { options } = file("locales/th/form.json").common.feeling;
        [options[1], options[4]] = [options[4], options[1]];
      },
      "high",
      /changed places: where “[ก-๙][^”]+” stood, “[ก-๙][^”]+” stands now/,
      /สลับที่กัน/,
    ],
    [
      "yes and no exchanged",
      "tax-residence",
      (file) => {
        const { options } = file("locales/en/form.json").common["us-person"].isUsCitizen;
        [options.true, options.false] = [options.false, options.true];
      },
      "high",
      /“Are you a US citizen\?” changed places: where “Yes” stood, “No” stands now/,
      /สลับที่กัน/,
    ],
    [
      "a changed text only",
      "kyc",
      (file) => {
        file("locales/en/kyc.json").kyc.general.title = "About you";
      },
      "low",
      /No path and no rule result changes/,
      /ไม่มีใครถูกพาไปทางอื่น และไม่มีกฎไหนตัดสินต่างจากเดิม/,
    ],
  ])(
    "tell the approver in both languages the consequences of: %s",
    async (_, flow, edit, risk, says, saysInThai) => {
      const { th = [], en = [], ...found } = await firstLines(flow, edit);
      expect(found.risk).toBe(risk);
      expect(en.length).toBeLessThanOrEqual(3);
      expect(en).toContainEqual(expect.stringMatching(says));
      expect(th).toContainEqual(expect.stringMatching(saysInThai));
      // The lines are short enough to read quickly, because no one reads ten answers of a made-up person.
      for (const line of [...th, ...en]) expect(line.length).toBeLessThan(360);
    },
  );
});
