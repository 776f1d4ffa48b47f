import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../../engine/values/json.ts";
import { openPublishedRules } from "../../../server/commands/rule-book-database.ts";
import { bookOf } from "../../../server/explain/rule-book.ts";
import { htmlOf } from "../../../server/explain/rule-book-html.ts";
import { readSource } from "../../../server/sources/source.ts";
import { ROOT } from "../../definitions/definition-files.ts";
import { loggedIn, openPortalHouse, type PortalHouse, stranger } from "../portal-house.ts";

let house: PortalHouse;
beforeAll(async () => {
  house = await openPortalHouse();
});
afterAll(() => house.close());

const RULE = "flows/invest/rules/minimum.json";

type OnePage = {
  readonly clauses: readonly {
    readonly says: { readonly says: { readonly en: string; readonly th: string } };
  }[];
  readonly versions: readonly (JsonObject & { readonly change: JsonObject })[];
};

type Given = {
  readonly facts?: {
    readonly holding?: { readonly has?: boolean };
    readonly strategy?: { readonly minFirst?: string };
  };
  readonly answers?: { readonly amount?: { readonly amount?: string } };
};

/** Returns the published rule with a stricter first clause: the amount must be more than the minimum. */
async function stricter(): Promise<Json> {
  const operations = await loggedIn(house, "operations");
  const { current } = await operations.get("/definitions", { query: { flow: "invest" } });
  const id = current.find((one) => one?.flow === "invest")?.id;
  const version = await operations.call("GET", `/api/definitions/versions/${id}`);
  const rule = structuredClone((version.body.files as JsonObject)[RULE]) as {
    must: { logic: Json }[];
    cases: { given: Given; expect: Json }[];
  };
  const [first] = rule.must;
  if (first) first.logic = JSON.parse(JSON.stringify(first.logic).replace('">="', '">"'));
  for (const one of rule.cases) {
    const { facts, answers } = one.given;
    const has = facts?.holding?.has;
    if (has === true || answers?.amount?.amount !== facts?.strategy?.minFirst || one.expect !== true)
      continue;
    one.expect = has === false ? false : "unknown";
  }
  return rule;
}

async function pageOf(id: string): Promise<OnePage> {
  const compliance = await loggedIn(house, "compliance");
  const { status, body } = await compliance.call("GET", `/api/rule-book/${id}`);
  expect(status).toBe(200);
  return body as OnePage;
}

describe("the rule book over HTTP", () => {
  test.each([
    ["compliance", 200],
    ["operations", 200],
    ["support", 200],
    ["finance", 403],
    ["investor", 403],
  ])("answers a request by %s with %i, for the list and for a page alike", async (name, status) => {
    const caller = await loggedIn(house, name);
    for (const url of ["/api/rule-book", "/api/rule-book?whole=true", "/api/rule-book/adult"])
      expect([url, (await caller.call("GET", url)).status]).toEqual([url, status]);
  });

  test("requires a log-in, and answers not-found for an unknown rule", async () => {
    expect((await stranger(house).call("GET", "/api/rule-book")).status).toBe(401);
    expect((await stranger(house).call("GET", "/api/rule-book/adult")).status).toBe(401);
    const support = await loggedIn(house, "support");
    expect((await support.call("GET", "/api/rule-book/nothing-of-the-kind")).status).toBe(404);
  });

  test("lists every rule by its titles in both languages, and can be searched for the words of a condition", async () => {
    const support = await loggedIn(house, "support");
    const { rules } = await support.get("/rule-book");
    expect(rules.map(({ id }) => id)).toEqual(
      expect.arrayContaining(["able-to-invest", "adult", "onboarding-complete"]),
    );
    expect(rules.find(({ id }) => id === "able-to-invest")).toMatchObject({
      title: { th: "ลงทุนได้", en: "Able to invest" },
      owner: "compliance",
      conditions: 6,
      share: 1,
      waiting: 0,
      words: { en: expect.stringContaining("the FATCA declaration is made") },
    });
  });

  test("the rule book shows for each version who proposed and approved it, when, and what changed for which users", async () => {
    const released = await pageOf("minimum");
    expect(released.versions).toMatchObject([
      {
        flow: "invest",
        number: 1,
        current: true,
        source: "files",
        proposedBy: null,
        change: { kind: "first" },
      },
    ]);
    const [operations, compliance] = await Promise.all([
      loggedIn(house, "operations"),
      loggedIn(house, "compliance"),
    ]);
    const proposed = await operations.call("POST", "/api/definitions/invest/versions", {
      files: { [RULE]: await stricter() },
      note: "a minimum is what has to be passed",
    });
    expect(proposed.body).toMatchObject({ evidence: expect.any(String) });
    const { rules } = await compliance.get("/rule-book");
    expect(rules.find(({ id }) => id === "minimum")).toMatchObject({ waiting: 1 });
    expect((await pageOf("minimum")).versions.at(0)).toMatchObject({
      state: "proposed",
      number: null,
      current: false,
      proposedBy: "operations@saphan.example",
      decidedBy: null,
    });
    const url = `/api/definitions/versions/${proposed.body.id}/approve`;
    expect((await compliance.call("POST", url, { evidence: proposed.body.evidence as Json })).status).toBe(
      200,
    );

    const { versions, clauses } = await pageOf("minimum");
    expect(clauses[0]?.says).toMatchObject({
      parts: [{}, { says: { en: "“Amount” is more than the minimum for a first investment" } }],
    });
    const [newest, first] = versions;
    expect(newest).toMatchObject({
      number: 2,
      state: "published",
      current: true,
      proposedBy: "operations@saphan.example",
      decidedBy: "compliance@saphan.example",
      change: {
        kind: "different",
        clauses: [
          {
            kind: "changed",
            before: { en: expect.stringContaining("at least the minimum for a first investment") },
            after: { en: expect.stringContaining("more than the minimum for a first investment") },
          },
        ],
      },
    });
    const affected = newest?.change.affected as readonly {
      readonly people: readonly { readonly en: string }[];
    }[];
    expect(affected[0]).toMatchObject({ from: { kind: "met" }, to: { kind: "notMet" } });
    expect(affected[0]?.people.map(({ en }) => en)).toEqual([
      "someone for whom this strategy is not held yet and “Amount” and the minimum for a first investment are the same",
    ]);
    expect(first).toMatchObject({ number: 1, current: false });
    // A rule that the version did not change has no entry for the version.
    expect((await pageOf("strategy-open")).versions).toMatchObject([
      { number: 1, change: { kind: "first" } },
    ]);
  });
});

describe("the printed rule book", () => {
  test("contains the rules in force, each in both languages, with the approver of each version", async () => {
    const published = await openPublishedRules(house.database.url);
    const { pages } = bookOf(published.sources);
    const minimum = pages.find(({ id }) => id === "minimum");
    if (minimum === undefined) throw new Error("there is no page of the minimum");
    const versions = await published.historyOf("minimum", ["invest"]);
    await published.close();
    const html = htmlOf([{ ...minimum, versions }, ...pages.filter(({ id }) => id !== "minimum")], {
      languages: ["th", "en"],
      brand: "saphan",
      root: ROOT,
      at: "02/03/2026",
    });
    for (const { id } of pages)
      for (const language of ["th", "en"]) {
        expect(html).toContain(`href="#${language}-${id}"`);
        expect(html).toContain(`<article class="rule" id="${language}-${id}">`);
      }
    expect(html).toContain("อนุมัติโดย compliance@saphan.example");
    expect(html).toContain("Proposed by operations@saphan.example");
    expect(html).toContain("“Amount” is more than the minimum for a first investment");
    expect(html).not.toMatch(/\{\{|undefined|\[object/);
  });

  test("includes versions from before approvers were recorded, and names the flows that it cannot read", async () => {
    const { source } = await readSource(ROOT, "pin");
    const { "locales/th/fact.json": _, ...older } = source.files;
    const broken = { ...source.files, "flows/sign-up/flow.json": {} };
    const { pages, unread } = bookOf([
      { flow: "pin", files: older },
      { flow: "sign-up", files: broken },
    ]);
    expect(unread).toEqual(["sign-up"]);
    expect(pages.map(({ id }) => id)).toContain("pins-match");
  });

  test("can be printed in one language, and states that rules read from files have no approver", () => {
    const html = htmlOf([], { languages: ["en"], brand: "nava", root: ROOT, at: "02/03/2026" });
    expect(html).toContain('<html lang="en" data-brand="nava"');
    expect(html).toContain("so proposers and approvers are not named");
    expect(html).not.toContain("ประมวลกฎ");
  });
});

test("the answers of the rule book calls match the API document exactly", () => {
  expect(house.answers.faults).toEqual([]);
  expect([...house.answers.routes]).toEqual(
    expect.arrayContaining(["/api/rule-book", "/api/rule-book/:id", "/api/definitions/:flow/versions"]),
  );
});
