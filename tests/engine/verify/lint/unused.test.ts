import { describe, expect, it } from "vitest";
import { at, is, must, next, TEXT, value } from "../../fixtures/parts.ts";
import { objectOf } from "../../fixtures/small-flow.ts";
import { type Around, ask, filesAround, loose, looseFindings } from "./around.ts";

const unused = (pointer: string, name: string) => [pointer, { key: "unused-name", params: { name } }];

const when = (path: string) => ({ next: next([is(path, "a"), "act"], "act") });

const amount = value({ type: "integer" }, { if: [at("flags.on"), 1, 2] });

it("unused things are reported as warnings, possible misfits as errors", () => {
  const severities = (small: Around) => {
    return looseFindings(filesAround(small)).map(({ severity }) => severity);
  };
  expect(severities({ flow: { flags: ["on"] } })).toEqual(["warning"]);
  const asked = { ask: { x: { ...TEXT, maxLength: 9 } } };
  const effect = { input: objectOf({ x: { ...TEXT, maxLength: 5 } }) };
  expect(severities({ input: { x: "answers.ask.x" }, forms: asked, effect })).toEqual(["error"]);
});

describe("the files in a flow's own folders are used", () => {
  const plain = must(is("answers.ask.x", "a"));

  /** Returns the names of unused files; each finding is about the whole file. */
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
    ["a schema of no step", { forms: { asks: { x: TEXT } } }, ["schemas/small/asks.json"]],
    ["a schema of a step without a form", { forms: { act: { x: TEXT } } }, ["schemas/small/act.json"]],
    ["an unused rule", { rules: { lone: plain } }, ["flows/small/rules/lone.json"]],
    ["a rule that a form checks", { rules: { asked: plain }, steps: ask({ check: ["asked"] }) }, []],
    [
      "rules within a rule that a form checks",
      {
        rules: { asked: must({ rule: "inner" }), inner: must({ rule: "last" }), last: plain },
        steps: ask({ check: ["asked"] }),
      },
      [],
    ],
    [
      "a rule within an unused one",
      { rules: { lone: must({ rule: "inner" }), inner: plain } },
      ["flows/small/rules/lone.json", "flows/small/rules/inner.json"],
    ],
  ])("%s", (_, small, files) => {
    expect(loosened(small)).toEqual(files);
  });
});

describe("everything that a flow file names is used", () => {
  it.each<readonly [what: string, of: Around, findings: readonly unknown[]]>([
    ["a flow that names nothing more", {}, []],
    ["a switch that nothing reads", { flow: { flags: ["on"] } }, [unused("/flags/0", "on")]],
    [
      "a switch beside one that is read",
      {
        flow: { flags: ["on", "off"] },
        steps: ask({ next: next([at("flags.off"), "act"], "act") }),
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
      "a fact that is shown if present",
      { facts: { f: { "v?": TEXT } }, steps: ask({ shows: ["facts.f.v?"] }) },
      [],
    ],
    [
      "dependencies of an unused derived value",
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
      "a switch that only another derived value reads",
      {
        rules: { paid: amount },
        flow: { flags: ["on"], derived: { a: { fn: "sum", args: [] }, b: { rule: "paid" } } },
        steps: ask({ shows: ["derived.a"] }),
      },
      [unused("/flags/0", "on"), unused("/derived/b", "b")],
    ],
    [
      "dependencies of a shown derived value",
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
      "an unused derived value",
      { flow: { derived: { a: { fn: "sum", args: [] } } } },
      [unused("/derived/a", "a")],
    ],
    [
      "a shown derived value",
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
