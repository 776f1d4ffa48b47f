import { afterAll, beforeAll, expect, test } from "vitest";
import securityEn from "../../locales/en/security.json" with { type: "json" };
import warningEn from "../../locales/en/warning.json" with { type: "json" };
import securityTh from "../../locales/th/security.json" with { type: "json" };
import warningTh from "../../locales/th/warning.json" with { type: "json" };
import { appCode } from "../server/accounts/app-code.ts";
import {
  arrive,
  asShown,
  DESKTOP,
  fill,
  goOn,
  logIn,
  mailTo,
  newestMail,
  PHONE,
  says,
  settled,
  type Visitor,
  visit,
} from "./driver.ts";
import { PEOPLE_PASSWORD } from "./people.ts";
import { closeWindows, type SharedPortal, sharedBrowser, sharedPortal } from "./shared.ts";

const SECURITY = { th: securityTh, en: securityEn };
const WRONG = { th: warningTh.errors, en: warningEn.errors };

let portal: SharedPortal;
beforeAll(async () => {
  portal = await sharedPortal();
}, 90_000);
afterAll(closeWindows);

/** Requests a code and types it; the form submits when the last digit is typed. */
async function typeMailed({ page }: Visitor, email: string, after: number): Promise<number> {
  await page.locator("#code").waitFor();
  const mail = await mailTo(portal.origin, email, "otp", after);
  await page.locator("#code").fill(/\b\d{6}\b/.exec(mail.body)?.[0] ?? "");
  return mail.id;
}

// Each person turns two-step log-in on and off again, so the shared portal stays unchanged.
const WALKS = [{ lng: "th", viewport: PHONE, name: "fresh", series: "two-factor-phone-th" }] as const;
const FOR_PICTURES = [
  { lng: "en", viewport: DESKTOP, name: "investor", series: "two-factor-desktop-en" },
] as const;

test.each(process.env.KEEP_SCREENS === "1" ? [...WALKS, ...FOR_PICTURES] : WALKS)(
  "a user turns two-step log-in on, needs it on another device, and recovers the account without the phone: $series",
  async ({ lng, viewport, name, series }) => {
    const visitor = await visit(await sharedBrowser(), { origin: portal.origin, lng, viewport, series });
    const { page, look, faults } = visitor;
    const email = `${name}@saphan.example`;
    await logIn(page, email, PEOPLE_PASSWORD);
    await page.goto("/me/security");
    await look("security-off");
    await page.locator('a[href="/flows/two-factor"]').click();
    await arrive(page, "how");
    await look("how");
    // If a code cannot be sent, a toast reports that and a press requests another. The status used here is
    // one that no browser logs to its console.
    await page.route(
      "**/steps/prove/send",
      (route) =>
        route.fulfill({
          status: 422,
          json: { code: "sms-failed", message: { th: WRONG.th["sms-failed"], en: WRONG.en["sms-failed"] } },
        }),
      { times: 1 },
    );
    await goOn(page);
    await arrive(page, "prove");
    await says(page, WRONG[lng]["sms-failed"]);
    const before = (await newestMail(portal.origin, email, "otp", 0))?.id ?? 0;
    await page.locator(".resend button").click();
    // The page shows the reference beside the field, the time of the next possible code, and the tries left.
    const sent = await mailTo(portal.origin, email, "otp", before);
    const reference = /\b[A-Z2-9]{5}\b/.exec(sent.subject)?.[0] ?? "none";
    await page.getByText(reference, { exact: true }).waitFor();
    // Until another code can be requested, a countdown in seconds replaces the button.
    const secondsLeft = async () => {
      const [minutes, seconds] = (await page.locator(".resend b.num").innerText()).split(":").map(Number);
      return (minutes ?? Number.NaN) * 60 + (seconds ?? Number.NaN);
    };
    const begun = await secondsLeft();
    expect(begun).toBeGreaterThan(0);
    expect(begun).toBeLessThanOrEqual(60);
    expect(await page.locator(".resend button").count()).toBe(0);
    await expect.poll(secondsLeft, { timeout: 10_000 }).toBeLessThan(begun);
    const right = /\b\d{6}\b/.exec(sent.body)?.[0] ?? "";
    await page.locator("#code").fill(right === "000000" ? "111111" : "000000");
    const error = page.locator("#code-error");
    await error.waitFor();
    expect(asShown(`${WRONG[lng]["code-wrong"]}`).test(await error.innerText())).toBe(true);
    expect(await error.innerText()).toMatch(/4/);
    await says(page, WRONG[lng]["code-wrong"]);
    await look("code-wrong");
    const first = await typeMailed(visitor, email, 0);
    await arrive(page, "set");
    await page.locator("svg[role=img] path").waitFor();
    await look("set");
    const secret = (await page.locator("#authenticator-key").innerText()).replaceAll(/\s/g, "");
    await page.locator('[id="f/code-input"]').fill(appCode(secret, new Date()));
    await goOn(page);
    await arrive(page, "codes");
    await page.locator("ol li").nth(7).waitFor();
    const codes = await page.locator("ol li").allInnerTexts();
    expect(new Set(codes).size).toBe(8);
    await fill(page, { "/kept": { tick: true } });
    await look("codes");
    await goOn(page);
    await arrive(page, "done");
    await says(page, SECURITY[lng]["two-factor"].done.saved);
    await look("done");
    await page.goto("/me/security");
    await look("security-on");

    // On another device the password alone is not enough; a recovery code replaces the lost phone.
    const other = await visit(await sharedBrowser(), { origin: portal.origin, lng, viewport, series });
    await other.page.goto("/login");
    await other.page.locator("#email").fill(email);
    await other.page.locator("#password").fill(PEOPLE_PASSWORD);
    await other.page.locator(".dock button.btn--main").click();
    await other.page.locator("#two-factor").waitFor();
    await other.look("log-in");
    await other.page.locator("#two-factor").fill("000000");
    await other.page.locator(".dock button.btn--main").click();
    await other.page.locator("#login-error [role=alert]").waitFor();
    await says(other.page, WRONG[lng]["two-factor-wrong"]);
    await other.page.locator("#two-factor").fill(codes[0] ?? "");
    await other.page.locator(".dock button.btn--main").click();
    await other.page.waitForURL((url) => url.pathname !== "/login");
    await other.page.goto("/flows/two-factor-off");
    await arrive(other.page, "how");
    await other.look("off-how");
    await fill(other.page, { "/by": { choice: 1 } });
    await goOn(other.page);
    await arrive(other.page, "review");
    await goOn(other.page);
    await arrive(other.page, "prove-email");
    await typeMailed(other, email, first);
    await arrive(other.page, "off-by-code");
    await fill(other.page, { "/recoveryCode": codes[1] ?? "" });
    await other.look("off-by-code");
    await goOn(other.page);
    await arrive(other.page, "done");
    await says(other.page, SECURITY[lng]["two-factor-off"].done.saved);
    await other.page.goto("/me/security");
    await settled(other.page);
    await expect.poll(() => other.page.locator('a[href="/flows/two-factor"]').count()).toBe(1);
    expect([...faults, ...other.faults]).toEqual([]);
  },
  240_000,
);
