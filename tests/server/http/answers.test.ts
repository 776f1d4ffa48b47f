import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { afterAll, beforeAll, expect, expectTypeOf, test } from "vitest";
import type * as Page from "../../../renderer/kit/api/answers.ts";
import { type ApiDocument, apiDocument, forReview } from "../../../server/api-document.ts";
import type { MailboxMessage } from "../../../server/messages/index.ts";
import { openPortalHouse, type PortalHouse, stranger } from "../portal-house.ts";

let house: PortalHouse;
let document: ApiDocument;
beforeAll(async () => {
  house = await openPortalHouse({}, { movable: true });
  document = (await house.server.app.inject("/api/openapi.json")).json();
});
afterAll(() => house.close());

test("the API document of the declared calls equals the document that a development portal returns", async () => {
  expect(await apiDocument()).toEqual(document);
});

test("openapi.json equals the document that the code declares", () => {
  const committed = JSON.parse(readFileSync(new URL("../../../openapi.json", import.meta.url), "utf8"));
  const isToday = JSON.stringify(committed) === JSON.stringify(forReview(document));
  expect(isToday, "npm run saphan -- api writes openapi.json anew").toBe(true);
});

test.each([
  ["Settings", "/api/settings"],
  ["Maintenance", "/api/app-setting/maintenance"],
  ["StrategyList", "/api/strategies"],
  ["BusinessTime", "/api/dev/clock"],
  ["JobNames", "/api/dev/jobs"],
])("the schema %s accepts the answer of %s", async (name, url) => {
  const ajv = new Ajv({ strict: false, validateFormats: false });
  const validate = ajv.compile({ components: document.components, $ref: `#/components/schemas/${name}` });
  const answer = await house.server.app.inject(url);
  expect(validate(answer.json()), ajv.errorsText(validate.errors)).toBe(true);
  expect(validate({ ...answer.json(), more: 1 })).toBe(false);
});

test("all schemas of requests can be compiled", () => {
  expect(house.server.app.compileChecks()).toBeGreaterThan(300);
});

test("the calls that exist only in development give the answers that the API document describes", async () => {
  const page = stranger(house);
  const email = "investor@saphan.example";
  await page.call("POST", "/api/auth/forget-password", { email });
  expect((await page.call("POST", "/api/dev/jobs/messages.deliver/run", {})).status).toBe(200);
  await house.server.jobs.drain();
  expect((await page.call("GET", "/api/dev/mailbox")).body.messages).toHaveLength(1);
  expect((await page.call("POST", "/api/dev/clock", { advance: "P1D" })).status).toBe(200);
  expect(house.answers.faults).toEqual([]);
  expect([...house.answers.routes]).toEqual(
    expect.arrayContaining(["/api/dev/clock", "/api/dev/jobs/:name/run", "/api/dev/mailbox"]),
  );
  expectTypeOf<MailboxMessage>().toEqualTypeOf<Page.MailboxMessage>();
});

test("every call declares whether it answers with a shape, bytes, or no content", () => {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { responses = {} }]) => ({ call: `${method} ${path}`, responses })),
  );
  expect(calls.length).toBeGreaterThan(40);
  const says = ([status, answer]: readonly [string, object]) =>
    !/^2/.test(status) || status === "204" || "content" in answer;
  expect(
    calls.filter(({ responses }) => !Object.entries(responses).every(says)).map(({ call }) => call),
  ).toEqual([]);
});

test("the API document contains every schema that it refers to, under its right name", () => {
  const names = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]*)"/g)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(10);
  const known = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`);
  expect(names.filter((name) => !known.includes(name ?? ""))).toEqual([]);
});
