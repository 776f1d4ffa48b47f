import { afterAll, beforeAll, expect, test } from "vitest";
import { type Kitchen, openKitchen } from "./recipe.ts";
import { walkWith } from "./walk-in-memory.ts";

const CONTACT = { name: "Dao", email: "dao@example.com", phone: "0812345678", topic: "OPEN_ACCOUNT" };

let kitchen: Kitchen;
beforeAll(async () => {
  kitchen = await openKitchen();
  await kitchen.cook("A step");
});
afterAll(() => kitchen.clear());

test("the recipe for a step leaves no findings", async () => {
  expect(await kitchen.findings("contact-back")).toEqual([]);
});

test("a user passes an added step between the steps before and after it", async () => {
  const compiled = await kitchen.compiled("contact-back");
  const first = walkWith(compiled, { answers: [["contact", CONTACT]] });
  expect(first.walk.at).toMatchObject({ kind: "form", step: "day" });
  const wrong = walkWith(compiled, {
    answers: [
      ["contact", CONTACT],
      ["day", { day: "tomorrow" }],
    ],
  });
  expect(wrong.refused).toMatchObject([{ pointer: "/day", code: "date" }]);
  const { walk } = walkWith(compiled, {
    answers: [
      ["contact", CONTACT],
      ["day", { day: "2026-11-24" }],
    ],
  });
  expect(walk.at).toMatchObject({ kind: "review", values: { "answers.day.day": "2026-11-24" } });
  expect(walk.trail.map(({ step }) => step)).toEqual(["contact", "day"]);
});
