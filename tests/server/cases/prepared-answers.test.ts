import { afterAll, beforeAll, expect, test } from "vitest";
import type { Json, JsonObject } from "../../../engine/values/json.ts";
import { editedFiles } from "../../support/edited-files.ts";
import { type Caller, loggedIn, openPortalHouse, type PortalHouse, stranger } from "../portal-house.ts";

type Prepared = { readonly use: string; readonly title: JsonObject; readonly text: JsonObject };

let house: PortalHouse;
let support: Caller;
beforeAll(async () => {
  house = await openPortalHouse();
  support = await loggedIn(house, "support");
});
afterAll(() => house.close());

/** Sends a form and returns its case. */
async function sent(
  flow: string,
  form: string,
  answer: JsonObject,
  by: Caller = stranger(house),
): Promise<JsonObject> {
  const { id } = (await by.call("POST", `/api/flows/${flow}/instances`, {})).body;
  const at = await by.submit(id, form, { answer });
  const { values } = at.body.at as { readonly values: JsonObject };
  const done = (await by.submit(id, "review", { answer: { values } })).body.effects as JsonObject;
  const { reference } = Object.values(done)[0] as JsonObject;
  const { cases } = (await support.call("GET", "/api/cases", undefined, { "x-find": String(reference) }))
    .body as { readonly cases: readonly JsonObject[] };
  return { reference: reference ?? null, id: cases[0]?.id ?? null };
}

const complain = () =>
  sent("complaint", "complaint", {
    ...{ email: "writes@example.com", phone: "0812345678", problemType: "SERVICE" },
    detail: "Nobody came to the counter",
  });

const read = async (by: Caller, id: Json | undefined) => (await by.call("GET", `/api/cases/${id}`)).body;
const prepared = async (by: Caller, id: Json | undefined) =>
  (await read(by, id)).prepared as readonly Prepared[];

test("the colleague who handles a case, and no one else, sees its prepared answers, filled in, in both languages", async () => {
  const { id } = await complain();
  expect(await prepared(support, id)).toEqual([]);
  await support.call("POST", `/api/cases/${id}/take`, {});
  const offered = await prepared(support, id);
  expect([...new Set(offered.map(({ use }) => use))]).toEqual(["ask", "answered"]);
  const apology = offered.find(({ title }) => title.en === "Our mistake: apology and correction");
  expect(apology?.text.en).toContain("what you reported on 02/03/2026");
  expect(apology?.text.th).toContain("เมื่อวันที่ 02/03/2026");
  expect(JSON.stringify(offered)).not.toContain("{{");
  expect(await prepared(await loggedIn(house, "compliance"), id)).toEqual([]);
});

const CALL = { email: "calls@example.com", phone: "0812345678", topic: "STRATEGIES" };

test("a prepared answer has a visitor's name as the visitor typed it", async () => {
  const { id } = await sent("contact-back", "contact", { ...CALL, name: "Somchai <b>Jaidee</b>" });
  await support.call("POST", `/api/cases/${id}/take`, {});
  const [first] = await prepared(support, id);
  expect(first?.text.en).toMatch(/^Somchai <b>Jaidee<\/b>, we called/);
  expect(first?.text.th).toMatch(/^คุณSomchai <b>Jaidee<\/b> เราโทร/);
});

test("a prepared answer has the verified name of an account's owner, in the answer's language", async () => {
  const by = await loggedIn(house, "investor");
  const { id } = await sent("contact-back", "contact", { ...CALL, name: "Typed" }, by);
  await support.call("POST", `/api/cases/${id}/take`, {});
  const [first] = await prepared(support, id);
  expect(first?.text.en).toMatch(/^[A-Z][a-z]+ [A-Z][a-z]+, we called/);
  expect(first?.text.th).toMatch(/^คุณ[\u0E00-\u0E7F]+ [\u0E00-\u0E7F]+ เราโทร/);
});

test("a prepared answer that operations changed also appears in cases that are already open", async () => {
  const { id } = await complain();
  await support.call("POST", `/api/cases/${id}/take`, {});
  const operations = await loggedIn(house, "operations");
  const compliance = await loggedIn(house, "compliance");
  const key = "complaint-form:complaint.file.letters.COMPLAINT.ask.0";
  const files = editedFiles(
    ["flows/complaint/flow.json", "locales/th/complaint-form.json", "locales/en/complaint-form.json"],
    [
      {
        op: "set-text",
        args: { key: `${key}.text`, th: "เลขที่ {{reference}} เกิดเมื่อไร", en: "{{reference}}: when was it?" },
      },
    ],
  );
  const proposed = await operations.call("POST", "/api/definitions/complaint/versions", {
    files,
    note: "A shorter question",
  });
  expect(proposed.body.findings).toEqual([]);
  const approved = await compliance.call("POST", `/api/definitions/versions/${proposed.body.id}/approve`, {
    evidence: proposed.body.evidence as string,
  });
  expect(approved.body).toMatchObject({ state: "published" });
  const { reference } = await read(support, id);
  expect((await prepared(support, id))[0]?.text).toEqual({
    th: `เลขที่ ${reference} เกิดเมื่อไร`,
    en: `${reference}: when was it?`,
  });
}, 60_000);
