import { Client } from "pg";
import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import formEn from "../../locales/en/form.json" with { type: "json" };
import kycEn from "../../locales/en/kyc.json" with { type: "json" };
import accountEn from "../../locales/en/my-account.json" with { type: "json" };
import staffEn from "../../locales/en/staff.json" with { type: "json" };
import formTh from "../../locales/th/form.json" with { type: "json" };
import kycTh from "../../locales/th/kyc.json" with { type: "json" };
import accountTh from "../../locales/th/my-account.json" with { type: "json" };
import staffTh from "../../locales/th/staff.json" with { type: "json" };
import { kycFillings, verifyIdentity } from "./chain.ts";
import {
  arrive,
  asShown,
  DESKTOP,
  fill,
  goOn,
  logIn,
  mailTo,
  PHONE,
  settled,
  stepOf,
  until,
  type Visitor,
  visit,
} from "./driver.ts";
import { PEOPLE_PASSWORD } from "./people.ts";
import { cardPicture } from "./pictures.ts";
import { startPortal } from "./portal.ts";
import { closeWindows, sharedBrowser } from "./shared.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});
afterAll(closeWindows);

const EMAIL = "fresh@saphan.example";
const STAFF = { th: staffTh, en: staffEn };
const ME = { th: accountTh.me, en: accountEn.me };
const NUMBER = {
  th: formTh.common["account-number"].label,
  en: formEn.common["account-number"].label,
};
const KYC = { th: kycTh.kyc, en: kycEn.kyc };

// The two walks together cover both languages and both screen sizes.
const WALKS = [
  { lng: "th", viewport: PHONE, staff: "en", staffView: DESKTOP, series: "again-th-phone" },
] as const;

// Pictures for the documentation are taken in both languages and both screen sizes.
const FOR_PICTURES = [
  { lng: "en", viewport: DESKTOP, staff: "th", staffView: PHONE, series: "again-en-desktop" },
  { lng: "en", viewport: PHONE, staff: "th", staffView: DESKTOP, series: "again-en-phone" },
  { lng: "th", viewport: DESKTOP, staff: "en", staffView: PHONE, series: "again-th-desktop" },
] as const;

test.each(process.env.KEEP_SCREENS === "1" ? [...WALKS, ...FOR_PICTURES] : WALKS)(
  "staff request two items again, the person sends corrections with mistakes, and staff compare and reject them: $series",
  async ({ lng, viewport, staff, staffView, series }) => {
    const portal = await startPortal({ brand: "saphan" });
    onTestFinished(() => portal.stop());
    const { origin } = portal;
    const she = await visit(browser, { origin, lng, viewport, series });
    const reviewer = await visit(browser, {
      origin,
      lng: staff,
      viewport: staffView,
      series: `${series}-staff`,
    });
    const { page, look } = she;
    const quiet = { page, look: async () => {} };
    const texts = KYC[lng];

    await logIn(page, EMAIL, PEOPLE_PASSWORD);
    await verifyIdentity(quiet, origin, EMAIL);
    const { id: mailAfter } = await mailTo(origin, EMAIL, "otp");

    await logIn(reviewer.page, "compliance@saphan.example", PEOPLE_PASSWORD);
    await openReview(reviewer);
    await reviewer.page.locator("summary").click();
    const staffTexts = KYC[staff];
    await askFor(reviewer, staffTexts["card-back"].cardBack.label, "Show all four corners.");
    await askFor(reviewer, NUMBER[staff], "One digit is missing.");
    await reviewer.page.locator("#reason").fill("Two things, please.");
    await reviewer.look("ask-again");
    await reviewer.page.locator(".decide .btn").nth(1).click();
    await reviewer.page.locator("[data-toast]").first().waitFor();

    // The reviewer requests a correction, which is not a rejection.
    const desk = STAFF[staff].review;
    const sentBack = reviewer.page.locator("article .note", { hasText: desk.status.ASKED_AGAIN });
    await sentBack.waitFor();
    const deskText = await reviewer.page.locator("article").innerText();
    for (const refused of [desk.status.REJECTED, desk.alreadyDecided])
      expect(deskText).not.toMatch(asShown(refused));
    expect(deskText).toMatch(asShown(desk.fatca.NONE));
    await reviewer.look("asked-to-correct");

    // Letter and overview name both items like the screen, with their reasons; only these two items can be
    // edited.
    const letter = await mailTo(origin, EMAIL, "kyc-correct");
    const asked = (language: string) => {
      const lng = language === "th" ? "th" : "en";
      const { "card-back": card } = KYC[lng];
      return [`${card.cardBack.label}: Show all four corners.`, `${NUMBER[lng]}: One digit is missing.`];
    };
    await page.goto("/overview");
    await page.locator(".openlist").waitFor();
    for (const line of asked(letter.language)) expect(letter.body).toContain(line);
    for (const line of asked(lng)) expect(await page.locator("main").innerText()).toContain(line);
    await look("asked-again-overview");
    await page.goto("/kyc");
    await arrive(page, "card-back");
    expect(await page.locator("main").innerText()).toContain("Show all four corners.");
    await look("asked-again-card");
    await fill(page, { "/cardBack": { file: await cardPicture("back") } });
    await goOn(page);
    await arrive(page, "bank");
    expect(await page.locator("main").innerText()).toContain("One digit is missing.");
    await look("asked-again-bank");
    await fill(page, { "/accountNumber": "12" });
    await page.locator(".dock button.btn--main").click();
    await page.locator(".errsum").waitFor();
    expect(stepOf(page)).toBe("bank");
    await page.reload();
    await arrive(page, "bank");
    expect(await page.locator("main").innerText()).toContain("One digit is missing.");
    await fill(page, { "/accountNumber": "1234567899" });
    await goOn(page);
    await mayAskForCodes(portal.databaseUrl);
    const fillings = { ...(await kycFillings()), general: {}, bank: {} };
    await verifyIdentity(quiet, origin, EMAIL, { fillings, mailAfter });

    await openReview(reviewer);
    const row = (name: string) => reviewer.page.locator(`[data-changed="${name}"]`);
    const account = await row("accountNumber").innerText();
    expect(account).toContain("1234567890");
    expect(account).toContain("1234567899");
    const pictures = row("cardBack").locator("img.photo");
    if (!(await until(reviewer.page, async () => (await pictures.count()) === 2, 30_000)))
      throw new Error(`Not both pictures are shown: ${await row("cardBack").innerHTML()}`);
    expect(await reviewer.page.locator("[data-changed]").count()).toBe(2);
    await reviewer.look("changes");
    const reason = lng === "th" ? "บัตรนี้เป็นของผู้อื่น" : "This card is somebody else's.";
    await reviewer.page.locator("#reason").fill(reason);
    // The first click asks to confirm; the second sends the letter.
    const sheet = reviewer.page.locator("dialog.sheet");
    await reviewer.page.locator(".decide .btn--danger").click();
    await sheet.waitFor();
    const question = await sheet.innerText();
    const applicant = await reviewer.page.locator("article h1").innerText();
    for (const said of [applicant, EMAIL, reason, STAFF[staff].reviews.rejected.title])
      expect(question).toMatch(asShown(said));
    await reviewer.look("reject-asks");
    await sheet.locator(".sheetfoot .btn--soft").click();
    await sheet.waitFor({ state: "detached" });
    await reviewer.page.locator(".decide .btn--danger").click();
    await sheet.locator(".sheetfoot .btn--danger").click();
    await reviewer.page.locator("[data-toast]").first().waitFor();

    const rejection = await mailTo(origin, EMAIL, "kyc-rejected");
    await page.goto("/kyc");
    await arrive(page, "rejected");
    await look("rejected");
    const end = await page.locator("body").innerText();
    await page.goto("/overview");
    await page.locator("#rejected").waitFor();
    await look("rejected-overview");
    const overview = await page.locator("main").innerText();
    const said = ({ rejected }: typeof texts) => [rejected.title, rejected.intro, reason, rejected.next];
    for (const words of said(texts))
      for (const place of [end, overview]) expect(place).toMatch(asShown(words));
    // A letter is in the language of its recipient, whatever language the page has.
    for (const words of said(KYC[rejection.language === "th" ? "th" : "en"]))
      expect(`${rejection.subject}${rejection.body}`).toMatch(asShown(words));
    // The page has no link to a start that is not available, and every link leads to an existing page.
    expect(await page.locator('main a[href="/kyc"]').count()).toBe(0);
    await page.goto("/me");
    await page.locator('main a[href="/overview"]').waitFor();
    const mine = await page.locator("main").innerText();
    for (const said of [ME[lng].notApproved, ME[lng].notApprovedText]) expect(mine).toMatch(asShown(said));
    for (const invites of [ME[lng].kyc.REJECTED, ME[lng].verifyText])
      expect(mine).not.toMatch(asShown(invites));
    expect(await page.locator('main a[href="/kyc"]').count()).toBe(0);
    await look("rejected-me");
    await page.goto("/overview");
    await page.locator('main a[href="/complaint"]').click();
    expect(await until(page, () => new URL(page.url()).pathname === "/complaint", 10_000)).toBe(true);

    await reviewer.page.goto("/staff/reviews");
    await settled(reviewer.page);
    expect(await reviewer.page.locator(".checklist a[href^='/staff/reviews/']").count()).toBe(1);
    expect([...she.faults, ...reviewer.faults]).toEqual([]);
    for (const visitor of [she, reviewer]) await visitor.context.close();
  },
  600_000,
);

async function openReview({ page }: Visitor): Promise<void> {
  await page.goto("/staff/reviews");
  await settled(page);
  await page.locator('.tbl a[href^="/staff/reviews/"]').last().click();
  await page.getByText(EMAIL).first().waitFor();
  await page.locator(".darkplate img.photo").nth(2).waitFor();
}

async function askFor({ page }: Visitor, label: string, reason: string): Promise<void> {
  const item = page.locator("details li", { hasText: label }).first();
  await item.locator("input[type=checkbox]").check();
  await item.locator("input[type=text]").fill(reason);
}

/** Waits until another code may be sent. */
async function mayAskForCodes(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query("update one_time_passwords set resend_at = now() - interval '1 second'");
  await client.end();
}
