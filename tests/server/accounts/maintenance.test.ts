import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Language } from "../../../engine/values/languages.ts";
import { staysOpen } from "../../../server/accounts/maintenance.ts";
import { moveStatus } from "../../../server/identity/move-status.ts";
import { FIXED_MOMENT } from "../../support/fixed-day.ts";
import { buildHouse, type House, logInAs, openBrowser } from "./harness.ts";

let house: House;
beforeAll(async () => {
  house = await buildHouse();
});
afterAll(async () => await house.close());

const SECOND_ADMIN = "operations2@saphan.example";
const FRESH = "00000000-0000-4000-8000-000000000002";

async function asks(lng: Language, path: string) {
  const page = openBrowser(house, lng);
  const answer = await house.app.inject({
    url: "/api/app-setting/maintenance",
    headers: { cookie: `lng=${page.cookies.get("lng")}`, "x-action": `app-setting[${path}]` },
  });
  return answer.json() as { maintenance: boolean; maintenanceText: string | null };
}

describe("maintenance mode", () => {
  it("is switched on and off by an administrator at once, with a reason and texts in both languages", async () => {
    await house.db.updateTable("people").set({ role: "admin" }).where("email", "=", SECOND_ADMIN).execute();
    expect(await asks("th", "/overview")).toEqual({ maintenance: false, maintenanceText: null });
    const admin = await logInAs(house, "admin@saphan.example");
    const text = { th: "คาดว่าเปิด 22:00 น.", en: "Back at 22:00" };
    const closed = await admin.call("POST", "/api/app-setting/maintenance", {
      maintenance: true,
      reason: "a new database",
      text,
    });
    expect(closed).toMatchObject({
      status: 200,
      body: { maintenance: true, text, by: "admin@saphan.example", reason: "a new database" },
    });
    expect(await asks("th", "/overview")).toEqual({ maintenance: true, maintenanceText: text.th });
    expect(await asks("en", "/invest/register")).toEqual({ maintenance: true, maintenanceText: text.en });
    const [mail] = await house.mailOf(SECOND_ADMIN);
    expect(mail).toMatchObject({ template: "maintenance-began" });
    expect(mail?.body).toContain("a new database");
    expect(await house.mailOf("admin@saphan.example")).toEqual([]);
    const line = await house.db
      .selectFrom("audit_lines")
      .selectAll()
      .where("action", "=", "accounts.setMaintenance")
      .executeTakeFirstOrThrow();
    expect(line).toMatchObject({
      from_state: "open",
      to_state: "closed",
      detail: { reason: "a new database" },
    });

    const again = await admin.call("POST", "/api/app-setting/maintenance", {
      maintenance: true,
      reason: "pressed twice",
      text,
    });
    expect(again).toMatchObject({ status: 422, body: { code: "nothing-changed" } });
    const opened = await admin.call("POST", "/api/app-setting/maintenance", {
      maintenance: false,
      reason: "it is done",
    });
    expect(opened).toMatchObject({ status: 200, body: { maintenance: false, text: null } });
    expect(await asks("th", "/overview")).toEqual({ maintenance: false, maintenanceText: null });
  });

  it("maintenance mode shows its text in both languages even if the text was given in one only", async () => {
    const admin = await logInAs(house, "admin@saphan.example");
    const set = (body: object) => admin.call("POST", "/api/app-setting/maintenance", body);
    await set({ maintenance: true, reason: "one language", text: { th: " ", en: "Back soon" } });
    expect((await asks("th", "/")).maintenanceText).toBe("Back soon");
    await set({ maintenance: false, reason: "it is done" });
  });

  it.each(["investor", "operations", "compliance", "finance", "support"])(
    "cannot be set by %s",
    async (name) => {
      const page = await logInAs(house, `${name}@saphan.example`);
      const answer = await page.call("POST", "/api/app-setting/maintenance", {
        maintenance: true,
        reason: "because I can",
      });
      expect(answer).toMatchObject({ status: 403, body: { code: "not-allowed" } });
    },
  );

  it.each(["", "    ", "    x    ", "why", "x".repeat(301)])(
    "cannot be set for the reason “%s”",
    async (reason) => {
      const admin = await logInAs(house, "admin@saphan.example");
      const answer = await admin.call("POST", "/api/app-setting/maintenance", { maintenance: true, reason });
      expect(answer.status).toBe(422);
    },
  );

  it.each([
    ["app-setting[/staff]", true],
    ["app-setting[/staff/maintenance]", true],
    ["app-setting[/login?next=%2Fstaff%2Fmaintenance]", true],
    ["app-setting[/login?next=%2Fstaff]", true],
    ["app-setting[/login]", false],
    ["app-setting[/login?next=%2Foverview]", false],
    ["app-setting[/login?next=%2Fstaffing]", false],
    ["app-setting[/staffing]", false],
    ["app-setting[/overview]", false],
    ["/staff", false],
    ["", false],
    [undefined, false],
  ])("allows the action %s: %s", (action, open) => expect(staysOpen(action)).toBe(open));
});

describe("the lock of an account", () => {
  const locked = (page: Awaited<ReturnType<typeof logInAs>>) =>
    page.call("GET", `/api/security/${FRESH}/security-locked`);

  it("a locked account keeps the session open, but every call except lock status and log-out answers 423", async () => {
    const page = await logInAs(house, "fresh@saphan.example");
    expect((await locked(page)).body).toBe(false);
    await house.db.updateTable("people").set({ locked_at: FIXED_MOMENT }).where("id", "=", FRESH).execute();
    expect(await locked(page)).toMatchObject({ status: 200, body: true });
    for (const path of [`/api/user/${FRESH}`, "/api/test/who"])
      expect(await page.call("GET", path)).toMatchObject({ status: 423, body: { code: "account-locked" } });
    expect((await page.call("GET", "/api/app-setting/maintenance")).status).toBe(200);
    expect((await page.call("POST", "/api/auth/logout", {})).status).toBe(204);
    await house.db.updateTable("people").set({ locked_at: null }).where("id", "=", FRESH).execute();
  });

  it.each([
    ["on", true, "onfido"],
    ["off", false, "verifio"],
  ] as const)(
    "an account's lock follows a vendor's block with use-blocked-status %s: %s",
    async (position, suspended, entity) => {
      if (position === "on") house.flags.add("use-blocked-status");
      else house.flags.delete("use-blocked-status");
      const page = await logInAs(house, "fresh@saphan.example");
      await house.db
        .transaction()
        .execute((tx) =>
          moveStatus(tx, house.clock, { personId: FRESH, entity, to: "BLOCKED", actor: `vendor:${entity}` }),
        );
      expect((await locked(page)).body).toBe(suspended);
      expect((await page.call("GET", `/api/user/${FRESH}`)).status).toBe(suspended ? 423 : 200);
      house.flags.add("use-blocked-status");
      expect((await locked(page)).body).toBe(true);
      await house.db.updateTable("people").set({ vendor_blocked_at: null }).where("id", "=", FRESH).execute();
    },
  );
});
