import { describe, expect, it } from "vitest";
import type { Finding } from "../../../../engine/rules/rule.ts";
import type { Json } from "../../../../engine/values/json.ts";
import { prove } from "../../../../engine/verify/prove/index.ts";
import { DATE, decide, END, effect, form, must, not, value, YES } from "../../fixtures/parts.ts";
import { type Small, small } from "../../fixtures/small-flow.ts";
import { square, sure, told, yes } from "./rules-found.ts";

type Ways = readonly (string | readonly [when: Json, to: string])[];

/** Returns a flow that starts with these entries, on a fact that is always known. */
function choice(ways: Ways, more: Partial<Small> = {}): Small {
  const { steps, ...rest } = more;
  const ends = Object.fromEntries(["a", "b", "done"].map((end) => [end, END]));
  return {
    facts: { p: { yes: YES, sure: YES } },
    ...rest,
    steps: { gate: decide(...ways), ...steps, ...ends },
  };
}

const found = (of: Small, budget?: number): readonly Finding[] =>
  prove(small(of), budget === undefined ? {} : { budget });

/** Returns the parts that decide nothing, as `pointer: constant`. */
const deadIn = (of: Small) =>
  found(of).map(({ file, pointer, says }) => {
    if (says.key !== "dead-condition" || file !== "flows/small/flow.json")
      throw new Error(JSON.stringify(says));
    return `${pointer}: ${says.params.constant}`;
  });

const both = { and: [yes, sure] };
const some = { or: [yes, sure] };
const x = { var: "answers.second.x" };

describe("the check that every part of a condition affects the path of some user", () => {
  const at = (step: string, entry: number, part: string) => `/steps/${step}/next/${entry}/when${part}`;
  const lacking = { missing: ["facts.p.v"] };
  const rules = { able: must(yes) };

  it.each<readonly [what: string, of: Small, parts: readonly string[]]>([
    ["reports nothing in a sound choice", choice([[both, "a"], [some, "b"], "done"]), []],
    [
      "reports a part that another part implies",
      choice([[{ or: [yes, both] }, "a"], "done"]),
      [at("gate", 0, "/or/1: false")],
    ],
    [
      "reports a part that another part implies also if there is no last entry",
      choice([[{ or: [yes, both] }, "a"]]),
      [at("gate", 0, "/or/1: false")],
    ],
    [
      "reports a part whose users an earlier entry took",
      choice([[yes, "a"], [some, "b"], "done"]),
      [at("gate", 1, "/or/0: false")],
    ],
    [
      "reports a part whose users an earlier rule took",
      choice([["able", "a"], [some, "b"], "done"], { rules }),
      [at("gate", 1, "/or/0: false")],
    ],
    [
      "reports parts without an effect in every entry, in the order of the file",
      choice(
        [
          [{ or: [both, { and: [both, yes] }] }, "second"],
          ["able", "a"],
          [{ and: [sure, some] }, "b"],
          "done",
        ],
        {
          rules,
          steps: { second: form([{ and: [x, some] }, "a"], "done") },
          forms: { second: { x: YES } },
        },
      ),
      [
        at("gate", 0, "/or/0: false"),
        at("gate", 0, "/or/1: false"),
        at("gate", 2, "/and/0: true"),
        at("gate", 2, "/and/1: true"),
        at("second", 0, "/and/1: true"),
      ],
    ],
    [
      "reports a test whether an answer of another path is missing",
      choice([[yes, "off"], "mid"], {
        steps: {
          off: form("done"),
          mid: decide([{ and: [sure, { missing: ["answers.off.x"] }] }, "a"], "done"),
        },
        forms: { off: { x: YES } },
      }),
      [at("mid", 0, "/and/1: true")],
    ],
    [
      "accepts a test whether an answer is missing if some users were asked on their path",
      choice([[yes, "off"], "mid"], {
        steps: {
          off: form("mid"),
          mid: decide([{ and: [sure, { missing: ["answers.off.x"] }] }, "a"], "done"),
        },
        forms: { off: { x: YES } },
      }),
      [],
    ],
    [
      "reports two parts that make no difference only together, although the rest decides nothing either",
      choice([[{ or: [{ and: [lacking, yes] }, { and: [not(lacking), yes] }] }, "a"], "done"], {
        facts: { p: { yes: YES, sure: YES, "v?": YES } },
      }),
      [at("gate", 0, "/or/0/and/0: true"), at("gate", 0, "/or/1/and/0: true")],
    ],
    [
      "considers after an effect its output, which is missing after a failure",
      choice(["act"], {
        steps: {
          act: effect({ no: { to: "done" } }, [
            { or: [{ var: "effects.act.ok" }, { and: [yes, { var: "effects.act.ok" }] }] },
            "a",
          ]),
        },
        outputs: { "small.act": { ok: YES } },
      }),
      [at("act", 0, "/or/1: false")],
    ],
  ])("gives the expected verdict: %s", (_, of, parts) => {
    expect(deadIn(of)).toEqual(parts);
  });

  const codes = (of: Small) => found(of).map(({ code, file, pointer }) => [code, file, pointer]);
  const FLOW = "flows/small/flow.json";

  it("reports no part of a condition if no user reaches the entry, because a different finding reports that entry", () => {
    expect(codes(choice([[yes, "a"], [{ and: [yes, some] }, "b"], "done"]))).toEqual(
      [
        ["unreachable-step", FLOW, "/steps/b"],
        ["impossible-branch", FLOW, "/steps/gate/next/1"],
      ].toReversed(),
    );
    const second = decide([{ or: [yes, both] }, "b"], "done");
    expect(
      codes(choice([[yes, "a"], [{ and: [yes, sure] }, "second"], "done"], { steps: { second } })),
    ).toEqual([
      ["impossible-branch", FLOW, "/steps/gate/next/1"],
      ["unreachable-step", FLOW, "/steps/second"],
    ]);
  });

  it("reports a part once, in the rule's own file", () => {
    const able = must({ or: [yes, both] });
    expect(codes(choice([["able", "a"], "done"], { rules: { able } }))).toEqual([
      ["dead-condition", "flows/small/rules/able.json", "/must/0/logic/or/1"],
    ]);
  });

  it("reports nothing if some values were not tried", () => {
    const facts = { p: { yes: YES, sure: YES, "age?": { type: "integer" } } };
    const findings = found(
      choice([[{ and: [yes, { or: [yes, square] }] }, "a"], [sure, "b"], "done"], { facts }),
    );
    expect(findings.map(told)).toEqual([
      [
        "warning",
        at("gate", 0, ""),
        {
          key: "not-proved.condition",
          params: { why: { key: "why.values", params: { places: ["facts.p.age"] } } },
        },
      ],
    ]);
    expect(
      found(choice([[{ and: [yes, { "<": [{ var: "facts.p.age" }, 4] }] }, "a"], "done"], { facts })),
    ).toEqual([]);
    expect(found(choice([[{ and: [yes, square] }, "a"], "done"], { facts }))).toEqual([]);
  });
});

/**
 * Returns the witness of the first part that decides nothing: the user's values, and the results of the part,
 * of the whole, and of the whole without the part.
 */
function showing(of: Small) {
  const finding = found(of).find(({ code }) => code === "dead-condition") as Finding;
  const { people, words, replayed } = finding.witness as {
    readonly people: readonly { readonly [name: string]: Json }[];
    readonly words: { readonly en: string };
    readonly replayed: boolean;
  };
  return {
    replayed,
    words: words.en.replaceAll(/fact:p\.|\.label/g, "").replaceAll(/\w+\.options\./g, ""),
    people: people.map(({ scope, part, answer, instead }) => [scope, part, answer, instead]),
  };
}

describe("the example user for a part of a condition that affects no user's path", () => {
  it("the example user for a useless part is a user whom no earlier entry takes", () => {
    expect(showing(choice([[yes, "a"], [some, "b"], "done"]))).toEqual({
      replayed: true,
      words: "someone for whom yes is false and sure is true",
      people: [[{ facts: { p: { yes: false, sure: true } } }, false, true, true]],
    });
  });

  it("the example user for a useless part has derived values as their rules compute them", () => {
    const text = { type: "string", enum: ["large", "small"] };
    const rules = {
      size: value(text, { if: [{ var: "derived.ready" }, "large", "small"] }),
      ready: value(YES, { and: [sure, { ">": [{ var: "derived.years" }, 20] }] }),
    };
    const large = { "==": [{ var: "derived.size" }, "large"] };
    const of = choice([[{ or: [large, { and: [large, { var: "facts.p.v" }] }] }, "a"], "done"], {
      rules,
      facts: { p: { born: DATE, today: DATE, sure: YES, "v?": YES } },
      flow: {
        derived: {
          size: { rule: "size" },
          ready: { rule: "ready" },
          years: { fn: "age", args: ["facts.p.born", "facts.p.today"] },
        },
      },
    });
    const shown = showing(of);
    expect(shown.people.map(([, ...says]) => says)).toEqual([
      [true, true, true],
      [false, true, true],
    ]);
    expect(shown.people.map(([scope]) => scope)).toMatchObject([
      { facts: { p: { sure: true, v: true } }, derived: { years: 21 } },
      { facts: { p: { sure: true, v: false } }, derived: { years: 21 } },
    ]);
  });

  it("a single user is shown if the part is unknown for all users", () => {
    const there = not({ missing: ["facts.p.yes"] });
    const of = choice([[yes, "off"], "mid"], {
      steps: {
        off: form("done"),
        mid: decide([{ "==": [{ or: [{ var: "answers.off.x" }, there] }, sure] }, "a"], "done"),
      },
      forms: { off: { x: YES } },
    });
    expect(showing(of)).toEqual({
      replayed: true,
      words: "someone for whom yes is false and sure is true",
      people: [[{ facts: { p: { yes: false, sure: true } } }, "unknown", true, true]],
    });
  });

  it("the example user is described by values, not by steps or by the presence of a fact", () => {
    const ready = must([["answers.second.x", x]], { onMissing: "ask" });
    const of = choice(["second"], {
      steps: { second: form("mid"), mid: decide([{ or: [yes, both] }, "a"], ["ready", "b"], "done") },
      forms: { second: { "x?": YES } },
      rules: { ready },
      absent: ["p"],
    });
    expect(showing(of).people).toEqual([
      [{ facts: { p: { yes: true, sure: true } } }, true, true, true],
      [{ facts: { p: { yes: true, sure: false } } }, false, true, true],
    ]);
  });
});
