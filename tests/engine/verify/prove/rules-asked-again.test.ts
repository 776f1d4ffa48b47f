import { expect, it } from "vitest";
import { prove } from "../../../../engine/verify/prove/index.ts";
import { END, form, must, next, YES } from "../../fixtures/parts.ts";
import { small } from "../../fixtures/small-flow.ts";

const x = { var: "answers.ask.x" };

/** An effect with a rule that asks where it does not know: a form that was passed is asked again. */
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
  "who is asked again by a rule before an effect shows it: they stand at the form",
  (invariant, code, pointer) => {
    // That the rule holds of whoever it is known of is told as well.
    const found = prove(asking(invariant)).filter((finding) => finding.code !== "constant-rule");
    expect(found).toMatchObject([{ code, pointer, witness: { path: ["ask", "act"], replayed: true } }]);
  },
);
