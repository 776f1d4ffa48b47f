import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../../engine/values/json.ts";
import type { Language } from "../../../engine/values/languages.ts";
import type { Words } from "../../../engine/verify/words/index.ts";
import type { Judged } from "../../../server/gate/index.ts";
import { likeAnother } from "../../../server/publishing/template.ts";
import { readJson } from "../../definitions/definition-files.ts";
import { readRecipe } from "../../recipes/recipe.ts";
import { makeWorld, startBeside } from "../flows/world.ts";
import { type Caller, loggedIn, openPortalHouse, type PortalHouse, stranger } from "../portal-house.ts";

type Files = { readonly [path: string]: Json };

let house: PortalHouse;
let operations: Caller;
let compliance: Caller;
let investor: Caller;
let files: Files;
beforeAll(async () => {
  house = await openPortalHouse();
  [operations, compliance, investor] = await Promise.all([
    loggedIn(house, "operations"),
    loggedIn(house, "compliance"),
    loggedIn(house, "investor"),
  ]);
  const blocks = await readRecipe("A flow");
  files = Object.fromEntries(blocks.map(({ path, text }) => [path, JSON.parse(text) as Json]));
}, 60_000);
afterAll(() => house.close());

const propose = (given: { readonly flow: string; readonly files: Files }, by = operations) =>
  by.call("POST", "/api/definitions/flows", given);
const approve = ({ id, evidence }: JsonObject, by = compliance) =>
  by.call("POST", `/api/definitions/versions/${id}/approve`, { evidence: evidence as string });
const links = async (place: "overview" | "me", by: Caller) =>
  (await by.get("/entries/{place}", { path: { place } })).filter(({ flow }) => flow === "order-call");

/** Returns the recipe's files with another name and title. */
const named = (name: string): Files =>
  JSON.parse(
    JSON.stringify(files)
      .replaceAll("order-call", name)
      .replaceAll('"A call before investing"', `"A call before investing (${name})"`)
      .replaceAll('"ให้โทรหาก่อนลงทุน"', `"ให้โทรหาก่อนลงทุน (${name})"`),
  ) as Files;

describe("a proposed new flow", () => {
  test("is rejected with its findings, and no part of it is stored", async () => {
    const versions = async () =>
      (await house.database.db.selectFrom("definition_versions").select("hash").execute()).length;
    const before = await versions();
    const { "locales/th/order-call.json": _, ...withoutThai } = files;
    const silent = await propose({ flow: "order-call", files: withoutThai });
    expect(silent).toMatchObject({ status: 422, body: { code: "definition-unsound" } });
    const found = (silent.body.findings as readonly JsonObject[]).map(({ code, file }) => `${code} ${file}`);
    expect(found).toContain("missing-text locales/th/order-call.json");
    expect(await versions()).toBe(before);
  });

  test.each<readonly [why: string, flow: string, status: number, code: string]>([
    ["the name of an existing flow", "invest", 409, "flow-name-taken"],
    ["the name of a folder that all flows share", "shared", 422, "flow-name-reserved"],
    ["the name of the folder for effects", "effects", 422, "flow-name-reserved"],
    ["the name of the portal's own texts", "warning", 422, "flow-name-reserved"],
    ["a reserved part of an address", "api", 422, "flow-name-reserved"],
    ["the address of a page of the portal", "strategies", 422, "flow-name-reserved"],
    ["the name of a property that every object has", "constructor", 422, "flow-name-reserved"],
    ["an invalid name", "Order Call", 422, "not-valid"],
  ])("is rejected for %s", async (_, flow, status, code) => {
    expect(await propose({ flow, files: named(flow) })).toMatchObject({ status, body: { code } });
  });

  test.each<readonly [flow: string, status: number, code: string | undefined]>([
    ["invest", 409, "flow-name-taken"],
    ["staff", 422, "flow-name-reserved"],
    ["order-call", 200, undefined],
  ])("can have its name checked before anything is written: %s", async (flow, status, code) => {
    const asked = await operations.call("GET", `/api/definitions/flows/${flow}`);
    expect([asked.status, asked.body.code]).toEqual([status, code]);
  });

  test("can be withdrawn by its author only, with an audit line, and not decided afterwards", async () => {
    const proposed = await propose({ flow: "taken-back", files: named("taken-back") });
    const url = `/api/definitions/versions/${proposed.body.id}`;
    const other = await loggedIn(house, "operations2");
    expect(await other.call("POST", `${url}/withdraw`)).toMatchObject({
      status: 403,
      body: { code: "not-your-proposal" },
    });
    expect((await compliance.call("POST", `${url}/withdraw`)).status).toBe(403);
    expect(await operations.call("POST", `${url}/withdraw`)).toMatchObject({
      status: 200,
      body: { state: "withdrawn", approvedBy: null },
    });
    const again = { status: 409, body: { code: "already-decided" } };
    expect(await operations.call("POST", `${url}/withdraw`)).toMatchObject(again);
    expect(await approve(proposed.body)).toMatchObject(again);
    const { db } = house.database;
    const lines = await db
      .selectFrom("audit_lines")
      .select(["actor", "subject"])
      .where("action", "=", "definitions.withdraw")
      .execute();
    expect(lines).toEqual([
      { actor: `person:${proposed.body.proposedBy}`, subject: "definition:taken-back" },
    ]);
    const edit = db.updateTable("definition_versions").set({ state: "proposed" });
    await expect(edit.where("id", "=", proposed.body.id as string).execute()).rejects.toThrow(
      /never changes/,
    );
    // After the withdrawal the name is free, so the flow may be proposed again.
    expect((await propose({ flow: "taken-back", files: named("taken-back") })).status).toBe(201);
  });

  test.each([
    "flows/invest/flow.json",
    "schemas/common/email.json",
    "schemas/effects/cases.open.json",
    "flows/shared/facts.json",
    "flags/catalogue.json",
    "../order-call.json",
    "locales/en/warning.json",
    "locales/th/legal.json",
    "locales/en/order.json",
  ])("may contain only its own files and texts, and not %s", async (path) => {
    const refused = await propose({ flow: "order-call", files: { ...files, [path]: {} } });
    expect(refused).toMatchObject({ status: 422, body: { code: "file-not-editable" } });
  });

  test.each<readonly [what: string, of: string, rule: string, code: string]>([
    ["a rule that the effect requires", "invest", "minimum", "rule-unlike"],
    ["a rule inside a required rule", "invest", "risk-mismatch", "rule-unlike"],
    ["a rule that computes an input and that flows share", "kyc", "fatca-form", "duplicate-id"],
  ])("must leave %s as in the existing flow: %s, %s", async (_, of, rule, code) => {
    house.clock.set("2026-12-01T10:00:00");
    const copy = await operations.call("GET", `/api/definitions/${of}/like/lenient`);
    const like = copy.body.files as Files;
    const file = `flows/lenient/rules/${rule}.json`;
    const own = like[file] ?? readJson(`flows/shared/rules/${rule}.json`);
    const otherwise = { ...(own as JsonObject), source: "our own" };
    const refused = await propose({ flow: "lenient", files: { ...like, [file]: otherwise } });
    expect(refused).toMatchObject({ status: 422, body: { code: "definition-unsound" } });
    expect(refused.body.findings).toMatchObject([{ code, severity: "error", file }]);
  });

  test("is rejected if a second flow has its page address or title, or if a second author proposes it", async () => {
    const path = "flows/order-call/flow.json";
    const taken = { ...files, [path]: { ...(files[path] as JsonObject), address: "/invest" } };
    const refused = await propose({ flow: "order-call", files: taken });
    expect(refused.body.findings).toContainEqual(
      expect.objectContaining({ code: "address-taken", pointer: "/address" }),
    );
    const texts = "locales/th/order-call.json";
    const own = (files[texts] as { readonly "order-call": JsonObject })["order-call"];
    const title = readJson("locales/th/order.json").invest as JsonObject;
    const alike = { ...files, [texts]: { "order-call": { ...own, title: ` ${title.title}` } } };
    expect((await propose({ flow: "order-call", files: alike })).body.findings).toContainEqual(
      expect.objectContaining({ code: "title-taken", file: texts, pointer: "/order-call/title" }),
    );
    expect((await propose({ flow: "order-call", files }, compliance)).status).toBe(403);
    expect((await propose({ flow: "order-call", files }, investor)).status).toBe(403);
  });

  test("may begin as a valid copy of an existing flow", async () => {
    const copy = await operations.call("GET", "/api/definitions/contact-back/like/call-again");
    const like = copy.body.files as Files;
    expect(Object.keys(like).sort()).toEqual([
      "flows/call-again/flow.json",
      "locales/en/call-again.json",
      "locales/th/call-again.json",
      "schemas/call-again/contact.json",
    ]);
    expect(like["flows/call-again/flow.json"]).not.toHaveProperty("address");
    const proposed = await propose({ flow: "call-again", files: like });
    expect(proposed).toMatchObject({ status: 201, body: { flow: "call-again", state: "proposed" } });
    // The list of waiting proposals names the flow by its own title.
    const { body } = await compliance.call("GET", "/api/definitions?flow=call-again");
    const own = like["locales/en/call-again.json"] as { "call-again": { title: string } };
    expect(body.versions).toMatchObject([{ title: { en: own["call-again"].title } }]);
  });

  // The test copies a visitor's flow, an investor's flow and one that moves money; `npm run campaign --
  // copies` copies every flow.
  const COPIED = ["complaint", "email", "reduce"];
  const everyCopy = process.env.SAPHAN_EVERY_COPY !== undefined;
  test("may be a copy of any published flow whose rules are in force", async () => {
    house.clock.set("2026-12-01T10:00:00");
    const { body } = await operations.call("GET", "/api/definitions");
    const published = (body.current as readonly JsonObject[]).map(({ flow }) => String(flow));
    expect(published).toEqual(expect.arrayContaining(COPIED));
    for (const flow of everyCopy ? published : COPIED) {
      const copy = await operations.call("GET", `/api/definitions/${flow}/like/like-${flow}`);
      const proposed = await propose({ flow: `like-${flow}`, files: copy.body.files as Files });
      expect([flow, proposed.status, proposed.body.findings]).toEqual([flow, 201, []]);
    }
  }, 240_000);
});

describe("a flow that two people created in the portal", () => {
  let id: Json;

  test("is visible to no one before its approval, and cannot be approved by its author", async () => {
    const proposed = await propose({ flow: "order-call", files });
    expect(proposed).toMatchObject({ status: 201, body: { state: "proposed", outdated: false } });
    id = proposed.body.id as string;
    expect((await investor.call("POST", "/api/flows/order-call/instances", {})).status).toBe(404);
    expect(await links("me", investor)).toEqual([]);
    expect((await approve(proposed.body, operations)).status).toBe(403);
    expect(await approve(proposed.body)).toMatchObject({
      status: 200,
      body: { number: 1, state: "published" },
    });
    const page = await compliance.call("GET", `/api/definitions/versions/${id}`);
    expect(page.body).toMatchObject({ standing: "whole", current: true });
  });

  test("is described to the approver in both languages: its links and audience, what it reads, asks and submits", async () => {
    const { body } = await compliance.call("GET", `/api/definitions/versions/${id}/evidence`);
    const { judged } = (body.proposal as { content: { judged: Judged } }).content;
    const { introduced } = judged;
    const said = (language: Language, of: readonly Words[] = []) => of.map((one) => one[language]);
    const step = (name: string) => introduced?.steps.find((one) => one.id === name)?.says;
    expect(introduced?.title).toEqual({ th: "ให้โทรหาก่อนลงทุน", en: "A call before investing" });
    expect(said("en", introduced?.says)).toMatchInlineSnapshot(`
      [
        "for people who are logged in",
        "whoever has the address may open it: /flows/order-call",
        "linked at the account page as “Talk to us before a large amount”, shown only where the e-mail address is confirmed",
        "reads what is on record: the front-end fee (parts of ten thousand), VAT (parts of ten thousand), the e-mail address, email (investor)",
        "“Name” is made from “First name” + “Last name”",
        "“Topic” is the same for everybody: STRATEGIES (“Strategies”)",
        "“Desk that answers” is the same for everybody: support",
        "“Days until the answer” is the same for everybody: 1",
        "“How days are counted” is the same for everybody: BUSINESS",
        "“How it is answered” is the same for everybody: NOTE",
        "“Front-end fee” is made from fee(“Amount”, the front-end fee (parts of ten thousand))",
        "“VAT” is made from vat(“Front-end fee”, VAT (parts of ten thousand))",
        "“What is invested” is made from net(“Amount”, “Front-end fee”, “VAT”)",
      ]
    `);
    expect(said("en", step("who"))).toMatchInlineSnapshot(`
      [
        "asks “First name” of everybody",
        "asks “Last name” of everybody",
        "asks “E-mail” of everybody",
        "asks “Phone number” of everybody",
        "“E-mail” begins with email (investor)",
        "then on to choose (“Which strategy do you have in mind?”)",
      ]
    `);
    expect(said("en", step("send"))).toMatchInlineSnapshot(`
      [
        "the server does: opens a case at a desk (cases.open)",
        "it is given topic: always STRATEGIES (“Strategies”)",
        "it is given desk: always support",
        "it is given days: always 1",
        "it is given counting: always BUSINESS",
        "it is given answer: always NOTE",
        "it is given name: “First name” + “Last name”",
        "it is given email: “E-mail”",
        "it is given phone: “Phone number”",
        "then on to done (“Thank you. We will call you”)",
      ]
    `);
    expect(said("th", step("send"))).toMatchInlineSnapshot(`
      [
        "เซิร์ฟเวอร์ดำเนินการ: เปิดเรื่องที่โต๊ะเจ้าหน้าที่ (cases.open)",
        "ส่ง topic: STRATEGIES (“กลยุทธ์การลงทุน”) ทุกครั้ง",
        "ส่ง desk: support ทุกครั้ง",
        "ส่ง days: 1 ทุกครั้ง",
        "ส่ง counting: BUSINESS ทุกครั้ง",
        "ส่ง answer: NOTE ทุกครั้ง",
        "ส่ง name: “ชื่อ” + “นามสกุล”",
        "ส่ง email: “อีเมล”",
        "ส่ง phone: “เบอร์โทร”",
        "จากนั้นไปที่ done (“รับเรื่องแล้ว เราจะโทรกลับ”)",
      ]
    `);
    expect(said("en", step("done"))).toMatchInlineSnapshot(`
      [
        "shows Reference",
        "ends there, done",
        "has the button “Back to the overview”, which leads to /overview",
      ]
    `);
    // Rules shared with other flows prove nothing about the contents of this flow.
    expect([judged.coverage, judged.oracle, introduced?.rules]).toEqual([[], [], []]);
  });

  test("is linked only for users who meet its condition", async () => {
    expect(await links("me", investor)).toMatchObject([
      { flow: "order-call", address: "/flows/order-call", label: { en: "Talk to us before a large amount" } },
    ]);
    expect(await links("me", stranger(house))).toEqual([]);
    expect(await links("overview", investor)).toEqual([]);
    expect((await investor.call("GET", "/api/entries/cellar")).status).toBe(404);
    const pages = await stranger(house).get("/flows");
    expect(pages).toContainEqual({
      flow: "order-call",
      address: "/flows/order-call",
      subject: "account",
      places: ["me"],
    });
    expect(pages).toContainEqual({ flow: "kyc", address: "/kyc", subject: "account", places: [] });
  });

  test("can be used: it starts with known data, shows the submission, and performs its effect", async () => {
    const opened = await investor.call("POST", "/api/flows/order-call/instances", {});
    const { id: instance, prefill } = opened.body;
    expect(prefill).toEqual({ who: { email: "investor@saphan.example" } });
    const who = { firstName: "Dao", lastName: "Sukjai", email: "other@example.com", phone: "0812345678" };
    const asked = await investor.submit(instance, "who", { answer: who });
    // A typed value is not filled in again.
    expect(asked.body).toMatchObject({ at: { step: "choose" }, prefill: {} });
    await investor.submit(instance, "choose", { answer: { strategy: "M-BTCA" } });
    const shown = await investor.submit(instance, "amount", { answer: { amount: "1000000.00" } });
    const { values } = shown.body.at as { values: JsonObject };
    expect(values).toMatchObject({ "derived.name": "Dao Sukjai", "derived.topic": "STRATEGIES" });
    const tampered = { ...values, "derived.topic": "OTHER" };
    expect((await investor.submit(instance, "review", { answer: { values: tampered } })).status).toBe(409);
    const sent = await investor.submit(instance, "review", { answer: { values } });
    expect(sent.body.at).toMatchObject({ kind: "end", step: "done", outcome: "done" });
    const rows = await sql<JsonObject>`select topic, desk, answer from cases`.execute(house.database.db);
    expect(rows.rows).toEqual([{ topic: "STRATEGIES", desk: "support", answer: "NOTE" }]);
  });

  test("can be changed like any flow, and no second flow can have its name", async () => {
    expect(await propose({ flow: "order-call", files })).toMatchObject({
      status: 409,
      body: { code: "flow-name-taken" },
    });
    const path = "flows/order-call/flow.json";
    const changed = { [path]: { ...(files[path] as JsonObject), entries: [{ place: "overview" }] } };
    const texts = Object.fromEntries(
      ["th", "en"].map((language) => {
        const name = `locales/${language}/order-call.json`;
        return [name, JSON.parse(JSON.stringify(files[name]).replace('"me":', '"overview":')) as Json];
      }),
    );
    const proposed = await operations.call("POST", "/api/definitions/order-call/versions", {
      files: { ...changed, ...texts },
    });
    expect(proposed).toMatchObject({ status: 201 });
    const { body } = await compliance.call("GET", `/api/definitions/versions/${proposed.body.id}/evidence`);
    const { judged } = (body.proposal as { content: { judged: Judged } }).content;
    // The condition with its text, and the link's audience without it.
    expect(judged.differences?.values).toEqual([
      {
        en: "the account page, only where the e-mail address is confirmed, now the overview, for everybody who sees that page",
        th: "เดิม หน้าบัญชีของฉัน เฉพาะเมื่ออีเมลยืนยันแล้ว ตอนนี้ หน้าภาพรวม สำหรับทุกคนที่เห็นหน้านั้น",
      },
    ]);
    expect(judged.introduced).toBeNull();
    expect(await approve(proposed.body)).toMatchObject({ status: 200, body: { number: 2 } });
    expect(await links("me", investor)).toEqual([]);
    expect(await links("overview", investor)).toMatchObject([{ flow: "order-call" }]);
  });

  test("an approved new flow makes a second open proposal with the same name outdated", async () => {
    const first = await propose({ flow: "twice", files: named("twice") });
    const second = await propose({ flow: "twice", files: named("twice") });
    expect([first.status, second.status]).toEqual([201, 201]);
    expect((await approve(first.body)).status).toBe(200);
    expect(await approve(second.body)).toMatchObject({ status: 409, body: { code: "version-outdated" } });
  });
});

test("a flow that was created in the portal exists after a restart and in a second process", async () => {
  const world = await makeWorld("runtime");
  const { definitions, publishing } = world;
  const shop = await definitions.get(definitions.current("shop")?.id ?? "");
  const changes = likeAnother(shop?.files ?? {}, "shop", "stall");
  const [by, other] = [randomUUID(), randomUUID()];
  const proposed = await publishing.proposeNew({ flow: "stall", changes, note: null, by });
  if (!proposed.ok) throw new Error(JSON.stringify(proposed.error));
  expect((await publishing.approve({ id: proposed.value.id, by: other })).ok).toBe(true);
  const again = await startBeside(world);
  const { hash = "" } = again.current("stall") ?? {};
  expect((await again.compiled(hash))?.definition.flow.id).toBe("stall");
  expect(await again.reloadFiles()).toEqual(new Map());
  expect(again.current("stall")?.hash).toBe(hash);
  await again.stop();
  await world.close();
});
