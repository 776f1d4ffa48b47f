import { afterAll, beforeAll, expect, test } from "vitest";
import { openInstance } from "../../../server/flows/open-instance.ts";
import type { AskedAgain } from "../../../server/flows/registry.ts";
import { key, makeWorld, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

test("if staff name inputs, the flow asks only for these again, with the reason at each field", async () => {
  const { flows, person, jobs, deps } = world;
  const subject = person();
  const give = (id: string, step: string, answer: { [field: string]: string }) =>
    flows.submit({ id, subject, step, key: key(), body: { answer } });
  const { id: first } = await flows.open("vendor", subject, { again: false, language: "en" });
  await give(first, "photo", { text: "blurred" });
  await jobs.drain();
  await give(first, "more", { note: "no more" });
  expect((await flows.view(first, subject)).at).toMatchObject({ kind: "end", outcome: "done" });

  const asked: AskedAgain = {
    by: "review:1",
    effect: "test.check",
    inputs: [
      { input: "text", reason: "The photo is blurred" },
      { input: "unknown", reason: "nobody gave this" },
    ],
  };
  const asking = { ...deps, askedAgain: async () => asked };
  const how = { again: false, language: "en" } as const;
  const opened = await openInstance(asking, "vendor", subject, how);
  expect(opened.id).not.toBe(first);
  expect(opened.instance.answers.photo?.value).toEqual({ text: "blurred" });
  expect(opened.at).toMatchObject({
    kind: "form",
    step: "photo",
    errors: [{ pointer: "/text", code: "asked-again", params: { reason: "The photo is blurred" } }],
  });
  expect((await openInstance(asking, "vendor", subject, how)).id).toBe(opened.id);

  await give(opened.id, "photo", { text: "clear" });
  await jobs.drain();
  const after = await flows.view(opened.id, subject);
  expect(after.instance.answers.photo?.value).toEqual({ text: "clear" });
  // Answers to later steps stay unchanged.
  expect(after.trail.map(({ step }) => step)).toContain("more");
});

test("if staff name no input, the person must confirm everything again, and corrections are kept", async () => {
  const { flows, person, jobs, deps } = world;
  const subject = person();
  const give = (id: string, step: string, answer: { [field: string]: string }) =>
    flows.submit({ id, subject, step, key: key(), body: { answer } });
  const { id: first } = await flows.open("vendor", subject, { again: false, language: "en" });
  await give(first, "photo", { text: "blurred" });
  await jobs.drain();
  await give(first, "more", { note: "no more" });

  const asked: AskedAgain = { by: "review:2", effect: "test.check", inputs: [] };
  const asking = { ...deps, askedAgain: async () => asked };
  const how = { again: false, language: "en" } as const;
  const opened = await openInstance(asking, "vendor", subject, how);
  expect(opened.id).not.toBe(first);
  await give(opened.id, "photo", { text: "clear" });
  const reloaded = await openInstance(asking, "vendor", subject, how);
  expect(reloaded.id).toBe(opened.id);
  expect(reloaded.instance.answers.photo?.value).toEqual({ text: "clear" });
});
