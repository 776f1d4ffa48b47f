import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { type Draft, edits, printed } from "../../engine/edits/index.ts";
import type { Definition } from "../../engine/flow/index.ts";
import { studied } from "../../renderer/studio/engine/studied.ts";
import { NamedButton } from "../../renderer/studio/named-button.tsx";
import { addedQuestion } from "../../renderer/studio/step/new-question.ts";
import { shownName } from "../../renderer/studio/step/shown-list.tsx";
import { readSource } from "../../server/sources/source.ts";
import { ROOT } from "../definitions/definition-files.ts";

const AT = { flow: "contact-back", step: "contact" };
const { source } = await readSource(ROOT, AT.flow);
const published: Draft = Object.fromEntries(
  Object.entries(source.files).map(([path, content]) => [path, printed(content)]),
);

test.each(["group", "list"])("the line of a %s in a review has the name of its question", (kind) => {
  const asked = {
    kind,
    label: { th: "ใครอยู่ด้วย", en: "Who was there" },
    choices: [],
    first: { th: "ชื่อ", en: "Name" },
    list: "",
  };
  const made = edits(published, addedQuestion({ ...AT, field: "present" }, asked), { published: {} });
  if (!made.ok) throw new Error(made.error.code);
  const { draft } = made.value;
  const [read] = [...studied({ flow: AT.flow, files: draft, wants: "rules" })];
  if (read?.stage !== "read") throw new Error("The flow was not read");
  const of = { definition: read.definition as Definition, readable: { places: read.places }, draft };
  const path = `answers.${AT.step}.present`;
  expect(draft["flows/contact-back/flow.json"]).toContain(path);
  expect(shownName(of, path, "en")).toBe("Who was there");
  expect(shownName(of, path, "th")).toBe("ใครอยู่ด้วย");
  expect(shownName(of, "derived.nothing", "en")).toBe(null);
});

test("the name of a button is its action, a colon and the name of its entry", () => {
  const button = renderToStaticMarkup(<NamedButton says="Remove" name="Bangkok Bank" />);
  expect(button).toContain('aria-label="Remove: Bangkok Bank"');
  expect(button).not.toContain('class="sr"');
  expect(renderToStaticMarkup(<NamedButton says="Remove" />)).not.toContain("aria-label");
});
