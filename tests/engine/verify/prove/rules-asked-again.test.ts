import { expect, it } from "vitest";
import { prove } from "../../../../engine/verify/prove/index.ts";
import { END, form, must, next, YES } from "../../fixtures/parts.ts";
import { small } from "../../fixtures/small-flow.ts";

const x = { var: "answers.ask.x" };

/** An effect with a rule with ask, which leads people back to a passed form if it is unknown. */
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
])("the witness of a rule with ask before an effect is at the form", (invariant, code, pointer) => {
  // The rule also holds for everyone for whom it is known, which is a separate finding.
  const found = prove(asking(invariant)).filter((finding) => finding.code !== "constant-rule");
  expect(found).toMatchObject([{ code, pointer, witness: { path: ["ask", "act"], replayed: true } }]);
});
