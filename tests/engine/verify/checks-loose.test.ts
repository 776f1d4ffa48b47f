import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../engine/values/json.ts";
import { checkLinks } from "../../../engine/verify/check-links.ts";
import { looseEnds, verify } from "../../../engine/verify/index.ts";
import { at, END, form, is, must, next, TEXT, value, YES } from "../fixtures/parts.ts";
import { objectOf } from "../fixtures/small-flow.ts";
import { type Around, filesAround, found, loose } from "./checks-around.ts";

const unused = (pointer: string, name: string) => [pointer, { key: "unused-name", params: { name } }];
const ask = (more: JsonObject) => ({ ask: { ...form("act"), ...more } });
const when = (path: string) => ({ next: next([is(path, "a"), "done"], "act") });
const amount = value({ type: "integer" }, { if: [at("flags.on"), 1, 2] });

it("what nothing uses is told as a warning, what may not fit as an error", () => {
  const severities = (small: Around) => {
    const source = filesAround(small);
    const { definition } = verify(source);
    return definition === null ? null : looseEnds(definition, source).map(({ severity }) => severity);
  };
  expect(severities({ flow: { flags: ["on"] } })).toEqual(["warning"]);
  const asked = { ask: { x: { ...TEXT, maxLength: 9 } } };
  const effect = { input: objectOf({ x: { ...TEXT, maxLength: 5 } }) };
  expect(severities({ input: { x: "answers.ask.x" }, forms: asked, effect })).toEqual(["error"]);
});

describe("what is given fits what takes it", () => {
  const wider = (pointer: string, name: string, path: string, limit: string) => [
    pointer,
    { key: "input-type.wider", params: { name, path, keyword: "maxLength", limit, inside: "" } },
  ];
  const asked = (maxLength: number) => ({ ask: { x: { ...TEXT, maxLength } } });
  const taken = { input: objectOf({ x: { ...TEXT, maxLength: 5 } }) };
  const asks = (maxLength: number): Around => ({
    facts: { near: { "is?": YES } },
    takes: { near: { to: { ...TEXT, maxLength: 3 } } },
    flow: { facts: { near: { to: "answers.ask.x" } } },
    steps: ask({ shows: ["facts.near.is"] }),
    forms: asked(maxLength),
  });
  it.each<readonly [what: string, of: Around, findings: readonly unknown[]]>([
    [
      "as long a text as the effect takes",
      { input: { x: "answers.ask.x" }, forms: asked(5), effect: taken },
      [],
    ],
    [
      "a longer text than the effect takes",
      { input: { x: "answers.ask.x" }, forms: asked(9), effect: taken },
      [wider("/steps/act/input/x", "x", "answers.ask.x", "5")],
    ],
    [
      "the same where it may be missing",
      {
        input: { "x?": "answers.ask.x" },
        forms: asked(9),
        effect: { input: objectOf({ "x?": { ...TEXT, maxLength: 5 } }) },
      },
      [wider("/steps/act/input/x?", "x", "answers.ask.x", "5")],
    ],
    ["as long a text as a fact is asked with", asks(3), []],
    [
      "a longer text than a fact is asked with",
      asks(4),
      [wider("/facts/near/to", "to", "answers.ask.x", "3")],
    ],
  ])("%s", (_, small, findings) => {
    expect(loose(small)).toEqual(findings);
  });
});

describe("the files in a flow's own folders are used", () => {
  const plain = must(is("answers.ask.x", "a"));

  /** Names of files that nothing uses; each finding is about its file as a whole. */
  const loosened = (small: Around) => {
    const source = filesAround(small);
    const { definition } = verify(source);
    const found = definition === null ? [] : looseEnds(definition, source);
    return found.map(({ file, pointer, says, severity }) => {
      expect({ pointer, says, severity }).toEqual({
        pointer: "",
        says: { key: "unused-name", params: { name: file } },
        severity: "warning",
      });
      return file;
    });
  };

  it.each<readonly [what: string, of: Around, files: readonly string[]]>([
    ["a schema of no step", { forms: { asks: { x: TEXT } } }, ["schemas/small/asks.json"]],
    ["a schema of a step that shows no form", { forms: { act: { x: TEXT } } }, ["schemas/small/act.json"]],
    ["a rule that nobody asks", { rules: { lone: plain } }, ["flows/small/rules/lone.json"]],
    ["a rule that a form asks", { rules: { asked: plain }, steps: ask({ check: ["asked"] }) }, []],
    [
      "rules within a rule that a form asks",
      {
        rules: { asked: must({ rule: "inner" }), inner: must({ rule: "last" }), last: plain },
        steps: ask({ check: ["asked"] }),
      },
      [],
    ],
    [
      "a rule within one that nobody asks",
      { rules: { lone: must({ rule: "inner" }), inner: plain } },
      ["flows/small/rules/lone.json", "flows/small/rules/inner.json"],
    ],
  ])("%s", (_, small, files) => {
    expect(loosened(small)).toEqual(files);
  });
});

describe("what a flow file names is used", () => {
  it.each<readonly [what: string, of: Around, findings: readonly unknown[]]>([
    ["a flow that names nothing besides", {}, []],
    ["a switch that nothing reads", { flow: { flags: ["on"] } }, [unused("/flags/0", "on")]],
    [
      "a switch beside one that is read",
      {
        flow: { flags: ["on", "off"] },
        steps: ask({ next: next([at("flags.off"), "done"], "act") }),
      },
      [unused("/flags/0", "on")],
    ],
    [
      "a switch whose name only an answer has",
      { flow: { flags: ["ask"] }, steps: ask(when("answers.ask.x")) },
      [unused("/flags/0", "ask")],
    ],
    ["a fact that nothing reads", { facts: { f: { "v?": TEXT } } }, [unused("/facts/f", "f")]],
    ["a fact that a condition reads", { facts: { f: { "v?": TEXT } }, steps: ask(when("facts.f.v")) }, []],
    [
      "a fact that is shown where it is there",
      { facts: { f: { "v?": TEXT } }, steps: ask({ shows: ["facts.f.v?"] }) },
      [],
    ],
    [
      "what only a derived value which nothing reads is made of",
      {
        facts: { f: { "v?": TEXT } },
        rules: { paid: amount },
        flow: {
          flags: ["on"],
          derived: { a: { fn: "suitabilityScore", args: ["facts.f.v"] }, b: { rule: "paid" } },
        },
      },
      [
        unused("/flags/0", "on"),
        unused("/facts/f", "f"),
        unused("/derived/a", "a"),
        unused("/derived/b", "b"),
      ],
    ],
    [
      "a switch that only another derived value than the shown one reads",
      {
        rules: { paid: amount },
        flow: { flags: ["on"], derived: { a: { fn: "sum", args: [] }, b: { rule: "paid" } } },
        steps: ask({ shows: ["derived.a"] }),
      },
      [unused("/flags/0", "on"), unused("/derived/b", "b")],
    ],
    [
      "what a derived value that is shown is made of",
      {
        facts: { f: { "v?": TEXT } },
        rules: { paid: amount },
        flow: {
          flags: ["on"],
          derived: { a: { fn: "suitabilityScore", args: ["facts.f.v"] }, b: { rule: "paid" } },
        },
        steps: ask({ shows: ["derived.a", "derived.b?"] }),
      },
      [],
    ],
    [
      "a derived value that nothing reads",
      { flow: { derived: { a: { fn: "sum", args: [] } } } },
      [unused("/derived/a", "a")],
    ],
    [
      "a derived value that is shown",
      { flow: { derived: { a: { fn: "sum", args: [] } } }, steps: ask({ shows: ["derived.a"] }) },
      [],
    ],
    [
      "a group without steps",
      { flow: { groups: ["one", "two"] }, steps: ask({ group: "one" }) },
      [unused("/groups/1", "two")],
    ],
  ])("%s", (_, small, findings) => expect(loose(small)).toEqual(findings));
});

describe("groups are counted forwards", () => {
  const grouped = (asking: string | null, acting: string | null, ending: string | null = null): Around => {
    const of = (group: string | null) => (group === null ? {} : { group });
    return {
      flow: { groups: ["one", "two"] },
      act: of(acting),
      steps: {
        ...ask(of(asking)),
        side: { kind: "decide", group: "one", next: next("other") },
        other: { ...END, group: "two" },
        late: { ...END, ...of(ending) },
      },
    };
  };
  const back = {
    key: "group-backwards",
    params: { step: "act", group: "one", before: "ask", earlier: "two" },
  };

  it.each<readonly [what: string, of: Around, findings: readonly unknown[]]>([
    ["on from one to the next", grouped("one", "two"), []],
    ["within one", grouped("two", "two"), []],
    ["back", grouped("two", "one"), [["/steps/act/group", back]]],
    ["from none into one", grouped(null, "one"), []],
    ["out of one", grouped("two", null), []],
    [
      "back to an end",
      {
        ...grouped("two", "two"),
        act: { group: "two", next: next("over") },
        steps: { ...grouped("two", "two").steps, over: { ...END, group: "one" } },
      },
      [],
    ],
  ])("%s", (_, small, findings) => expect(loose(small)).toEqual(findings));
});

describe("what a screen shows was given before it", () => {
  const shown = (step: string, ...places: readonly string[]): Around => ({
    steps: {
      ask: { kind: "form", next: next("side", "review"), ...(step === "ask" ? { shows: places } : {}) },
      ...{ side: form("review") },
      review: { kind: "review", shows: step === "review" ? places : ["answers.ask.x"], next: next("act") },
      late: { ...END, shows: step === "late" ? places : [] },
    },
    forms: { side: { z: TEXT } },
    act: { next: next("late") },
  });
  const ways = (small: Around): Around => ({
    ...small,
    steps: {
      ...small.steps,
      ask: {
        ...(small.steps?.ask as JsonObject),
        next: next([is("answers.ask.x", "a"), "side"], "review"),
      },
    },
  });
  const missing = (pointer: string, path: string, step: string) => [
    pointer,
    { key: "shown-may-be-missing", params: { path, step } },
  ];
  const never = (pointer: string, path: string, step: string, from: string) => [
    pointer,
    { key: "shown-never", params: { path, step, from } },
  ];

  it.each<readonly [what: string, of: Around, findings: readonly unknown[]]>([
    ["an answer that all gave", shown("review", "answers.ask.x"), []],
    ["the whole answer", shown("review", "answers.ask"), []],
    [
      "an answer that may be left out",
      shown("review", "answers.ask.y"),
      [missing("/steps/review/shows/0", "answers.ask.y", "review")],
    ],
    ["an answer that may be left out, where it is there", shown("review", "answers.ask.y?"), []],
    [
      "an answer of a step that some pass by",
      shown("review", "answers.side.z"),
      [missing("/steps/review/shows/0", "answers.side.z", "review")],
    ],
    ["an answer of a step that some pass by, where it is there", shown("review", "answers.side.z?"), []],
    ["what is typed beside it", shown("ask", "answers.ask.y"), []],
    [
      "an output before the effect",
      shown("review", "effects.act.got"),
      [never("/steps/review/shows/0", "effects.act.got", "review", "act")],
    ],
    [
      "an output before the effect, where it is there",
      shown("review", "effects.act.got?"),
      [never("/steps/review/shows/0", "effects.act.got", "review", "act")],
    ],
    ["an output after the effect", shown("late", "effects.act.got"), []],
    [
      "an output that the effect may leave out",
      shown("late", "effects.act.by"),
      [missing("/steps/late/shows/0", "effects.act.by", "late")],
    ],
  ])("%s", (_, small, findings) => expect(loose(ways(small))).toEqual(findings));

  it("an effect's own output never stands beside its form", () => {
    const small: Around = {
      act: { form: true, shows: ["effects.act.got?"] },
      forms: { act: { z: TEXT } },
    };
    expect(loose(small)).toEqual([never("/steps/act/shows/0", "effects.act.got", "act", "act")]);
  });

  it("a derived value, a fact and a switch come from no step", () => {
    const small: Around = {
      facts: { ask: { "v?": TEXT } },
      flow: { derived: { act: { fn: "sum", args: [] } }, flags: ["act"] },
      steps: ask({ shows: ["facts.ask.v", "derived.act", "flags.act"] }),
    };
    expect(loose(small)).toEqual([]);
  });
});

describe("a secret is read by its own step alone", () => {
  const isA = (path: string) => is(path, "a");
  const rule = (path: string) => must(isA(path));
  const secret = (more: Around): Around => ({
    ...more,
    act: { form: true, ...more.act },
    forms: { act: { pin: { ...TEXT, writeOnly: true }, name: TEXT } },
  });
  const read = (pointer: string) => [
    pointer,
    { key: "secret-read", params: { path: "answers.act.pin", step: "act" } },
  ];
  const told = (small: Around) =>
    found(secret(small)).filter(([, says]) => (says as { readonly key: string }).key === "secret-read");

  it.each<readonly [what: string, of: Around, findings: readonly unknown[]]>([
    ["by its own check", { act: { check: ["good"] }, rules: { good: rule("answers.act.pin") } }, []],
    [
      "by an invariant before it",
      { flow: { invariants: [{ before: "act", rule: "good" }] }, rules: { good: rule("answers.act.pin") } },
      [],
    ],
    [
      "by where it leads",
      { act: { next: [{ when: isA("answers.act.pin"), to: "done" }, { to: "done" }] } },
      [read("/steps/act/next/0/when")],
    ],
    [
      "by another step's check",
      { steps: ask({ check: ["good"] }), rules: { good: rule("answers.act.pin") } },
      [read("/steps/ask/check/0")],
    ],
    [
      "by a screen, where it is there",
      { steps: { late: { ...END, shows: ["answers.act.pin?"] } }, act: { next: next("late") } },
      [read("/steps/late/shows/0")],
    ],
    [
      "no secret: another field of the form",
      { steps: { late: { ...END, shows: ["answers.act.name"] } }, act: { next: next("late") } },
      [],
    ],
  ])("%s", (_, small, findings) => expect(told(small)).toEqual(findings));
});

it("a secret of a form is told where it stands, and not again where it is shown", () => {
  const small: Around = {
    forms: { ask: { x: { ...TEXT, writeOnly: true } } },
    steps: { late: { ...END, shows: ["answers.ask.x"] } },
    act: { next: next("late") },
  };
  const told = found(small).filter(([pointer]) => pointer !== "/steps/done");
  expect(told).toEqual([["/properties/x/writeOnly", { key: "secret-in-answer", params: { path: "x" } }]]);
});

describe("links lead somewhere", () => {
  const destinations = { flows: ["kyc"], pages: ["/", "/overview", "/orders/$id"] };
  const own = () => "flows/small/rules/good.json";
  const linked = (small: Around, fileOf: (rule: string) => string = own) => {
    const { definition } = verify(filesAround(small));
    if (definition === null) throw new Error("the small flow does not load");
    return checkLinks(definition, destinations, fileOf).map(({ code, file, pointer, says }) => [
      code,
      file,
      pointer,
      "params" in says ? says.params : null,
    ]);
  };

  it.each<readonly [link: string, leads: boolean]>([
    ["flow:kyc", true],
    ["flow:kycs", false],
    ["/", true],
    ["/overview", true],
    ["/overview?tab=all", true],
    ["/overview#top", true],
    ["/overview/more", false],
    ["/over", false],
    ["/orders/7", true],
    ["/orders/", false],
    ["/orders", false],
    ["/order/7", false],
  ])("an end's link to %s: %j", (link, leads) => {
    const small: Around = {
      act: { next: next("late") },
      steps: { late: { ...END, links: ["/overview", link] } },
    };
    const finding = ["link-to-nowhere", "flows/small/flow.json", "/steps/late/links/1", { link }];
    expect(linked(small)).toEqual(leads ? [] : [finding]);
  });

  const mended = (mend: string): Around => ({
    steps: ask({ check: ["good"] }),
    rules: {
      good: must([
        ["none", is("answers.ask.x", "a")],
        [mend, is("answers.ask.x", "b")],
      ]),
    },
  });

  it.each<readonly [mend: string, findings: readonly unknown[]]>([
    ["none", []],
    ["flow:kyc", []],
    ["flow:gone", [["link-to-nowhere", own(), "/must/1/mend", { link: "flow:gone" }]]],
    ["answers.ask.x", []],
    ["answers.ask.z", [["unknown-path", own(), "/must/1/mend", { path: "answers.ask.z" }]]],
  ])("a clause that %s mends", (mend, findings) => expect(linked(mended(mend))).toEqual(findings));

  it("a clause of a rule of several flows may be mended in another one of them", () => {
    const shared = () => "flows/shared/rules/good.json";
    expect(linked(mended("answers.ask.z"), shared)).toEqual([]);
    expect(linked(mended("flow:gone"), shared)).toHaveLength(1);
  });
});
