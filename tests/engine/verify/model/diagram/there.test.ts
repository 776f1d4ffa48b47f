import { describe, expect, it } from "vitest";
import type { Json } from "../../../../../engine/values/json.ts";
import { lawOf, requiredLaw } from "../../../../../engine/verify/model/diagram/schema-law.ts";
import {
  allMissing,
  complement,
  levelsBelow,
  presentNode,
} from "../../../../../engine/verify/model/diagram/sets.ts";
import { peopleOf, spaceOf, THREE, variable } from "./people.ts";

describe("the set of users who have or lack a value", () => {
  it("presentNode, allMissing and complement return the users who have or lack a value", () => {
    const space = spaceOf(THREE);
    expect(peopleOf(space, space.diagrams.both(presentNode(space, 0), presentNode(space, 2)))).toEqual([
      "p 1 true",
      "p 2 true",
      "p 3 true",
      "q 1 true",
      "q 2 true",
      "q 3 true",
    ]);
    expect(presentNode(space, 1)).toBe(space.diagrams.yes);
    expect(peopleOf(space, allMissing(space, new Set([0, 2])))).toEqual(["- 1 -", "- 2 -", "- 3 -"]);
    expect(allMissing(space, new Set([0, 2]))).toBe(allMissing(space, new Set([2, 0])));
    expect(allMissing(space, new Set())).toBe(space.diagrams.yes);
    expect(allMissing(space, new Set([1]))).toBe(space.diagrams.no);
    expect(complement(space, presentNode(space, 0))).toBe(allMissing(space, new Set([0])));
    expect(complement(space, space.diagrams.yes)).toBe(space.diagrams.no);
  });

  it("levelsBelow lists the variables below a data path at any depth, without the path itself", () => {
    const space = spaceOf([
      variable("facts.p.name", ["n", undefined]),
      variable("facts.p", [{}, undefined]),
      variable("facts.p.home.town", ["t", undefined]),
      variable("facts.person", ["x", undefined]),
    ]);
    expect([...levelsBelow(space, "facts.p")]).toEqual([0, 2]);
    expect([...levelsBelow(space, "facts.p.home")]).toEqual([2]);
    expect([...levelsBelow(space, "facts")]).toEqual([0, 1, 2, 3]);
    expect([...levelsBelow(space, "facts.p.home.town")]).toEqual([]);
    expect([...levelsBelow(space, "facts.pe")]).toEqual([]);
    expect([...levelsBelow(space, "facts.p")]).toEqual([0, 2]);
  });
});

describe("the fields that must be present according to a schema", () => {
  const TEXT = { type: "string" };

  it("required fields must be present; optional fields may be missing, and fields without a variable are ignored", () => {
    const space = spaceOf([variable("f.a", ["A", undefined]), variable("f.b", ["B", undefined])]);
    const schema = { type: "object", properties: { a: TEXT, b: TEXT, c: TEXT }, required: ["a", "c"] };
    expect(peopleOf(space, lawOf(space, schema, "f"))).toEqual(["A B", "A -"]);
    expect(peopleOf(space, requiredLaw(space, schema, "f"))).toEqual(["A B", "A -"]);
    const nothing = { type: "object", properties: { a: TEXT, b: TEXT } };
    expect(lawOf(space, nothing, "f")).toBe(space.diagrams.yes);
    expect(requiredLaw(space, nothing, "f")).toBe(space.diagrams.yes);
    const everything = { ...nothing, required: ["a", "b"] };
    expect(peopleOf(space, lawOf(space, everything, "f"))).toEqual(["A B"]);
    expect(peopleOf(space, requiredLaw(space, everything, "f"))).toEqual(["A B"]);
  });

  it("the required fields of a required object must be present", () => {
    const space = spaceOf([variable("f.in.a", ["A", undefined]), variable("f.in.b", ["B", undefined])]);
    const inner = { type: "object", properties: { a: TEXT, b: TEXT }, required: ["a"] };
    const schema = { type: "object", properties: { in: inner }, required: ["in"] };
    expect(peopleOf(space, lawOf(space, schema, "f"))).toEqual(["A B", "A -"]);
    expect(peopleOf(space, requiredLaw(space, schema, "f"))).toEqual(["A B", "A -"]);
  });

  it("the only required field of a required object must be present", () => {
    const space = spaceOf([variable("f.in.a", ["A", undefined])]);
    const inner = { type: "object", properties: { a: TEXT }, required: ["a"] };
    const schema = { type: "object", properties: { in: inner }, required: ["in"] };
    expect(peopleOf(space, lawOf(space, schema, "f"))).toEqual(["A"]);
    expect(peopleOf(space, requiredLaw(space, schema, "f"))).toEqual(["A"]);
  });

  it("the required fields of an optional object are either all present or all missing", () => {
    const space = spaceOf([variable("f.in.a", ["A", undefined]), variable("f.in.b", ["B", undefined])]);
    const inner = { type: "object", properties: { a: TEXT, b: TEXT }, required: ["a"] };
    const schema = { type: "object", properties: { in: inner } };
    expect(peopleOf(space, lawOf(space, schema, "f"))).toEqual(["A B", "A -", "- -"]);
    expect(requiredLaw(space, schema, "f")).toBe(space.diagrams.yes);
  });

  it("a required field is present exactly if the object around it is present", () => {
    const space = spaceOf([variable("f.in", ["I", undefined]), variable("f.in.a", ["A", undefined])]);
    const inner = { type: "object", properties: { a: TEXT }, required: ["a"] };
    const schema = { type: "object", properties: { in: inner } };
    expect(peopleOf(space, lawOf(space, schema, "f"))).toEqual(["I A", "- -"]);
    expect(peopleOf(space, lawOf(space, { ...schema, required: ["in"] }, "f"))).toEqual(["I A"]);
    expect(peopleOf(space, requiredLaw(space, { ...schema, required: ["in"] }, "f"))).toEqual(["I A"]);
  });

  it("a conditional field may be present only if its condition holds", () => {
    const space = spaceOf([
      variable("f.a", ["yes", "no", "maybe", undefined]),
      variable("f.b", ["B", undefined]),
    ]);
    const when = { properties: { a: { enum: ["yes", "maybe"] } }, required: ["a"] };
    const schema = (required: readonly string[]) => ({
      type: "object",
      properties: { a: TEXT },
      allOf: [
        {
          if: when,
          // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
          then: { properties: { b: TEXT }, required: [...required] },
        },
      ],
    });
    const asked = lawOf(space, schema(["b"]), "f");
    expect(peopleOf(space, asked)).toEqual(["yes B", "no -", "maybe B", "- -"]);
    const offered = lawOf(space, schema([]), "f");
    expect(peopleOf(space, offered)).toEqual(["yes B", "yes -", "no -", "maybe B", "maybe -", "- -"]);
    expect(requiredLaw(space, schema(["b"]), "f")).toBe(space.diagrams.yes);
  });

  it("a field may be present or missing if its condition reads a field without a variable", () => {
    const asks = (properties: { readonly [name: string]: Json }) => ({
      if: { properties, required: Object.keys(properties) },
      // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
      then: { properties: { b: TEXT }, required: ["b"] },
    });
    const base = { type: "object", properties: { a: TEXT, c: TEXT } };
    const alone = spaceOf([variable("f.b", ["B", undefined])]);
    expect(lawOf(alone, { ...base, allOf: [asks({ a: { const: "yes" } })] }, "f")).toBe(alone.diagrams.yes);
    const space = spaceOf([variable("f.c", ["yes", "no"]), variable("f.b", ["B", undefined])]);
    const together = { ...base, allOf: [asks({ a: { const: "yes" }, c: { const: "yes" } })] };
    expect(peopleOf(space, lawOf(space, together, "f"))).toEqual(["yes B", "yes -", "no -"]);
    const either = { ...base, allOf: [asks({ a: { const: "yes" } }), asks({ c: { const: "yes" } })] };
    expect(peopleOf(space, lawOf(space, either, "f"))).toEqual(["yes B", "no B", "no -"]);
  });

  it("a field must be present if one of several conditions holds with all its parts", () => {
    const space = spaceOf([
      variable("f.a", [1, 2]),
      variable("f.c", [1, 2]),
      variable("f.b", ["B", undefined]),
    ]);
    const asks = (properties: { readonly [name: string]: Json }) => ({
      if: { properties, required: Object.keys(properties) },
      // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
      then: { properties: { b: TEXT }, required: ["b"] },
    });
    const base = { type: "object", properties: { a: { type: "integer" }, c: { type: "integer" } } };
    const either = { ...base, allOf: [asks({ a: { const: 1 } }), asks({ c: { const: 1 } })] };
    expect(peopleOf(space, lawOf(space, either, "f"))).toEqual(["1 1 B", "1 2 B", "2 1 B", "2 2 -"]);
    const together = { ...base, allOf: [asks({ a: { const: 1 }, c: { const: 1 } })] };
    expect(peopleOf(space, lawOf(space, together, "f"))).toEqual(["1 1 B", "1 2 -", "2 1 -", "2 2 -"]);
  });
});
