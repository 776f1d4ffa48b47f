import type { Browser } from "playwright";
import sharp from "sharp";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { arrive, DESKTOP, fill, goOn, logIn, mailTo, PHONE, settled, visit } from "./driver.ts";
import { INVESTOR_PIN, PEOPLE_PASSWORD } from "./people.ts";
import { startPortal } from "./portal.ts";
import { closeWindows, sharedBrowser } from "./shared.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});
afterAll(closeWindows);

test("an heir requests units with a flow made by operations; staff ask for more documents, and a second person approves the answer", async () => {
  const portal = await startPortal({ brand: "saphan" });
  onTestFinished(() => portal.stop());
  const { origin } = portal;
  const heir = await visit(browser, { origin, lng: "th", viewport: PHONE, series: "cases-th-phone" });
  onTestFinished(() => heir.context.close());
  const { page } = heir;
  await logIn(page, "investor@saphan.example", PEOPLE_PASSWORD);
  await page.goto("/me");
  await page.locator('a[href="/flows/estate"]').click();
  await arrive(page, "holder");
  await fill(page, { "/holderName": "สมศรี ใจดี", "/diedOn": "๑๑/๐๒/๒๕๖๙", "/claimant": { choice: 0 } });
  await heir.look("holder");
  await goOn(page);
  const picture = await sharp({ create: { width: 640, height: 400, channels: 3, background: "#88aacc" } })
    .jpeg()
    .toBuffer();
  await fill(page, { "/deathCertificate": { file: picture } });
  // A reload before the second document is uploaded loses no input.
  await fill(page, { "/courtOrder": { file: picture } });
  await goOn(page);
  await heir.look("review");
  await goOn(page);
  await page.locator(".dock, main").first().waitFor();
  // The form submits when the last digit is typed.
  await page.locator('input[autocomplete="off"], input[inputmode="numeric"]').first().fill(INVESTOR_PIN);
  await arrive(page, "decision");
  const reference = /CAS-\d{6}-[A-Z2-9]{5}/.exec(await page.locator("main").innerText())?.[0] ?? "";
  expect(reference).not.toBe("");
  await heir.look("decision");

  const desk = await visit(browser, { origin, lng: "en", viewport: DESKTOP, series: "cases-en-desk" });
  onTestFinished(() => desk.context.close());
  await logIn(desk.page, "support@saphan.example", PEOPLE_PASSWORD);
  await desk.page.goto("/staff/cases");
  await desk.page.getByText(reference).click();
  await desk.page.getByRole("button", { name: "Take it" }).click();
  await desk.page.getByRole("button", { name: "Ask for more" }).click();
  // A prepared answer is in the language of the heir, and its name in the colleague's language.
  await desk.page.locator("#case-prepared").selectOption("A clearer death certificate");
  const letter = desk.page.locator("#case-text");
  expect(await letter.inputValue()).toContain("เราขอแสดงความเสียใจอีกครั้ง");
  await desk.page.locator("#case-prepared-language").selectOption("Both languages");
  expect(await letter.inputValue()).toMatch(/เราขอแสดงความเสียใจ[\s\S]+accept our condolences/);
  await desk.look("prepared");
  await letter.fill("ขอใบมรณบัตรที่ชัดกว่านี้ได้ไหมคะ");
  await desk.page.getByRole("button", { name: "Send the question" }).click();
  await desk.page.getByText("Waiting for their answer").first().waitFor();
  await desk.look("asked");

  expect((await mailTo(origin, "investor@saphan.example", "case-asked")).body).toContain("ขอใบมรณบัตรที่ชัดกว่านี้");
  await page.goto("/cases");
  await settled(page);
  await page.locator("textarea").fill("แนบฉบับใหม่ให้แล้วค่ะ");
  await page.reload();
  expect(await page.locator("textarea").inputValue()).toBe("แนบฉบับใหม่ให้แล้วค่ะ");
  await heir.look("asked");
  await page.getByRole("button", { name: "ส่ง", exact: true }).click();
  await page.locator("textarea").waitFor({ state: "detached" });

  await desk.page.reload();
  await desk.page.getByText("แนบฉบับใหม่ให้แล้วค่ะ").waitFor();
  for (const at of [0, 1, 2]) {
    // The tick appears only after the server has stored it, so a click without waiting proves nothing.
    await desk.page.locator(`#tick-${at}`).click();
    await desk.page.locator("small", { hasText: "support@saphan.example" }).nth(at).waitFor();
  }
  await desk.page.getByRole("button", { name: "Answer", exact: true }).click();
  await desk.page.locator("#case-outcome").selectOption("granted");
  // The typed letter stays until the colleague replaces it; its blanks are filled in before it is sent.
  await letter.fill("โอนแล้วค่ะ");
  await desk.page.locator("#case-prepared").selectOption("Documents accepted");
  expect(await letter.inputValue()).toBe("โอนแล้วค่ะ");
  await desk.look("typed-before");
  await desk.page.getByRole("button", { name: "Add below it" }).click();
  expect(await letter.inputValue()).toMatch(/^โอนแล้วค่ะ\n\nคุณ\S+ \S+ เราตรวจเอกสารผ่านแล้ว/);
  await desk.page.getByRole("button", { name: "Propose this answer" }).click();
  await desk.page.locator("#case-text-error").filter({ hasText: "Fill in every […]" }).first().waitFor();
  await desk.look("blank");
  await letter.fill("รับโอนหน่วยให้คุณเรียบร้อยแล้ว");
  await desk.page.getByRole("button", { name: "Propose this answer" }).click();
  await desk.page.getByText("Proposed by support@saphan.example").waitFor();
  expect(await desk.page.getByRole("button", { name: "Approve and send" }).count()).toBe(0);
  await desk.look("proposed");

  const second = await visit(browser, { origin, lng: "th", viewport: PHONE, series: "cases-th-second" });
  onTestFinished(() => second.context.close());
  await logIn(second.page, "compliance@saphan.example", PEOPLE_PASSWORD);
  await second.page.goto("/staff/cases");
  await second.page.getByText(reference).click();
  await second.page.getByRole("button", { name: "อนุมัติและส่ง" }).click();
  // The answer is shown once more before it is sent.
  await second.page.locator("dialog.sheet .written").waitFor();
  await second.page.locator("dialog.sheet .btn--main").click();
  await second.page.getByText("ตอบแล้ว").first().waitFor();
  await page.goto("/cases");
  await page.getByText("รับโอนหน่วยให้คุณเรียบร้อยแล้ว").waitFor();
  await heir.look("answered");
  expect([...heir.faults, ...desk.faults, ...second.faults]).toEqual([]);
}, 240_000);
