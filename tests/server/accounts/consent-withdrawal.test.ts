import { afterAll, beforeAll, expect, test } from "vitest";
import type { JsonObject } from "../../../engine/values/json.ts";
import { type Caller, loggedIn, openPortalHouse, type PortalHouse } from "../portal-house.ts";

let house: PortalHouse;
let investor: Caller;
beforeAll(async () => {
  house = await openPortalHouse();
  investor = await loggedIn(house, "investor");
});
afterAll(() => house.close());

const stateOf = async (purpose: string) =>
  (await investor.get("/consents")).consents.find((one) => one.purpose === purpose)?.state;
async function choose(purpose: string) {
  const { id } = (await investor.call("POST", "/api/flows/consent-withdrawal/instances", { again: true }))
    .body;
  const { body } = await investor.submit(id, "choose", { answer: { purpose } });
  return { id: String(id), at: body.at as JsonObject };
}

test("a person withdraws a consent on two screens without a code, and a letter confirms the withdrawal", async () => {
  expect(await stateOf("publicity")).toBe("given");
  const { id, at } = await choose("PUBLICITY");
  expect(at).toMatchObject({ kind: "review", step: "publicity" });
  const done = await investor.submit(id, "publicity", { answer: { values: at.values ?? {} } });
  expect(done.body.at).toMatchObject({ kind: "end", step: "done" });
  expect([await stateOf("publicity"), await stateOf("biometrics"), await stateOf("terms")]).toEqual([
    "withdrawn",
    "given",
    "given",
  ]);
  await house.server.jobs.drain();
  const letters = await house.database.db
    .selectFrom("mailbox")
    .select(["recipient", "body"])
    .where("template", "=", "consent-withdrawn")
    .execute();
  expect(letters).toHaveLength(1);
  expect(letters[0]).toMatchObject({ recipient: "investor@saphan.example" });
  expect(letters[0]?.body).toContain("การรับข่าวสารและการเผยแพร่ข้อมูล");
  // A withdrawn consent stays on record.
  const rows = await house.database.db
    .selectFrom("consents")
    .select(["decision", "withdrawn_at"])
    .where("purpose", "=", "publicity")
    .where("person_id", "=", "00000000-0000-4000-8000-000000000001")
    .execute();
  expect(rows).toMatchObject([{ decision: "given", withdrawn_at: expect.any(Date) }]);
});

test("a person can withdraw only a consent that the person has given", async () => {
  expect((await choose("PUBLICITY")).at).toMatchObject({ kind: "end", step: "not-given" });
  const { id, at } = await choose("BIOMETRICS");
  await investor.submit(id, "biometrics", { answer: { values: at.values ?? {} } });
  expect(await stateOf("biometrics")).toBe("withdrawn");
  const none = await investor.call("POST", "/api/flows/consent-withdrawal/instances", { again: true });
  expect(none.body.at).toMatchObject({ kind: "end", step: "none" });
  // A verified person stays verified after the withdrawal.
  expect((await investor.call("POST", "/api/flows/invest/instances", {})).body.at).toMatchObject({
    step: "choose",
  });
});

test("a person gives a withdrawn consent again, in its present version, and a letter confirms it", async () => {
  const versionOf = async (document: string) =>
    String((await investor.call("GET", `/api/legal/${document}`)).body.version);
  const again = async (purpose: string, version: string) =>
    await investor.call("POST", "/api/consents/again", { purpose, version });
  const version = await versionOf("biometrics");
  const old = await again("biometrics", "0");
  expect(old).toMatchObject({ status: 422 });
  expect(old.body.fields).toMatchObject([{ pointer: "/version", code: "agreement-changed" }]);
  expect(await stateOf("biometrics")).toBe("withdrawn");
  // The terms cannot be withdrawn, so they cannot be given again either.
  expect((await again("terms", await versionOf("terms"))).status).toBe(422);
  expect((await again("biometrics", version)).status).toBe(204);
  expect((await again("biometrics", version)).status).toBe(204);
  expect([await stateOf("biometrics"), await stateOf("publicity")]).toEqual(["given", "withdrawn"]);
  const rows = await house.database.db
    .selectFrom("consents")
    .select(["version", "decision", "language", "channel", "withdrawn_at"])
    .where("purpose", "=", "biometrics")
    .where("person_id", "=", "00000000-0000-4000-8000-000000000001")
    .orderBy("at")
    .execute();
  expect(rows).toMatchObject([
    { decision: "given", withdrawn_at: expect.any(Date) },
    { decision: "given", withdrawn_at: null, version, channel: "web" },
  ]);
  const lines = await house.database.db
    .selectFrom("audit_lines")
    .select(["detail", "actor"])
    .where("action", "=", "accounts.giveConsent")
    .execute();
  expect(lines).toHaveLength(1);
  await house.server.jobs.drain();
  const letters = await house.database.db
    .selectFrom("mailbox")
    .select(["recipient", "body"])
    .where("template", "=", "consent-given-biometrics")
    .execute();
  expect(letters).toHaveLength(1);
  expect(letters[0]?.body).toContain(`รุ่น ${version}`);
  // The consent can be withdrawn again.
  expect((await choose("BIOMETRICS")).at).toMatchObject({ kind: "review" });
});

test("a person sees only the data stored about them, with account numbers masked", async () => {
  const mine = (await investor.call("GET", "/api/my-profile")).body;
  expect(mine).toMatchObject({
    names: { th: expect.stringMatching(/\S/), en: expect.stringMatching(/\S/) },
    document: expect.stringMatching(/^•{9}\d{4}$/),
    phone: expect.stringMatching(/^••• ••• \d{4}$/),
    bank: { number: expect.stringMatching(/^xxx-xxx-\d{4}$/), verified: true },
    contract: { version: expect.stringMatching(/\S/) },
  });
  const fresh = await loggedIn(house, "fresh");
  expect((await fresh.call("GET", "/api/my-profile")).body).toMatchObject({ names: null, bank: null });
});
