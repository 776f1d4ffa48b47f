import i18next from "i18next";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, expect, test } from "vitest";
import button from "../../locales/en/button.json" with { type: "json" };
import studio from "../../locales/en/studio.json" with { type: "json" };
import { DiscardDraft, DiscardSheet } from "../../renderer/studio/draft/discard-draft.tsx";
import { editsIn } from "../../renderer/studio/draft/undo.ts";

beforeAll(async () => {
  await i18next.init({
    lng: "en",
    resources: { en: { button, studio } },
    interpolation: { escapeValue: false },
  });
});

test("discarding a draft asks first, and says how many edits are lost", () => {
  const given = { edits: 25, onDiscard: () => {} };
  expect(renderToStaticMarkup(<DiscardDraft {...given} />)).not.toContain("dialog");
  const sheet = renderToStaticMarkup(<DiscardSheet {...given} onClose={() => {}} />);
  expect(sheet).toContain("25 edits are lost");
  expect(sheet).toContain("Cancel");
});

test.each([
  ["no change", {}, 0, 0],
  ["edits that undo counts", { a: "2" }, 3, 3],
  ["changes without undo steps", { a: "2" }, 0, 1],
])("a draft with %s counts its edits", (_, changed, steps, edits) => {
  const base = { a: "1" };
  const done = Array.from({ length: steps }, () => ({
    back: { op: "restore", args: { pieces: [] } } as const,
    op: "set-text" as const,
  }));
  expect(editsIn({ base, draft: { ...base, ...changed }, done })).toBe(edits);
});
