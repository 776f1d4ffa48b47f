import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from "vitest";
import type { Json, JsonObject } from "../../../engine/values/json.ts";
import { type Atlas, atlasOf, type PathClass } from "../../../engine/verify/paths/index.ts";
import type * as Page from "../../../renderer/kit/api/answers.ts";
import { loadFlow } from "../../definitions/definition-files.ts";
import { loggedIn, openPortalHouse, type PortalHouse, stranger } from "../portal-house.ts";

// Number of paths that the atlas finds in the files, computed here so that no number is recorded.
const WAYS = atlasOf(await loadFlow("invest")).ways;

let house: PortalHouse;
let operations: Awaited<ReturnType<typeof loggedIn>>;
beforeAll(async () => {
  house = await openPortalHouse();
  operations = await loggedIn(house, "operations");
});
afterAll(() => house.close());

type Shown = {
  readonly name: string;
  readonly steps: readonly string[];
  readonly says: { readonly en: string };
};

async function currentOf(flow: string): Promise<string> {
  const list = await operations.get("/definitions", { query: { flow } });
  const found = list.current.find((one) => one?.flow === flow);
  return found?.id ?? "";
}

const shownIn = (body: JsonObject) => body.classes as readonly Shown[];

describe("the paths through a version, read over HTTP,", () => {
  test("are visible to colleagues who work on definitions, each path with an example person", async () => {
    const id = await currentOf("invest");
    const url = `/api/definitions/versions/${id}/paths`;
    const answer = await operations.call("GET", url);
    expect(answer).toMatchObject({
      status: 200,
      body: { version: { id, flow: "invest", state: "published" }, ways: WAYS, unshown: [], merged: null },
    });
    expect(shownIn(answer.body).find(({ name }) => name === "closed")).toMatchObject({
      steps: ["gate", "closed"],
      says: { en: "the switch “New investments” is off" },
      traveller: { around: { flags: { invest: false } } },
    });
    const roles = ["compliance", "finance", "support", "investor"] as const;
    const callers = await Promise.all(roles.map((role) => loggedIn(house, role)));
    for (const path of [url, `/api/definitions/versions/${id}/module`]) {
      const statuses = await Promise.all(callers.map(async (one) => (await one.call("GET", path)).status));
      expect([path, statuses]).toEqual([path, [200, 403, 403, 403]]);
      expect([path, (await stranger(house).call("GET", path)).status]).toEqual([path, 401]);
    }
  });

  test("the paths of a proposed version are shown together with the change", async () => {
    const id = await currentOf("contact-back");
    const { body } = await operations.call("GET", `/api/definitions/versions/${id}`);
    const files = body.files as { [path: string]: JsonObject };
    const about = (language: string): Json => {
      const texts = structuredClone(files[`locales/${language}/about.json`]) as {
        "contact-back": { contact: { title: string } };
      };
      texts["contact-back"].contact.title = language === "en" ? "When shall we call?" : "ให้โทรเมื่อไรดี";
      return texts;
    };
    const proposed = await operations.call("POST", "/api/definitions/contact-back/versions", {
      files: { "locales/en/about.json": about("en"), "locales/th/about.json": about("th") },
    });
    expect(proposed.status).toBe(201);
    const url = `/api/definitions/versions/${proposed.body.id}`;
    const answer = await operations.call("GET", `${url}/paths`);
    expect(answer.body).toMatchObject({
      version: { state: "proposed" },
      titles: { contact: { en: "When shall we call?", th: "ให้โทรเมื่อไรดี" } },
      // Effects on the path are listed as well, although no screen shows them.
      effects: { send: { en: "opens a case of a visitor at a desk (cases.openByVisitor)" } },
    });
    expect(shownIn(answer.body).map(({ name }) => name)).toEqual(["done"]);
    // The request is sent like one of `import()`: with cookies, without a bearer token.
    const module = await operations.call("GET", `${url}/module`, undefined, { authorization: "" });
    expect([module.status, String(module.body.text)]).toEqual([
      200,
      expect.stringContaining("When shall we call?"),
    ]);
    // Other users do not get the module, because an unpublished version has no public address.
    const published = await operations.call(
      "GET",
      `/modules/contact-back.${proposed.body.hash}-000000000000.js`,
    );
    expect(published.status).toBe(404);
  });

  test("are answered with not-found for an unknown version", async () => {
    for (const part of ["paths", "module"]) {
      const url = `/api/definitions/versions/00000000-0000-4000-8000-000000000000/${part}`;
      expect([part, (await operations.call("GET", url)).status]).toEqual([part, 404]);
    }
  });
});

test("the answers of the path calls match the API document and the types that the pages use", () => {
  expect(house.answers.faults).toEqual([]);
  expect(house.answers.routes).toContain("/api/definitions/versions/:id/paths");
  expectTypeOf<PathClass>().toEqualTypeOf<Omit<Page.Path, "says">>();
  expectTypeOf<Omit<Atlas, "classes">>().toEqualTypeOf<
    Omit<Page.Paths, "version" | "module" | "title" | "titles" | "effects" | "classes">
  >();
});
