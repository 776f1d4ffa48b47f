import { describe, expect, it } from "vitest";
import type { Definition } from "../../../../engine/flow/index.ts";
import type { Json, JsonObject } from "../../../../engine/values/json.ts";
import { checkLanguage } from "../../../../engine/verify/lint/check-language.ts";
import { checkMeanings } from "../../../../engine/verify/lint/check-meanings.ts";
import { checkMends, checkRoutes } from "../../../../engine/verify/lint/check-routes.ts";
import { checkSameWords } from "../../../../engine/verify/lint/check-same-words.ts";
import { checkScores } from "../../../../engine/verify/lint/check-scores.ts";
import { checkThresholds } from "../../../../engine/verify/lint/check-thresholds.ts";
import type { Fault } from "../../../../engine/verify/lint/fault.ts";
import { answerPlacesBehind } from "../../../../engine/verify/model/index.ts";
import {
  at,
  atLeast,
  BAHT,
  END,
  effect,
  form,
  is,
  must,
  TEXT,
  value,
  WHOLE,
  YES,
} from "../../fixtures/parts.ts";
import { objectOf, type Small, small } from "../../fixtures/small-flow.ts";

const told = (faults: readonly Fault[]) => faults.map(({ pointer, says }) => [pointer, says.key]);
const fileOf = (rule: string) => `${rule}.json`;

/** Returns a flow with a form followed by an effect. */
const acting = (of: Omit<Small, "steps">, act: JsonObject) =>
  small({ ...of, steps: { ask: form("act"), act: { ...effect({}, "done"), ...act }, done: END } });

describe("the check of meanings", () => {
  const meant = (means: string) => ({ ...TEXT, means });
  const given = (input: JsonObject, wanted: JsonObject, asked: JsonObject) =>
    told(checkMeanings(acting({ forms: { ask: asked }, inputs: { "small.act": wanted } }, { input })));

  it.each<readonly [what: string, wanted: JsonObject, asked: JsonObject, faults: readonly Json[]]>([
    ["a value with the same meaning", { x: meant("a") }, { x: meant("a") }, []],
    [
      "a value with another meaning",
      { x: meant("a") },
      { x: meant("b") },
      [["/steps/act/input/x", "input-meaning"]],
    ],
    [
      "a value without a meaning",
      { x: meant("a") },
      { x: TEXT },
      [["/steps/act/input/x", "input-meaning.unsaid"]],
    ],
    ["any value if the input has no meaning", { x: TEXT }, { x: meant("b") }, []],
  ])(
    "the check of meanings gives the expected findings if an effect's input gets %s",
    (_, wanted, asked, faults) => {
      expect(given({ x: "answers.ask.x" }, wanted, asked)).toEqual(faults);
    },
  );

  it.each<readonly [what: string, args: readonly string[], faults: readonly Json[]]>([
    ["in order", ["answers.ask.sum", "derived.fee", "derived.vat"], []],
    ["of which one has no meaning", ["answers.ask.more", "derived.fee", "derived.vat"], []],
    [
      "that were exchanged",
      ["derived.fee", "answers.ask.sum", "derived.vat"],
      [
        ["/derived/net/args/0", "argument-meaning"],
        ["/derived/net/args/1", "argument-meaning"],
      ],
    ],
  ])(
    "the check of meanings gives the expected findings if a function's arguments are %s",
    (_, args, faults) => {
      const derived = {
        fee: { fn: "fee", args: ["answers.ask.sum", "answers.ask.rate"] },
        vat: { fn: "vat", args: ["derived.fee", "answers.ask.rate"] },
        net: { fn: "net", args },
        made: { rule: "made" },
        none: { fn: "none", args: ["derived.nothing", "derived.made"] },
      };
      const asked = { sum: { ...BAHT, means: "amount" }, more: BAHT, rate: WHOLE };
      const rules = { made: value({ type: "integer", means: "fee-rate" }, at("answers.ask.rate")) };
      expect(told(checkMeanings(acting({ flow: { derived }, forms: { ask: asked }, rules }, {})))).toEqual(
        faults,
      );
    },
  );

  it("the check of meanings compares an input with the meaning of the rule that supplies its value", () => {
    const rules = { made: value({ type: "integer", means: "rate" }, at("answers.ask.rate")) };
    const of = (means: string) => ({
      flow: { derived: { made: { rule: "made" } } },
      forms: { ask: { rate: WHOLE } },
      inputs: { "small.act": { x: { ...WHOLE, means } } },
      rules,
    });
    const input = { x: "derived.made" };
    expect(told(checkMeanings(acting(of("rate"), { input })))).toEqual([]);
    expect(told(checkMeanings(acting(of("fee"), { input })))).toEqual([
      ["/steps/act/input/x", "input-meaning"],
    ]);
  });
});

describe("the check that an error reopens only input of the effect", () => {
  const facts = { stock: { left: WHOLE } };
  const contested = (route: JsonObject, input: JsonObject = { x: "answers.ask.x" }) =>
    told(
      checkRoutes(
        acting(
          {
            forms: { ask: { x: TEXT, y: TEXT, "z?": objectOf({ in: TEXT }) } },
            facts,
            args: { stock: { of: "answers.ask.y" } },
            inputs: { "small.act": {} },
          },
          { input, errors: { no: route } },
        ),
      ),
    );
  const at = "/steps/act/errors/no/field";

  it.each<readonly [what: string, route: JsonObject, input: JsonObject | undefined, faults: readonly Json[]]>(
    [
      ["accepts an answer that is an input", { reopen: "ask", field: "x" }, undefined, []],
      [
        "accepts an argument of a fact that is an input",
        { reopen: "ask", field: "y" },
        { n: "facts.stock.left" },
        [],
      ],
      ["accepts a part of an input", { reopen: "ask", field: "z.in" }, { z: "answers.ask.z" }, []],
      [
        "reports an answer that is not an input",
        { reopen: "ask", field: "y" },
        undefined,
        [[at, "contested-not-given"]],
      ],
      [
        "reports a field that does not exist",
        { reopen: "ask", field: "x.in" },
        undefined,
        [[at, "unknown-field"]],
      ],
      [
        "reports a reopened step without a field",
        { reopen: "ask" },
        undefined,
        [["/steps/act/errors/no", "reopen-without-field"]],
      ],
      ["accepts an error that reopens nothing", { to: "done" }, undefined, []],
    ],
  )("gives the expected verdict: %s", (_, route, input, faults) => {
    expect(contested(route, input)).toEqual(faults);
  });

  it("a clause may refer the user only to data that the clause reads, directly or through derived values", () => {
    const rules = (mend: string) => ({ ok: must([[mend, atLeast("derived.all", 1)]]) });
    const mends = (mend: string) =>
      told(
        checkMends(
          small({
            steps: { ask: { ...form("done"), check: ["ok"] }, done: END },
            forms: { ask: { x: WHOLE, y: WHOLE } },
            flow: { derived: { all: { fn: "sum", args: ["answers.ask.x"] } } },
            rules: rules(mend),
          }),
          fileOf,
        ),
      );
    expect(mends("answers.ask.x")).toEqual([]);
    expect(mends("answers.ask.y")).toEqual([["/must/0/mend", "mend-not-read"]]);
    for (const elsewhere of ["none", "flow:other", "answers.other.y"]) expect(mends(elsewhere)).toEqual([]);
  });
});

describe("the check that a sum counts every value exactly once", () => {
  const score = { type: "integer", enum: [1, 2] };
  const counted = (plus: Json, more: JsonObject = {}) =>
    told(
      checkScores(
        small({
          steps: { ask: form("done"), done: END },
          forms: { ask: { x: score, y: { type: "array", items: score }, z: WHOLE } },
          flow: { derived: { all: { rule: "all" }, ...more } },
          rules: { all: value({ type: "integer" }, { "+": plus }) },
        }),
        fileOf,
      ),
    );
  const x = at("answers.ask.x");
  const y = { if: [{ in: [2, at("answers.ask.y")] }, 2, 1] };

  it.each<readonly [what: string, plus: Json, derived: JsonObject | undefined, faults: readonly Json[]]>([
    ["accepts a sum of each value", [x, y], undefined, []],
    ["reports a value that is counted twice", [x, y, x], undefined, [["/value/logic/+/2", "counted-twice"]]],
    [
      "reports a value that is counted twice, once of these in a nested sum",
      [y, x, { "*": [2, x] }],
      undefined,
      [["/value/logic/+/2", "counted-twice"]],
    ],
    ["reports a sum that omits some options", [x, 1], undefined, [["/properties/y", "not-counted"]]],
    ["accepts a sum without any of the options", [at("answers.ask.z"), 1], undefined, []],
    [
      "accepts a sum with the other options in a nested sum",
      [x, at("derived.rest")],
      { rest: { fn: "sum", args: ["answers.ask.y"] } },
      [],
    ],
    [
      "reports a function that gets one value twice",
      [x, y],
      { more: { fn: "sum", args: ["answers.ask.z", "answers.ask.z"] } },
      [["/derived/more/args/1", "counted-twice"]],
    ],
  ])("gives the expected verdict: %s", (_, plus, derived, faults) => {
    expect(counted(plus, derived)).toEqual(faults);
  });
});

/** Returns a definition with these texts in both languages, by key relative to the form. */
function texts(definition: Definition, th: JsonObject, en: JsonObject = th): Definition {
  const whole = (ask: JsonObject) => ({ small: { small: { ask } } });
  return { ...definition, texts: { th: whole(th), en: whole(en) } as never };
}

describe("the check that texts of alternatives are different", () => {
  const word = { type: "string", enum: ["a", "b"] };
  const fields = {
    x: word,
    "y?": objectOf({ in: TEXT, out: TEXT }),
    list: { type: "array", items: objectOf({ in: TEXT, out: TEXT }) },
  };
  const flow = small({ forms: { ask: fields }, steps: { ask: form("done"), done: END } });
  const alike = (ask: JsonObject) =>
    checkSameWords(texts(flow, ask, {})).map(({ file, pointer, says }) => [file, pointer, says.key]);
  const found = (pointer: string) => [["locales/th/small.json", `/small/ask/${pointer}`, "same-words"]];

  it.each<readonly [what: string, ask: JsonObject, pointer: string | null]>([
    ["compares the options of one question", { x: { options: { a: "ใช่", b: " ใช่ " } } }, "x/options/b"],
    ["compares the labels of one form", { x: { label: "ก" }, y: { label: "ก" } }, "y/label"],
    ["compares the labels in a group", { y: { in: { label: "ก" }, out: { label: "ก" } } }, "y/out/label"],
    [
      "compares the labels in a list",
      { list: { items: { in: { label: "A" }, out: { label: "a" } } } },
      "list/items/out/label",
    ],
    ["ignores a label that equals an option", { x: { label: "ก", options: { a: "ก" } } }, null],
    [
      "ignores a label in a group that equals one outside",
      { x: { label: "ก" }, y: { in: { label: "ก" } } },
      null,
    ],
  ])("gives the expected verdict: %s", (_, ask, pointer) => {
    expect(alike(ask)).toEqual(pointer === null ? [] : found(pointer));
  });

  it("allows equal labels for two fields if a user is asked for only one of them", () => {
    const when = (name: string, word: string) => ({
      if: { properties: { x: { const: word } }, required: ["x"] },
      // biome-ignore lint/suspicious/noThenProperty: a schema's own word.
      then: { required: [name] },
    });
    const schema = {
      ...objectOf({ x: word, "a?": TEXT, "b?": TEXT }),
      allOf: [when("a", "a"), when("b", "b")],
    };
    const either = small({ forms: { ask: schema }, steps: { ask: form("done"), done: END } });
    expect(checkSameWords(texts(either, { a: { label: "ก" }, b: { label: "ก" } }))).toEqual([]);
  });
});

describe("the check that each text is in the right language", () => {
  const flow = small({ forms: { ask: {} }, steps: { ask: form("done"), done: END } });
  const foreign = (th: string, en: string) =>
    checkLanguage(texts(flow, { title: th }, { title: en }), { terms: ["Saphan", "True Money"] }).map(
      ({ file, says }) => [file, (says as { readonly params: JsonObject }).params.found],
    );

  it.each<readonly [th: string, en: string, found: readonly Json[]]>([
    ["ตั้ง PIN", "Set a PIN", []],
    ["Saphan", "Saphan", []],
    ["PIN 6", "A PIN of 6", []],
    ["True Money {{name}} x@example.com ./a:b", "True Money", []],
    ["ใช้ Google Play Store ได้", "With Google Play Store", []],
    ["Set it", "Set it", [["locales/th/small.json", "Set it"]]],
    ["ใช้ it to confirm all orders", "x", [["locales/th/small.json", "it to confirm all orders"]]],
    ["ตั้ง", "Set ตั้ง", [["locales/en/small.json", "ตั้ง"]]],
  ])("gives the expected findings for the Thai text “%s” and the English text “%s”", (th, en, found) => {
    expect(foreign(th, en)).toEqual(found);
  });
});

describe("the check that a text contains the number that decides", () => {
  const flow = (logic: Json, fields: JsonObject = { n: WHOLE }) => {
    const rules = {
      ok: { ...must([logic]), must: [{ id: "c", reason: "small:small.ask.reason", mend: "none", logic }] },
      low: must([atLeast("answers.ask.n", 7)]),
    };
    return small({
      forms: { ask: fields },
      rules,
      steps: { ask: { ...form("done"), check: ["ok"] }, done: END },
    });
  };
  const wrong = (definition: Definition, ask: JsonObject) =>
    checkThresholds(texts(definition, ask, {})).map(({ pointer, says }) => [
      pointer,
      (says as { readonly params: JsonObject }).params,
    ]);
  const n = at("answers.ask.n");

  it.each<readonly [text: string, logic: Json, limits: readonly string[] | null]>([
    ["ต้องมีอายุ ๒๐ ปี", { ">=": [n, 20] }, null],
    ["ต้องมีอายุ 18 ปี", { ">=": [n, 20] }, ["20"]],
    ["ตั้งแต่ 20", { ">": [n, 19] }, null],
    ["ตั้งแต่ 21", { ">": [n, 19] }, ["18", "19", "20"]],
    ["อย่างน้อย 10,000 บาท", { "<=": ["10000.00", n] }, null],
    ["อย่างน้อย 1,000 บาท", { "<=": ["10000.00", n] }, ["10000"]],
    ["ตามมาตรา 19", is("answers.ask.n", 20), null],
    ["ไม่มีตัวเลข", { ">=": [n, 20] }, null],
    ["ไม่ถึง 5", { rule: "low" }, ["7"]],
    ["ระหว่าง 5 ถึง 9", { and: [{ ">=": [n, 5] }, { "<=": [n, 9] }] }, null],
  ])("gives the expected findings for “%s”", (text, logic, limits) => {
    const says = [["/small/ask/reason", { key: "small:small.ask.reason", says: expect.anything(), limits }]];
    expect(wrong(flow(logic), { reason: text })).toEqual(limits === null ? [] : says);
  });

  it("reads the texts of a field, also in a group or list, but not of a parameter", () => {
    const short = { ...TEXT, maxLength: 20 };
    const fields = {
      n: WHOLE,
      x: short,
      g: objectOf({ in: short }),
      l: { type: "array", items: objectOf({ in: short }) },
    };
    const bad = { errors: { maxLength: "ไม่เกิน 30" } };
    const definition = flow({ ">=": [n, 1] }, fields);
    const found = wrong(definition, { x: bad, g: { in: bad }, l: { items: { in: bad } } });
    expect(found.map(([pointer]) => pointer)).toEqual([
      "/small/ask/x/errors/maxLength",
      "/small/ask/g/in/errors/maxLength",
      "/small/ask/l/items/in/errors/maxLength",
    ]);
    const good = { errors: { maxLength: "ไม่เกิน {{limit}} จาก 20" } };
    expect(wrong(definition, { x: good })).toEqual([]);
  });
});

it("answerPlacesBehind returns the answers behind a value, also through derived values and arguments of facts", () => {
  const definition = small({
    steps: { ask: form("done"), done: END },
    forms: { ask: { x: WHOLE, y: TEXT, z: YES } },
    facts: { stock: { left: WHOLE } },
    args: { stock: { of: "answers.ask.y" } },
    flow: { derived: { all: { fn: "sum", args: ["answers.ask.x", "facts.stock.left"] } } },
  });
  expect(answerPlacesBehind(definition, ["derived.all", "flags.on"])).toEqual([
    "answers.ask.x",
    "answers.ask.y",
  ]);
});
