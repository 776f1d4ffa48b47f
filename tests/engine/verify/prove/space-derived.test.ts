import { describe, expect, it } from "vitest";
import { functions } from "../../../../domain/functions.ts";
import type { JsonObject } from "../../../../engine/values/json.ts";
import { basesOf, suppliersOf } from "../../../../engine/verify/prove/suppliers.ts";
import { at, BAHT, DATE, form, gone, TEXT, YES } from "../../fixtures/parts.ts";
import type { Small } from "../../fixtures/small-flow.ts";
import { around, placesOf, spaceOf } from "./space.ts";

describe("the computation of a derived value", () => {
  const ARGS: { readonly [fn: string]: readonly string[] } = {
    age: ["date", "date"],
    fee: ["baht", "number"],
    vat: ["baht", "number"],
    net: ["baht", "baht", "baht"],
    units: ["baht", "units"],
    unitsSold: ["baht", "nav", "units"],
    worth: ["units", "nav"],
    costOf: ["baht", "units", "units"],
    profitFee: ["baht", "baht", "number"],
    switchInFee: ["baht", "number"],
    netOfSwitch: ["baht", "baht", "baht", "baht", "baht"],
    swing: ["baht", "number"],
    suitabilityScore: ["number"],
    sum: ["number"],
    sumBaht: ["baht"],
    maxOf: ["number"],
    count: ["list"],
  };
  /** Functions that always return a value if all their arguments are present. */
  const ALWAYS = [
    ...["age", "fee", "vat", "sumBaht", "count"],
    ...["unitsSold", "worth", "costOf", "profitFee", "switchInFee", "swing"],
  ];
  const FIELDS: JsonObject = {
    "date?": DATE,
    "baht?": BAHT,
    "number?": { type: "integer" },
    "units?": { type: "string", format: "units" },
    "nav?": { type: "string", format: "nav" },
    "list?": { type: "array", items: TEXT },
  };

  it.each(Object.keys(functions))(
    "the function %s gives a derived value only if all arguments are present",
    (fn) => {
      const args = [...new Set((ARGS[fn] ?? []).map((name) => `answers.ask.${name}`))];
      const flow = spaceOf(
        around([gone("derived.made")], {
          forms: { ask: FIELDS },
          flow: { derived: { made: { fn, args: (ARGS[fn] ?? []).map((name) => `answers.ask.${name}`) } } },
        }),
      );
      const { levels, law } = suppliersOf(flow).derived("made");
      expect(placesOf(flow, levels)).toEqual(["derived.made"]);
      const { diagrams, variables } = flow.space;
      /**
       * Returns whether the value can be present, and whether it can be missing, if this argument is missing
       * (or none is).
       */
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
    },
  );

  /** Functions of answers, facts, switches, outputs and rules, not sorted by dependency. */
  const FEES = around(
    [gone("derived.bill"), gone("derived.flagged"), gone("derived.fixed"), gone("derived.got")],
    {
      forms: { ask: { baht: BAHT, yes: YES, code: TEXT } },
      facts: { f: { bps: { type: "integer" } }, g: { p: YES } },
      args: { g: { code: "answers.ask.code" } },
      outputs: { "small.act": { baht: BAHT } },
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

  it("derived values are computed after the derived values that they use, also through rules", () => {
    const suppliers = suppliersOf(spaceOf(FEES));
    expect(suppliers.functions).toEqual(["fee", "fixed", "scored", "vat", "bill", "flagged", "got"]);
    expect(suppliers.facts).toEqual(["f"]);
  });

  it("a derived value depends on answers, facts and outputs, also through further derived values and rules", () => {
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

  it("a derived value is computed when the values behind it become known: at the start, a form, an effect or a receipt", () => {
    const flow = spaceOf(FEES);
    const suppliers = suppliersOf(flow);
    const made = (from: Parameters<typeof suppliers.madeOf>[1]) =>
      suppliers.functions.filter((name) => suppliers.madeOf(name, from));
    expect(made({ facts: new Set(["f"]) })).toEqual(["fee", "fixed", "scored", "vat", "bill", "flagged"]);
    expect(made({ facts: new Set(["g"]) })).toEqual(["fixed", "scored", "vat", "bill", "flagged"]);
    expect(made({ step: "ask", facts: new Set(["g"]) })).toEqual(["fee", "scored", "vat", "bill"]);
    expect(made({ step: "act", facts: new Set() })).toEqual([]);
    expect(made({ step: "act", facts: new Set(["f"]) })).toEqual(["fee", "scored", "vat", "bill"]);
    expect(placesOf(flow, suppliers.output("act").levels)).toEqual(["derived.got", "effects.act.baht"]);
    expect(placesOf(flow, suppliers.output("ask").levels)).toEqual([]);
  });

  it("a fact becomes known at the step whose answers it needs; a switch is known from the start", () => {
    const more: Small = { ...FEES, forms: { ...FEES.forms, "ask-more": { code: TEXT } } };
    const flow = spaceOf({
      ...more,
      steps: { "ask-more": form("ask"), ...more.steps },
      facts: { ...more.facts, h: { p: YES } },
      args: { ...more.args, h: { code: "answers.ask-more.code" } },
      flow: { ...more.flow, flags: ["on", "unread"] },
    });
    const suppliers = suppliersOf(flow);
    expect(["ask", "ask-more", "act"].map(suppliers.factsOf)).toEqual([["g"], ["h"], []]);
    expect(placesOf(flow, suppliers.flags)).toEqual(["flags.on"]);
  });
});
