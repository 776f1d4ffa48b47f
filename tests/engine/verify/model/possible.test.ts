import { describe, expect, it } from "vitest";
import { formats } from "../../../../domain/formats.ts";
import { checkProgram, expressionsOf } from "../../../../engine/rules/program.ts";
import type { Logic, RuleFile } from "../../../../engine/rules/rule.ts";
import type { TypeEnv } from "../../../../engine/rules/types.ts";
import type { JsonSchema } from "../../../../engine/values/json.ts";
import { cubesOf } from "../../../../engine/verify/model/diagram/cubes.ts";
import type { Node } from "../../../../engine/verify/model/diagram/diagram.ts";
import { createSpace, type Space } from "../../../../engine/verify/model/diagram/space.ts";
import { domainsOfTypes } from "../../../../engine/verify/model/partition/domain.ts";
import {
  type Assumed,
  allowedBy,
  assumedAbout,
  assumedExpression,
  possibleIn,
} from "../../../../engine/verify/model/possible.ts";
import { must, ruleFile } from "../../fixtures/parts.ts";

const TYPES: TypeEnv = {
  "facts.p.yes": { kind: "boolean" },
  "facts.p.sure": { kind: "boolean" },
  "facts.p.age": { kind: "integer" },
  "facts.q.yes": { kind: "boolean" },
  "flags.on": { kind: "boolean" },
};
const yes: Logic = { var: "facts.p.yes" };
const sure: Logic = { var: "facts.p.sure" };
const age: Logic = { var: "facts.p.age" };
const other: Logic = { var: "facts.q.yes" };

const rule = (id: string, logics: readonly Logic[], assumes?: string): RuleFile =>
  ruleFile(id, must(logics, { onMissing: "allow", ...(assumes === undefined ? {} : { assumes }) }));

function spaceOf(...rules: readonly RuleFile[]): Space {
  const { program } = checkProgram({
    rules: rules.map((one) => ({ file: one.id, rule: one })),
    conditions: {},
    types: TYPES,
    formats,
  });
  return createSpace({
    rules: program.rules,
    expressions: program.rules.flatMap(expressionsOf),
    domainOf: domainsOfTypes(TYPES, formats),
  });
}

/** Returns all users in a set, as `fact.field=values`, with `-` for a missing value. */
const people = (space: Space, set: Node): readonly string[] =>
  cubesOf(space, set).cubes.map((cube) =>
    cube
      .map(
        ({ variable, cells }) =>
          `${variable.path.slice(6)}=${cells.map(({ value }) => value ?? "-").join("/")}`,
      )
      .join(" "),
  );

const KEPT: Assumed = { id: "kept", fact: "p" };
const SURE_OR_NOT = rule("kept", [{ or: [{ "!": [yes] }, sure] }], "p");

describe("the assumptions that are needed for some data paths", () => {
  const promises = [rule("a", [yes], "p"), rule("b", [sure], "p"), rule("c", [other], "q"), rule("d", [yes])];

  it.each<readonly [places: readonly string[], about: readonly Assumed[]]>([
    [[], []],
    [
      ["facts.p.yes"],
      [
        { id: "a", fact: "p" },
        { id: "b", fact: "p" },
      ],
    ],
    [["facts.q.yes", "flags.on"], [{ id: "c", fact: "q" }]],
    [
      ["facts.q.yes", "facts.p.age"],
      [
        { id: "a", fact: "p" },
        { id: "b", fact: "p" },
        { id: "c", fact: "q" },
      ],
    ],
    [["answers.p.yes", "derived.q", "flags.p", "facts.other.yes"], []],
  ])("the needed assumptions are found by the facts of the data paths %j", (places, about) => {
    expect(assumedAbout(promises, places)).toEqual(about);
  });

  it("assumptions are evaluated as rules in a separate space", () => {
    expect(assumedExpression(KEPT)).toEqual({ op: "rule", id: "kept", type: { kind: "boolean" } });
  });
});

describe("the users whom an assumption allows", () => {
  it("an assumption allows all users except those who violate it", () => {
    const space = spaceOf(SURE_OR_NOT);
    expect(people(space, allowedBy(space, KEPT))).toEqual(["p.yes=true p.sure=true/-", "p.yes=false/-"]);
  });

  it("an assumption allows all users if it is not decided for every value", () => {
    const space = spaceOf(rule("kept", [{ "<": [{ "*": [age, age] }, 0] }], "p"));
    expect(allowedBy(space, KEPT)).toBe(space.diagrams.yes);
  });
});

describe("the possible users", () => {
  const SCHEMA: JsonSchema = {
    type: "object",
    properties: { yes: { type: "boolean" }, sure: { type: "boolean" } },
    required: ["yes"],
  };
  const ofP = (root: string): JsonSchema | undefined => (root === "facts.p" ? SCHEMA : undefined);

  it("all users are possible if there are neither assumptions nor schemas", () => {
    const space = spaceOf(SURE_OR_NOT);
    expect(possibleIn(space, [])).toBe(space.diagrams.yes);
  });

  it("possible users satisfy the assumptions about a fact, or lack that fact", () => {
    const space = spaceOf(SURE_OR_NOT);
    expect(people(space, possibleIn(space, [KEPT]))).toEqual(["p.yes=true p.sure=true/-", "p.yes=false/-"]);
    const lacking = spaceOf(rule("kept", [{ "!": [{ missing: ["facts.p.yes"] }] }, sure], "p"));
    expect(people(lacking, possibleIn(lacking, [KEPT]))).toEqual([
      "p.yes=true/false p.sure=true/-",
      "p.yes=- p.sure=-",
    ]);
  });

  it("possible users have the required properties of a fact, or lack that fact", () => {
    const space = spaceOf(SURE_OR_NOT);
    expect(people(space, possibleIn(space, [], ofP))).toEqual(["p.yes=true/false", "p.yes=- p.sure=-"]);
  });

  it("possible users satisfy all assumptions about different facts, and the schemas of the facts", () => {
    const space = spaceOf(SURE_OR_NOT, rule("also", [yes], "p"), rule("else", [other], "q"));
    const all = [KEPT, { id: "also", fact: "p" }, { id: "else", fact: "q" }];
    expect(people(space, possibleIn(space, all, ofP))).toEqual([
      "p.yes=true p.sure=true/- q.yes=true/-",
      "p.yes=- p.sure=- q.yes=true/-",
    ]);
    expect(people(space, possibleIn(space, [KEPT, { id: "else", fact: "q" }]))).toEqual([
      "p.yes=true p.sure=true/- q.yes=true/-",
      "p.yes=false/- q.yes=true/-",
    ]);
  });

  it("possible users have switches in any combination", () => {
    const space = spaceOf(rule("free", [{ or: [yes, { var: "flags.on" }] }]));
    const asked: string[] = [];
    const set = possibleIn(space, [], (root) => {
      asked.push(root);
      return undefined;
    });
    expect(set).toBe(space.diagrams.yes);
    expect(asked).toEqual(["facts.p"]);
  });
});
