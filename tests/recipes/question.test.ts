import { afterAll, beforeAll, expect, test } from "vitest";
import { compileModule } from "../../server/sources/compile.ts";
import { type Kitchen, openKitchen } from "./recipe.ts";
import { walkWith } from "./walk-in-memory.ts";

const CONTACT = { name: "Dao", email: "dao@example.com", phone: "0812345678", topic: "OPEN_ACCOUNT" };

let kitchen: Kitchen;
beforeAll(async () => {
  kitchen = await openKitchen();
  await kitchen.cook("A question");
});
afterAll(() => kitchen.clear());

test("the recipe for a question leaves no findings", async () => {
  expect(await kitchen.findings("contact-back")).toEqual([]);
});

test("an added question is asked, the answer is validated, and the answer is shown again", async () => {
  const compiled = await kitchen.compiled("contact-back");
  const without = walkWith(compiled, { answers: [["contact", CONTACT]] });
  expect(without.refused).toMatchObject([{ pointer: "/callTime", code: "required" }]);
  const wrong = walkWith(compiled, { answers: [["contact", { ...CONTACT, callTime: "NIGHT" }]] });
  expect(wrong.refused).toMatchObject([{ pointer: "/callTime", code: "enum" }]);
  const { walk, refused } = walkWith(compiled, {
    answers: [["contact", { ...CONTACT, callTime: "MORNING" }]],
  });
  expect(refused).toEqual([]);
  expect(walk.at).toMatchObject({
    kind: "review",
    step: "review",
    values: { "answers.contact.callTime": "MORNING" },
  });
});

test("an added question appears on the page with its texts in both languages", async () => {
  const { definition } = await kitchen.compiled("contact-back");
  const { source } = await compileModule(definition);
  for (const words of ["When may we call?", "สะดวกให้โทรช่วงไหน"]) expect(source).toContain(words);
  expect(definition.fieldOrder.contact?.at(-1)).toBe("callTime");
});
