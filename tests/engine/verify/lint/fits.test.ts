import { describe, expect, it } from "vitest";
import { TEXT, YES } from "../../fixtures/parts.ts";
import { objectOf } from "../../fixtures/small-flow.ts";
import { type Around, ask, loose } from "./around.ts";

describe("the check that every value fits the schema of its input", () => {
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
      "accepts a text of the effect's maximum length",
      { input: { x: "answers.ask.x" }, forms: asked(5), effect: taken },
      [],
    ],
    [
      "rejects a text longer than the effect accepts",
      { input: { x: "answers.ask.x" }, forms: asked(9), effect: taken },
      [wider("/steps/act/input/x", "x", "answers.ask.x", "5")],
    ],
    [
      "rejects a text that is too long for an optional input",
      {
        input: { "x?": "answers.ask.x" },
        forms: asked(9),
        effect: { input: objectOf({ "x?": { ...TEXT, maxLength: 5 } }) },
      },
      [wider("/steps/act/input/x?", "x", "answers.ask.x", "5")],
    ],
    ["accepts a text of the maximum length of a fact's argument", asks(3), []],
    [
      "rejects a text longer than a fact's argument accepts",
      asks(4),
      [wider("/facts/near/to", "to", "answers.ask.x", "3")],
    ],
  ])("gives the expected verdict: %s", (_, small, findings) => {
    expect(loose(small)).toEqual(findings);
  });
});
