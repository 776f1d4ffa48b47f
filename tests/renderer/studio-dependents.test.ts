import { expect, test } from "vitest";
import { type Draft, dependentsOf, dependentsOfQuestion, edit, printed } from "../../engine/edits/index.ts";
import type { Definition } from "../../engine/flow/index.ts";
import { studied } from "../../renderer/studio/engine/studied.ts";
import { dependentPlaces } from "../../renderer/studio/step/dependent-places.ts";
import { readSource } from "../../server/sources/source.ts";
import { ROOT } from "../definitions/definition-files.ts";

const { source } = await readSource(ROOT, "data-request");
const files = Object.fromEntries(
  Object.entries(source.files).map(([path, content]) => [path, printed(content)]),
);
const [read] = [...studied({ flow: "data-request", files, wants: "rules" })];
// The definition lacks the parts that only the server needs.
const definition = (read?.stage === "read" ? read.definition : null) as Definition | null;

test("before a user removes a step, the page lists what depends on the step, and links each place to its control", () => {
  if (definition === null) throw new Error("The flow was not read");
  const of = (step: string) =>
    dependentPlaces(dependentsOf(files, { flow: "data-request", step }), definition).map(({ why, spot }) =>
      [why, spot.rule ?? spot.step ?? (spot.whole ? "whole flow" : "nowhere"), spot.control].join(" "),
    );
  expect(of("ask")).toEqual([
    "leads begin s-next-0-to",
    "reads review s-shows-0",
    "reads review s-shows-1",
    "reads review s-shows-2",
    "reads code s-letter-0",
    "reads send s-input-topic",
    "reads send s-input-detail",
    "reads send s-input-paper",
    "reads decision s-next-1-when-in-0-var",
  ]);
  expect(of("code")).toEqual(["names whole flow f-invariants-0-before", "leads review s-next-0-to"]);
  expect(of("begin")).toEqual(["leads whole flow f-start"]);
  // A step that leads only to itself, and the same name in another place, are no dependents.
  expect(of("email-confirmed")).toEqual([]);
});

/** The findings that are errors in a draft of data-request. */
function errorsIn(of: Draft): readonly string[] {
  const [found] = [...studied({ flow: "data-request", files: of, wants: "rules" })];
  const findings = found?.stage === "read" ? found.findings : [];
  return findings.filter(({ severity }) => severity === "error").map(({ code, pointer }) => code + pointer);
}

test("before a user removes a question, the page says what goes with it and what the user must decide", () => {
  if (definition === null) throw new Error("The flow was not read");
  const of = (field: string) =>
    dependentPlaces(
      dependentsOfQuestion(files, { flow: "data-request", step: "ask", field }),
      definition,
    ).map(({ goes, spot }) => `${goes ? "goes" : "stays"} ${spot.step} ${spot.control}`);
  expect(of("detail")).toEqual(["goes review s-shows-1", "goes send s-input-detail"]);
  expect(of("right")).toEqual([
    "goes review s-shows-0",
    "goes code s-letter-0",
    "stays send s-input-topic",
    "goes decision s-next-1-when-in-0-var",
  ]);
});

test("a removed question takes its line of the review with it, and one undo brings both back", () => {
  const args = { flow: "data-request", step: "ask", field: "paper", withReaders: true } as const;
  const removed = edit(files, { op: "remove-question", args });
  if (!removed.ok) throw new Error(JSON.stringify(removed.error));
  expect(removed.value.changed).toContain("flows/data-request/flow.json");
  expect(errorsIn(removed.value.draft)).toEqual([]);
  const undone = edit(removed.value.draft, removed.value.inverse);
  expect(undone.ok && undone.value.draft).toEqual(files);
});
