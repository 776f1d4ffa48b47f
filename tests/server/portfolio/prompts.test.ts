import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Json } from "../../../engine/values/json.ts";
import type { AskedOf } from "../../../server/identity/index.ts";
import type { PortfolioRoom } from "../../../server/portfolio/index.ts";
import { wantedOf } from "../../../server/portfolio/prompts.ts";
import { type Caller, loggedIn, openPortalHouse, type PortalHouse } from "../portal-house.ts";

let house: PortalHouse;
beforeAll(async () => {
  house = await openPortalHouse();
});
afterAll(() => house.close());

const INVESTOR = "00000000-0000-4000-8000-000000000001";
const FRESH = "00000000-0000-4000-8000-000000000002";

beforeEach(async () => {
  house.clock.set("2026-03-02T10:00:00");
  await sql`delete from prompt_answers`.execute(house.database.db);
});

const promptOf = async (caller: Caller) =>
  (await caller.call("GET", "/api/prompt")).body.prompt as { readonly kind: string } | null;
const kindOf = async (caller: Caller) => (await promptOf(caller))?.kind ?? null;
const answer = (caller: Caller, prompt: string, how: string) =>
  caller.call("POST", `/api/prompts/${prompt}/answer`, { answer: how });
const change = async (statement: string) => {
  await sql.raw(statement).execute(house.database.db);
};
/** Runs `act` with changed records of the demo investor, and restores the records. */
async function having(changed: readonly string[], back: readonly string[], act: () => Promise<void>) {
  for (const statement of changed) await change(statement);
  try {
    await act();
  } finally {
    for (const statement of back) await change(statement);
  }
}
const NO_PIN = [
  `create table if not exists kept_pin as select * from credentials where person_id = '${INVESTOR}'`,
  `update credentials set pin_hash = null, pin_mac = null, pin_key = null, pin_set_at = null where person_id = '${INVESTOR}'`,
];
const PIN_BACK = [
  `update credentials c set pin_hash = k.pin_hash, pin_mac = k.pin_mac, pin_key = k.pin_key, pin_set_at = k.pin_set_at
   from kept_pin k where c.person_id = k.person_id`,
];
const NO_BANK = [`update bank_accounts set status = 'REPLACED' where person_id = '${INVESTOR}'`];
const BANK_BACK = [`update bank_accounts set status = 'VERIFIED' where person_id = '${INVESTOR}'`];
const OVERDUE = [
  `update identity_statuses set due_on = '2026-01-01' where person_id = '${INVESTOR}' and entity = 'kyc'`,
];
const DUE_BACK = [
  `update identity_statuses set due_on = '2028-03-02' where person_id = '${INVESTOR}' and entity = 'kyc'`,
];

describe("the dialog that prompts an investor", () => {
  test.each<[string, readonly string[], readonly string[], Json]>([
    ["only the first investment is missing", [], [], { kind: "start-invest" }],
    ["no PIN is set", NO_PIN, PIN_BACK, { kind: "pin" }],
    [
      "no bank account is bound, and no PIN set",
      [...NO_BANK, ...NO_PIN],
      [...BANK_BACK, ...PIN_BACK],
      { kind: "bank" },
    ],
    [
      "the identity is overdue, and no PIN is set",
      [...OVERDUE, ...NO_PIN],
      [...DUE_BACK, ...PIN_BACK],
      { kind: "verify-identity", stage: "again" },
    ],
  ])("shows the most important prompt only: %s", async (_when, changed, back, expected) => {
    const investor = await loggedIn(house, "investor");
    await having(changed, back, async () => expect(await promptOf(investor)).toEqual(expected));
  });

  test("asks an investor to verify the identity if nothing was submitted, and never a colleague", async () => {
    const fresh = await loggedIn(house, "fresh");
    expect(await promptOf(fresh)).toEqual({ kind: "verify-identity", stage: "begin" });
    expect(await promptOf(await loggedIn(house, "support"))).toBeNull();
  });

  test("a prompt can be postponed on all devices, and returns after a set number of days", async () => {
    const [phone, laptop] = [await loggedIn(house, "fresh"), await loggedIn(house, "fresh")];
    expect((await answer(phone, "verify-identity", "later")).status).toBe(204);
    expect([await kindOf(phone), await kindOf(laptop)]).toEqual([null, null]);
    house.clock.set("2026-03-03T09:59:00");
    expect(await kindOf(laptop)).toBeNull();
    house.clock.set("2026-03-03T10:01:00");
    expect(await kindOf(laptop)).toBe("verify-identity");
  });

  test("appears once per log-in, and shows the next prompt at the next log-in", async () => {
    await having(NO_PIN, PIN_BACK, async () => {
      const investor = await loggedIn(house, "investor");
      await answer(investor, "pin", "later");
      expect(await kindOf(investor)).toBeNull();
      expect(await kindOf(await loggedIn(house, "investor"))).toBe("start-invest");
    });
  });

  test("does not ask to invest while the switch invest is off", async () => {
    const mayInvest = {
      contract: null,
      consents: [],
      identity: null,
      bank: false,
      pin: false,
      mayInvest: true,
    } satisfies AskedOf;
    const ask = async (on: boolean) => {
      const room = {
        db: house.database.db,
        isOnFor: async (flag: string) => flag !== "invest" || on,
      } as unknown as PortfolioRoom;
      return await wantedOf(room, INVESTOR, mayInvest);
    };
    expect(await ask(true)).toEqual([{ kind: "start-invest" }]);
    expect(await ask(false)).toEqual([]);
  });

  test("never asks again for a PIN that the investor declined", async () => {
    await having(NO_PIN, PIN_BACK, async () => {
      await answer(await loggedIn(house, "investor"), "pin", "never");
      house.clock.set("2026-12-01T10:00:00");
      expect(await kindOf(await loggedIn(house, "investor"))).toBe("start-invest");
    });
  });

  test.each(["verify-identity", "consents", "contract", "bank"])(
    "does not let a person dismiss %s for ever",
    async (prompt) => {
      const refused = await answer(await loggedIn(house, "fresh"), prompt, "never");
      expect([refused.status, refused.body.code]).toEqual([422, "not-valid"]);
    },
  );

  test("stores the answer to a prompt for that investor only", async () => {
    await answer(await loggedIn(house, "fresh"), "verify-identity", "later");
    expect(await kindOf(await loggedIn(house, "investor"))).toBe("start-invest");
  });
});

const words = (version: string, text: string) => ({
  version,
  title: "Text",
  sections: [{ heading: "One", text }],
});
async function publish(document: string, version: string, renewed: object) {
  const proposal = {
    content: { th: words(version, "ข้อหนึ่ง"), en: words(version, "First") },
    effectiveFrom: "2026-03-02",
    renew: true,
    note: "new wording",
    ...renewed,
  };
  const operations = await loggedIn(house, "operations");
  const { id } = (await operations.call("POST", `/api/legal/${document}/versions`, proposal)).body;
  const compliance = await loggedIn(house, "compliance");
  await compliance.call("POST", `/api/legal/versions/${id}/approve`, { note: "as asked" });
}

describe("legal texts that require new consent", () => {
  test("new legal texts appear in the consent pop-up before every prompt except the contract", async () => {
    await publish("terms", "2026-03-terms", { graceUntil: "2026-04-01" });
    await publish("publicity", "2026-03-publicity", {});
    const fresh = await loggedIn(house, "fresh");
    const asked = {
      kind: "consents",
      texts: [
        { purpose: "terms", version: "2026-03-terms" },
        { purpose: "publicity", version: "2026-03-publicity" },
      ],
    };
    expect(await promptOf(fresh)).toEqual(asked);
    // Only the current version of a text can be accepted.
    const old = await fresh.call("POST", "/api/consents", {
      texts: [{ purpose: "terms", version: "2026-01", decision: "given" }],
    });
    expect([old.status, old.body.fields]).toMatchObject([
      422,
      [{ pointer: "/texts/0", code: "agreement-changed" }],
    ]);
    const decide = (terms: string, publicity: string) =>
      fresh.call("POST", "/api/consents", {
        texts: [
          { purpose: "terms", version: "2026-03-terms", decision: terms },
          { purpose: "publicity", version: "2026-03-publicity", decision: publicity },
        ],
      });
    const states = async () =>
      ((await fresh.call("GET", "/api/consents")).body.consents as { purpose: string; state: string }[])
        .filter(({ purpose }) => purpose !== "privacy" && purpose !== "biometrics")
        .map(({ state }) => state);
    expect((await decide("refused", "refused")).status).toBe(204);
    expect(await states()).toEqual(["refused", "refused"]);
    // The publicity consent may be refused, and the consent to the terms remains to be given.
    expect(await promptOf(fresh)).toEqual({ ...asked, texts: asked.texts.slice(0, 1) });
    await decide("given", "refused");
    expect(await states()).toEqual(["given", "refused"]);
    expect(await kindOf(fresh)).toBe("verify-identity");
    const trail = await sql<{ detail: Json }>`select detail from audit_lines
      where action = 'accounts.decideConsents' and subject = ${`person:${FRESH}`} order by id`.execute(
      house.database.db,
    );
    expect(trail.rows.map(({ detail }) => detail)).toEqual([
      { terms: "refused", publicity: "refused" },
      { terms: "given" },
    ]);
    // Terms that were accepted cannot be declined in the same way, and one call cannot decide a text twice.
    const terms = (decision: string) => ({ purpose: "terms", version: "2026-03-terms", decision });
    for (const texts of [[terms("refused")], [terms("given"), terms("refused")]])
      expect(await fresh.call("POST", "/api/consents", { texts })).toMatchObject({
        status: 422,
        body: { fields: [{ pointer: "/texts/0", code: "agreement-changed" }] },
      });
    expect((await fresh.call("POST", "/api/consents", { texts: [terms("given")] })).status).toBe(204);
    expect(await states()).toEqual(["given", "refused"]);
  });

  test("a new contract text appears first, with the last day on which the old contract counts", async () => {
    await publish("contract", "2026-03-contract", { graceUntil: "2026-03-10" });
    const investor = await loggedIn(house, "investor");
    expect(await promptOf(investor)).toEqual({
      kind: "contract",
      version: "2026-03-contract",
      graceUntil: "2026-03-10",
    });
    await answer(investor, "contract", "later");
    expect(await kindOf(investor)).toBe("consents");
    house.clock.set("2026-03-11T10:00:00");
    expect(await promptOf(investor)).toEqual({
      kind: "contract",
      version: "2026-03-contract",
      graceUntil: null,
    });
    // A person who never signed a contract is not prompted to sign a new version.
    expect(await kindOf(await loggedIn(house, "fresh"))).not.toBe("contract");
  });
});
