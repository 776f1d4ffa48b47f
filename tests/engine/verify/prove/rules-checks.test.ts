import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "../../../../engine/values/json.ts";
import { DATE, decide, not, YES } from "../../fixtures/parts.ts";
import type { Small } from "../../fixtures/small-flow.ts";
import { act, asks, flow, form, found, isX, x, y, yes } from "./rules-flow.ts";

const z = { var: "answers.act.z" };

/** Returns a finding about a rule at the effect, with a user whom the engine replays up to the effect. */
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

/** A second path with another form. */
const m = { var: "answers.beside.m" };

const BESIDE = {
  before: ["m"],
  flow: { start: "gate" },
  steps: { gate: decide([yes, "beside"], "ask"), beside: form([], "done") },
  forms: { beside: { m: YES } },
};

const either = (of: Json) => ({ or: [of, not(of as JsonObject)] });

describe("the proof of checks and invariants", () => {
  it.each<readonly [what: string, of: Small, findings: readonly unknown[]]>([
    [
      "accepts a form that some users pass",
      flow({ steps: { ask: form(["x"], "act") }, rules: { x: isX } }),
      [],
    ],
    [
      "reports a form that no user passes",
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
      "accepts a form that users pass only with another answer to an earlier form",
      flow({
        steps: { ask: form([], "more"), more: form(["x"], "act") },
        forms: { more: { m: YES } },
        rules: { x: isX },
      }),
      [],
    ],
    [
      "reports an invariant that some users violate",
      flow({ before: ["x"], rules: { x: isX } }),
      [at("/invariants/0", "invariant-broken", "x")],
    ],
    [
      "reports the second of two invariants",
      flow({ before: ["fine", "x"], rules: { x: isX, fine: asks(either(x)) } }),
      [at("/invariants/1", "invariant-broken", "x")],
    ],
    [
      "accepts an invariant that a form guarantees",
      flow({ before: ["x"], steps: { ask: form(["x"], "act") }, rules: { x: isX } }),
      [],
    ],
    [
      "reports an invariant that no user satisfies",
      flow({ before: ["x"], steps: { ask: form(["not"], "act") }, rules: { x: isX, not: asks(not(x)) } }),
      [at("/invariants/0", "check-never-holds", "x")],
    ],
    [
      "reports an effect that some users cannot run",
      flow({ steps: { act: act({ check: ["x"] }) }, rules: { x: isX } }),
      [at("/steps/act/check/0", "check-blocks-effect", "x")],
    ],
    [
      "reports the second check of an effect",
      flow({ steps: { act: act({ check: ["fine", "x"] }) }, rules: { x: isX, fine: asks(either(x)) } }),
      [at("/steps/act/check/1", "check-blocks-effect", "x")],
    ],
    [
      'considers a missing value with onMissing "refuse"',
      flow({ before: ["y"], rules: { y: asks(either(y)) } }),
      [at("/invariants/0", "invariant-broken", "y")],
    ],
    [
      'considers a missing value with onMissing "allow"',
      flow({ before: ["y"], rules: { y: asks({ or: [x, not(y)] }, { onMissing: "allow" }) } }),
      [at("/invariants/0", "invariant-broken", "y", { ask: { x: false, y: true } })],
    ],
    [
      'considers a value that all users lack, with onMissing "allow"',
      flow({ ...BESIDE, rules: { m: asks(m, { onMissing: "allow" }) } }),
      [],
    ],
    [
      'considers a value that all users lack, with onMissing "refuse"',
      flow({ ...BESIDE, rules: { m: asks(m) } }),
      [at("/invariants/0", "check-never-holds", "m", { ask: { x: false } })],
    ],
    [
      "reports two checks that the same user fails",
      flow({ steps: { act: act({ check: ["x", "also"] }) }, rules: { x: isX, also: asks(not(not(x))) } }),
      [
        at("/steps/act/check/0", "check-blocks-effect", "x"),
        at("/steps/act/check/1", "check-blocks-effect", "also"),
      ],
    ],
    [
      "combines the form of the effect with an earlier form",
      flow({ steps: { act: ownForm(["own"]) }, forms: ACT, rules: { own: asks({ and: [x, z] }) } }),
      [],
    ],
    [
      "considers a form of the effect in which the user is asked again",
      flow({ steps: { act: ownForm(["own"]) }, forms: ACT, rules: { own: asks(z) } }),
      [],
    ],
    [
      "considers an invariant on the effect's form",
      flow({ before: ["own"], steps: { act: ownForm() }, forms: ACT, rules: { own: asks(not(z)) } }),
      [at("/invariants/0", "invariant-broken", "own", { ask: { x: false }, act: { z: true } })],
    ],
    [
      "considers a check of the effect on an earlier answer",
      flow({ steps: { act: ownForm(["x"]) }, forms: ACT, rules: { x: isX } }),
      [at("/steps/act/check/0", "check-blocks-effect", "x", { ask: { x: false }, act: { z: false } })],
    ],
  ])("gives the expected verdict: %s", (_, of, findings) => {
    // These rules hold for all users for whom they are known, which is a separate finding.
    const besides = ["unreachable", "constant-rule"];
    expect(found(of).filter(([, , key]) => !besides.some((one) => String(key).startsWith(one)))).toEqual(
      findings,
    );
  });
});

describe("the proof of a rule for which no example user is found", () => {
  // No user is born twenty thousand years in the future, but the results of functions are unconstrained in a
  // proof.
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

  it("a rule without an example user is undecided: a warning for a check, an error for an invariant", () => {
    expect(found(aged([], ["old"]))).toEqual([open("warning", "/steps/act/check/0", "check-blocks-effect")]);
    expect(found(aged([{ before: "act", rule: "old" }], []))).toEqual([
      open("error", "/invariants/0", "invariant-broken"),
    ]);
  });
});
