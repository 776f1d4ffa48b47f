import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "../../../engine/values/json.ts";
import staffEn from "../../../locales/en/staff.json" with { type: "json" };
import staffTh from "../../../locales/th/staff.json" with { type: "json" };
import { type Caller, loggedIn, openPortalHouse, type PortalHouse, stranger } from "../portal-house.ts";
import { askForAccess, letterTo } from "./lost-access-flow.ts";

const OWNER = "investor@saphan.example";

let house: PortalHouse;
beforeAll(async () => {
  house = await openPortalHouse();
});
afterAll(() => house.close());

const letter = (template: string, to: string) => letterTo(house, to, template);
const ask = (by: Caller, email: string, nationalId?: string) =>
  askForAccess(house, by, { email, ...(nationalId === undefined ? {} : { nationalId }) });

it.each([staffTh, staffEn])(
  "the texts of the staff page explain what granting a lost-access request does (case %#)",
  ({ cases }) => {
    expect(cases.follows.ACCESS_LOST).toBeTruthy();
  },
);

async function desk(reference: string, by?: readonly [Caller, Caller]) {
  const [one, other] = by ?? [await loggedIn(house, "compliance"), await loggedIn(house, "compliance2")];
  const { cases } = await one.get("/cases");
  const id = cases.find((found) => found.reference === reference)?.id;
  const step = (by: Caller, what: string, body: JsonObject = {}) =>
    by.call("POST", `/api/cases/${id}/${what}`, body);
  const taken = await step(one, "take");
  for (const item of [0, 1, 2, 3]) await step(one, "tick", { item, done: true });
  return {
    id,
    taken,
    page: async () => (await other.call("GET", `/api/cases/${id}`)).body,
    handOn: (desk: string) => step(one, "hand-on", { desk, colleague: null, text: "ช่วยดูให้หน่อย" }),
    propose: (outcome: string) => step(one, "answer", { outcome, text: "ตรวจแล้วว่าเป็นคุณ" }),
    approve: () => step(other, "approve"),
  };
}

async function protection() {
  const { db } = house.database;
  const { id } = await db
    .selectFrom("people")
    .select("id")
    .where("email", "=", OWNER)
    .executeTakeFirstOrThrow();
  const codes = await db
    .selectFrom("recovery_codes")
    .select("person_id")
    .where("person_id", "=", id)
    .execute();
  const app = await db
    .selectFrom("authenticators")
    .select("sealed")
    .where("person_id", "=", id)
    .executeTakeFirst();
  const open = await db
    .selectFrom("sessions")
    .select("id")
    .where("person_id", "=", id)
    .where("ended_at", "is", null)
    .execute();
  return {
    twoFactor: app !== undefined && app.sealed !== null,
    codes: codes.length,
    open: open.length,
  };
}

describe("a visitor who lost phone, recovery codes and passkey", () => {
  it("two colleagues check the request, and the visitor is then logged out everywhere without two-step log-in", async () => {
    const owner = await loggedIn(house, "investor");
    expect((await owner.call("GET", "/api/my-profile")).status).toBe(200);
    await house.database.db
      .insertInto("authenticators")
      .columns(["person_id", "sealed", "confirmed_at"])
      .expression((eb) =>
        eb
          .selectFrom("people")
          .select([
            "id",
            eb.val(Buffer.from("lost")).as("sealed"),
            eb.val(house.server.clock.wall()).as("at"),
          ])
          .where("email", "=", OWNER),
      )
      .execute();
    const reference = await ask(stranger(house), OWNER);
    const { propose, approve } = await desk(reference);
    expect((await propose("granted")).body).toMatchObject({ state: "proposed" });
    expect(await protection()).toMatchObject({ twoFactor: true, open: 1 });
    expect((await approve()).body).toMatchObject({ state: "answered" });
    expect(await protection()).toEqual({ twoFactor: false, codes: 0, open: 0 });
    expect((await owner.call("GET", "/api/my-profile")).status).toBe(401);
    expect(await letter("access-restored", OWNER)).toContain("02-000-0000");
    expect(await letter("case-granted-visitor", OWNER)).toContain("ตรวจแล้วว่าเป็นคุณ");
    const lines = await house.database.db
      .selectFrom("audit_lines")
      .select("action")
      .where("action", "=", "accounts.restoreAccess")
      .execute();
    expect(lines).toHaveLength(1);
  });

  it("a refused request changes nothing for the visitor", async () => {
    await newPassword();
    await loggedIn(house, "investor");
    const { propose, approve } = await desk(await ask(stranger(house), OWNER));
    expect((await propose("refused")).body).toMatchObject({ state: "proposed" });
    expect((await approve()).body).toMatchObject({ state: "answered" });
    expect(await protection()).toMatchObject({ open: 1 });
  });

  it.each([
    ["nobody's", "nobody@example.com"],
    ["a colleague's", "finance@saphan.example"],
  ])("gets no access with %s e-mail", async (_whose, email) => {
    const { propose } = await desk(await ask(stranger(house), email));
    expect((await propose("granted")).body.code).toBe("case-no-account");
  });

  it("a visitor who is logged in to a second account gets access only to the account of the given e-mail", async () => {
    await newPassword();
    const asker = await loggedIn(house, "support");
    const { id, propose, approve, page } = await desk(await ask(asker, OWNER));
    const owner = await loggedIn(house, "investor");
    // The desk compares the request with the account of the address, and the case belongs to that account's
    // owner, not to the logged-in user.
    expect(await page()).toMatchObject({
      person: (await person(OWNER)).id,
      from: OWNER,
      language: "th",
      about: { same: { name: true, nationalId: true, phone: true }, locked: false, objectedAt: null },
    });
    expect((await asker.call("GET", "/api/my-cases")).body).toEqual({ cases: [] });
    const { cases } = await owner.get("/my-cases");
    const own = cases.find((found) => found.id === id);
    expect(own).toMatchObject({ byOthers: true, given: [], state: "open" });
    expect(await letter("access-asked", OWNER)).toContain("02-000-0000");
    await propose("granted");
    await approve();
    expect(await protection()).toMatchObject({ open: 0 });
  });

  it("the visitor gets a new password, and then no payout for a day, in case the old password was stolen", async () => {
    const { rows } = await sql<{
      until: Date | null;
    }>`select payouts_held_until(id, ${house.clock.now().toJSDate()})
      as until from people where email = ${OWNER}`.execute(house.database.db);
    expect(rows[0]?.until?.getTime()).toBeGreaterThan(house.clock.now().toMillis());
    const body = { email: OWNER, password: "Saphan#2026" };
    expect((await stranger(house).call("POST", "/api/auth/login", body)).status).toBe(401);
  });

  it("the colleague who sent the request cannot approve it, and the case cannot leave compliance", async () => {
    await newPassword();
    const sender = await loggedIn(house, "compliance");
    const reference = await ask(sender, OWNER);
    const other = await loggedIn(house, "compliance2");
    const own = await desk(reference, [sender, other]);
    expect(own.taken.body.code).toBe("same-person");
    const { propose, handOn, id } = await desk(reference, [other, sender]);
    expect((await handOn("support")).body.code).toBe("case-stays");
    expect((await propose("granted")).body).toMatchObject({ state: "proposed" });
    expect((await sender.call("POST", `/api/cases/${id}/approve`)).body.code).toBe("same-person");
  });

  it("is refused if the owner of the account objects", async () => {
    const { id, propose, approve, page } = await desk(await ask(stranger(house), OWNER));
    const owner = await loggedIn(house, "investor");
    const other = await loggedIn(house, "fresh");
    const object = (by: Caller) => by.call("POST", `/api/my-cases/${id}/object`);
    expect((await object(other)).status).toBe(404);
    expect((await object(owner)).status).toBe(204);
    expect((await object(owner)).status).toBe(204);
    expect(await page()).toMatchObject({ about: { objectedAt: expect.any(String) } });
    expect((await propose("granted")).body.code).toBe("case-objected");
    expect((await propose("refused")).body).toMatchObject({ state: "proposed" });
    expect((await approve()).body).toMatchObject({ state: "answered" });
    expect((await owner.call("GET", "/api/my-profile")).status).toBe(200);
  });

  it("a visitor gets no access with a wrong card number, for a locked account, or after a second request was granted", async () => {
    const wrong = await desk(await ask(stranger(house), OWNER, "1101700230708"));
    expect((await wrong.propose("granted")).body.code).toBe("case-identity-differs");
    const [first, second] = [
      await desk(await ask(stranger(house), OWNER)),
      await desk(await ask(stranger(house), OWNER)),
    ];
    const lock = async (at: Date | null) =>
      await house.database.db
        .updateTable("people")
        .set({ locked_at: at })
        .where("email", "=", OWNER)
        .execute();
    // Each owner gets a letter, even beyond the number of letters that visitors may cause per day.
    await house.server.jobs.drain();
    const told = await house.database.db
      .selectFrom("mailbox")
      .select("id")
      .where("template", "=", "access-asked")
      .where("recipient", "=", OWNER)
      .execute();
    const asked = await house.database.db
      .selectFrom("cases")
      .select("id")
      .where("about", "=", (await person(OWNER)).id)
      .execute();
    expect([told.length, asked.length > 2]).toEqual([asked.length, true]);
    await lock(house.clock.now().toJSDate());
    expect((await first.propose("granted")).body.code).toBe("case-account-locked");
    await lock(null);
    await first.propose("granted");
    await second.propose("granted");
    expect((await first.approve()).body).toMatchObject({ state: "answered" });
    expect((await second.approve()).body.code).toBe("case-superseded");
  });
});

async function person(email: string) {
  return await house.database.db
    .selectFrom("people")
    .select("id")
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
}

/** Sets a password for the owner, because restored access removes the previous one. */
async function newPassword(): Promise<void> {
  const { db } = house.database;
  await db
    .updateTable("credentials")
    .set((eb) => ({
      password_hash: eb
        .selectFrom("credentials as other")
        .innerJoin("people as p", "p.id", "other.person_id")
        .select("other.password_hash")
        .where("p.email", "=", "fresh@saphan.example"),
    }))
    .where("person_id", "=", (await person(OWNER)).id)
    .execute();
}
