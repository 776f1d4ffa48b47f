import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../../../engine/values/json.ts";
import { DATE, decide, not, YES } from "../../fixtures/parts.ts";
import type { Small } from "../../fixtures/small-flow.ts";
import { act, asks, flow, form, found, isX, x, y, yes } from "./rules-flow.ts";

const z = { var: "answers.act.z" };

/** A finding about a rule at the effect, with a person whom the engine replays there. */
const at = (pointer: string, key: string, rule: string, answers: JsonObject = { ask: { x: false } }) => [
  "error",
  pointer,
  key,
  { step: "act", rule },
  true,
  "act",
  answers,
];

const ownForm = (check: readonly string[] = []) => act({ form: true, check: [...check] });

const ACT = { act: { z: YES } };

/** A separate path with another form. */
const m = { var: "answers.beside.m" };

const BESIDE = {
  before: ["m"],
  flow: { start: "gate" },
  steps: { gate: decide([yes, "beside"], "ask"), beside: form([], "done") },
  forms: { beside: { m: YES } },
};

const either = (of: Json) => ({ or: [of, not(of as JsonObject)] });

describe("checks that no one passes, and invariants that people break", () => {
  it.each<readonly [what: string, of: Small, findings: readonly unknown[]]>([
    ["a form that some people pass", flow({ steps: { ask: form(["x"], "act") }, rules: { x: isX } }), []],
    [
      "a form that no one passes",
      flow({
        steps: {
          gate: decide([yes, "ask"], "done"),
          ask: form(["fine", "no"], "act"),
        },
        flow: { start: "gate" },
        rules: { fine: asks(either(x)), no: asks(not(yes)) },
      }),
      [
        [
          "error",
          "/steps/ask/check/1",
          "check-never-holds",
          { step: "ask", rule: "no" },
          true,
          "ask",
          { ask: { x: true } },
        ],
      ],
    ],
    [
      "a form that people pass only with another answer to an earlier form",
      flow({
        steps: { ask: form([], "more"), more: form(["x"], "act") },
        forms: { more: { m: YES } },
        rules: { x: isX },
      }),
      [],
    ],
    [
      "an invariant that some people break",
      flow({ before: ["x"], rules: { x: isX } }),
      [at("/invariants/0", "invariant-broken", "x")],
    ],
    [
      "the second of them",
      flow({ before: ["fine", "x"], rules: { x: isX, fine: asks(either(x)) } }),
      [at("/invariants/1", "invariant-broken", "x")],
    ],
    [
      "an invariant that a form guarantees",
      flow({ before: ["x"], steps: { ask: form(["x"], "act") }, rules: { x: isX } }),
      [],
    ],
    [
      "an invariant that no one satisfies",
      flow({ before: ["x"], steps: { ask: form(["not"], "act") }, rules: { x: isX, not: asks(not(x)) } }),
      [at("/invariants/0", "check-never-holds", "x")],
    ],
    [
      "an effect that some people cannot run",
      flow({ steps: { act: act({ check: ["x"] }) }, rules: { x: isX } }),
      [at("/steps/act/check/0", "check-blocks-effect", "x")],
    ],
    [
      "the same for its second check",
      flow({ steps: { act: act({ check: ["fine", "x"] }) }, rules: { x: isX, fine: asks(either(x)) } }),
      [at("/steps/act/check/1", "check-blocks-effect", "x")],
    ],
    [
      "a missing value with refuse",
      flow({ before: ["y"], rules: { y: asks(either(y)) } }),
      [at("/invariants/0", "invariant-broken", "y")],
    ],
    [
      "a missing value with allow",
      flow({ before: ["y"], rules: { y: asks({ or: [x, not(y)] }, { onMissing: "allow" }) } }),
      [at("/invariants/0", "invariant-broken", "y", { ask: { x: false, y: true } })],
    ],
    [
      "a value that everyone lacks, with allow",
      flow({ ...BESIDE, rules: { m: asks(m, { onMissing: "allow" }) } }),
      [],
    ],
    [
      "a value that everyone lacks, with refuse",
      flow({ ...BESIDE, rules: { m: asks(m) } }),
      [at("/invariants/0", "check-never-holds", "m", { ask: { x: false } })],
    ],
    [
      "two checks that the same person breaks",
      flow({ steps: { act: act({ check: ["x", "also"] }) }, rules: { x: isX, also: asks(not(not(x))) } }),
      [
        at("/steps/act/check/0", "check-blocks-effect", "x"),
        at("/steps/act/check/1", "check-blocks-effect", "also"),
      ],
    ],
    [
      "a form of the effect together with an earlier one",
      flow({ steps: { act: ownForm(["own"]) }, forms: ACT, rules: { own: asks({ and: [x, z] }) } }),
      [],
    ],
    [
      "a form of the effect, which asks again",
      flow({ steps: { act: ownForm(["own"]) }, forms: ACT, rules: { own: asks(z) } }),
      [],
    ],
    [
      "an invariant over the effect's form",
      flow({ before: ["own"], steps: { act: ownForm() }, forms: ACT, rules: { own: asks(not(z)) } }),
      [at("/invariants/0", "invariant-broken", "own", { ask: { x: false }, act: { z: true } })],
    ],
    [
      "a check of the effect on an earlier answer",
      flow({ steps: { act: ownForm(["x"]) }, forms: ACT, rules: { x: isX } }),
      [at("/steps/act/check/0", "check-blocks-effect", "x", { ask: { x: false }, act: { z: false } })],
    ],
  ])("%s", (_, of, findings) => {
    // These rules hold for everyone for whom they are known, which is a separate finding.
    const besides = ["unreachable", "constant-rule"];
    expect(found(of).filter(([, , key]) => !besides.some((one) => String(key).startsWith(one)))).toEqual(
      findings,
    );
  });
});

describe("without a witness", () => {
  // No one is twenty thousand years short of being born, but the results of functions are unconstrained.
  const old = asks({ ">": [{ var: "derived.years" }, -20000] });
  const aged = (invariants: readonly JsonObject[], check: readonly string[]) =>
    flow({
      facts: { p: { yes: YES, born: DATE, today: DATE } },
      flow: {
        invariants: [...invariants],
        derived: { years: { fn: "age", args: ["facts.p.born", "facts.p.today"] } },
      },
      steps: { act: act({ check: [...check] }) },
      rules: { old },
    });
  const open = (severity: string, pointer: string, key: string) => [
    severity,
    pointer,
    "not-proved.somebody",
    { claim: { key, params: { step: "act", rule: "old" } } },
  ];

  it("a check of an effect is undecided with a warning, an invariant with an error", () => {
    expect(found(aged([], ["old"]))).toEqual([open("warning", "/steps/act/check/0", "check-blocks-effect")]);
    expect(found(aged([{ before: "act", rule: "old" }], []))).toEqual([
      open("error", "/invariants/0", "invariant-broken"),
    ]);
  });
});
