import { expect, test } from "vitest";
import { printed } from "../../engine/edits/index.ts";
import { titleOfChange } from "../../renderer/studio/changes/change-tone.ts";
import { studied } from "../../renderer/studio/engine/studied.ts";
import { newFlowFiles } from "../../renderer/studio/new-flow-files.ts";
import { readSource } from "../../server/sources/source.ts";
import { ROOT } from "../definitions/definition-files.ts";

const TITLE = { th: "นัดคุย", en: "A talk" };
const { source } = await readSource(ROOT, "contact-back");
/** Files that all flows share. */
const shared = Object.entries(source.files).filter(([path]) => !/contact-back|about\.json/.test(path));

test.each([
  ["people who are logged in", "account", "me", "/overview"],
  ["anyone", "anonymous", "contact", "/"],
] as const)(
  "a new flow for %s lacks only its effect, and its end links to a page for the same people",
  (_, subject, entry, end) => {
    const files = newFlowFiles("talk", { title: TITLE, entry, subject });
    const flow = files["flows/talk/flow.json"] as {
      readonly subject: string;
      readonly steps: { readonly done: { readonly links: readonly string[] } };
    };
    expect([flow.subject, flow.steps.done.links]).toEqual([subject, [end]]);
    const draft = Object.fromEntries(
      [...shared, ...Object.entries(files)].map(([path, content]) => [path, printed(content)]),
    );
    const parts = [...studied({ flow: "talk", files: draft, wants: "rules" })];
    const found = parts.findLast((part) => "findings" in part);
    const findings = found !== undefined && "findings" in found ? found.findings : null;
    const errors = findings?.filter(({ severity }) => severity === "error");
    expect(errors?.map(({ code }) => code)).toEqual(["done-without-effect"]);
  },
);

test.each([
  ["named after its flow in Thai", "นัดคุย", "A talk"],
  ["named after its flow in English", "A talk", "A talk"],
  ["with a title of its own", "ปรับก่อนสิ้นปี", "ปรับก่อนสิ้นปี"],
])("the title of a change that is %s is shown in the reader's language if it exists", (_, title, shown) => {
  expect(titleOfChange({ title, flows: [{ title: TITLE }] as never }, "en")).toBe(shown);
});
