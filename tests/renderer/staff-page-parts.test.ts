import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json } from "../../engine/values/json.ts";
import staffEn from "../../locales/en/staff.json" with { type: "json" };
import staffTh from "../../locales/th/staff.json" with { type: "json" };
import { homeOf, maySee, placesOf, STAFF_HOME } from "../../renderer/kit/api/staff-places.ts";
import { lineChanges } from "../../renderer/staff/definitions/line-changes.ts";
import { placeInJson } from "../../renderer/staff/definitions/place-in-json.ts";

describe("the differences between two texts", () => {
  const shown = (before: readonly string[], after: readonly string[]) =>
    lineChanges(before.join("\n"), after.join("\n")).map((lines) =>
      lines.map(({ kind, text }) => `${{ gone: "-", new: "+", kept: " " }[kind]}${text}`).join("|"),
    );

  test("are shown with two lines of context each, and distant changes are shown separately", () => {
    const lines = [..."abcdefghijklm"];
    expect(shown(lines, lines)).toEqual([]);
    expect(shown(lines, lines.with(5, "X"))).toEqual([" d| e|-f|+X| g| h"]);
    expect(shown(lines, lines.with(0, "X").with(12, "Y"))).toEqual(["-a|+X| b| c", " k| l|-m|+Y"]);
    expect(shown(lines, lines.toSpliced(1, 1))).toEqual([" a|-b| c| d"]);
    expect(shown(["a"], ["a", "b"])).toEqual([" a|+b"]);
  });

  test("the differences turn the earlier of any two texts into the later text when they are applied", () => {
    const text = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 12 });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const all = lineChanges(before.join("\n"), after.join("\n")).flat();
        const gone = all.filter(({ kind }) => kind === "gone").length;
        const added = all.filter(({ kind }) => kind === "new").length;
        const lines = (one: readonly string[]) => one.join("\n").split("\n").length;
        expect(added - gone).toBe(lines(after) - lines(before));
        if (before.join("\n") !== after.join("\n")) expect(gone + added).toBeGreaterThan(0);
      }),
    );
  });
});

describe("the position of a finding in an edited file", () => {
  const text = '{ "a/b": [1, {"x": "}]\\" ,"}, true ],\n "c": -1.5e3, "d": {} }';

  test.each([
    ["", text],
    ["/a~1b", '[1, {"x": "}]\\" ,"}, true ]'],
    ["/a~1b/0", "1"],
    ["/a~1b/1", '{"x": "}]\\" ,"}'],
    ["/a~1b/1/x", '"}]\\" ,"'],
    ["/a~1b/2", "true"],
    ["/c", "-1.5e3"],
    ["/d", "{}"],
    ["/d/nothing", "{}"],
  ])("is the right line for the JSON pointer “%s”", (pointer, found) => {
    const { from, to } = placeInJson(text, pointer);
    expect(text.slice(from, to)).toBe(found);
  });

  test("is right in any file, however the file is formatted", () => {
    const pointers = (value: unknown, at = ""): string[] => [
      at,
      ...(typeof value === "object" && value !== null
        ? Object.entries(value).flatMap(([name, inner]) =>
            pointers(inner, `${at}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`),
          )
        : []),
    ];
    const valueAt = (value: unknown, pointer: string): unknown =>
      pointer
        .split("/")
        .slice(1)
        .reduce(
          (inner, name) =>
            (inner as Record<string, unknown>)[name.replaceAll("~1", "/").replaceAll("~0", "~")],
          value,
        );
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(undefined, 1, 2, "\t"), (made, indent) => {
        const written = JSON.stringify(made, null, indent);
        const value = JSON.parse(written) as Json;
        for (const pointer of pointers(value)) {
          const { from, to } = placeInJson(written, pointer);
          expect(JSON.parse(written.slice(from, to))).toEqual(valueAt(value, pointer));
        }
      }),
    );
  });
});

/** First page of each role, with its waiting work. */
const HOME: { readonly [role: string]: string } = {
  compliance: "/staff/reviews",
  operations: "/staff/definitions",
  finance: "/staff/nav",
  support: "/staff/cases",
  admin: "/staff/definitions",
};

test("each staff role has staff pages, and the first page shown to it is one with waiting work", () => {
  for (const role of Object.keys(HOME)) expect(homeOf(role)).toBe(HOME[role]);
  expect(placesOf("support").map(({ key }) => key)).toEqual([
    "people",
    "cases",
    "able",
    "rules",
    "saleCodes",
  ]);
  expect(placesOf("finance").map(({ key }) => key)).toEqual([
    ...["people", "cases", "nav", "terms", "calendar", "approvals", "money", "payouts", "books"],
  ]);
  expect(placesOf(null)).toEqual([]);
});

test.each(["operations", "compliance", "finance", "support", "admin", "auditor", "whatever comes"])(
  "%s is a staff role, and users with this role may see the staff pages",
  (role) => expect(maySee(role, STAFF_HOME)).toBe(true),
);

test("an auditor can read every staff page of any role", () => {
  const everywhere = ["compliance", "operations", "finance", "support", "admin"].flatMap((role) =>
    placesOf(role).map(({ href }) => href),
  );
  // Whether a person can invest is shown on the page of that person.
  const theirs = everywhere.filter((href) => href !== "/staff/able-to-invest");
  expect(new Set(placesOf("auditor").map(({ href }) => href))).toEqual(new Set(theirs));
});

test("every staff page has a description in both languages", () => {
  const keys = ["compliance", "operations", "finance", "support", "admin", "auditor"].flatMap((role) =>
    placesOf(role).map(({ key }) => key),
  );
  for (const { home } of [staffEn, staffTh]) expect(Object.keys(home)).toEqual(expect.arrayContaining(keys));
});

test("all staff may see the list of staff pages, and no one else may", () => {
  for (const role of ["compliance", "finance", "auditor"]) expect(maySee(role, STAFF_HOME)).toBe(true);
  for (const role of [null, undefined]) expect(maySee(role, STAFF_HOME)).toBe(false);
  expect(maySee("finance", "/staff/reviews")).toBe(false);
});
