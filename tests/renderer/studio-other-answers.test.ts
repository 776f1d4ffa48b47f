import { expect, test } from "vitest";
import { printed } from "../../engine/edits/index.ts";
import type { Definition } from "../../engine/flow/index.ts";
import { studied } from "../../renderer/studio/engine/studied.ts";
import { otherReaders } from "../../renderer/studio/step/other-answers.ts";
import { readSource } from "../../server/sources/source.ts";
import { ROOT } from "../definitions/definition-files.ts";

/** Returns the definition of a flow as the studio has it, without or with another line in its reviews. */
async function definitionOf(flow: string, line?: string): Promise<Definition> {
  const { source } = await readSource(ROOT, flow);
  const files = Object.fromEntries(Object.entries(source.files).map(([path, one]) => [path, printed(one)]));
  const [read] = [...studied({ flow, files, wants: "rules" })];
  if (read?.stage !== "read" || read.definition === null) throw new Error("The flow was not read");
  const definition = read.definition as Definition;
  if (line === undefined) return definition;
  const steps = Object.entries(definition.flow.steps).map(([id, step]) =>
    step.kind === "review" ? [id, { ...step, shows: [...(step.shows ?? []), line] }] : [id, step],
  );
  return { ...definition, flow: { ...definition.flow, steps: Object.fromEntries(steps) } };
}

const effectIn = ({ flow }: Definition, effect: string) =>
  Object.entries(flow.steps).find(([, step]) => step.kind === "effect" && step.effect === effect)?.[0] ?? "";

test.each([
  ["complaint", "cases.openByVisitor", "desk"],
  ["invest", "orders.place", "personPage"],
])("who reads an answer of the flow %s that no input names", async (flow, effect, readers) => {
  const definition = await definitionOf(flow, "answers.somewhere.else");
  expect(otherReaders(definition, effectIn(definition, effect))).toBe(readers);
});

test("nothing is said where every reviewed answer is an input, or where the effect keeps no record", async () => {
  const complaint = await definitionOf("complaint");
  expect(otherReaders(complaint, effectIn(complaint, "cases.openByVisitor"))).toBe(null);
  const email = await definitionOf("email", "answers.somewhere.else");
  expect(otherReaders(email, effectIn(email, "accounts.changeEmail"))).toBe(null);
});
