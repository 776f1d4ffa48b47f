import { describe, expect, it } from "vitest";
import { derivedFunctions } from "../../../engine/flow/derived.ts";
import type { Json, JsonObject } from "../../../engine/values/json.ts";
import { answersOf, basesOf, type Gift, giversOf } from "../../../engine/verify/prove/givers.ts";
import { when } from "../flow/fixtures/shop.ts";
import {
  at,
  BAHT,
  DATE,
  END,
  gone,
  must,
  next,
  people,
  placesOf,
  type Small,
  spaceOf,
  TEXT,
  YES,
} from "./prove-space.ts";

/** A form, an effect and a place to sort people behind them by these conditions. */
const around = (conditions: readonly Json[], more: Omit<Small, "steps"> = {}): Small => ({
  forms: { ask: { yes: YES } },
  effects: { "small.act": { ok: YES } },
  ...more,
  steps: {
    ask: { kind: "form", next: next("act") },
    act: { kind: "effect", effect: "small.act", input: {}, errors: {}, next: next("sort") },
    sort: { kind: "decide", next: next(...conditions.map((one) => [one, "done"] as const), "done") },
    done: END,
  },
});

/** What is given together, and who has it then. */
function given(of: Small, which: (givers: ReturnType<typeof giversOf>) => Gift) {
  const flow = spaceOf(of);
  const { levels, law, reads } = which(giversOf(flow));
  return {
    places: placesOf(flow, levels),
    people: people(flow, law).toSorted(),
    ...(reads === law ? {} : { reads: people(flow, reads).toSorted() }),
  };
}

describe("what a step gives", () => {
  it("answers as the schema of the form asks them, those that hang on others only with them", () => {
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

  it("nothing that nobody reads, and nothing where nothing is asked", () => {
    const of = around([at("effects.act.ok")]);
    const nothing = { places: [], people: [""] };
    expect(given(of, ({ answers }) => answers("ask"))).toEqual(nothing);
    expect(given(of, ({ answers }) => answers("act"))).toEqual(nothing);
    expect(given(of, ({ output }) => output("ask"))).toEqual(nothing);
  });

  it("an effect its output, of which some may be missing, and what is made of it", () => {
    const of = around([at("effects.act.ok"), { ">": [at("derived.total"), "5.00"] }, gone("derived.other")], {
      effects: { "small.act": { "ok?": YES, baht: BAHT } },
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

describe("what is given of a fact", () => {
  const p = at("facts.f.p");
  const q = at("facts.f.q");
  const fact = (of: Small) => given(of, (givers) => givers.fact("f"));

  it("all that it requires, and the rest or not", () => {
    expect(fact(around([p, q], { facts: { f: { p: YES, "q?": YES } } }))).toEqual({
      places: ["facts.f", "facts.f.p", "facts.f.q"],
      people: ["facts.f.p=true/false facts.f=there"],
    });
  });

  it("or nothing at all where there may be nothing to say", () => {
    expect(fact(around([p], { facts: { f: { p: YES } }, absent: ["f"] })).people).toEqual([
      "facts.f.p=- facts.f=-",
      "facts.f.p=true/false facts.f=there",
    ]);
  });

  it("nothing as long as the answer is missing on which it hangs", () => {
    const args = { f: { code: "answers.ask.code" } };
    const forms = { ask: { code: TEXT } };
    expect(fact(around([p], { facts: { f: { p: YES } }, args, forms })).people).toEqual([
      "facts.f.p=- facts.f=- answers.ask.code=-",
      "facts.f.p=true/false facts.f=there answers.ask.code=there",
    ]);
    expect(fact(around([p], { facts: { f: { p: YES } }, args, forms, absent: ["f"] })).people).toEqual([
      "facts.f.p=- facts.f=-",
      "facts.f.p=true/false facts.f=there answers.ask.code=there",
    ]);
  });

  it("where it hangs on two answers, both", () => {
    const args = { f: { code: "answers.ask.code", name: "answers.ask.name" } };
    const forms = { ask: { code: TEXT, name: TEXT } };
    expect(fact(around([p], { facts: { f: { p: YES } }, args, forms })).people).toEqual([
      "facts.f.p=- facts.f=- answers.ask.code=-",
      "facts.f.p=- facts.f=- answers.ask.code=there answers.ask.name=-",
      "facts.f.p=true/false facts.f=there answers.ask.code=there answers.ask.name=there",
    ]);
  });

  it("whether it is there where nothing else of it is read", () => {
    const of = around([gone("facts.f")], { facts: { f: { p: YES } }, absent: ["f"] });
    expect(fact(of)).toEqual({ places: ["facts.f"], people: [""] });
    expect(giversOf(spaceOf(of)).facts).toEqual(["f"]);
  });

  it("nothing where nobody reads it", () => {
    expect(fact(around([at("answers.ask.yes")], { facts: { f: { p: YES } } }))).toEqual({
      places: [],
      people: [""],
    });
  });

  const fair = { fair: must([["none", { or: [{ "!": [p] }, q] }]], { assumes: "f", onMissing: "allow" }) };

  it("only what is promised of it; yet what a promise alone names need not be known with it", () => {
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

  it("its provider answers what its schema and the promises about it allow", () => {
    const more = {
      facts: { f: { p: YES, q: YES }, g: { p: YES } },
      rules: { ...fair, other: must([["none", at("facts.g.p")]], { assumes: "g", onMissing: "allow" }) },
    };
    const flow = spaceOf(around([p], more));
    expect(people(flow, answersOf(flow, "f")).toSorted()).toEqual([
      "facts.f.p=false facts.f.q=true/false",
      "facts.f.p=true facts.f.q=true",
    ]);
    expect(people(flow, answersOf(flow, "g"))).toEqual(["facts.g.p=true"]);
  });
});

describe("what is given of a derived value", () => {
  const ARGS: { readonly [fn: string]: readonly string[] } = {
    age: ["date", "date"],
    fee: ["baht", "number"],
    vat: ["baht", "number"],
    net: ["baht", "baht", "baht"],
    units: ["baht", "units"],
    suitabilityScore: ["number"],
    sum: ["number"],
    sumBaht: ["baht"],
    maxOf: ["number"],
    count: ["list"],
  };
  /** Functions that always have something to say where all that they are made of is there. */
  const ALWAYS = ["age", "fee", "vat", "sumBaht", "count"];
  const FIELDS: JsonObject = {
    "date?": DATE,
    "baht?": BAHT,
    "number?": { type: "integer" },
    "units?": { type: "string", format: "units" },
    "list?": { type: "array", items: TEXT },
  };

  it.each(Object.keys(derivedFunctions))("%s is there only where all is that it is made of", (fn) => {
    const args = [...new Set((ARGS[fn] ?? []).map((name) => `answers.ask.${name}`))];
    const flow = spaceOf(
      around([gone("derived.made")], {
        forms: { ask: FIELDS },
        flow: { derived: { made: { fn, args: (ARGS[fn] ?? []).map((name) => `answers.ask.${name}`) } } },
      }),
    );
    const { levels, law } = giversOf(flow).derived("made");
    expect(placesOf(flow, levels)).toEqual(["derived.made"]);
    const { diagrams, variables } = flow.space;
    /** Whether it may be there, and whether it may be missing, where this argument is missing or none is. */
    const may = (missing: string | null) =>
      [true, false].map((there) => {
        const cells = variables.map(({ path, cells: all }, level): [number, number] => {
          const present = path === "derived.made" ? there : path !== missing;
          return [level, present ? 0 : all.length - 1];
        });
        return diagrams.fix(law, new Map(cells)) === diagrams.yes;
      });
    expect(may(null)).toEqual([true, !ALWAYS.includes(fn)]);
    expect(args.map(may)).toEqual(args.map(() => [false, true]));
  });

  /** Functions over answers, facts, flags, outputs and rules, written in no order of their making. */
  const FEES = around(
    [gone("derived.bill"), gone("derived.flagged"), gone("derived.fixed"), gone("derived.got")],
    {
      forms: { ask: { baht: BAHT, yes: YES, code: TEXT } },
      facts: { f: { bps: { type: "integer" } }, g: { p: YES } },
      args: { g: { code: "answers.ask.code" } },
      effects: { "small.act": { baht: BAHT } },
      rules: {
        points: {
          value: {
            type: { type: "integer" },
            logic: { if: [at("answers.ask.yes"), 1, { "+": [at("facts.f.bps"), at("derived.fixed")] }] },
          },
        },
        flagged: { value: { type: { type: "integer" }, logic: { if: [at("flags.on"), 1, 2] } } },
        never: { value: { type: { type: "integer" }, logic: 5 } },
      },
      flow: {
        flags: ["on"],
        derived: {
          bill: { fn: "net", args: ["answers.ask.baht", "derived.vat", "derived.fee"] },
          vat: { fn: "vat", args: ["derived.fee", "derived.scored"] },
          fee: { fn: "fee", args: ["answers.ask.baht", "facts.f.bps"] },
          scored: { fn: "sum", args: ["derived.points", "derived.points"] },
          points: { rule: "points" },
          flags: { rule: "flagged" },
          flagged: { fn: "sum", args: ["derived.flags"] },
          never: { rule: "never" },
          fixed: { fn: "sum", args: ["derived.never"] },
          got: { fn: "sumBaht", args: ["effects.act.baht"] },
          unread: { fn: "sumBaht", args: ["answers.ask.baht"] },
        },
      },
    },
  );

  it("each that somebody reads is made after those that it is made of, over rules too", () => {
    const givers = giversOf(spaceOf(FEES));
    expect(givers.functions).toEqual(["fee", "fixed", "scored", "vat", "bill", "flagged", "got"]);
    expect(givers.facts).toEqual(["f"]);
  });

  it("what it is made of in the end is known, over other values and rules", () => {
    const { definition } = spaceOf(FEES);
    expect(
      Object.keys(definition.flow.derived).map((name) => [name, basesOf(definition, name).toSorted()]),
    ).toEqual([
      ["bill", ["answers.ask.baht", "answers.ask.yes", "facts.f.bps"]],
      ["vat", ["answers.ask.baht", "answers.ask.yes", "facts.f.bps"]],
      ["fee", ["answers.ask.baht", "facts.f.bps"]],
      ["scored", ["answers.ask.yes", "facts.f.bps"]],
      ["points", ["answers.ask.yes", "facts.f.bps"]],
      ["flags", []],
      ["flagged", []],
      ["never", []],
      ["fixed", []],
      ["got", ["effects.act.baht"]],
      ["unread", ["answers.ask.baht"]],
    ]);
  });

  it("it is made at the start and at receipts of facts and flags, at a form of its answers, when done of outputs", () => {
    const flow = spaceOf(FEES);
    const givers = giversOf(flow);
    const made = (from: Parameters<typeof givers.madeOf>[1]) =>
      givers.functions.filter((name) => givers.madeOf(name, from));
    expect(made({ facts: new Set(["f"]) })).toEqual(["fee", "fixed", "scored", "vat", "bill", "flagged"]);
    expect(made({ facts: new Set(["g"]) })).toEqual(["fixed", "flagged"]);
    expect(made({ step: "ask", facts: new Set(["g"]) })).toEqual(["fee", "scored", "vat", "bill"]);
    expect(made({ step: "act", facts: new Set() })).toEqual([]);
    expect(made({ step: "act", facts: new Set(["f"]) })).toEqual(["fee", "scored", "vat", "bill"]);
    expect(placesOf(flow, givers.output("act").levels)).toEqual(["derived.got", "effects.act.baht"]);
    expect(placesOf(flow, givers.output("ask").levels)).toEqual([]);
  });

  it("facts hang on the step of their answers, and flags on nothing", () => {
    const more: Small = { ...FEES, forms: { ...FEES.forms, "ask-more": { code: TEXT } } };
    const flow = spaceOf({
      ...more,
      steps: { "ask-more": { kind: "form", next: next("ask") }, ...more.steps },
      facts: { ...more.facts, h: { p: YES } },
      args: { ...more.args, h: { code: "answers.ask-more.code" } },
      flow: { ...more.flow, flags: ["on", "unread"] },
    });
    const givers = giversOf(flow);
    expect(["ask", "ask-more", "act"].map(givers.factsOf)).toEqual([["g"], ["h"], []]);
    expect(placesOf(flow, givers.flags)).toEqual(["flags.on"]);
  });
});
