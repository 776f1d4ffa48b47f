import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { STAFF_ROLES } from "../../../domain/staff-roles.ts";
import type { JsonObject } from "../../../engine/values/json.ts";
import { demoPeople } from "../../../server/accounts/development/index.ts";
import { readConfig } from "../../../server/config.ts";
import {
  type App,
  AppError,
  anonymous,
  call,
  createHttp,
  declaredRoutes,
  NOTHING,
  objectOf,
  ownedBy,
  ownedWithin,
  type Person,
  person,
  staff,
  TEXT,
} from "../../../server/http/index.ts";
import { FIXED_MOMENT } from "../../support/fixed-day.ts";
import { holdAnswers } from "../../support/hold-answers.ts";
import { demoFactor } from "../accounts/app-code.ts";
import { askForUnits } from "../cases/estate-flow.ts";
import { askForAccess } from "../cases/lost-access-flow.ts";
import {
  type Caller,
  loggedIn as openPage,
  openPortalHouse,
  type PortalHouse,
  stranger,
} from "../portal-house.ts";
import { callAs, faultOf, type Objects, type Who } from "./access-table.ts";

/** Streams that never end, which every caller may open. */
const ENDLESS = ["/api/events"];

let house: PortalHouse;
let callers: readonly Who[];
let objects: Objects;
beforeAll(async () => {
  house = await openPortalHouse({ LOG_LEVEL: "info" }, { movable: true });
  const visiting = await visitor();
  const investor = await loggedIn("investor");
  const expired = await loggedIn("compliance2");
  await expire("compliance2");
  callers = [
    { name: "a stranger", headers: {}, subject: null, loggedIn: false, role: null, factor: "missing" },
    visiting,
    investor,
    await loggedIn("fresh"),
    ...(await Promise.all(STAFF_ROLES.map((role) => loggedIn(role)))),
    { ...expired, name: "whose session is over", subject: null, loggedIn: false, role: null },
    await withFactor("finance2", "proved"),
    await withFactor("compliance2", "unproved"),
    await withFactor("operations2", "missing"),
  ];
  objects = { owner: investor.subject ?? "person:", ids: await idsOf(investor) };
});
afterAll(() => house.close());

// This test runs before the table of routes, at whose end every caller is logged out.
test("no call changes anything if a page of a foreign origin sends it, whoever is logged in", async () => {
  const routes = declaredRoutes(house.server.app).filter(
    ({ method, config }) => method === "POST" && config?.crossOrigin !== true,
  );
  expect(routes.length).toBeGreaterThan(100);
  const faults = new Set<string>();
  const known = callers.filter(({ loggedIn }) => loggedIn);
  const elsewhere = [
    { origin: "https://saphan.example.evil" },
    { origin: "null" },
    { "sec-fetch-site": "same-site" },
  ];
  const callAll = async () => {
    const before = await everyRow();
    for (const route of routes)
      for (const [at, who] of known.entries()) {
        const from = elsewhere[at % elsewhere.length] ?? {};
        const there = { ...who, headers: { ...who.headers, ...from } };
        const answer = await callAs(house.server.app, route, there, objects);
        const code = answer.statusCode === 403 ? answer.json().code : answer.statusCode;
        if (code !== "other-origin")
          faults.add(`${route.url} as ${who.name} from ${JSON.stringify(from)}: ${code}`);
      }
    const after = await everyRow();
    return Object.keys(after).filter((table) => after[table] !== before[table]);
  };
  // Jobs for earlier orders and letters may still run once, but not after each round of calls.
  let written = await callAll();
  for (let again = 0; again < 5 && written.length > 0; again += 1) written = await callAll();
  expect([...faults]).toEqual([]);
  expect(written).toEqual([]);
}, 120_000);

test("a user whose session ended elsewhere during a flow is asked to log in", async () => {
  const page = await openPage(house, "fresh");
  const { body } = await page.call("POST", "/api/flows/suitability/instances", {});
  const path = `/api/instances/${String(body.id)}`;
  // The browser is also known as a visitor's, as after a sign-up.
  page.cookies.set("saphan_visitor", "v".repeat(43));
  const { sessions } = await page.get("/sessions");
  const own = sessions.find(({ current }) => current);
  await house.database.db
    .updateTable("sessions")
    .set({ ended_at: FIXED_MOMENT, ended_by: "owner" })
    .where("id", "=", own?.id ?? "")
    .execute();
  const refused = { status: 401, body: { code: "log-in-first" } };
  expect(await page.call("GET", path)).toMatchObject(refused);
  expect(await page.submit(String(body.id), "answers", { answer: {} })).toMatchObject(refused);
  // Without a token no answer reveals that such a flow exists.
  const visiting = stranger(house);
  visiting.cookies.set("saphan_visitor", "v".repeat(43));
  expect(await visiting.call("GET", path)).toMatchObject({
    status: 404,
    body: { code: "not-your-instance" },
  });
});

test("every route answers each kind of caller as declared, for the caller's own object and for a stranger's", async () => {
  const routes = declaredRoutes(house.server.app).filter(
    ({ method, url }) => method !== "HEAD" && !ENDLESS.includes(url),
  );
  expect(routes.length).toBeGreaterThan(65);
  const faults: string[] = [];
  // Log-out comes last, because it ends the caller's session.
  for (const route of routes.toSorted((one, other) => Number(isLast(one.url)) - Number(isLast(other.url))))
    for (const who of callers) {
      const fault = await faultOf(house.server.app, route, who, objects);
      if (fault !== null) faults.push(fault);
    }
  expect(faults).toEqual([]);
}, 300_000);

test("the log contains no data from the requests, valid or not", async () => {
  const secrets = SECRET_NAMES.map((name) => `planted-${name}`);
  const body = Object.fromEntries(SECRET_NAMES.map((name, at) => [name, secrets[at]]));
  const query = new URLSearchParams(body as { [name: string]: string }).toString();
  const headers = {
    origin: "http://localhost:3000",
    "x-forwarded-for": "planted-header",
    "user-agent": "planted-header",
    referer: "http://localhost:3000/?token=planted-header",
    "idempotency-key": "planted-header",
  };
  const from = house.log.length;
  for (const route of declaredRoutes(house.server.app).filter(({ url }) => !ENDLESS.includes(url)))
    for (const who of callers.slice(0, 4)) {
      const method = route.method === "POST" ? "POST" : "GET";
      const url = `${route.url.replaceAll(/:\w+/g, "planted-path")}?${query}`;
      const sent = {
        ...headers,
        ...who.headers,
        cookie: `${who.headers.cookie ?? ""}; x=planted-cookie`,
      };
      delete (sent as { origin?: string }).origin;
      await house.server.app.inject({
        method,
        url,
        headers: sent,
        ...(method === "POST" ? { payload: body } : {}),
      });
    }
  const lines = house.log.slice(from);
  expect(lines.length).toBeGreaterThan(400);
  expect(lines.filter((line) => line.includes("planted-"))).toEqual([]);
  for (const who of callers)
    for (const secret of [who.headers.authorization?.slice(7), ...cookieValues(who)])
      if (secret !== undefined) expect(house.log.some((line) => line.includes(secret))).toBe(false);
}, 120_000);

test("every call about a person's object is tested with an object of a second person", () => {
  const owned = declaredRoutes(house.server.app).filter(
    ({ method, config }) => method !== "HEAD" && config?.owner !== undefined,
  );
  expect([...new Set(owned.map(({ url }) => url))].sort()).toEqual(Object.keys(objects.ids).sort());
});

describe("the check of every route's access", () => {
  const us = {
    id: "11111111-0000-4000-8000-000000000000",
    language: "th",
    customerType: "INDIVIDUAL",
  } as const;
  const them = { ...us, id: "22222222-0000-4000-8000-000000000000" };
  const theirs: Objects = { owner: `person:${us.id}`, ids: { "/api/things/:id": { id: "1" } } };
  const as = (who: Omit<Person, "role">): Who => ({
    name: who.id,
    headers: { "x-who": who.id },
    subject: `person:${who.id}`,
    loggedIn: true,
    role: null,
    factor: "missing",
  });
  const open = async (plant: (app: App) => void): Promise<App> => {
    const app = await createHttp(readConfig({ LOG_LEVEL: "silent" }));
    app.addHook("onRequest", async (request) => {
      const who = [us, them].find(({ id }) => id === request.headers["x-who"]);
      request.person = who === undefined ? null : { ...who, role: null };
    });
    plant(app);
    return app;
  };
  const things = { summary: "Things", tags: ["x"], answers: { 200: objectOf({ thing: TEXT }) }, errors: [] };
  const faultsIn = async (app: App) => {
    const [route] = declaredRoutes(app).filter(({ url }) => url === "/api/things/:id");
    if (route === undefined) throw new Error("not planted");
    return await Promise.all([us, them].map((who) => faultOf(app, route, as(who), theirs)));
  };

  test("reports a route without a declaration, and the server does not start", async () => {
    const app = await open((on) => void on.get("/api/forgotten", async () => ({})));
    await expect(app.ready()).rejects.toThrow("who may call GET /api/forgotten");
    await app.close();
  });

  test("reports a module that declares an owner check without making the check", async () => {
    const app = await open((on) =>
      call(
        on,
        "GET /api/things/:id",
        { ...things, access: person, owner: ownedWithin("not-your-instance") },
        () => ({ thing: "somebody's" }),
      ),
    );
    expect(await faultsIn(app)).toEqual([null, expect.stringContaining("got let through")]);
    await app.close();
  });

  test("reports an owner that is looked up at a wrong place", async () => {
    const app = await open((on) =>
      call(
        on,
        "GET /api/things/:id",
        {
          ...things,
          access: person,
          owner: ownedBy(async () => ({ owner: `person:${them.id}`, owned: "x" })),
        },
        (request) => ({ thing: request.owned }),
      ),
    );
    expect(await faultsIn(app)).toEqual([
      expect.stringContaining("expected let through, got not-found"),
      expect.stringContaining("expected not-found, got let through"),
    ]);
    await app.close();
  });

  test("reports no error if the owner check is correct and the call receives the found object", async () => {
    const app = await open((on) =>
      call(
        on,
        "GET /api/things/:id",
        {
          ...things,
          access: person,
          owner: ownedBy(async () => ({ owner: `person:${us.id}`, owned: "ours" })),
        },
        (request) => ({ thing: request.owned }),
      ),
    );
    expect(await faultsIn(app)).toEqual([null, null]);
    const answer = await app.inject({ url: "/api/things/1", headers: { "x-who": us.id } });
    expect(answer.json()).toEqual({ thing: "ours" });
    await app.close();
  });

  test("reports a call that throws an error code that it does not declare", async () => {
    let faults: readonly string[] = [];
    const app = await open((on) => {
      faults = holdAnswers(on).faults;
      call(on, "GET /api/x", { ...things, access: anonymous, answers: NOTHING }, () => {
        throw new AppError("step-not-open");
      });
    });
    expect((await app.inject("/api/x")).statusCode).toBe(409);
    expect(faults).toEqual(["GET /api/x: step-not-open is not among its errors"]);
    await app.close();
  });

  test("does not compile if a call returns a wrong answer or reads the id of a caller who may not be logged in", () => {
    const typed = (app: App) => {
      // @ts-expect-error: a number is not a text.
      call(app, "GET /api/x", { ...things, access: anonymous }, () => ({ thing: 1 }));
      // @ts-expect-error: a caller without a log-in has no id.
      call(app, "GET /api/x", { ...things, access: anonymous }, ({ person }) => ({ thing: person.id }));
      call(app, "GET /api/x", { ...things, access: staff("admin") }, ({ person }) => ({
        thing: person.role,
      }));
      // @ts-expect-error: the declaration does not name its callers.
      call(app, "GET /api/x", things, () => ({ thing: "x" }));
    };
    expect(typed).toBeTypeOf("function");
  });
});

/** Names of fields whose data must not be logged: the portal's fields, and other common ones. */
const SECRET_NAMES = [
  ..."password newPassword oldPassword pin newPin code otp totp token refreshToken accessToken idToken nonce state".split(
    " ",
  ),
  ..."recoveryCode email newEmail phone mobile nationalId passport taxId laserCode cardNumber accountNumber iban".split(
    " ",
  ),
  ..."accountName firstName lastName firstNameTh lastNameTh fullName birthDate address road income occupation".split(
    " ",
  ),
  ..."employer spouse signature selfie secret key apiKey walletId walletToken reference note reason message text".split(
    " ",
  ),
  ..."subject question answer".split(" "),
];

function cookieValues({ headers }: Who): readonly string[] {
  const pairs = (headers.cookie ?? "").split("; ").map((pair) => pair.split("=")[1] ?? "");
  return pairs.filter((value) => value.length > 12);
}

/** Returns every table with a checksum over its rows; equal checksums mean that nothing was written. */
async function everyRow(): Promise<{ readonly [table: string]: string }> {
  const { db } = house.database;
  const tables = await sql<{ name: string }>`
    select format('%I', tablename) as name from pg_tables where schemaname = 'public' order by 1`.execute(db);
  const sums: { [table: string]: string } = {};
  for (const { name } of tables.rows) {
    const found = await sql<{ sum: string }>`
      select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as sum from ${sql.raw(name)} t`.execute(
      db,
    );
    sums[name] = found.rows[0]?.sum ?? "";
  }
  return sums;
}

function isLast(url: string): boolean {
  return url === "/api/auth/logout";
}

function cookiesOf(answer: { readonly cookies: readonly object[] }) {
  const cookies = answer.cookies as readonly { readonly name: string; readonly value: string }[];
  const token = cookies.find(({ name }) => name.endsWith("_token"))?.value;
  return {
    cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; "),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
}

async function loggedIn(name: string): Promise<Who> {
  const known = demoPeople.find(({ email }) => email === `${name}@saphan.example`);
  const answer = await house.server.app.inject({
    method: "POST",
    url: "/api/auth/login",
    payload: {
      email: known?.email,
      password: "Saphan#2026",
      ...demoFactor(known?.email ?? ""),
    },
  });
  if (known === undefined || answer.statusCode !== 200) throw new Error(`loggedIn ${name}: ${answer.body}`);
  const { id, role } = known;
  const factor = role === null ? "missing" : "fresh";
  return { name, headers: cookiesOf(answer), subject: `person:${id}`, loggedIn: true, role, factor };
}

/**
 * Logs in a colleague whose second factor was proved six minutes ago, was never proved in the session, or
 * does not exist.
 */
async function withFactor(name: string, factor: "missing" | "unproved" | "proved"): Promise<Who> {
  const who = await loggedIn(name);
  const id = who.subject?.slice("person:".length) ?? "";
  const { db } = house.database;
  const at = factor === "proved" ? new Date(Date.now() - 6 * 60_000) : null;
  await db.updateTable("sessions").set({ factor_at: at }).where("person_id", "=", id).execute();
  if (factor === "missing") await db.deleteFrom("authenticators").where("person_id", "=", id).execute();
  return { ...who, name: `${name}, second factor ${factor}`, factor };
}

async function visitor(): Promise<Who> {
  const url = "/api/flows/contact-back/instances";
  const answer = await house.server.app.inject({ method: "POST", url, payload: {} });
  return {
    name: "a visitor",
    headers: cookiesOf(answer),
    subject: "visitor:somebody",
    loggedIn: false,
    role: null,
    factor: "missing",
  };
}

async function expire(name: string): Promise<void> {
  const id = demoPeople.find(({ email }) => email === `${name}@saphan.example`)?.id ?? "";
  const { db } = house.database;
  await db
    .updateTable("sessions")
    .set({ idle_until: new Date(0) })
    .where("person_id", "=", id)
    .execute();
}

/** Returns objects of one person, for every call that names a person's object. */
async function idsOf({ name, subject }: Who): Promise<Objects["ids"]> {
  const page = await openPage(house, name);
  const id = subject?.slice("person:".length) ?? "";
  await placeOrder(page);
  const order = (await page.get("/orders")).orders[0]?.id ?? "";
  const file = await page.upload("card-front");
  const period = { from: "2026-11-02", to: "2026-11-03" };
  const document = await page.call("POST", "/api/statements", { ...period, format: "csv", language: "th" });
  const opened = await page.call("POST", "/api/flows/invest/instances", { again: true });
  const instance = String(opened.body.id);
  const { sessions } = await page.get("/sessions");
  const passkey = await passkeyOf(id);
  return {
    "/api/security/passkeys/:id/name": { id: passkey },
    "/api/security/passkeys/:id/remove": { id: passkey },
    "/api/sessions/:id/end": { id: sessions.find(({ current }) => current)?.id ?? "" },
    "/api/user/:id": { id },
    "/api/security/:uuid/security-locked": { uuid: id },
    "/api/orders/:id": { id: order },
    "/api/orders/:id/pay-in": { id: order },
    "/api/orders/:id/slips": { id: order },
    "/api/orders/:id/cancel": { id: order },
    "/api/orders/:id/contract-note": { id: order },
    "/api/orders/:id/invoice": { id: order },
    "/api/documents/:id": { id: String(document.body.id) },
    "/api/my-cases/:id/object": { id: await requestFor(`${name}@saphan.example`) },
    "/api/my-cases/:id/reply": { id: await caseOf(page) },
    "/api/files/:id": { id: file },
    "/api/files/:id/preview": { id: file },
    "/api/instances/:id": { id: instance },
    "/api/instances/:id/steps/:step": { id: instance, step: "choose" },
    "/api/instances/:id/steps/:step/send": { id: instance, step: "choose" },
  };
}

/** Adds a passkey of a person, as if a device had made it. */
async function passkeyOf(person: string): Promise<string> {
  const id = crypto.randomUUID();
  const { db } = house.database;
  const name = await db
    .transaction()
    .execute((tx) => house.vault.sealWords(tx, person, `passkeys/${person}`, "Phone"));
  await db
    .insertInto("passkeys")
    .values({
      id,
      person_id: person,
      rp_id: "localhost",
      credential_id: Buffer.from(id),
      public_key: Buffer.alloc(0),
      uses: 0,
      transports: [],
      backup_eligible: false,
      backed_up: false,
      name,
      made_at: new Date(),
      used_at: null,
    })
    .execute();
  return id;
}

/** Adds a case of the caller, from the flow that operations publish. */
async function caseOf(page: Caller): Promise<string> {
  const { shown } = await askForUnits(page, "HEIR");
  const { cases } = await page.get("/my-cases");
  return cases.find(({ reference }) => reference === shown.reference)?.id ?? "";
}

/** Adds a request for access to the account of an address, sent by a visitor. */
async function requestFor(email: string): Promise<string> {
  const reference = await askForAccess(house, stranger(house), { email });
  const found = await house.database.db
    .selectFrom("cases")
    .select("id")
    .where("reference", "=", reference)
    .executeTakeFirstOrThrow();
  return found.id;
}

async function placeOrder(page: Caller): Promise<void> {
  const id = (await page.call("POST", "/api/flows/invest/instances", {})).body.id;
  const submit = async (step: string, body: JsonObject) =>
    (await page.submit(id, step, body)).body.at as { readonly step: string; readonly values: JsonObject };
  await submit("choose", { answer: { strategy: "M-LCAP" } });
  const { step } = await submit("amount", { answer: { amount: "10000.00" } });
  if (step === "acknowledge") await submit("acknowledge", { answer: { accepted: true } });
  const { values } = await submit("pay", { answer: { method: "transfer" } });
  await submit("review", { answer: { values } });
  await submit("pin", { code: "148263" });
}
