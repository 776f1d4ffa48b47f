import { describe, expect, it } from "vitest";
import { type Shown, witnessOf } from "../../../../engine/verify/prove/witness.ts";
import { at, must, YES } from "../../fixtures/parts.ts";
import { proofOf, walkOf } from "./space.ts";
import { SMALL, whoever } from "./space-shown.ts";

describe("the example user for a claim of the prover", () => {
  const proof = proofOf(walkOf(SMALL));

  it("the example user has a path, answers, outputs and times, a description, and is replayed by the engine", () => {
    const witness = witnessOf(proof, { step: "last", ...whoever(proof, "last") });
    const json = {
      words: {
        th: "ผู้ที่ “small:small.ask.yes.label” คือ ใช่ และ fact:f.p.label fact:f.p.options.true",
        en: "someone for whom “small:small.ask.yes.label” is yes and fact:f.p.label is fact:f.p.options.true",
      },
      path: ["ask", "act", "last"],
      answers: { ask: { yes: true }, last: {} },
      times: [
        { flags: { on: false }, facts: { f: { p: true } } },
        { flags: { on: false }, facts: { f: { p: true } } },
      ],
      outputs: { act: { ok: false } },
      replayed: true,
    };
    expect(witness).toEqual({ json, replayed: true });
  });

  it("the example user has the answers about which the claim is made", () => {
    const who = { "answers.last.n": "-" };
    let seen: unknown;
    const shows: Shown["shows"] = ({ walk }, person) => {
      seen = [walk.at.kind, person.answers.last];
      return true;
    };
    expect(witnessOf(proof, { step: "last", ...whoever(proof, "last", who, true), shows })?.replayed).toBe(
      true,
    );
    expect(seen).toEqual(["end", {}]);
    expect(witnessOf(proof, { step: "last", ...whoever(proof, "last"), shows })?.replayed).toBe(true);
    expect(seen).toEqual(["form", {}]);
  });

  it("the example user counts as not replayed if the replay does not show the claim", () => {
    const witness = witnessOf(proof, { step: "last", ...whoever(proof, "last"), shows: () => false });
    expect([witness?.replayed, witness?.json.replayed]).toEqual([false, false]);
  });

  it("the example user takes the preferred entry at each step", () => {
    const path = (prefer: string) =>
      witnessOf(proof, {
        step: "out",
        ...whoever(proof, "out"),
        prefer: ({ from, way }) => (`${from} ${way.kind}` === prefer ? 1 : 0),
      })?.json.path;
    expect(path("ask next")).toEqual(["ask", "out"]);
    expect(path("act error")).toEqual(["ask", "act", "out"]);
    expect(path("last next")).toEqual(["ask", "act", "last", "out"]);
  });

  it("no example user exists for an empty set, without suitable answers, or against an assumption", () => {
    expect(
      witnessOf(proof, { step: "last", ...whoever(proof, "last"), set: proof.walk.flow.space.diagrams.no }),
    ).toBeNull();
    expect(
      witnessOf(proof, {
        step: "done",
        ...whoever(proof, "done"),
        prefer: ({ way }) => (way.kind === "next" && way.index === 0 ? 1 : 0),
      }),
    ).toBeNull();
    const exactly = { "==": [{ "*": [at("facts.f.n"), at("facts.f.m"), at("facts.f.k")] }, 7] };
    const integer = { type: "integer" };
    const promised = proofOf(
      walkOf({
        ...SMALL,
        facts: { f: { p: YES, n: integer, m: integer, k: integer } },
        rules: { rich: must(exactly, { assumes: "f", onMissing: "allow" }) },
      }),
    );
    expect(witnessOf(promised, { step: "last", ...whoever(promised, "last") })).toBeNull();
  });
});
