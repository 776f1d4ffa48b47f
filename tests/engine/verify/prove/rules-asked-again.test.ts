import { expect, it } from "vitest";
import { prove } from "../../../../engine/verify/prove/index.ts";
import { END, form, must, next, YES } from "../../fixtures/parts.ts";
import { small } from "../../fixtures/small-flow.ts";

const x = { var: "answers.ask.x" };

/**
 * Returns a flow with an effect that has a rule with onMissing "ask". If the rule is unknown, it leads users
 * back to a form that they passed.
 */
const asking = (invariant: boolean) =>
  small({
    steps: {
      ask: form("act"),
      act: {
        kind: "effect",
        effect: "small.act",
        input: {},
        errors: {},
        next: next("done"),
        ...(invariant ? {} : { check: ["sure"] }),
      },
      done: END,
    },
    forms: { ask: { "x?": YES } },
    rules: {
      sure: must([["answers.ask.x", { or: [x, { "!": [x] }] }]], { onMissing: "ask" }),
    },
    flow: { start: "ask", invariants: invariant ? [{ before: "act", rule: "sure" }] : [] },
  });

it.each([
  [true, "invariant-broken", "/invariants/0"],
  [false, "check-blocks-effect", "/steps/act/check/0"],
])(
  'the example user for a rule with onMissing "ask" before an effect stops at the form',
  (invariant, code, pointer) => {
    // The rule also holds for all users for whom it is known, which is a separate finding.
    const found = prove(asking(invariant)).filter((finding) => finding.code !== "constant-rule");
    expect(found).toMatchObject([{ code, pointer, witness: { path: ["ask", "act"], replayed: true } }]);
  },
);
