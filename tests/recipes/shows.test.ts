import { afterAll, beforeAll, expect, test } from "vitest";
import { findText, shownKeys, shownOn, stepKeys } from "../../engine/flow/index.ts";
import { LANGUAGES } from "../../engine/values/languages.ts";
import { type Kitchen, openKitchen } from "./recipe.ts";
import { walkWith } from "./walk-in-memory.ts";

const CONTACT = { name: "Dao", email: "dao@example.com", phone: "0812345678", topic: "OPEN_ACCOUNT" };

let kitchen: Kitchen;
beforeAll(async () => {
  kitchen = await openKitchen();
  await kitchen.cook("What a screen shows");
});
afterAll(() => kitchen.clear());

test("the recipe for shown values leaves no findings", async () => {
  expect(await kitchen.findings("contact-back")).toEqual([]);
});

test("a user confirms the values under an added heading as before; the heading is not part of the confirmation", async () => {
  const compiled = await kitchen.compiled("contact-back");
  const { walk } = walkWith(compiled, { answers: [["contact", CONTACT]] });
  const values = Object.entries(CONTACT).map(([name, value]) => [`answers.contact.${name}`, value]);
  expect(walk.at).toMatchObject({ kind: "review", values: Object.fromEntries(values) });
  const { definition } = compiled;
  expect(shownOn(definition, "review")[0]).toEqual({ kind: "heading", heading: "you" });
  expect(findText(definition.texts, "en", stepKeys(definition, "review", "headings.you"))).toBe(
    "How we reach you",
  );
});

test("an added note has a text of its own in both languages", async () => {
  const { definition } = await kitchen.compiled("contact-back");
  const note = { path: "answers.contact.phone", role: "note" } as const;
  expect(shownOn(definition, "done").at(-1)).toMatchObject(note);
  const words = LANGUAGES.map((language) =>
    findText(definition.texts, language, shownKeys(definition, note)),
  );
  expect(words).toEqual(["เราจะโทรไปที่", "We call you on"]);
});
