import { expect, test } from "vitest";
import { PAGES } from "../../domain/pages.ts";
import { LANGUAGES } from "../../engine/values/languages.ts";
import { CHANGEABLE } from "../../renderer/studio/where/changeable.ts";
import { readJson } from "../definitions/definition-files.ts";

type Document = {
  readonly paths: { readonly [path: string]: { readonly [method: string]: { "x-access": string } } };
};

/** Returns the roles that may make a call, according to the API document. */
function rolesOf(call: string): readonly string[] {
  const [method = "", path = ""] = call.split(" ");
  const { paths } = readJson("openapi.json") as Document;
  const access = paths[path]?.[method.toLowerCase()]?.["x-access"];
  if (access === undefined) throw new Error(`openapi.json has no ${call}`);
  return access.replace(/ \(.*\)$/, "").split(", ");
}

test.each(CHANGEABLE)(
  "the page $name names the roles that may propose and approve, as the calls declare them",
  (one) => {
    const [proposes, approves] = one.calls;
    expect(one.proposes).toEqual(rolesOf(proposes));
    expect(one.approves).toEqual(approves === null ? [] : rolesOf(approves));
    expect(PAGES).toHaveProperty([one.page]);
  },
);

test.each(LANGUAGES)("every kind of change has its texts in %s", (language) => {
  const { where } = readJson(`locales/${language}/studio.json`) as {
    readonly where: { readonly of: Readonly<Record<string, object>> };
  };
  expect(Object.keys(where.of)).toEqual(CHANGEABLE.map(({ name }) => name));
  for (const words of Object.values(where.of))
    expect(Object.keys(words)).toEqual(["title", "what", "counts"]);
});
