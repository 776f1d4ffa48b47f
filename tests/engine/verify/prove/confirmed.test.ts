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

/** A flow whose effect wants a code of everybody but those who never `had` it. */
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

describe("an effect that wants a code of all whom a rule does not let off", () => {
  const SORTED = [["first", "act"], "review"] as const satisfies readonly Entry[];

  it.each<readonly [way: string, of: Small]>([
    ["they alone come without it", flow({ sort: decide(...SORTED), prove: code("out", "act") })],
    ["everybody gives it", flow({ sort: decide("review"), prove: code("out", "act") })],
    [
      "what the rule says is asked in another way",
      flow({ sort: decide([HAD, "review"], "act"), prove: code("out", "act") }),
    ],
    [
      "who is let off may give it too",
      flow({
        sort: decide([at("answers.ask.yes"), "review"], ...SORTED),
        prove: code("out", "act"),
      }),
    ],
    ["nobody comes there at all", flow({ sort: decide("out", "act"), prove: code("out", "act") })],
  ])("is reached soundly where %s", (_, of) => {
    expect(found(of)).toEqual([]);
  });

  it.each<readonly [way: string, of: Small, path: readonly string[]]>([
    [
      "no code is asked",
      flow({ sort: decide([at("answers.ask.yes"), "act"], "act"), prove: code("out", "out") }),
      ["ask", "sort", "act"],
    ],
    [
      "some are let off whom the rule does not name",
      flow({ sort: decide([at("answers.ask.yes"), "act"], ...SORTED), prove: code("out", "act") }),
      ["ask", "sort", "act"],
    ],
    [
      "a code that was not given leads on",
      flow({ sort: decide(...SORTED), prove: code("act", "act") }),
      ["ask", "sort", "review", "prove", "act"],
    ],
    [
      "another code is asked",
      flow({ sort: decide(...SORTED), prove: code("out", "act", "pin") }),
      ["ask", "sort", "review", "prove", "act"],
    ],
    [
      "a code for something else is asked",
      flow({ sort: decide(...SORTED), prove: { ...code("out", "act"), action: "order" } }),
      ["ask", "sort", "review", "prove", "act"],
    ],
    [
      "the code binds a review that does not show all that is given",
      flow({
        sort: decide(...SORTED),
        prove: code("out", "act"),
        act: { ...act("done"), input: { had: "facts.f.had" } },
      }),
      ["ask", "sort", "review", "prove", "act"],
    ],
    [
      "something is done between, after which the rule may not hold any more",
      flow({
        sort: decide(["first", "other"], "review"),
        other: { ...effect({}, "act"), effect: "small.other" },
        prove: code("out", "act"),
      }),
      ["ask", "sort", "other", "act"],
    ],
  ])("is unconfirmed where %s, and somebody shows it", (_, of, path) => {
    expect(found(of)).toEqual([
      {
        at: "error flow.json /steps/act/effect",
        says: UNCONFIRMED,
        person: expect.objectContaining({ path, replayed: true }),
      },
    ]);
  });

  it("is unconfirmed by those of whom the rule says nothing, even where it lets the unknown pass", () => {
    const unknown = flow(
      { sort: decide([HAD, "review"], "act"), prove: code("out", "act") },
      { facts: { f: { "had?": YES } }, rules: { first: must(not(HAD), { onMissing: "allow" }) } },
    );
    const [{ person, says } = {}, ...rest] = found(unknown);
    expect(rest).toEqual([]);
    expect(says).toEqual(UNCONFIRMED);
    expect((person?.times as JsonObject[] | undefined)?.at(-1)?.facts).toEqual({ f: {} });
  });

  describe("where something is not decided on every value", () => {
    /** A product of amounts, of which only samples are tried. */
    const WIDE = { ">": [{ "*": [at("answers.ask.many"), at("answers.ask.more")] }, 1_000_003] };
    const NUMBER = { type: "integer", minimum: 0, maximum: 9_999_999 };
    const wide = { forms: { ask: { yes: YES, many: NUMBER, more: NUMBER } } };

    it("is not proved if the way without a code may be open to others", () => {
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

    it("is proved if everybody there is let off, however the rest is decided", () => {
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

    it("is not proved if the rule itself is not decided", () => {
      const of = flow(
        { sort: decide([{ and: [not(HAD), WIDE, not(WIDE)] }, "act"], "review"), prove: code("out", "act") },
        { ...wide, rules: { first: must({ and: [not(HAD), { "!": [{ and: [WIDE, not(WIDE)] }] }] }) } },
      );
      expect(found(of).map(({ says }) => says.key)).toEqual(["not-proved.nobody"]);
    });
  });
});
