import i18next from "i18next";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, expect, test } from "vitest";
import type { Draft } from "../../engine/edits/index.ts";
import studio from "../../locales/en/studio.json" with { type: "json" };
import type { Drafting } from "../../renderer/studio/draft/use-draft.ts";
import { nameFault, Rename } from "../../renderer/studio/step/rename.tsx";
import { publishedDraft } from "../engine/edits/drafts.ts";

const draft = publishedDraft();
const question = (to: string) =>
  ({ op: "rename-question", args: { flow: "complaint", step: "complaint", field: "detail", to } }) as const;
const step = (to: string) =>
  ({ op: "rename-step", args: { flow: "complaint", step: "complaint", to } }) as const;

beforeAll(async () => {
  await i18next.init({ lng: "en", resources: { en: { studio } }, interpolation: { escapeValue: false } });
});

test.each([
  ["a new name of a question", question("what"), null],
  ["a name with a space", question("ชื่อ x"), "badQuestion"],
  ["the name of another question", question("phone"), "taken"],
  ["a new name of a step", step("what-happened"), null],
  ["a step's name in capitals", step("Say"), "badStep"],
] as const)("a flow that is not published judges %s", (_, renaming, fault) => {
  expect(nameFault({ draft, base: {} }, renaming)).toBe(fault);
});

const field = (base: Draft) =>
  renderToStaticMarkup(
    <Rename
      id="name"
      name="detail"
      renaming={question}
      drafting={{ draft, base } as Drafting}
      onRenamed={() => {}}
    />,
  );

test("a published name is shown with the reason why it stays, and cannot be edited", () => {
  expect(field(draft)).toContain("readOnly");
  expect(field(draft)).toContain(studio.rename.fixed);
  expect(field(draft)).not.toContain("<button");
  expect(field({})).not.toContain("readOnly");
  expect(field({})).toContain("<button");
});
