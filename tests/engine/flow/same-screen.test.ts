import { expect, it } from "vitest";
import { inMemory } from "../../../engine/flow/index.ts";
import { prove } from "../../../engine/verify/prove/index.ts";
import { act, at, BAHT, END, form, must } from "../fixtures/parts.ts";
import { compiledOf, type Small, sound } from "../fixtures/small-flow.ts";

/** One screen asks for an amount and for the strategy that determines the minimum amount. */
const together: Small = {
  steps: { ask: { ...form("act"), check: ["least"] }, act: act("done"), done: END },
  flow: { invariants: [{ before: "act", rule: "least" }] },
  forms: { ask: { code: { type: "string", enum: ["A", "B"] }, amount: BAHT } },
  facts: { strategy: { least: BAHT } },
  args: { strategy: { code: "answers.ask.code" } },
  takes: { strategy: { code: { type: "string", enum: ["A", "B"] } } },
  rules: {
    least: must([["answers.ask.amount", { ">=": [at("answers.ask.amount"), at("facts.strategy.least")] }]], {
      onMissing: "ask",
    }),
  },
};

it("a form can check one answer against a limit that depends on a second answer in the same form", () => {
  const person = inMemory(compiledOf(together), () => ({
    flags: {},
    facts: { strategy: { least: "5000.00" } },
  }));
  person.stands();
  const under = person.submit({ step: "ask", answer: { code: "A", amount: "4999.99" } });
  expect(under).toMatchObject({
    kind: "refused",
    errors: [{ pointer: "/amount", params: { limit: "5,000.00" } }],
  });
  expect(person.submit({ step: "ask", answer: { code: "A", amount: "5000.00" } }).kind).toBe("accepted");
});

it("the prover finds a user who reaches the effect with too small an amount only if the form checks nothing", () => {
  expect(prove(sound(together))).toEqual([]);
  const unchecked = { ...together, steps: { ...together.steps, ask: form("act") } };
  expect(prove(sound(unchecked)).map(({ code }) => code)).toContain("invariant-broken");
});
