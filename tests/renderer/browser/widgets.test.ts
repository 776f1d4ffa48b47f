import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import formTh from "../../../locales/th/form.json" with { type: "json" };
import { kycFillings } from "../../journeys/chain.ts";
import {
  arrive,
  DESKTOP,
  fill,
  goOn,
  leave,
  logIn,
  PHONE,
  says,
  settled,
  stepOf,
  until,
  visit,
} from "../../journeys/driver.ts";
import { INVESTOR_PIN, PEOPLE_PASSWORD } from "../../journeys/people.ts";
import { cardPicture } from "../../journeys/pictures.ts";
import { type Portal, startPortal } from "../../journeys/portal.ts";
import { closeWindows, sharedBrowser } from "../../journeys/shared.ts";

/** Time limit in milliseconds for a test with many steps, on a busy machine. */
const LONG_MS = 120_000;

// Tests the widgets with the highest risk in the real page on the real server: typing, pasting and losing
// input.

/** Steps at which the server works; the page then continues without a press. */
const SERVER_STEPS = new Set(["documents", "liveness", "dopa"]);

let browser: Browser;
let portal: Portal;
beforeAll(async () => {
  [browser, portal] = await Promise.all([sharedBrowser(), startPortal({ brand: "saphan" })]);
}, LONG_MS);
afterAll(async () => {
  await closeWindows();
  await portal.stop();
});

describe("pages for visitors", { timeout: LONG_MS }, () => {
  test("start with every consent unticked, and do not continue without the mandatory ones", async () => {
    const page = await open("/invest/register");
    await arrive(page, "account");
    await fill(page, { "/customerType": { choice: 0 }, "/email": "widgets@example.com" });
    await goOn(page);
    const boxes = page.locator('.consents input[type="checkbox"]');
    expect(await boxes.count()).toBe(3);
    for (const box of await boxes.all()) expect(await box.isChecked()).toBe(false);
    // A person must open a text before consenting to it: the first press opens the text and ticks nothing.
    for (const purpose of ["privacy", "publicity"]) {
      const box = page.locator(`[id="f/consents/${purpose}"]`);
      await box.click();
      await page.locator('[data-sheet="consent"] .legal section').first().waitFor();
      expect(await box.isChecked()).toBe(false);
      await page.locator('[data-sheet="consent"] .sheetfoot button').click();
      await until(page, () => box.isChecked(), 3_000);
      expect(await box.isChecked()).toBe(true);
      await box.uncheck();
    }
    await fill(page, { "/password": "Bridge!42x", "/confirmPassword": "Bridge!42x" });
    await press(page);
    await page.locator(".errsum").waitFor();
    await says(page, formTh.summary.missing);
    expect(await page.locator(".errsum li").count()).toBeGreaterThanOrEqual(2);
    expect(stepOf(page)).toBe("create");
    expect(await page.evaluate(() => document.activeElement?.className)).toContain("errsum");
    // An error disappears once it is corrected, while the field still has the focus.
    const before = await page.locator(".errsum li").count();
    await fill(page, { "/consents/privacy": { tick: true } });
    await until(page, async () => (await page.locator(".errsum li").count()) < before, 3_000);
    expect(await page.locator(".errsum li").count()).toBe(before - 1);
    await page.context().close();
  });

  test.each([20, 250])(
    "register a press of %i ms, although an error that appears on leaving the field moves the button",
    async (ms) => {
      const page = await open("/invest/register", DESKTOP);
      await arrive(page, "account");
      await fill(page, { "/customerType": { choice: 0 } });
      await page.locator('[id="f/email"]').pressSequentially("no address");
      const button = page.locator(".dock button.btn--main");
      await button.scrollIntoViewIfNeeded();
      const place = await button.boundingBox();
      if (place === null) throw new Error("the button is not on the screen");
      await page.mouse.move(place.x + place.width / 2, place.y + 4);
      await page.mouse.down();
      await page.waitForTimeout(ms);
      expect((await button.boundingBox())?.y).toBe(place.y);
      await page.mouse.up();
      await page.locator(".errsum").waitFor();
      await page.context().close();
    },
  );

  test("a failed upload is reported, and the kept picture is sent again at one press", async () => {
    const page = await open("/complaint");
    await arrive(page, "complaint");
    await page.route("**/api/files?*", (route) => route.abort("internetdisconnected"));
    await page
      .locator('[id="f/attachment-input"]')
      .setInputFiles({ name: "slip.jpg", mimeType: "image/jpeg", buffer: await cardPicture("front") });
    await page.locator(".uploadstatus .err").waitFor();
    expect(await page.locator(".uploadstatus img").count()).toBe(1);
    await page.unroute("**/api/files?*");
    await page.locator(".uploadstatus .link").click();
    await page.locator(".uploadstatus .ok").waitFor();
    await page.context().close();
  });

  test("an error from the server stays until the user changes its field", async () => {
    const page = await open("/contact");
    await arrive(page, "contact");
    const message = { th: "ไม่ใช่เบอร์ของคุณ", en: "not your number" };
    const fields = [{ pointer: "/phone", code: "notYours", message }];
    // The server's answer arrives before the field that was left is validated.
    await page.route("**/steps/contact", (route) =>
      route.fulfill({ status: 422, json: { code: "invalid", message, fields } }),
    );
    await fill(page, { "/name": "สมศรี ใจดี", "/topic": { choice: 1 }, "/email": "somsri@example.com" });
    await fill(page, { "/phone": "0812345678" });
    await press(page);
    await page.locator('[id="f/phone-error"]').waitFor();
    await page.waitForTimeout(400);
    await fill(page, { "/name": "สมศรี ใจดีมาก" });
    await page.waitForTimeout(400);
    expect(await page.locator('[id="f/phone-error"]').innerText()).toContain("เบอร์");
    await fill(page, { "/phone": "0812345679" });
    await page.locator('[id="f/phone-error"]').waitFor({ state: "detached" });
    await page.context().close();
  });

  test("submit a form once on a double click, and keep the input on back and forward", async () => {
    const page = await open("/contact");
    await arrive(page, "contact");
    const typed = { "/name": "สมศรี ใจดี", "/email": "somsri@example.com", "/phone": "0812345678" };
    await fill(page, { ...typed, "/topic": { choice: 1 } });
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST" && request.url().includes("/steps/")) sent.push(request.url());
    });
    await page.locator(".dock button.btn--main").dblclick();
    await leave(page, "contact");
    expect(sent.filter((url) => url.endsWith("/steps/contact"))).toHaveLength(1);
    await page.goBack();
    await arrive(page, "contact");
    expect(await typedIn(page, "/name")).toBe(typed["/name"]);
    await page.goForward();
    await leave(page, "contact");
    await page.context().close();
  });
});

test("an amount field accepts separators, satang and Thai digits, and updates the displayed costs", {
  timeout: LONG_MS,
}, async () => {
  const page = await open("/login");
  await logIn(page, "investor@saphan.example", PEOPLE_PASSWORD);
  await page.goto("/invest?strategy=M-BTCA");
  await arrive(page, "choose");
  await goOn(page);
  const amount = page.locator('[id="f/amount"]');
  await amount.fill("๙,๙๙๙.๕");
  expect(await amount.inputValue()).toBe("9,999.5");
  await press(page);
  await page.locator(".errsum").waitFor();
  await amount.fill("฿ 123,456,789,012.34");
  expect(await amount.inputValue()).toBe("123,456,789,012.34");
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  // With the largest order the error disappears, and the whole screen fits a phone.
  await amount.fill("฿ 100,000,000.00");
  await page.locator(".errsum").waitFor({ state: "detached" });
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await amount.fill("50000");
  await page.getByText("49,465.00").waitFor();
  await page.getByText("−500.00").waitFor();
  // The deadline and its NAV date are shown beside the button and nowhere else.
  expect(await page.locator(".docknote").innerText()).toMatch(/NAV/);
  expect((await page.locator("main").innerText()).match(/NAV วันที่/g) ?? []).toHaveLength(1);
  await goOn(page);
  if (stepOf(page) === "acknowledge") {
    await fill(page, { "/accepted": { tick: true } });
    await goOn(page);
  }
  await fill(page, { "/method": { choice: 1 } });
  await goOn(page);
  await goOn(page);
  await arrive(page, "pin");
  // Typing the sixth digit submits; pressing the button then shows the next error.
  await page.locator("#code").pressSequentially("111111");
  const fault = page.locator("#code-error");
  await fault.waitFor();
  const said = await fault.innerText();
  await press(page);
  await page.waitForTimeout(300);
  expect(await fault.innerText()).toBe(said);
  // The code is pasted as from a note: with spaces, a dash and Thai digits.
  await paste(page, "#code", `${toThai(INVESTOR_PIN.slice(0, 3))} - ${INVESTOR_PIN.slice(3)}`);
  await leave(page, "pin");
  expect(["place", "money", "paid"]).toContain(stepOf(page));
  await page.context().close();
});

test("the flow kyc formats the ID card number, accepts both eras, survives a lost session, and requires reading the whole contract", {
  timeout: LONG_MS,
}, async () => {
  const page = await open("/login");
  await logIn(page, "fresh@saphan.example", PEOPLE_PASSWORD);
  await page.goto("/kyc");
  await until(page, () => stepOf(page) !== null, 20_000);
  const fillings = await kycFillings();
  await walk(page, fillings, "general");

  await paste(page, '[id="f/nationalId"]', "๑ ๑๐๑๗ 00230 ๗๐ 9");
  await page.locator('[id="f/nationalId"]').blur();
  await page.locator('[id="f/nationalId-error"]').waitFor();
  await paste(page, '[id="f/nationalId"]', " 1-1017-๐๐๒๓๐ 70 8");
  expect(await typedIn(page, "/nationalId")).toBe("1-1017-00230-70-8");
  await page.locator('[id="f/nationalId-error"]').waitFor({ state: "detached" });

  await fill(page, { "/cardHasLaserCode": { choice: 0 } });
  await paste(page, '[id="f/laserCode"]', "jt0 1234567 ๘๙");
  expect(await typedIn(page, "/laserCode")).toBe("JT0-1234567-89");

  const birth = page.locator('[id="f/birthDate"]');
  await birth.fill("01/04/2533");
  await page.getByText("01/04/1990 (ค.ศ.)").waitFor();
  await birth.fill("๑/๔/๑๙๙๐");
  await page.getByText("01/04/2533 (พ.ศ.)").waitFor();
  await birth.fill("31/02/2533");
  await birth.blur();
  await page.locator('[id="f/birthDate-error"]').waitFor();

  // The session ends meanwhile, and after the log-in the page is unchanged.
  await fill(page, fillings.general ?? {});
  await page.context().clearCookies();
  await press(page);
  await page.waitForURL((url) => url.pathname === "/login");
  // Meanwhile the page reports the end of the session to the server.
  await page.locator("#password").waitFor();
  await settled(page);
  await page.locator("#email").fill("fresh@saphan.example");
  await page.locator("#password").fill(PEOPLE_PASSWORD);
  await press(page);
  await arrive(page, "general");
  expect(await typedIn(page, "/firstNameTh")).toBe("กานต์ชนก");
  await goOn(page);
  await arrive(page, "contact");
  await chooseAddress(page);

  await walk(page, fillings, "contract");
  const accepted = page.locator('[id="f/accepted"]');
  expect(await accepted.isDisabled()).toBe(true);
  await page.locator(".document").evaluate((box) => box.scrollTo(0, box.scrollHeight / 2));
  await page.waitForTimeout(150);
  expect(await accepted.isDisabled()).toBe(true);
  await page.locator(".document").evaluate((box) => box.scrollTo(0, box.scrollHeight));
  await until(page, async () => !(await accepted.isDisabled()), 3_000);
  await accepted.check();
  await goOn(page);
  expect(stepOf(page)).not.toBe("contract");
  await page.context().close();
});

const PLACE = ["subDistrict", "district", "province", "postalCode"] as const;

/** Chooses an address by keys, by touch and by postal code; an unknown place gets an error at its field. */
async function chooseAddress(page: Page): Promise<void> {
  const field = (name: string) => page.locator(`[id="f/address/${name}"]`);
  const lines = (name: string) => page.locator(`[id="f/address/${name}-list"] [role="option"]`);
  const place = async () => await Promise.all(PLACE.map((name) => field(name).inputValue()));
  const silom = ["สีลม", "บางรัก", "กรุงเทพมหานคร", "10500"];

  // Tab leads to a field that was filled automatically, and typing replaces its text.
  await field("subDistrict").pressSequentially("สีลม");
  await page.keyboard.press("Tab");
  await until(page, async () => (await field("district").inputValue()) === "บางรัก", 3_000);
  await page.keyboard.type("บางรัก");
  expect(await field("district").inputValue()).toBe("บางรัก");
  for (const name of PLACE) await field(name).fill("");

  await field("subDistrict").pressSequentially("สีล");
  await lines("subDistrict").first().waitFor();
  await page.keyboard.press("ArrowDown");
  expect(await field("subDistrict").getAttribute("aria-activedescendant")).toBe(
    "f/address/subDistrict-list-0",
  );
  await page.keyboard.press("Enter");
  expect(stepOf(page)).toBe("contact");
  expect(await place()).toEqual(silom);

  // English letters find a place on the Thai screen too.
  await field("subDistrict").fill("");
  await field("subDistrict").pressSequentially("lumphi");
  await lines("subDistrict").filter({ hasText: "10330" }).click();
  expect(await place()).toEqual(["ลุมพินี", "ปทุมวัน", "กรุงเทพมหานคร", "10330"]);

  // Once the address is complete, no list covers the button below.
  await field("postalCode").fill("10330");
  expect(await lines("postalCode").count()).toBe(0);
  await field("postalCode").fill("1033");
  expect(await lines("postalCode").count()).toBe(1);

  // A postal code suggests the places that have it.
  for (const name of PLACE) await field(name).fill("");
  await field("postalCode").fill("๕๐๒๐๐");
  await field("postalCode").blur();
  expect(await place()).toEqual(["", "เมืองเชียงใหม่", "เชียงใหม่", "50200"]);
  await field("subDistrict").click();
  expect(await lines("subDistrict").allInnerTexts()).toEqual(
    expect.arrayContaining([expect.stringContaining("ศรีภูมิ"), expect.stringContaining("สุเทพ")]),
  );
  await page.keyboard.press("Escape");

  await field("district").fill("ไม่มีจริง");
  await field("province").focus();
  await page.locator('[id="f/address/district-error"]').waitFor();
  expect(await field("district").inputValue()).toBe("ไม่มีจริง");
  await field("district").fill("เมือง");
  await field("district").blur();
  await page.locator('[id="f/address/district-error"]').waitFor({ state: "detached" });
  expect(await field("district").inputValue()).toBe("เมืองเชียงใหม่");
  await field("postalCode").fill("10500");
  await field("postalCode").blur();
  await page.locator('[id="f/address/postalCode-error"]').waitFor();
}

async function open(path: string, viewport = PHONE): Promise<Page> {
  const { page } = await visit(browser, { origin: portal.origin, lng: "th", viewport });
  // A short time limit makes the error name the current step.
  page.setDefaultTimeout(10_000);
  await page.goto(path);
  return page;
}

async function press(page: Page): Promise<void> {
  await page.locator(".dock button.btn--main").click();
}

async function typedIn(page: Page, pointer: string): Promise<string> {
  return await page.locator(`[id="f${pointer}"]`).inputValue();
}

/** Continues, screen by screen, until a step is reached. */
async function walk(
  page: Page,
  fillings: Awaited<ReturnType<typeof kycFillings>>,
  last: string,
): Promise<void> {
  for (let screens = 0; screens < 60 && stepOf(page) !== last; screens += 1) {
    const step = stepOf(page) ?? "";
    if (SERVER_STEPS.has(step)) {
      await leave(page, step);
      continue;
    }
    await fill(page, fillings[step] ?? {});
    await goOn(page);
  }
  expect(stepOf(page)).toBe(last);
}

/** Pastes over a field's content, as a person does. */
async function paste(page: Page, selector: string, text: string): Promise<void> {
  const field = page.locator(selector).first();
  await field.focus();
  await page.evaluate((words) => navigator.clipboard.writeText(words), text);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("ControlOrMeta+v");
}

function toThai(digits: string): string {
  return [...digits].map((digit) => String.fromCharCode(0x0e50 + Number(digit))).join("");
}
