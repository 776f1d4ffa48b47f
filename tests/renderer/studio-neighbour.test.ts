import { expect, test } from "vitest";
import { neighbourOf } from "../../renderer/studio/step/questions-of.ts";

const QUESTIONS = [{ name: "name" }, { name: "email" }, { name: "reason" }];

test.each([
  ["name", "email"],
  ["email", "reason"],
  ["reason", "email"],
])("after the removal of “%s” the focus goes to “%s”", (removed, focused) => {
  expect(neighbourOf(QUESTIONS, removed)).toBe(focused);
});

test("after the removal of the only question there is no other question", () => {
  expect(neighbourOf([{ name: "name" }], "name")).toBe(null);
});
