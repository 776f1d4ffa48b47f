import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../../../engine/values/json.ts";
import { decide, next, not, YES } from "../../fixtures/parts.ts";
import type { Small } from "../../fixtures/small-flow.ts";
import { act, asks, flow, form, found, isX, open, why, wide, x, y, yes } from "./rules-flow.ts";

describe("an invariant over sampled values", () => {
  const over = rest(wide(">", 5));

  it.each<readonly [what: string, of: Small, findings: readonly unknown[]]>([
    [
      "is not proved by everybody tried keeping it",
      flow({ before: ["wide"], rules: { wide: over } }),
      [open("wide")],
    ],
    [
      "is where the form just before asks the very same",
      flow({ before: ["wide"], steps: { ask: form(["wide"], "act") }, rules: { wide: over } }),
      [],
    ],
    [
      "is where nothing given in between is read by it",
      flow({
        before: ["wide"],
        steps: { ask: form(["wide"], "more"), more: form([], "act") },
        forms: { more: { m: YES } },
        rules: { wide: over },
      }),
      [],
    ],
    [
      "is not where a form in between gives what it reads",
      flow({
        before: ["wide"],
        steps: { ask: form(["wide"], "more"), more: form([], "act") },
        forms: { more: { m: YES } },
        rules: { wide: rest(wide(">", 5), { var: "answers.more.m" }) },
      }),
      [open("wide")],
    ],
    [
      "is not where a way round the form leads there",
      flow({
        before: ["wide"],
        flow: { start: "gate" },
        steps: { gate: decide([yes, "ask"], "act"), ask: form(["wide"], "act") },
        rules: { wide: over },
      }),
      [open("wide")],
    ],
    [
      "is not where an effect in between renews the facts",
      flow({
        before: ["wide"],
        steps: { ask: form(["wide"], "first"), first: act({ next: next("act") }) },
        rules: { wide: over },
      }),
      [open("wide")],
    ],
    [
      "is not where a wait in between renews the facts",
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
      "is, of something else, where it holds whatever was not decided",
      flow({ before: ["x"], steps: { ask: form(["x"], [wide(">", 5), "act"], "done") }, rules: { x: isX } }),
      [],
    ],
    [
      "is then, though no form asks it",
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
      "is not, where it holds only with what was not decided",
      flow({
        before: ["x"],
        steps: { ask: form([], [{ and: [not(x), wide("<", 0)] }, "act"], [x, "act"], "done") },
        rules: { x: isX },
      }),
      [open("x")],
    ],
    [
      "is then, where what it lacks is allowed",
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
      "a check that nobody passed is only said with a warning",
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
      "a check that everybody passed is no invariant, and nothing is said",
      flow({ steps: { act: act({ check: ["wide"] }) }, rules: { wide: over } }),
      [],
    ],
  ])("%s", (_, of, findings) => {
    const others = ["not-proved.rule", "/steps/done", "/steps/ask/next/0"];
    expect(
      found(of).filter(
        ([, pointer, key]) => !others.includes(String(key)) && !others.includes(String(pointer)),
      ),
    ).toEqual(findings);
  });
});

/** A rule that holds for every sample: these conditions, or a missing amount. */
function rest(...logics: readonly Json[]): JsonObject {
  return asks({ or: [...logics, wide(">", -1)] }, { onMissing: "allow" });
}
