import { describe, expect, it } from "vitest";
import { at, is, must, next, TEXT, value } from "../../fixtures/parts.ts";
import { objectOf } from "../../fixtures/small-flow.ts";
import { type Around, ask, filesAround, loose, looseFindings } from "./around.ts";

const unused = (pointer: string, name: string) => [pointer, { key: "unused-name", params: { name } }];

const when = (path: string) => ({ next: next([is(path, "a"), "act"], "act") });

const amount = value({ type: "integer" }, { if: [at("flags.on"), 1, 2] });

it("an unused part is reported as a warning, and a value that may be too long as an error", () => {
  const severities = (small: Around) => {
    return looseFindings(filesAround(small)).map(({ severity }) => severity);
  };
  expect(severities({ flow: { flags: ["on"] } })).toEqual(["warning"]);
  const asked = { ask: { x: { ...TEXT, maxLength: 9 } } };
  const effect = { input: objectOf({ x: { ...TEXT, maxLength: 5 } }) };
  expect(severities({ input: { x: "answers.ask.x" }, forms: asked, effect })).toEqual(["error"]);
});

describe("the check for unused files in a flow's own folders", () => {
  const plain = must(is("answers.ask.x", "a"));

  /** Returns the names of unused files. Each finding must be about the whole file. */
  const loosened = (small: Around) => {
    return looseFindings(filesAround(small)).map(({ file, pointer, says, severity }) => {
      expect({ pointer, says, severity }).toEqual({
        pointer: "",
        says: { key: "unused-name", params: { name: file } },
        severity: "warning",
      });
      return file;
    });
  };

  it.each<readonly [what: string, of: Around, files: readonly string[]]>([
    ["reports a schema of no step", { forms: { asks: { x: TEXT } } }, ["schemas/small/asks.json"]],
    [
      "reports a schema of a step without a form",
      { forms: { act: { x: TEXT } } },
      ["schemas/small/act.json"],
    ],
    ["reports an unused rule", { rules: { lone: plain } }, ["flows/small/rules/lone.json"]],
    ["accepts a rule that a form checks", { rules: { asked: plain }, steps: ask({ check: ["asked"] }) }, []],
    [
      "accepts rules within a rule that a form checks",
      {
        rules: { asked: must({ rule: "inner" }), inner: must({ rule: "last" }), last: plain },
        steps: ask({ check: ["asked"] }),
      },
      [],
    ],
    [
      "reports a rule that only an unused rule references",
      { rules: { lone: must({ rule: "inner" }), inner: plain } },
      ["flows/small/rules/lone.json", "flows/small/rules/inner.json"],
    ],
  ])("gives the expected verdict: %s", (_, small, files) => {
    expect(loosened(small)).toEqual(files);
  });
});

describe("the check for unused declarations in a flow file", () => {
  it.each<readonly [what: string, of: Around, findings: readonly unknown[]]>([
    ["accepts a flow without further declarations", {}, []],
    ["reports a switch that nothing reads", { flow: { flags: ["on"] } }, [unused("/flags/0", "on")]],
    [
      "reports only the unread one of two switches",
      {
        flow: { flags: ["on", "off"] },
        steps: ask({ next: next([at("flags.off"), "act"], "act") }),
      },
      [unused("/flags/0", "on")],
    ],
    [
      "reports a switch although an answer has the same name",
      { flow: { flags: ["ask"] }, steps: ask(when("answers.ask.x")) },
      [unused("/flags/0", "ask")],
    ],
    ["reports a fact that nothing reads", { facts: { f: { "v?": TEXT } } }, [unused("/facts/f", "f")]],
    [
      "accepts a fact that a condition reads",
      { facts: { f: { "v?": TEXT } }, steps: ask(when("facts.f.v")) },
      [],
    ],
    [
      "accepts a fact that is shown if present",
      { facts: { f: { "v?": TEXT } }, steps: ask({ shows: ["facts.f.v?"] }) },
      [],
    ],
    [
      "reports what only an unused derived value reads",
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
      "reports a switch that only another unused derived value reads",
      {
        rules: { paid: amount },
        flow: { flags: ["on"], derived: { a: { fn: "sum", args: [] }, b: { rule: "paid" } } },
        steps: ask({ shows: ["derived.a"] }),
      },
      [unused("/flags/0", "on"), unused("/derived/b", "b")],
    ],
    [
      "accepts what a shown derived value reads",
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
      "reports an unused derived value",
      { flow: { derived: { a: { fn: "sum", args: [] } } } },
      [unused("/derived/a", "a")],
    ],
    [
      "accepts a shown derived value",
      { flow: { derived: { a: { fn: "sum", args: [] } } }, steps: ask({ shows: ["derived.a"] }) },
      [],
    ],
    [
      "reports a group without steps",
      { flow: { groups: ["one", "two"] }, steps: ask({ group: "one" }) },
      [unused("/groups/1", "two")],
    ],
  ])("gives the expected verdict: %s", (_, small, findings) => expect(loose(small)).toEqual(findings));
});
