import { afterAll, beforeAll, expect, test } from "vitest";
import type { JsonObject } from "../../../engine/values/json.ts";
import { type Caller, loggedIn, openPortalHouse, type PortalHouse } from "../portal-house.ts";

const VERSION = "2026-03-contract";

let house: PortalHouse;
let investor: Caller;
beforeAll(async () => {
  house = await openPortalHouse();
  house.clock.set("2026-03-02T10:00:00");
  investor = await loggedIn(house, "investor");
  const words = (text: string) => ({
    version: VERSION,
    title: "Contract",
    sections: [{ heading: "1", text }],
  });
  const operations = await loggedIn(house, "operations");
  const { id } = (
    await operations.call("POST", "/api/legal/contract/versions", {
      content: { th: words("ข้อหนึ่ง"), en: words("First") },
      effectiveFrom: "2026-03-02",
      renew: true,
      graceUntil: "2026-03-10",
      note: "a new custodian",
    })
  ).body;
  const compliance = await loggedIn(house, "compliance");
  expect(
    (await compliance.call("POST", `/api/legal/versions/${id}/approve`, { note: "as asked" })).status,
  ).toBe(200);
});
afterAll(() => house.close());

const opened = async (flow: string) => {
  const { body } = await investor.call("POST", `/api/flows/${flow}/instances`, { again: true });
  return { id: String(body.id), at: body.at as JsonObject };
};
const letters = async (template: string) => {
  await house.server.jobs.drain();
  return await house.database.db
    .selectFrom("mailbox")
    .select(["body", "recipient"])
    .where("template", "=", template)
    .orderBy("id")
    .execute();
};
const entries = async () => JSON.stringify((await investor.call("GET", "/api/entries/me")).body);

test("the links on a page begin with a contract to sign, and end with closing the account", async () => {
  const offered = await investor.get("/entries/{place}", { path: { place: "me" } });
  const flows = offered.map(({ flow }) => flow);
  expect(flows[0]).toBe("contract");
  expect(flows.slice(-3)).toEqual(["estate", "data-request", "account-closing"]);
  expect(flows.slice(1, -3)).toEqual([...flows.slice(1, -3)].sort());
});

test("an investor who signed an earlier version of the contract gets one letter with the last day of that version", async () => {
  await house.server.jobs.runNow("identity.contract");
  await house.server.jobs.runNow("identity.contract");
  const mine = (await letters("contract-again")).filter(
    ({ recipient }) => recipient === "investor@saphan.example",
  );
  expect(mine).toHaveLength(1);
  expect(mine[0]?.body).toContain("10/03/2026");
  expect(
    (await letters("contract-again")).some(({ recipient }) => recipient === "fresh@saphan.example"),
  ).toBe(false);
});

test("an investor may invest until the grace period of the old contract ends, and then only withdraw", async () => {
  expect((await opened("invest")).at.step).toBe("choose");
  house.clock.set("2026-03-11T10:00:00");
  expect((await opened("invest")).at).toMatchObject({ step: "not-able" });
  // Only one thing prevents a redemption: the investor holds no units yet.
  expect((await opened("reduce")).at).toMatchObject({ step: "nothing-held" });
  // Verification requires nothing else from the investor.
  expect((await opened("kyc")).at).toMatchObject({ step: "sign-again" });
  expect(await entries()).toContain(`"contract"`);
});

test("an investor reads the new contract and signs it by a code, and may then invest again", async () => {
  const { id } = await opened("contract");
  const forged = await investor.submit(id, "review", { answer: { values: {} } });
  expect(forged.body.code).toBe("step-not-open");
  await investor.submit(id, "contract", { answer: { accepted: true } });
  const { body } = await investor.call("GET", `/api/instances/${id}`);
  await investor.submit(id, "review", { answer: { values: (body.at as JsonObject).values ?? {} } });
  expect((await investor.call("POST", `/api/instances/${id}/steps/sign/send`, {})).status).toBe(200);
  const code = /\b\d{6}\b/.exec((await letters("otp")).at(-1)?.body ?? "")?.[0] ?? "";
  const done = await investor.submit(id, "sign", { code });
  expect(done.body.at).toMatchObject({ kind: "end", step: "done" });
  expect((await letters("contract-signed")).at(-1)?.body).toContain(VERSION);
  expect((await opened("invest")).at.step).toBe("choose");
  expect((await opened("kyc")).at).toMatchObject({ step: "already" });
  expect((await opened("contract")).at).toMatchObject({ step: "signed" });
  expect(await entries()).not.toContain(`"contract"`);
  const contracts = (await investor.call("GET", "/api/contracts")).body.contracts as readonly JsonObject[];
  expect(JSON.stringify(contracts)).toContain(VERSION);
});
