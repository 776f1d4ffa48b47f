import { describe, expect, test } from "vitest";
import type { useText } from "../../renderer/kit/text/i18n.ts";
import { type Field, shownValue } from "../../renderer/staff/content/content-words.ts";

const words = ((key: string) => key) as ReturnType<typeof useText>;
const field = (kind: Field["kind"]): Field =>
  ({ pointer: "/group", kind, shared: true, choices: [] }) as Field;

describe("shownValue", () => {
  test.each([
    ["choice", "start", "staff:content.choice.start"],
    ["choice", "", ""],
    ["flag", "true", "staff:content.yes"],
    ["text", "start", "start"],
  ] as const)("shows the %s value %j as %j", (kind, value, shown) => {
    expect(shownValue(field(kind), value, words)).toBe(shown);
  });
});
