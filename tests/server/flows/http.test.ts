import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from "vitest";
import type { Json, JsonObject } from "../../../engine/values/json.ts";
import formEn from "../../../locales/en/form.json" with { type: "json" };
import warningEn from "../../../locales/en/warning.json" with { type: "json" };
import type * as Page from "../../../renderer/kit/api/answers.ts";
import { createLocales } from "../../../server/definitions/locales.ts";
import type { View } from "../../../server/flows/view.ts";
import { ROOT } from "../../definitions/definition-files.ts";
import { demoFactor } from "../accounts/app-code.ts";
import { openPortalHouse, type PortalHouse } from "../portal-house.ts";

let house: PortalHouse;
beforeAll(async () => {
  house = await openPortalHouse();
});
afterAll(() => house.close());

type Caller = {
  readonly call: (method: "GET" | "POST", url: string, body?: Json, headers?: Headers) => Promise<Answer>;
};
type Headers = Readonly<Record<string, string>>;
type Answer = {
  readonly status: number;
  readonly body: JsonObject;
  readonly headers: Readonly<Record<string, unknown>>;
};

/** Returns a browser that keeps its cookies and sends the token as bearer. */
function browser(): Caller {
  const cookies = new Map<string, string>();
  return {
    call: async (method, url, body, headers = {}) => {
      const token = cookies.get("saphan_token");
      const response = await house.server.app.inject({
        method,
        url,
        headers: {
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...headers,
        },
        ...(body === undefined ? {} : { payload: body as object }),
      });
      for (const { name, value } of response.cookies) cookies.set(name, value);
      const isJson = String(response.headers["content-type"]).startsWith("application/json");
      return {
        status: response.statusCode,
        body: isJson ? response.json() : { text: response.body },
        headers: response.headers,
      };
    },
  };
}

const post = (page: Caller, id: Json | undefined, step: string, body: Json, key = randomUUID()) =>
  page.call("POST", `/api/instances/${id}/steps/${step}`, body, { "idempotency-key": key });

async function loggedIn(name: string): Promise<Caller> {
  const page = browser();
  const answer = await page.call("POST", "/api/auth/login", {
    email: `${name}@saphan.example`,
    password: "Saphan#2026",
    ...demoFactor(`${name}@saphan.example`),
  });
  expect(answer.status).toBe(200);
  return page;
}

const COMPLAINT = {
  email: "somchai@example.com",
  phone: "0812345678",
  problemType: "SERVICE",
  detail: "รอสายนานกว่าครึ่งชั่วโมง",
};

describe("a flow over HTTP", () => {
  test("is found by its name and has an unchanging module, while an unknown name gets 404", async () => {
    const page = browser();
    const { status, body } = await page.call("GET", "/api/flows/complaint");
    expect(status).toBe(200);
    const module = await page.call("GET", String(body.module));
    expect(module.headers).toMatchObject({
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
    });
    expect((await page.call("GET", "/api/flows/nothing")).body).toMatchObject({ code: "flow-unknown" });
    expect((await page.call("GET", String(body.module).replace("complaint.", "kyc."))).status).toBe(404);
    expect((await page.call("GET", "/modules/..%2f..%2fpackage.json")).status).toBe(404);
  });

  test.each(["kyc", "invest", "reduce", "switch", "pin"])(
    "rejects people with a staff role if the flow is for investors: %s",
    async (flow) => {
      for (const name of ["operations", "compliance", "finance", "support", "admin"]) {
        const page = await loggedIn(name);
        expect(await page.call("POST", `/api/flows/${flow}/instances`, {})).toMatchObject({
          status: 403,
          body: { code: "staff-hold-no-units" },
        });
      }
      expect((await (await loggedIn("fresh")).call("POST", `/api/flows/${flow}/instances`, {})).status).toBe(
        200,
      );
    },
  );

  test.each(["reduce", "switch"])(
    "is visible only to the investor who opened it, and to no colleague (%s)",
    async (flow) => {
      const owner = await loggedIn("investor");
      const { body } = await owner.call("POST", `/api/flows/${flow}/instances`, {});
      const { step } = body.at as { step: string };
      expect((await owner.call("GET", `/api/instances/${body.id}`)).status).toBe(200);
      for (const name of ["operations", "compliance", "finance", "support", "admin"]) {
        const page = await loggedIn(name);
        expect((await page.call("GET", `/api/instances/${body.id}`)).status).toBe(404);
        expect((await post(page, body.id, step, { answer: {} })).status).toBe(404);
      }
    },
  );

  test("is closed for an investor who gets a staff role, unless it is a public flow", async () => {
    const page = await loggedIn("fresh");
    const opened = await page.call("POST", "/api/flows/kyc/instances", {});
    const role = async (to: "support" | null) =>
      await house.server.db
        .updateTable("people")
        .set({ role: to })
        .where("email_key", "=", "fresh@saphan.example")
        .execute();
    await role("support");
    const { step } = opened.body.at as { step: string };
    expect(await post(page, opened.body.id, step, { answer: {} })).toMatchObject({
      status: 403,
      body: { code: "staff-hold-no-units" },
    });
    expect((await page.call("POST", "/api/flows/complaint/instances", {})).status).toBe(200);
    await role(null);
  });

  test("lets a visitor file a complaint by JSON requests alone, up to the reference number", async () => {
    const page = browser();
    const opened = await page.call("POST", "/api/flows/complaint/instances", {});
    expect(opened).toMatchObject({ status: 200, body: { at: { kind: "form", step: "complaint" } } });
    const { id } = opened.body;
    const wrong = await post(page, id, "complaint", { answer: { ...COMPLAINT, email: "nobody" } });
    expect(wrong).toMatchObject({
      status: 422,
      body: { code: "not-valid", fields: [{ pointer: "/email", code: "email" }] },
    });
    const [field] = wrong.body.fields as { message: { th: string; en: string } }[];
    expect(field?.message.th).toMatch(/[ก-๙]/);
    expect(field?.message.en).toMatch(/[a-z]/);
    const review = await post(page, id, "complaint", { answer: COMPLAINT });
    expect(review.body).toMatchObject({ at: { kind: "review" } });
    const values = (review.body.at as JsonObject).values ?? {};
    const key = randomUUID();
    const done = await post(page, id, "review", { answer: { values } }, key);
    expect(done.body).toMatchObject({ at: { kind: "end", step: "done", final: true } });
    expect((done.body.effects as JsonObject).file).toMatchObject({
      reference: expect.stringMatching(/^CMP-/),
    });
    // A network failure makes the browser send the request twice, and both get the same answer.
    expect((await post(page, id, "review", { answer: { values } }, key)).body).toEqual(done.body);
  });

  test("lets a visitor sign up, with equal answers for known and unknown e-mail addresses", async () => {
    const signUp = async (email: string) => {
      const page = browser();
      const { body } = await page.call("POST", "/api/flows/sign-up/instances", {});
      const account = await post(page, body.id, "account", { answer: { customerType: "INDIVIDUAL", email } });
      expect(account.body).toMatchObject({ at: { kind: "effect", step: "create", state: "ask" } });
      const consents = { privacy: true, terms: true, publicity: true };
      const secret = { password: "Bridge#2026", confirmPassword: "Bridge#2026", consents };
      const mismatch = { ...secret, confirmPassword: "Bridge#2027" };
      expect((await post(page, body.id, "create", { answer: mismatch })).status).toBe(422);
      const done = await post(page, body.id, "create", { answer: secret });
      expect(done.body).toMatchObject({
        at: { kind: "end", step: "mail-sent", final: true },
        instance: { answers: {} },
      });
      const reloaded = await page.call("GET", `/api/instances/${body.id}`);
      expect(reloaded.body).toEqual(done.body);
      const again = await page.call("POST", "/api/flows/sign-up/instances", { again: true });
      expect(again.body).toMatchObject({
        at: { kind: "form", step: "account" },
        prefill: {},
        instance: { answers: {} },
      });
      return JSON.stringify(done.body)
        .replaceAll(String(body.id), "ID")
        .replaceAll(email, "E-MAIL")
        .replace(/"inputHash":"[^"]+"/g, "");
    };
    const fresh = await signUp("brand-new@example.com");
    expect(await signUp("brand-new@example.com")).toBe(fresh);
    const rows = await house.server.db
      .selectFrom("flow_instances")
      .select("subject")
      .where("flow", "=", "sign-up")
      .where("closed_at", "is not", null)
      .execute();
    expect(rows.map(({ subject }) => subject.split(":")[0]).sort()).toEqual(["person", "visitor"]);
  });

  test("stores a contact request with its data and runs one effect", async () => {
    const page = browser();
    const { body } = await page.call("POST", "/api/flows/contact-back/instances", {});
    const step = String((body.at as JsonObject).step);
    const answer = {
      name: "สมชาย ใจดี",
      email: "somchai@example.com",
      phone: "0812345678",
      topic: "STRATEGIES",
    };
    let view = (await post(page, body.id, step, { answer })).body;
    if ((view.at as JsonObject).kind === "review") {
      const { step: review = "", values = {} } = view.at as JsonObject;
      view = (await post(page, body.id, String(review), { answer: { values } })).body;
    }
    expect(view).toMatchObject({ at: { kind: "end", outcome: "done", final: true } });
  });

  test("is described in the API document", async () => {
    const { body } = await browser().call("GET", "/api/openapi.json");
    const paths = Object.keys(body.paths as JsonObject);
    for (const path of [
      "/api/flows/{flow}/instances",
      "/api/instances/{id}/steps/{step}",
      "/api/definitions/{flow}/versions",
    ])
      expect(paths).toContain(path);
  });

  test("rejects a missing key, an unknown step and an unknown id with a code", async () => {
    const page = browser();
    const { body } = await page.call("POST", "/api/flows/complaint/instances", {});
    const noKey = await page.call("POST", `/api/instances/${body.id}/steps/complaint`, { answer: COMPLAINT });
    expect(noKey).toMatchObject({ status: 400, body: { code: "idempotency-key-missing" } });
    expect(await post(page, body.id, "__proto__", {})).toMatchObject({
      status: 409,
      body: { code: "step-not-open" },
    });
    expect(await page.call("GET", "/api/instances/1")).toMatchObject({ status: 404 });
    const stranger = browser();
    await stranger.call("POST", "/api/flows/complaint/instances", {});
    expect(await stranger.call("GET", `/api/instances/${body.id}`)).toMatchObject({
      status: 404,
      body: { code: "not-your-instance" },
    });
    expect(await page.call("POST", "/api/flows/invest/instances", {})).toMatchObject({
      status: 401,
      body: { code: "log-in-first" },
    });
    const foreign = await page.call(
      "POST",
      `/api/instances/${body.id}/steps/complaint`,
      { answer: COMPLAINT },
      { "idempotency-key": randomUUID(), origin: "https://evil.example" },
    );
    expect(foreign).toMatchObject({ status: 403 });
  });

  test("places an investment for a permitted person after the PIN", async () => {
    const page = await loggedIn("investor");
    const opened = await page.call("POST", "/api/flows/invest/instances", {});
    expect(opened.body).toMatchObject({
      at: { kind: "form", step: "choose" },
      progress: { index: 1, of: 4 },
    });
    const { id } = opened.body;
    const small = await post(page, id, "choose", { answer: { strategy: "M-BTCA" } });
    expect(small.body).toMatchObject({ at: { kind: "form", step: "amount" } });
    expect(await post(page, id, "amount", { answer: { amount: "1.00" } })).toMatchObject({
      status: 422,
      body: { fields: [{ pointer: "/amount" }] },
    });
    // Input that no page would send gets an error message as well.
    const number = await post(page, id, "amount", { answer: { amount: 10_000 } });
    expect(number.body.fields).toMatchObject([{ code: "type", message: { en: formEn.errors.type } }]);
    let view = (await post(page, id, "amount", { answer: { amount: "10000.00" } })).body;
    if ((view.at as JsonObject).step === "acknowledge")
      view = (await post(page, id, "acknowledge", { answer: { accepted: true } })).body;
    expect(view.at).toMatchObject({ kind: "form", step: "pay" });
    view = (await post(page, id, "pay", { answer: { method: "transfer" } })).body;
    expect(view.at).toMatchObject({
      kind: "review",
      values: { "derived.fee": "100.00", "derived.vat": "7.00" },
    });
    const stale = await post(page, id, "review", { answer: { values: {} } });
    expect(stale.body.fields).toMatchObject([
      { code: "values-changed", message: { en: warningEn.errors["values-changed"] } },
    ]);
    const values = (view.at as JsonObject).values ?? {};
    view = (await post(page, id, "review", { answer: { values } })).body;
    expect(view.at).toMatchObject({ kind: "challenge", step: "pin" });
    expect(await post(page, id, "pin", { code: "000000" })).toMatchObject({
      status: 422,
      body: { code: "code-wrong" },
    });
    view = (await post(page, id, "pin", { code: "148263" })).body;
    expect(view.at).toMatchObject({ kind: "wait", step: "money" });
  });
});

describe("flow definitions over HTTP", () => {
  test("are proposed by operations, approved by compliance, and then used by a running page", async () => {
    const [operations, compliance, customer] = await Promise.all([
      loggedIn("operations"),
      loggedIn("compliance"),
      loggedIn("investor"),
    ]);
    const page = browser();
    const before = await page.call("POST", "/api/flows/contact-back/instances", {});
    const path = "locales/th/about.json";
    const list = await operations.call("GET", "/api/definitions?flow=contact-back");
    const [latest] = list.body.versions as { id: string }[];
    const version = await operations.call("GET", `/api/definitions/versions/${latest?.id}`);
    const text = JSON.stringify((version.body.files as JsonObject)[path]);
    const title = ((JSON.parse(text) as JsonObject)["contact-back"] as JsonObject).title;
    const changed = JSON.parse(text.replace(`"title":"${title}"`, '"title":"ให้เราโทรกลับ"')) as Json;
    const proposal = { files: { [path]: changed }, note: "clearer" };
    const url = "/api/definitions/contact-back/versions";
    expect((await customer.call("POST", url, proposal)).status).toBe(403);
    expect((await browser().call("POST", url, proposal)).status).toBe(401);
    const proposed = await operations.call("POST", url, proposal);
    expect(proposed).toMatchObject({ status: 201, body: { state: "proposed", changed: [path] } });
    const approve = `/api/definitions/versions/${proposed.body.id}/approve`;
    const seen = { evidence: proposed.body.evidence ?? null };
    expect((await operations.call("POST", approve, seen)).status).toBe(403);
    expect(await compliance.call("POST", approve, seen)).toMatchObject({
      status: 200,
      body: { state: "published" },
    });
    const after = await page.call("GET", `/api/instances/${before.body.id}`);
    expect(after.body.hash).toBe(proposed.body.hash);
    expect((await page.call("GET", String(after.body.module))).body.text).toContain("ให้เราโทรกลับ");
  });

  test("can be changed by data alone: a new minimum for orders, and a question without a score", async () => {
    const [operations, compliance, investor, fresh] = await Promise.all(
      ["operations", "compliance", "investor", "fresh"].map(loggedIn),
    );
    if (!operations || !compliance || !investor || !fresh) return;
    const publish = async (
      flow: string,
      edit: (files: { [path: string]: JsonObject }) => { [path: string]: Json },
    ) => {
      const list = await operations.call("GET", `/api/definitions?flow=${flow}`);
      const current = (list.body.current as { id: string; flow: string }[]).find((one) => one.flow === flow);
      const version = await operations.call("GET", `/api/definitions/versions/${current?.id}`);
      const files = edit(version.body.files as { [path: string]: JsonObject });
      const proposed = await operations.call("POST", `/api/definitions/${flow}/versions`, { files });
      expect(proposed).toMatchObject({ status: 201 });
      const approved = await compliance.call(
        "POST",
        `/api/definitions/versions/${proposed.body.id}/approve`,
        { evidence: proposed.body.evidence ?? null },
      );
      expect(approved).toMatchObject({ status: 200, body: { state: "published" } });
      return String(approved.body.hash);
    };

    const again = await investor.call("POST", "/api/flows/invest/instances", { again: true });
    const { id } = again.body;
    await post(investor, id, "choose", { answer: { strategy: "M-BTCA" } });
    const rule = "flows/invest/rules/minimum.json";
    const hash = await publish("invest", (files) => {
      const old = files[rule] as { must: [JsonObject, JsonObject] };
      const twenty = { ">=": [{ var: "answers.amount.amount" }, "20000.00"] };
      const given = (amount: string) => ({
        facts: { strategy: { minFirst: "10000.00", minNext: "10000.00" }, holding: { has: false } },
        answers: { amount: { amount } },
      });
      const first = { ...old.must[0], logic: twenty };
      const cases = [
        { why: "one satang under", given: given("19999.99"), expect: false },
        { why: "exactly", given: given("20000.00"), expect: true },
        { why: "one satang over", given: given("20000.01"), expect: true },
      ];
      return { [rule]: { ...old, must: [first, old.must[1]], cases } };
    });
    const refused = await post(investor, id, "amount", { answer: { amount: "15000.00" } });
    expect(refused).toMatchObject({
      status: 422,
      body: { fields: [{ pointer: "/amount", code: "minimum.first" }] },
    });
    const taken = await post(investor, id, "amount", { answer: { amount: "20000.00" } });
    expect(taken).toMatchObject({ status: 200, body: { hash } });

    const kyc = await fresh.call("POST", "/api/flows/kyc/instances", {});
    const newer = await publish("kyc", (files) => {
      const path = "schemas/kyc/experience.json";
      const schema = files[path] as JsonObject;
      const properties = {
        ...(schema.properties as JsonObject),
        years: { type: "integer", minimum: 0, maximum: 80 },
      };
      const texts = Object.fromEntries(
        [
          ["locales/th/kyc.json", "ลงทุนมากี่ปีแล้ว"] as const,
          ["locales/en/kyc.json", "For how many years have you invested?"] as const,
        ].map(([locale, label]) => {
          const text = files[locale] as { kyc: { experience: JsonObject } & JsonObject } & JsonObject;
          const experience = { ...text.kyc.experience, years: { label } };
          return [locale, { ...text, kyc: { ...text.kyc, experience } }];
        }),
      );
      const flow = files["flows/kyc/flow.json"] as { steps: { review: { shows: Json[] } } } & JsonObject;
      const { review } = flow.steps;
      const shows = [...review.shows, "answers.experience.years?"];
      const shown = { ...flow, steps: { ...flow.steps, review: { ...review, shows } } };
      return { [path]: { ...schema, properties }, "flows/kyc/flow.json": shown, ...texts };
    });
    const open = await fresh.call("GET", `/api/instances/${kyc.body.id}`);
    expect(open.body).toMatchObject({ id: kyc.body.id, hash: newer });
    const module = await fresh.call("GET", String(open.body.module));
    expect(module.body.text).toContain("For how many years have you invested?");
  });

  test("are rejected with findings if they have errors", async () => {
    const operations = await loggedIn("operations2");
    const refused = await operations.call("POST", "/api/definitions/contact-back/versions", {
      files: { "flows/contact-back/flow.json": { id: "contact-back" } },
    });
    expect(refused).toMatchObject({ status: 422, body: { code: "definition-unsound" } });
    expect((refused.body.findings as JsonObject[])[0]).toMatchObject({
      file: "flows/contact-back/flow.json",
    });
  });
});

describe("texts over HTTP", () => {
  test("have an ETag, are sent once to each client, and are Thai for an unknown language", async () => {
    const page = browser();
    const thai = await page.call("GET", "/api/locales/th/public");
    expect(thai.body).toMatchObject({ button: expect.anything(), home: expect.anything() });
    const again = await page.call("GET", "/api/locales/xx/public", undefined, {
      "if-none-match": String(thai.headers.etag),
    });
    expect(again.status).toBe(304);
    expect((await page.call("GET", "/api/locales/en/public")).headers.etag).not.toBe(thai.headers.etag);
  });

  test("are served by area, and exclude texts that pages do not use", async () => {
    const page = browser();
    expect((await page.call("GET", "/api/locales/th/staff")).body).toMatchObject({
      staff: expect.anything(),
    });
    expect((await page.call("GET", "/api/locales/th/public")).body.staff).toBeUndefined();
    expect((await page.call("GET", "/api/locales/th/server")).status).toBe(404);
  });

  test("stay in the browser's cache if their address names the current edition of the texts", async () => {
    const page = browser();
    const edition = (await createLocales(ROOT)).edition();
    const today = await page.call("GET", `/api/locales/th/public?edition=${edition}`);
    expect(today.headers["cache-control"]).toContain("immutable");
    const before = await page.call("GET", "/api/locales/th/public?edition=0123456789ab");
    expect([before.status, before.headers["cache-control"]]).toEqual([200, "no-cache"]);
  });
});

test("the answers of the instance calls match the API document and the pages' types in every field", () => {
  expect(house.answers.faults).toEqual([]);
  expect([...house.answers.routes]).toEqual(
    expect.arrayContaining([
      "/api/flows/:flow",
      "/api/flows/:flow/instances",
      "/api/instances/:id",
      "/api/instances/:id/steps/:step",
    ]),
  );
  expectTypeOf<View>().toExtend<Page.View>();
  expectTypeOf<Page.View>().toExtend<View>();
});
