import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../../engine/values/json.ts";
import {
  act,
  at,
  decide,
  END,
  type Entry,
  effect,
  form,
  must,
  next,
  not,
  over,
  YES,
} from "../../fixtures/parts.ts";
import type { Small } from "../../fixtures/small-flow.ts";
import { proved } from "./walk.ts";

const HAD = at("facts.f.had");
const review: JsonObject = { kind: "review", shows: ["answers.ask.yes"], next: next("prove") };
const code = (exhausted: string, to: string, challenge = "otp"): JsonObject => ({
  kind: "challenge",
  challenge,
  ...(challenge === "otp" ? { action: "recover", channel: "email" } : {}),
  binds: "review",
  errors: { exhausted: { to: exhausted } },
  next: next(to),
});

/** Returns a flow whose effect requires a code, except from users for whom the rule `had` holds. */
const flow = (steps: JsonObject, more: Partial<Small> = {}): Small => ({
  forms: { ask: { yes: YES } },
  facts: { f: { had: YES } },
  rules: { first: must(not(HAD)) },
  effects: { "small.act": { confirmedBy: { challenge: "otp", action: "recover", unless: "first" } } },
  ...more,
  steps: { ask: form("sort"), review, act: act("done"), done: END, out: over("stopped"), ...steps },
});

const UNCONFIRMED = {
  key: "effect-unconfirmed.unless",
  params: { step: "act", effect: "small.act", challenge: "otp", rule: "first" },
};
const found = (of: Small) =>
  proved(of).filter(({ says }) => JSON.stringify(says).includes('"effect-unconfirmed.unless"'));

describe("an effect that must be confirmed by a code, except for users whom a rule exempts,", () => {
  const SORTED = [["first", "act"], "review"] as const satisfies readonly Entry[];

  it.each<readonly [way: string, of: Small]>([
    [
      "only exempted users reach it without a code",
      flow({ sort: decide(...SORTED), prove: code("out", "act") }),
    ],
    ["all users enter the code", flow({ sort: decide("review"), prove: code("out", "act") })],
    [
      "the rule is written in another form",
      flow({ sort: decide([HAD, "review"], "act"), prove: code("out", "act") }),
    ],
    [
      "exempted users may enter the code too",
      flow({
        sort: decide([at("answers.ask.yes"), "review"], ...SORTED),
        prove: code("out", "act"),
      }),
    ],
    ["no user reaches it", flow({ sort: decide("out", "act"), prove: code("out", "act") })],
  ])("an effect that needs a code is accepted if %s", (_, of) => {
    expect(found(of)).toEqual([]);
  });

  it.each<readonly [way: string, of: Small, path: readonly string[]]>([
    [
      "no code is requested",
      flow({ sort: decide([at("answers.ask.yes"), "act"], "act"), prove: code("out", "out") }),
      ["ask", "sort", "act"],
    ],
    [
      "users are exempted whom the rule does not name",
      flow({ sort: decide([at("answers.ask.yes"), "act"], ...SORTED), prove: code("out", "act") }),
      ["ask", "sort", "act"],
    ],
    [
      "the path after an exhausted code leads on to it",
      flow({ sort: decide(...SORTED), prove: code("act", "act") }),
      ["ask", "sort", "review", "prove", "act"],
    ],
    [
      "another kind of code is requested",
      flow({ sort: decide(...SORTED), prove: code("out", "act", "pin") }),
      ["ask", "sort", "review", "prove", "act"],
    ],
    [
      "a code with another action is requested",
      flow({ sort: decide(...SORTED), prove: { ...code("out", "act"), action: "order" } }),
      ["ask", "sort", "review", "prove", "act"],
    ],
    [
      "the code binds a review that does not show all inputs",
      flow({
        sort: decide(...SORTED),
        prove: code("out", "act"),
        act: { ...act("done"), input: { had: "facts.f.had" } },
      }),
      ["ask", "sort", "review", "prove", "act"],
    ],
    [
      "another effect comes between, after which the rule may fail",
      flow({
        sort: decide(["first", "other"], "review"),
        other: { ...effect({}, "act"), effect: "small.other" },
        prove: code("out", "act"),
      }),
      ["ask", "sort", "other", "act"],
    ],
  ])(
    "an effect that needs a code is reported as unconfirmed if %s, with an example of a user",
    (_, of, path) => {
      expect(found(of)).toEqual([
        {
          at: "error flow.json /steps/act/effect",
          says: UNCONFIRMED,
          person: expect.objectContaining({ path, replayed: true }),
        },
      ]);
    },
  );

  it('an effect is reported as unconfirmed if the exemption is unknown for some user, even with onMissing "allow"', () => {
    const unknown = flow(
      { sort: decide([HAD, "review"], "act"), prove: code("out", "act") },
      { facts: { f: { "had?": YES } }, rules: { first: must(not(HAD), { onMissing: "allow" }) } },
    );
    const [{ person, says } = {}, ...rest] = found(unknown);
    expect(rest).toEqual([]);
    expect(says).toEqual(UNCONFIRMED);
    expect((person?.times as JsonObject[] | undefined)?.at(-1)?.facts).toEqual({ f: {} });
  });

  describe("before which the prover cannot decide a condition", () => {
    /** A condition on a product of amounts, which the prover can only sample. */
    const WIDE = { ">": [{ "*": [at("answers.ask.many"), at("answers.ask.more")] }, 1_000_003] };
    const NUMBER = { type: "integer", minimum: 0, maximum: 9_999_999 };
    const wide = { forms: { ask: { yes: YES, many: NUMBER, more: NUMBER } } };

    it("an effect is not proved if users without an exemption might reach it without a code", () => {
      const of = flow(
        { sort: decide([{ and: [HAD, WIDE, not(WIDE)] }, "act"], "review"), prove: code("out", "act") },
        wide,
      );
      expect(found(of)).toEqual([
        {
          at: "error flow.json /steps/act/effect",
          says: {
            key: "not-proved.nobody",
            params: { claim: UNCONFIRMED, why: expect.anything() },
          },
        },
      ]);
    });

    it("an effect is proved if all users on that path are exempted, whatever the result of the condition is", () => {
      const of = flow(
        {
          sort: decide(["first", "some"], "review"),
          some: decide([WIDE, "act"], "out"),
          prove: code("out", "act"),
        },
        wide,
      );
      expect(found(of)).toEqual([]);
    });

    it("an effect is not proved if the exempting rule itself is undecided", () => {
      const of = flow(
        { sort: decide([{ and: [not(HAD), WIDE, not(WIDE)] }, "act"], "review"), prove: code("out", "act") },
        { ...wide, rules: { first: must({ and: [not(HAD), { "!": [{ and: [WIDE, not(WIDE)] }] }] }) } },
      );
      expect(found(of).map(({ says }) => says.key)).toEqual(["not-proved.nobody"]);
    });
  });
});
