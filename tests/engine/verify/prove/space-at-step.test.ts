import { describe, expect, it } from "vitest";
import type { FindingMessage } from "../../../../engine/rules/message.ts";
import type { Finding } from "../../../../engine/rules/rule.ts";
import type { JsonObject } from "../../../../engine/values/json.ts";
import { fileOf, isFrozenAt, nobody, readAt, somebody } from "../../../../engine/verify/prove/at-step.ts";
import type { Shown } from "../../../../engine/verify/prove/witness.ts";
import { at, END, effect, form, wait, YES } from "../../fixtures/parts.ts";
import type { Small } from "../../fixtures/small-flow.ts";
import { people, proofOf, walkOf } from "./space.ts";
import { atStep, SMALL, whoever } from "./space-shown.ts";

describe("a finding about the users at a step", () => {
  const proof = proofOf(walkOf(SMALL));
  const claim: FindingMessage = { key: "dead-end", params: { step: "last" } };
  const pointer = "/steps/last";
  const file = "flows/small/flow.json";
  const said = ({ witness, ...finding }: Finding) => ({
    ...finding,
    who: witness === undefined ? null : [(witness as JsonObject).path, (witness as JsonObject).replayed],
  });
  const way = ["ask", "act", "last"];
  const finding = (severity: string, says: FindingMessage, who: unknown) =>
    expect.objectContaining({ file, pointer, severity, says, who });

  it("a finding that no user passes a step is an error, with an example user who reaches the step if there is one", () => {
    const step = atStep(proof, "last");
    expect(said(nobody(step, { pointer, says: claim }, null))).toEqual(finding("error", claim, null));
    expect(said(nobody(step, { pointer, says: claim }, whoever(proof, "last")))).toEqual(
      finding("error", claim, [way, true]),
    );
    const empty = { ...whoever(proof, "last"), set: proof.walk.flow.space.diagrams.no };
    expect(said(nobody(step, { pointer, says: claim }, empty))).toEqual(finding("error", claim, null));
  });

  it("a finding is marked as not proved, with the reason, if some values were not tried", () => {
    const why = { key: "why.values", params: { places: ["facts.f.p"] } } as const;
    const open: FindingMessage = { key: "not-proved.nobody", params: { claim, why } };
    expect(
      said(nobody(atStep(proof, "last", why), { pointer, says: claim }, whoever(proof, "last"))),
    ).toEqual(finding("warning", open, null));
  });

  it("a finding about some user is an error if the replay shows the user or an invariant is violated", () => {
    const step = atStep(proof, "last");
    const shown = whoever(proof, "last");
    const unseen = { ...shown, shows: () => false };
    const empty = { ...shown, set: proof.walk.flow.space.diagrams.no };
    const open: FindingMessage = { key: "not-proved.somebody", params: { claim } };
    const of = (one: Shown, invariant?: boolean) =>
      said(somebody(step, { pointer, says: claim, ...(invariant === undefined ? {} : { invariant }) }, one));
    expect(of(shown)).toEqual(finding("error", claim, [way, true]));
    expect(of(shown, true)).toEqual(finding("error", claim, [way, true]));
    expect(of(unseen)).toEqual(finding("warning", open, [way, false]));
    expect(of(unseen, false)).toEqual(finding("warning", open, [way, false]));
    expect(of(unseen, true)).toEqual(finding("error", open, [way, false]));
    expect(of(empty)).toEqual(finding("warning", open, null));
    expect(of(empty, true)).toEqual(finding("error", open, null));
  });

  it("a finding about the users at a step points to the flow's file", () => expect(fileOf(proof)).toBe(file));
});

describe("the values that a step reads", () => {
  it("values are missing as long as the user has not given them, and do not change afterwards", () => {
    const proof = proofOf(
      walkOf({
        steps: {
          ask: form("more"),
          more: form("last"),
          last: form(
            [{ or: [at("answers.ask.yes"), at("answers.more.yes"), at("answers.last.yes")] }, "done"],
            "out",
          ),
          out: END,
          done: END,
        },
        forms: { ask: { yes: YES }, more: { yes: YES }, last: { yes: YES } },
      }),
    );
    const { flow } = proof.walk;
    const { space } = flow;
    const read = (step: string, path: string) =>
      people(flow, readAt(atStep(proof, step), space.diagramOf(flow.absent(path))));
    expect(["ask", "more", "last"].map((form) => read("more", `answers.${form}.yes`))).toEqual([
      ["answers.ask.yes=-"],
      ["answers.more.yes=-"],
      [""],
    ]);
  });

  const FROZEN: Small = {
    steps: {
      ask: form([at("flags.on"), "act"], "more"),
      act: effect({ no: { to: "failed" } }, "more"),
      more: form("wait"),
      wait: wait("more", "late", "last"),
      last: form("done"),
      late: END,
      failed: END,
      done: END,
    },
    forms: { ask: { yes: YES }, more: { yes: YES }, last: { yes: YES } },
    flow: { flags: ["on"] },
  };

  it.each<readonly [form: string, step: string, frozen: boolean]>([
    ["ask", "ask", false],
    ["ask", "more", false],
    ["ask", "act", false],
    ["more", "wait", false],
    ["ask", "wait", false],
    ["ask", "last", true],
    ["more", "last", true],
    ["more", "late", true],
    ["ask", "failed", true],
    ["last", "last", false],
    ["last", "done", false],
    ["last", "ask", true],
  ])("the answers of %s are frozen at the step %s: %s", (form, step, frozen) => {
    expect(isFrozenAt(atStep(proofOf(walkOf(FROZEN)), step), form)).toBe(frozen);
  });
});
