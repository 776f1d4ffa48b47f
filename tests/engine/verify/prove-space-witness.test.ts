import { describe, expect, it } from "vitest";
import type { Finding } from "../../../engine/rules/rule.ts";
import type { FindingSaying } from "../../../engine/rules/sayings.ts";
import type { JsonObject } from "../../../engine/values/json.ts";
import {
  type AtStep,
  fileOf,
  isFrozenAt,
  nobody,
  readAt,
  somebody,
} from "../../../engine/verify/prove/at-step.ts";
import { prove } from "../../../engine/verify/prove/index.ts";
import { type Proof, type Shown, witnessOf } from "../../../engine/verify/prove/witness.ts";
import {
  at,
  BAHT,
  END,
  gone,
  must,
  next,
  people,
  proofOf,
  type Small,
  setOf,
  small,
  walkOf,
  YES,
} from "./prove-space.ts";

const N = { type: "integer", minimum: 0, maximum: 9 };

const SMALL: Small = {
  steps: {
    ask: { kind: "form", next: next([at("answers.ask.yes"), "act"], "out") },
    act: {
      kind: "effect",
      effect: "small.act",
      input: {},
      errors: { no: { to: "out" } },
      next: next([at("facts.f.p"), "last"], "out"),
    },
    last: {
      kind: "form",
      next: next([{ ">": [at("derived.sum"), 20] }, "done"], [gone("answers.last.n"), "out"], "done"),
    },
    out: END,
    done: END,
  },
  forms: { ask: { yes: YES }, last: { "n?": N, "m?": N } },
  facts: { f: { p: YES } },
  effects: { "small.act": { ok: YES } },
  flow: { flags: ["on"], derived: { sum: { fn: "sum", args: ["answers.last.n", "answers.last.m"] } } },
};

/** Whoever comes to a step (or has answered there) and of whom this is so. */
function whoever({ walk }: Proof, step: string, who: JsonObject = {}, answered = false): Shown {
  const sets = walk.sets.get(step);
  const { diagrams } = walk.flow.space;
  const among = (answered ? sets?.answered : sets?.arrive) ?? diagrams.no;
  return { set: diagrams.both(among, setOf(walk.flow, who)), answered, shows: () => true };
}

function atStep(proof: Proof, id: string, why: AtStep["why"] = null): AtStep {
  const { sets, flow } = proof.walk;
  return { proof, id, step: flow.definition.flow.steps[id], sets: sets.get(id), why } as AtStep;
}

describe("somebody who shows what is claimed", () => {
  const proof = proofOf(walkOf(SMALL));

  it("has a way, answers, outputs and times, in words too, and goes there in the engine's own walk", () => {
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

  it("where the claim is about answers given there, gives them", () => {
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

  it("shows nothing where the walk does not", () => {
    const witness = witnessOf(proof, { step: "last", ...whoever(proof, "last"), shows: () => false });
    expect([witness?.replayed, witness?.json.replayed]).toEqual([false, false]);
  });

  it("goes the way that is preferred", () => {
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

  it("is nobody of an empty set, where no answers come out so, and where a promise would be broken", () => {
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
        rules: { rich: must([["none", exactly]], { assumes: "f", onMissing: "allow" }) },
      }),
    );
    expect(witnessOf(promised, { step: "last", ...whoever(promised, "last") })).toBeNull();
  });
});

describe("what is said of a step", () => {
  const proof = proofOf(walkOf(SMALL));
  const claim: FindingSaying = { key: "dead-end", params: { step: "last" } };
  const pointer = "/steps/last";
  const file = "flows/small/flow.json";
  const said = ({ witness, ...finding }: Finding) => ({
    ...finding,
    who: witness === undefined ? null : [(witness as JsonObject).path, (witness as JsonObject).replayed],
  });
  const way = ["ask", "act", "last"];
  const finding = (severity: string, says: FindingSaying, who: unknown) =>
    expect.objectContaining({ file, pointer, severity, says, who });

  it("that nobody does it: an error, with somebody who comes there, if there is one", () => {
    const step = atStep(proof, "last");
    expect(said(nobody(step, { pointer, says: claim }, null))).toEqual(finding("error", claim, null));
    expect(said(nobody(step, { pointer, says: claim }, whoever(proof, "last")))).toEqual(
      finding("error", claim, [way, true]),
    );
    const empty = { ...whoever(proof, "last"), set: proof.walk.flow.space.diagrams.no };
    expect(said(nobody(step, { pointer, says: claim }, empty))).toEqual(finding("error", claim, null));
  });

  it("where not every value was tried, only that it is not proved, and why", () => {
    const why = { key: "why.values", params: { places: ["facts.f.p"] } } as const;
    const open: FindingSaying = { key: "not-proved.nobody", params: { claim, why } };
    expect(
      said(nobody(atStep(proof, "last", why), { pointer, says: claim }, whoever(proof, "last"))),
    ).toEqual(finding("warning", open, null));
  });

  it("that somebody does it: an error with her where the walk shows it, else a warning, or an error on an invariant", () => {
    const step = atStep(proof, "last");
    const shown = whoever(proof, "last");
    const unseen = { ...shown, shows: () => false };
    const empty = { ...shown, set: proof.walk.flow.space.diagrams.no };
    const open: FindingSaying = { key: "not-proved.somebody", params: { claim } };
    const of = (one: Shown, invariant?: boolean) =>
      said(somebody(step, { pointer, says: claim, ...(invariant === undefined ? {} : { invariant }) }, one));
    expect(of(shown)).toEqual(finding("error", claim, [way, true]));
    expect(of(shown, true)).toEqual(finding("error", claim, [way, true]));
    expect(of(unseen)).toEqual(finding("warning", open, [way, false]));
    expect(of(unseen, false)).toEqual(finding("warning", open, [way, false]));
    expect(of(unseen, true)).toEqual(finding("error", open, [way, false]));
    expect(of(empty)).toEqual(finding("warning", open, null));
    expect(of(empty, true)).toEqual(finding("error", open, null));
  });

  it("in its flow's file", () => expect(fileOf(proof)).toBe(file));
});

describe("what is read at a step", () => {
  it("is missing where nobody has given it yet; what was given, and what is given there, is as it is", () => {
    const proof = proofOf(
      walkOf({
        steps: {
          ask: { kind: "form", next: next("more") },
          more: { kind: "form", next: next("last") },
          last: {
            kind: "form",
            next: next(
              [{ or: [at("answers.ask.yes"), at("answers.more.yes"), at("answers.last.yes")] }, "done"],
              "out",
            ),
          },
          out: END,
          done: END,
        },
        forms: { ask: { yes: YES }, more: { yes: YES }, last: { yes: YES } },
      }),
    );
    const { flow } = proof.walk;
    const { space } = flow;
    const read = (step: string, path: string) =>
      people(flow, readAt(atStep(proof, step), space.diagramOf(flow.absent(path))));
    expect(["ask", "more", "last"].map((form) => read("more", `answers.${form}.yes`))).toEqual([
      ["answers.ask.yes=-"],
      ["answers.more.yes=-"],
      [""],
    ]);
  });

  const FROZEN: Small = {
    steps: {
      ask: { kind: "form", next: next([at("flags.on"), "act"], "more") },
      act: {
        kind: "effect",
        effect: "small.act",
        input: {},
        errors: { no: { to: "failed" } },
        next: next("more"),
      },
      more: { kind: "form", next: next("wait") },
      wait: {
        kind: "wait",
        for: "small.come",
        since: "more",
        within: "P1D",
        onTimeout: { to: "late" },
        next: next("last"),
      },
      last: { kind: "form", next: next("done") },
      late: END,
      failed: END,
      done: END,
    },
    forms: { ask: { yes: YES }, more: { yes: YES }, last: { yes: YES } },
    effects: { "small.act": {} },
    events: { "small.come": {} },
    flow: { flags: ["on"] },
  };

  it.each<readonly [form: string, step: string, frozen: boolean]>([
    ["ask", "ask", false],
    ["ask", "more", false],
    ["ask", "act", false],
    ["more", "wait", false],
    ["ask", "wait", false],
    ["ask", "last", true],
    ["more", "last", true],
    ["more", "late", true],
    ["ask", "failed", true],
    ["last", "last", false],
    ["last", "done", false],
    ["last", "ask", true],
  ])("answers of %s are seen at %s; frozen: %s", (form, step, frozen) => {
    expect(isFrozenAt(atStep(proofOf(walkOf(FROZEN)), step), form)).toBe(frozen);
  });
});

describe("values made of outputs, of rules' values and of answers are proved like others", () => {
  const form = (when: JsonObject): Small["steps"] => ({
    ask: { kind: "form", next: next([when, "done"], "out") },
    out: END,
    done: END,
  });
  const effect = { kind: "effect", effect: "small.act", input: {}, errors: {} };

  it("somebody has a value that is made of what an effect gave", () => {
    const more = { ">": [at("derived.total"), "5.00"] };
    const of: Small = {
      steps: {
        ask: { kind: "form", next: next("act") },
        act: { ...effect, next: next([more, "done"], "out") },
        out: END,
        done: END,
      },
      forms: { ask: { baht: BAHT } },
      effects: { "small.act": { baht: BAHT } },
      flow: { derived: { total: { fn: "sumBaht", args: ["effects.act.baht"] } } },
    };
    expect(prove(small(of))).toEqual([]);
  });

  it("somebody has a value that is made of what a rule says of her answers, or of flags", () => {
    const points = (logic: JsonObject) => ({
      value: { type: { type: "integer" }, logic: { if: [logic, 7, 2] } },
    });
    const of = (logic: JsonObject): Small => ({
      steps: form({ ">": [at("derived.total"), 5] }),
      forms: { ask: { yes: YES } },
      rules: { points: points(logic) },
      flow: {
        flags: ["on"],
        derived: { points: { rule: "points" }, total: { fn: "sum", args: ["derived.points"] } },
      },
    });
    expect(prove(small(of(at("answers.ask.yes"))))).toEqual([]);
    expect(prove(small(of(at("flags.on"))))).toEqual([]);
  });

  it("who breaks an invariant by what her answers make is made up and walked", () => {
    const of: Small = {
      steps: { ask: { kind: "form", next: next("act") }, act: { ...effect, next: next("done") }, done: END },
      forms: { ask: { n: N, m: N } },
      effects: { "small.act": {} },
      rules: { low: must([["none", { "<": [at("derived.sum"), 16] }]]) },
      flow: {
        invariants: [{ before: "act", rule: "low" }],
        derived: { sum: { fn: "sum", args: ["answers.ask.n", "answers.ask.m"] } },
      },
    };
    const [found, ...others] = prove(small(of));
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      code: "invariant-broken",
      witness: { answers: { ask: { n: 7, m: 9 } }, replayed: true },
    });
  });
});
