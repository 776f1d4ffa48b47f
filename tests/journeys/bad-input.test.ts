import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { arrive, DESKTOP, fill, goOn, logIn, mailTo, PHONE, stepOf, visit } from "./driver.ts";
import { PEOPLE_PASSWORD } from "./people.ts";
import { cardPicture } from "./pictures.ts";
import { closeWindows, type SharedPortal, sharedBrowser, sharedPortal } from "./shared.ts";

let browser: Browser;
let portal: SharedPortal;
beforeAll(async () => {
  [browser, portal] = await Promise.all([sharedBrowser(), sharedPortal()]);
});
afterAll(closeWindows);

const COMPLAINT = {
  "/email": "somchai@example.com",
  "/phone": "0812345678",
  "/problemType": { choice: 1 },
  "/detail": "ใบยืนยันไม่มาถึงผมสองครั้งแล้ว",
} as const;

test("a visitor files a complaint with a picture, sees its reference at once, and receives an e-mail", async () => {
  const he = await visit(browser, { origin: portal.origin, lng: "th", viewport: PHONE });
  await he.page.goto("/complaint");
  await arrive(he.page, "complaint");
  await fill(he.page, { ...COMPLAINT, "/attachment": { file: await cardPicture("front") } });
  await he.look("complaint");
  await goOn(he.page);
  await he.look("complaint-review");
  await goOn(he.page);
  await arrive(he.page, "done");
  await he.look("complaint-done");
  const letter = await mailTo(portal.origin, COMPLAINT["/email"], "case-received-acknowledge-visitor");
  const reference = /[A-Z]{2,}-[\w-]+/.exec(letter.subject + letter.body)?.[0] ?? "";
  expect(await he.page.locator("main").innerText()).toContain(reference);
  // The reference remains after a reload; the form's own address starts a new complaint.
  await he.page.reload();
  await arrive(he.page, "done");
  expect(await he.page.locator("main").innerText()).toContain(reference);
  expect(he.faults).toEqual([]);
  await he.context.close();
});

test.each([
  ["th", DESKTOP],
  ["en", PHONE],
] as const)("support answers a complaint, and the person reads the answer (%s)", async (lng, viewport) => {
  const email = `answered-${lng}@example.com`;
  const he = await visit(browser, { origin: portal.origin, lng, viewport: PHONE });
  await he.page.goto("/complaint");
  await arrive(he.page, "complaint");
  await fill(he.page, { ...COMPLAINT, "/email": email, "/attachment": { file: await cardPicture("back") } });
  await goOn(he.page);
  await goOn(he.page);
  await arrive(he.page, "done");
  await he.context.close();

  const she = await visit(browser, { origin: portal.origin, lng, viewport, series: `service-${lng}` });
  const { page } = she;
  await logIn(page, "support@saphan.example", PEOPLE_PASSWORD);
  await page.goto("/staff/cases");
  // A search for this address finds no other person's cases.
  await page.locator("input[type=search]").fill(email);
  const line = page.locator(".desks li");
  await expect.poll(() => line.count(), { timeout: 30_000 }).toBe(1);
  await she.look("desk");
  await line.locator("a").click();
  // A picture opens in the page, and is saved only on request.
  await page.locator("button", { hasText: /JPG|ไฟล์แนบ|Attachment/ }).click();
  await page.locator("dialog img").waitFor();
  const file = page.waitForEvent("download");
  await page.locator("dialog button", { hasText: /บันทึกสำเนา|Save a copy/ }).click();
  expect((await file).suggestedFilename()).toMatch(/^CMP-.*\.jpe?g$/);
  await page.locator("dialog .sheethead button").click();
  await page.locator("button", { hasText: /แจ้ง.?รับ.?ทราบ|Acknowledge/ }).click();
  await page.locator(".casehistory", { hasText: /แจ้ง.?รับ.?ทราบ.?แล้ว|Acknowledged/ }).waitFor();
  await page.locator(".rowwrap .btn--main").click();
  const send = page.locator("dialog .btn--main");
  await send.click();
  // Without a text the form shows an error, and nothing is sent.
  expect(await page.locator("dialog textarea[aria-invalid=true]").count()).toBe(1);
  await page.locator("dialog textarea").fill("ส่งใบยืนยันให้ใหม่แล้ว / sent again");
  await she.look("answer");
  await send.click();
  await page.locator("dialog.sheet").waitFor({ state: "detached" });
  const letter = await mailTo(portal.origin, email, "case-answered-visitor");
  expect(letter.body).toContain("ส่งใบยืนยันให้ใหม่แล้ว / sent again");
  await she.look("finished");
  expect(she.faults).toEqual([]);
  await she.context.close();
});

test("a contact request is answered with a reference, also on the English page", async () => {
  const she = await visit(browser, { origin: portal.origin, lng: "en", viewport: PHONE });
  await she.page.goto("/contact");
  await arrive(she.page, "contact");
  await fill(she.page, {
    "/name": "Somsri",
    "/email": "somsri@example.com",
    "/phone": "021234567",
    "/topic": { choice: 1 },
  });
  await she.look("contact");
  await goOn(she.page);
  await goOn(she.page);
  await arrive(she.page, "done");
  await she.look("contact-done");
  await mailTo(portal.origin, "somsri@example.com", "case-received-call-visitor");
  expect(she.faults).toEqual([]);
  await she.context.close();
});

test("if the network fails during a step, the page reports the failure and keeps the input", async () => {
  const he = await visit(browser, { origin: portal.origin, lng: "th", viewport: PHONE });
  await he.page.goto("/complaint");
  await arrive(he.page, "complaint");
  await fill(he.page, COMPLAINT);
  await he.context.setOffline(true);
  await he.page.locator(".dock button.btn--main").click();
  await he.page.locator(".offline").waitFor();
  expect(stepOf(he.page)).toBe("complaint");
  expect(await he.page.locator('[id="f/detail"]').inputValue()).toBe(COMPLAINT["/detail"]);
  await he.context.setOffline(false);
  await he.page.reload();
  await arrive(he.page, "complaint");
  expect(await he.page.locator('[id="f/detail"]').inputValue()).toBe(COMPLAINT["/detail"]);
  await goOn(he.page);
  expect(stepOf(he.page)).toBe("review");
  await he.context.close();
});

test.each([
  {
    what: "a file of the wrong kind",
    name: "notes.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("hello"),
  },
  {
    what: "a text file with the type of a picture",
    name: "card.jpg",
    mimeType: "image/jpeg",
    buffer: Buffer.from("<svg onload=alert(1)>".repeat(40)),
  },
  {
    what: "a file that is too large",
    name: "card.jpg",
    mimeType: "image/jpeg",
    buffer: Buffer.alloc(11 * 1024 * 1024, 7),
  },
])(
  "$what causes an error text at its field, and the flow continues once the input is corrected",
  async ({ name, mimeType, buffer }) => {
    const he = await visit(browser, { origin: portal.origin, lng: "th", viewport: PHONE });
    await he.page.goto("/complaint");
    await arrive(he.page, "complaint");
    await fill(he.page, COMPLAINT);
    await he.page.locator('[id="f/attachment-input"]').setInputFiles({ name, mimeType, buffer });
    const said = he.page.locator(".uploadstatus .err");
    await said.waitFor();
    expect(await said.innerText()).toMatch(/[ก-๙]{4}/);
    await goOn(he.page);
    expect(stepOf(he.page)).toBe("review");
    await he.context.close();
  },
);

test("an unknown address shows a not-found page with links to other pages", async () => {
  const he = await visit(browser, { origin: portal.origin, lng: "en", viewport: PHONE });
  await he.page.goto("/no/such/page");
  await he.look("not-found");
  expect(await he.page.locator("main a, main button").count()).toBeGreaterThan(0);
  expect(he.faults).toEqual([]);
  await he.context.close();
});
