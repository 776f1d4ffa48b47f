import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../../engine/values/json.ts";
import { differencesOf } from "../../../server/differences/differences.ts";
import { readSource } from "../../../server/sources/source.ts";
import { loaded } from "./loaded.ts";

/** Returns the differences of a flow's steps after a change of one schema. */
async function stepsAfter(flow: string, path: string, change: (schema: Json) => Json) {
  const { source } = await readSource(process.cwd(), flow);
  const files = { ...source.files, [path]: change(source.files[path] as Json) };
  return differencesOf(loaded(source), loaded({ ...source, files })).steps;
}

test("the report shows which answers are rejected once an attachment becomes required", async () => {
  const steps = await stepsAfter("complaint", "schemas/complaint/complaint.json", (schema) => {
    const { required, ...rest } = schema as { required: string[] };
    return { ...rest, required: [...required, "attachment"] };
  });
  expect(steps).toEqual([
    {
      step: "complaint",
      title: { th: "เล่าให้เราฟัง", en: "Tell us what happened" },
      kind: "changed",
      parts: ["schema"],
      why: null,
      affected: [],
      answers: [
        {
          taken: "no-longer",
          words: {
            th: "ผู้ที่ยังไม่ได้ตอบข้อ “ไฟล์แนบ”",
            en: "someone for whom “Attachment” is not answered yet",
          },
        },
      ],
      values: [],
      noLongerTaken: null,
      newlyTaken: null,
    },
  ]);
});

/** Returns the answers that only one version accepts after a change of one field of a schema. */
async function answersAfter(flow: string, path: string, field: string, change: JsonObject) {
  const steps = await stepsAfter(flow, path, (schema) => {
    const { properties, ...rest } = schema as { properties: { [name: string]: JsonObject } };
    return { ...rest, properties: { ...properties, [field]: { ...properties[field], ...change } } };
  });
  return steps.flatMap(({ answers }) => answers);
}

test("a longer minimum for the text of a complaint is reported with the lengths that are now rejected", async () => {
  const path = "schemas/complaint/complaint.json";
  expect(await answersAfter("complaint", path, "detail", { minLength: 30 })).toEqual([
    {
      taken: "no-longer",
      words: {
        th: "ผู้ที่ตอบ “รายละเอียด” ยาว 10 ถึง 29 ตัวอักษร",
        en: "someone whose “Details” has 10 to 29 characters",
      },
    },
  ]);
});

test("a changed range of years is reported with the years that are now rejected", async () => {
  const found = await answersAfter("kyc", "schemas/kyc/aml.json", "moneyLaunderingYear", { minimum: 1950 });
  expect(found).toEqual([
    {
      taken: "no-longer",
      words: {
        th: "ผู้ที่ “ปี (พ.ศ. หรือ ค.ศ.)” อยู่ในช่วง 1900 ถึง 1949",
        en: "someone for whom “Year” is from 1900 to 1949",
      },
    },
  ]);
});

test("a changed pattern is reported with one example of the answers that are now rejected", async () => {
  const path = "schemas/complaint/complaint.json";
  expect(await answersAfter("complaint", path, "detail", { pattern: "^[0-9]+$" })).toEqual([
    {
      taken: "no-longer",
      words: {
        th: expect.stringMatching(/^เช่น ผู้ที่ “รายละเอียด” คือ ./),
        en: expect.stringMatching(/^for example someone for whom “Details” is ./),
      },
    },
  ]);
});

test("a removed invariant is reported with its step and its rule", async () => {
  const { source: ours } = await readSource(process.cwd(), "invest");
  // The effect gets no required invariant here, so that an invariant of the flow may be removed.
  const effect = "schemas/effects/orders.place.json";
  const { requires: _, ...free } = ours.files[effect] as JsonObject;
  const source: typeof ours = { ...ours, files: { ...ours.files, [effect]: free } };
  const path = "flows/invest/flow.json";
  const flow = source.files[path] as JsonObject;
  const invariants = (flow.invariants as readonly JsonObject[]).filter(({ rule }) => rule !== "minimum");
  const files = { ...source.files, [path]: { ...flow, invariants } };
  const [before, after] = [loaded(source), loaded({ ...source, files })];
  const promise = {
    step: { th: "กำลังส่งคำสั่ง", en: "Placing your order" },
    rule: { th: "ถึงขั้นต่ำของกลยุทธ์", en: "The strategy's minimum is reached" },
  };
  expect(differencesOf(before, after)).toMatchObject({
    kind: "different",
    parts: ["invariants"],
    promises: [{ kind: "removed", ...promise }],
  });
  expect(differencesOf(after, before).promises).toEqual([{ kind: "added", ...promise }]);
});

test("the report shows a changed value before and after the change, in both languages", async () => {
  const { source } = await readSource(process.cwd(), "invest");
  const path = "flows/invest/flow.json";
  // The shown rate must be the rate with which the fee is computed, or the flow is rejected.
  const flow = JSON.parse(
    JSON.stringify(source.files[path]).replaceAll(
      '"rate":"facts.strategy.feeBps"',
      '"rate":"facts.strategy.vatBps"',
    ),
  ) as {
    steps: { pin: { errors: { exhausted: JsonObject } } };
    derived: { fee: Json };
  };
  flow.steps.pin.errors.exhausted = { to: "later" };
  flow.derived.fee = { fn: "fee", args: ["answers.amount.amount", "facts.strategy.vatBps"] };
  const after = loaded({ ...source, files: { ...source.files, [path]: flow } });
  const { steps, values } = differencesOf(loaded(source), after);
  const [pin] = steps.filter(({ step }) => step === "pin");
  expect(pin?.parts).toEqual(["errors"]);
  expect(pin?.values).toEqual([
    {
      th: expect.stringMatching(/exhausted.*[ก-๙]/),
      en: expect.stringMatching(/^exhausted: .*review.*later/),
    },
  ]);
  expect(values).toEqual([
    {
      th: expect.stringMatching(/fee.*feeBps.*vatBps/),
      en: expect.stringMatching(/^fee .*feeBps.*vatBps/),
    },
  ]);
});

test("the report shows the old and the new constant of a derived value, even if nothing else changed", async () => {
  const { source } = await readSource(process.cwd(), "invest");
  const path = "flows/invest/flow.json";
  const version = (word: string) => {
    const flow = source.files[path] as JsonObject;
    const derived = { ...(flow.derived as JsonObject), topic: { const: word } };
    return loaded({ ...source, files: { ...source.files, [path]: { ...flow, derived } } });
  };
  const { values } = differencesOf(version("OTHER"), version("STRATEGIES"));
  expect(values).toEqual([
    { th: expect.stringMatching(/OTHER.*STRATEGIES/), en: expect.stringMatching(/OTHER.*STRATEGIES/) },
  ]);
});

test("the report shows a change of a link's position on its page, and a change of its picture", async () => {
  const { source } = await readSource(process.cwd(), "estate");
  const path = "flows/estate/flow.json";
  const version = (order: number, icon = "family") => {
    const entries = [{ place: "me", order, icon }];
    return loaded({
      ...source,
      files: { ...source.files, [path]: { ...(source.files[path] as JsonObject), entries } },
    });
  };
  expect(differencesOf(version(70), version(20)).values).toEqual([
    { th: expect.stringMatching(/70.*20/), en: expect.stringMatching(/order 70.*order 20/) },
  ]);
  expect(differencesOf(version(70), version(70, "rights")).values).toEqual([
    { th: expect.stringMatching(/กลุ่มคน.*ตราชั่ง/), en: expect.stringMatching(/people.*scales/) },
  ]);
});
