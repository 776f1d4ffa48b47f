import { describe, expect, it } from "vitest";
import { answersOf, type Supply, suppliersOf } from "../../../../engine/verify/prove/suppliers.ts";
import { at, BAHT, gone, must, TEXT, YES } from "../../fixtures/parts.ts";
import type { Small } from "../../fixtures/small-flow.ts";
import { when } from "../../flow/fixtures/shop.ts";
import { around, people, placesOf, spaceOf } from "./space.ts";

/** Returns the data paths that are supplied together, and the users who then have the values. */
function given(of: Small, which: (suppliers: ReturnType<typeof suppliersOf>) => Supply) {
  const flow = spaceOf(of);
  const { levels, law, reads } = which(suppliersOf(flow));
  return {
    places: placesOf(flow, levels),
    people: people(flow, law).toSorted(),
    ...(reads === law ? {} : { reads: people(flow, reads).toSorted() }),
  };
}

describe("the values that a step supplies", () => {
  it("a form supplies the answers that it asks for, and conditional answers only under their condition", () => {
    const form = {
      type: "object",
      properties: { yes: YES, code: TEXT },
      required: ["yes"],
      allOf: [when({ yes: true }, ["code"])],
    };
    const of = around([at("answers.ask.yes"), gone("answers.ask.code"), at("flags.on")], {
      forms: { ask: form },
      flow: { flags: ["on"] },
    });
    expect(given(of, ({ answers }) => answers("ask"))).toEqual({
      places: ["answers.ask.code", "answers.ask.yes"],
      people: ["answers.ask.yes=false answers.ask.code=-", "answers.ask.yes=true answers.ask.code=there"],
    });
  });

  it("a step supplies no values if no step reads them, or if the step asks nothing", () => {
    const of = around([at("effects.act.ok")]);
    const nothing = { places: [], people: [""] };
    expect(given(of, ({ answers }) => answers("ask"))).toEqual(nothing);
    expect(given(of, ({ answers }) => answers("act"))).toEqual(nothing);
    expect(given(of, ({ output }) => output("ask"))).toEqual(nothing);
  });

  it("an effect supplies its output, of which parts may be missing, and values derived from the output", () => {
    const of = around([at("effects.act.ok"), { ">": [at("derived.total"), "5.00"] }, gone("derived.other")], {
      outputs: { "small.act": { "ok?": YES, baht: BAHT } },
      facts: { f: { bps: { type: "integer" } } },
      flow: {
        derived: {
          total: { fn: "sumBaht", args: ["effects.act.baht"] },
          other: { fn: "fee", args: ["answers.ask.baht", "facts.f.bps"] },
        },
      },
      forms: { ask: { baht: BAHT } },
    });
    expect(given(of, ({ output }) => output("act"))).toEqual({
      places: ["derived.total", "effects.act.baht", "effects.act.ok"],
      people: ["effects.act.ok=true/false/- derived.total=0.00/5.00/5.01 effects.act.baht=there"].map((one) =>
        one.replace("effects.act.ok=true/false/- ", ""),
      ),
    });
    expect(given(of, ({ output }) => output("sort"))).toEqual({ places: [], people: [""] });
  });
});

describe("the values that a fact supplies", () => {
  const p = at("facts.f.p");
  const q = at("facts.f.q");
  const fact = (of: Small) => given(of, (suppliers) => suppliers.fact("f"));

  it("a fact supplies its required properties, and may supply its optional ones", () => {
    expect(fact(around([p, q], { facts: { f: { p: YES, "q?": YES } } }))).toEqual({
      places: ["facts.f", "facts.f.p", "facts.f.q"],
      people: ["facts.f.p=true/false facts.f=there"],
    });
  });

  it("a fact that may be absent may supply no values", () => {
    expect(fact(around([p], { facts: { f: { p: YES } }, absent: ["f"] })).people).toEqual([
      "facts.f.p=- facts.f=-",
      "facts.f.p=true/false facts.f=there",
    ]);
  });

  it("a fact supplies no values as long as the answer on which it depends is missing", () => {
    const args = { f: { code: "answers.ask.code" } };
    const forms = { ask: { code: TEXT } };
    expect(fact(around([p], { facts: { f: { p: YES } }, args, forms })).people).toEqual([
      "answers.ask.code=- facts.f.p=- facts.f=-",
      "answers.ask.code=there facts.f.p=true/false facts.f=there",
    ]);
    expect(fact(around([p], { facts: { f: { p: YES } }, args, forms, absent: ["f"] })).people).toEqual([
      "answers.ask.code=- facts.f.p=- facts.f=-",
      "answers.ask.code=there facts.f.p=- facts.f=-",
      "answers.ask.code=there facts.f.p=true/false facts.f=there",
    ]);
  });

  it("a fact that depends on two answers supplies no values until both answers are given", () => {
    const args = { f: { code: "answers.ask.code", name: "answers.ask.name" } };
    const forms = { ask: { code: TEXT, name: TEXT } };
    expect(fact(around([p], { facts: { f: { p: YES } }, args, forms })).people).toEqual([
      "answers.ask.code=- facts.f.p=- facts.f=-",
      "answers.ask.code=there answers.ask.name=- facts.f.p=- facts.f=-",
      "answers.ask.code=there answers.ask.name=there facts.f.p=true/false facts.f=there",
    ]);
  });

  it("a fact supplies only its presence if nothing reads more of the fact", () => {
    const of = around([gone("facts.f")], { facts: { f: { p: YES } }, absent: ["f"] });
    expect(fact(of)).toEqual({ places: ["facts.f"], people: [""] });
    expect(suppliersOf(spaceOf(of)).facts).toEqual(["f"]);
  });

  it("a fact that nothing reads supplies no values", () => {
    expect(fact(around([at("answers.ask.yes")], { facts: { f: { p: YES } } }))).toEqual({
      places: [],
      people: [""],
    });
  });

  const fair = { fair: must({ or: [{ "!": [p] }, q] }, { assumes: "f", onMissing: "allow" }) };

  it("a fact's values satisfy its assumptions, but properties that only an assumption names may be unknown", () => {
    expect(fact(around([p], { facts: { f: { p: YES, q: YES } }, rules: fair, absent: ["f"] }))).toEqual({
      places: ["facts.f", "facts.f.p", "facts.f.q"],
      people: [
        "facts.f.p=- facts.f.q=- facts.f=-",
        "facts.f.p=false facts.f.q=true/false facts.f=there",
        "facts.f.p=true facts.f.q=true facts.f=there",
      ],
      reads: ["facts.f.p=- facts.f.q=- facts.f=-", "facts.f.p=true/false facts.f.q=true/false facts.f=there"],
    });
  });

  it("the possible values of a fact satisfy the schema and the assumptions", () => {
    const more = {
      facts: { f: { p: YES, q: YES }, g: { p: YES } },
      rules: { ...fair, other: must(at("facts.g.p"), { assumes: "g", onMissing: "allow" }) },
    };
    const flow = spaceOf(around([p], more));
    expect(people(flow, answersOf(flow, "f")).toSorted()).toEqual([
      "facts.f.p=false facts.f.q=true/false",
      "facts.f.p=true facts.f.q=true",
    ]);
    expect(people(flow, answersOf(flow, "g"))).toEqual(["facts.g.p=true"]);
  });
});
