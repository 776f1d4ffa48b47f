import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../../../engine/values/json.ts";
import { decide, next, not, YES } from "../../fixtures/parts.ts";
import type { Small } from "../../fixtures/small-flow.ts";
import { act, asks, flow, form, found, isX, open, why, wide, x, y, yes } from "./rules-flow.ts";

describe("the proof of an invariant behind a condition that is only tested with samples", () => {
  const over = rest(wide(">", 5));

  it.each<readonly [what: string, of: Small, findings: readonly unknown[]]>([
    ["fails if there are only samples", flow({ before: ["wide"], rules: { wide: over } }), [open("wide")]],
    [
      "succeeds if the form just before has the same check",
      flow({ before: ["wide"], steps: { ask: form(["wide"], "act") }, rules: { wide: over } }),
      [],
    ],
    [
      "succeeds if the rule reads no later value",
      flow({
        before: ["wide"],
        steps: { ask: form(["wide"], "more"), more: form([], "act") },
        forms: { more: { m: YES } },
        rules: { wide: over },
      }),
      [],
    ],
    [
      "fails if a form between them supplies a value that the rule reads",
      flow({
        before: ["wide"],
        steps: { ask: form(["wide"], "more"), more: form([], "act") },
        forms: { more: { m: YES } },
        rules: { wide: rest(wide(">", 5), { var: "answers.more.m" }) },
      }),
      [open("wide")],
    ],
    [
      "fails if a path around the form leads to the step",
      flow({
        before: ["wide"],
        flow: { start: "gate" },
        steps: { gate: decide([yes, "ask"], "act"), ask: form(["wide"], "act") },
        rules: { wide: over },
      }),
      [open("wide")],
    ],
    [
      "fails if an effect between them renews the facts",
      flow({
        before: ["wide"],
        steps: { ask: form(["wide"], "first"), first: act({ next: next("act") }) },
        rules: { wide: over },
      }),
      [open("wide")],
    ],
    [
      "fails if a wait between them renews the facts",
      flow({
        before: ["wide"],
        steps: {
          ask: form(["wide"], "pause"),
          pause: {
            kind: "wait",
            for: "small.paid",
            since: "ask",
            within: "P1D",
            onTimeout: { to: "done" },
            next: next("act"),
          },
        },
        events: { "small.paid": { ok: YES } },
        rules: { wide: over },
      }),
      [open("wide")],
    ],
    [
      "succeeds for another rule that holds whatever is undecided",
      flow({ before: ["x"], steps: { ask: form(["x"], [wide(">", 5), "act"], "done") }, rules: { x: isX } }),
      [],
    ],
    [
      "succeeds in that case without a form that checks the rule",
      flow({
        before: ["x"],
        steps: {
          ask: form([], [wide(">", 5), "second"], "done"),
          second: decide([x, "act"], "done"),
        },
        rules: { x: isX },
      }),
      [],
    ],
    [
      "fails if the rule holds only together with the undecided condition",
      flow({
        before: ["x"],
        steps: { ask: form([], [{ and: [not(x), wide("<", 0)] }, "act"], [x, "act"], "done") },
        rules: { x: isX },
      }),
      [open("x")],
    ],
    [
      "succeeds in that case if missing values are allowed",
      flow({
        before: ["y"],
        steps: {
          ask: form([], [wide(">", 5), "second"], "done"),
          second: decide([{ or: [{ missing: ["answers.ask.y"] }, y] }, "act"], "done"),
        },
        rules: { y: asks(y, { onMissing: "allow" }) },
      }),
      [],
    ],
    [
      "only warns about a check that no sample passed",
      flow({ steps: { act: act({ check: ["no"] }) }, rules: { no: asks(wide("<", 0)) } }),
      [
        [
          "warning",
          "/steps/act/check/0",
          "not-proved.nobody",
          { claim: { key: "check-never-holds", params: { step: "act", rule: "no" } }, why },
        ],
      ],
    ],
    [
      "reports nothing about a check that every sample passed, which is not an invariant",
      flow({ steps: { act: act({ check: ["wide"] }) }, rules: { wide: over } }),
      [],
    ],
  ])("gives the expected verdict: %s", (_, of, findings) => {
    const others = ["not-proved.rule", "/steps/done", "/steps/ask/next/0"];
    expect(
      found(of).filter(
        ([, pointer, key]) => !others.includes(String(key)) && !others.includes(String(pointer)),
      ),
    ).toEqual(findings);
  });
});

/** Returns a rule that holds for every sample: these conditions hold, or an amount is missing. */
function rest(...logics: readonly Json[]): JsonObject {
  return asks({ or: [...logics, wide(">", -1)] }, { onMissing: "allow" });
}
