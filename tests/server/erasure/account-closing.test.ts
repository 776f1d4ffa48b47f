import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { JsonObject } from "../../../engine/values/json.ts";
import { walk } from "../db/planted.ts";
import { type Caller, loggedIn, openPortalHouse, type PortalHouse, stranger } from "../portal-house.ts";

const INVESTOR = "00000000-0000-4000-8000-000000000001";
const FRESH = "00000000-0000-4000-8000-000000000002";
const ANSWER = "We have closed your account. Thank you for investing with us";
const GOOD = { know: { agreed: true }, ask: { reason: "NOT_NEEDED" } };

let house: PortalHouse;
let [investor, support, compliance]: Caller[] = [];
beforeAll(async () => {
  house = await openPortalHouse();
  investor = await loggedIn(house, "investor");
  support = await loggedIn(house, "support");
  compliance = await loggedIn(house, "compliance");
}, 120_000);
afterAll(() => house.close());

const people = () => ({
  investor: investor as Caller,
  support: support as Caller,
  compliance: compliance as Caller,
});
const begun = async (who: Caller) =>
  (await who.call("POST", "/api/flows/account-closing/instances", { again: true })).body.at as JsonObject;
const logIn = async () =>
  await stranger(house).call("POST", "/api/auth/login", {
    email: "investor@saphan.example",
    password: "Saphan#2026",
  });

test("the flow that closes an account lists what is still open there before it asks the first question", async () => {
  expect(await begun(people().investor)).toMatchObject({ kind: "form", step: "know" });
  const good = {
    ...{ choose: { strategy: "M-BTCA" }, amount: { amount: "10000.00" } },
    ...{ acknowledge: { accepted: true }, pay: { method: "transfer" } },
  };
  await stranger(house).call("POST", "/api/dev/bank", { silent: true });
  await walk(house, { who: people().investor, flow: "invest", good }).catch((error: unknown) => {
    if (!String(error).includes("wait")) throw error;
  });
  const at = await begun(people().investor);
  expect(at).toMatchObject({ kind: "end", step: "in-the-way", outcome: "provisional" });
  expect(JSON.stringify(at)).toContain("warning:account-closing.orders");
  expect(JSON.stringify(at)).not.toContain("warning:account-closing.units");
  await emptied();
  expect(await begun(people().investor)).toMatchObject({ kind: "form", step: "know" });
}, 120_000);

test("an open watch-list hit prevents staff from closing the account, and the person does not learn why", async () => {
  const fresh = await loggedIn(house, "fresh");
  await sql`insert into aml_hits (id, person_id, list, reference, role, entry_hash, subject_hash, entry, matched_name,
      birth, same_document, score, found_at, state)
    values (gen_random_uuid(), ${FRESH}, 'un', 'QDi.1', 'customer', 'h', '\\x00', '{}', 'Somebody', 'unknown', false, 90,
      ${house.clock.wall()}, 'open')`.execute(house.database.db);
  const { hindrances } = (await people().support.call("GET", `/api/people/${FRESH}/erasure`)).body;
  expect(hindrances).toEqual([{ kind: "watch-list", count: 1 }]);
  expect(await begun(fresh)).toMatchObject({ kind: "form", step: "know" });
});

test("a person confirms a request to close the account by PIN and code, and two colleagues approve it", async () => {
  const { at } = (await walk(house, {
    who: people().investor,
    flow: "account-closing",
    good: GOOD,
  })) as {
    at: JsonObject;
  };
  expect(at).toMatchObject({ kind: "wait", step: "decision" });
  expect((await people().investor.call("GET", "/api/orders")).status).toBe(200);
  const { body } = await people().support.call("GET", "/api/cases?topic=ACCOUNT_CLOSE&state=open");
  const id = String((body.cases as readonly JsonObject[])[0]?.id);
  const done = async (who: Caller, step: string, given: JsonObject = {}) =>
    (await who.call("POST", `/api/cases/${id}/${step}`, given)).status;
  expect(await done(people().support, "take")).toBe(200);
  for (const item of [0, 1]) expect(await done(people().support, "tick", { item, done: true })).toBe(200);
  expect(await done(people().support, "answer", { outcome: "granted", text: ANSWER })).toBe(200);
  // One colleague alone cannot close an account.
  expect(await done(people().support, "approve")).toBe(403);
  expect((await people().investor.call("GET", "/api/orders")).status).toBe(200);
  expect(await done(people().compliance, "approve")).toBe(200);

  expect((await people().investor.call("GET", "/api/orders")).status).toBe(401);
  expect((await logIn()).status).toBe(401);
  const sessions = house.database.db.selectFrom("sessions").select("id").where("person_id", "=", INVESTOR);
  expect(await sessions.execute()).toEqual([]);
  await house.server.jobs.drain();
  const letters = await house.database.db
    .selectFrom("mailbox")
    .select(["template", "body"])
    .where("recipient", "=", "investor@saphan.example")
    .where("template", "like", "account-erased%")
    .execute();
  expect(letters).toMatchObject([{ template: "account-erased-in-part" }]);
  expect(letters[0]?.body).toContain(ANSWER);
  const lines = await house.database.db
    .selectFrom("audit_lines")
    .select("subject")
    .where("action", "=", "erasure.erase")
    .execute();
  expect(lines).toEqual([{ subject: `person:${INVESTOR}` }]);
}, 120_000);

/** Ends the investor's open orders, as the payment deadline would. */
async function emptied(): Promise<void> {
  house.clock.set("2026-03-09T14:01:00");
  await stranger(house).call("POST", "/api/dev/jobs/fund.expire/run");
  house.clock.set("2026-03-02T10:00:00");
}
