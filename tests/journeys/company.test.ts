import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Language } from "../../engine/values/languages.ts";
import staffEn from "../../locales/en/staff.json" with { type: "json" };
import buttonTh from "../../locales/th/button.json" with { type: "json" };
import { arrive, asShown, DESKTOP, fill, goOn, logIn, mailTo, PHONE, visit } from "./driver.ts";
import { PEOPLE_PASSWORD } from "./people.ts";
import { closeWindows, type SharedPortal, sharedBrowser, sharedPortal } from "./shared.ts";

const EMAIL = "account@jaidee.example";
const LACKS = "มติกรรมการยังไม่มีลายเซ็นของคุณสมหญิง";

let portal: SharedPortal;
beforeAll(async () => {
  portal = await sharedPortal();
}, 90_000);
afterAll(closeWindows);

test("a company signs up on a phone with its documents, and support checks them and requests the missing ones", async () => {
  const browser = await sharedBrowser();
  const at = (lng: Language, viewport: typeof PHONE) =>
    visit(browser, { origin: portal.origin, lng, viewport, series: `company-${lng}` });
  const [phone, desk] = [await at("th", PHONE), await at("en", DESKTOP)];
  const { page } = phone;
  const file = await sharp({ create: { width: 640, height: 400, channels: 3, background: "#88aacc" } })
    .jpeg()
    .toBuffer();
  await page.goto("/contact");
  await page.locator('a[href="/flows/company"]').click();
  await arrive(page, "ready");
  await fill(page, { "/papers": { choices: [0, 1, 2, 3] } });
  await phone.look("ready");
  await goOn(page);
  const address = {
    no: "9",
    subDistrict: "สีลม",
    district: "บางรัก",
    province: "กรุงเทพมหานคร",
    postalCode: "10500",
  };
  await fill(page, {
    "/companyName": "บริษัท ใจดี จำกัด",
    "/registrationNumber": "0105556789010",
    ...Object.fromEntries(Object.entries(address).map(([name, value]) => [`/address/${name}`, value])),
  });
  await goOn(page);
  const person = { name: "สมหญิง ใจดี", idNumber: "1101700000010" };
  const add = () => page.getByText(asShown(buttonTh.addOne)).click();
  await add();
  await fill(page, {
    "/signatories/0/name": person.name,
    "/signatories/0/idNumber": person.idNumber,
    "/signatories/0/power": { choice: 0 },
    "/signatories/0/card": { file },
    "/signingCondition": "กรรมการหนึ่งคนลงลายมือชื่อและประทับตรา",
  });
  await phone.look("signatories");
  await goOn(page);
  await add();
  await fill(page, {
    "/owners/0/name": person.name,
    "/owners/0/idNumber": person.idNumber,
    "/owners/0/sharePercent": "100",
  });
  await goOn(page);
  await fill(page, { "/affidavit": { file }, "/shareholderList": { file }, "/boardResolution": { file } });
  await goOn(page);
  await fill(page, { "/name": "มาลี ใจดี", "/position": "ผู้จัดการบัญชี", "/email": EMAIL, "/phone": "0812345678" });
  await goOn(page);
  await phone.look("review");
  await goOn(page);
  const { body } = await mailTo(portal.origin, EMAIL, "otp");
  await page.locator("#code").fill(/\b\d{6}\b/.exec(body)?.[0] ?? "");
  await arrive(page, "done");
  await phone.look("done");
  const reference = /CAS-\d{6}-[A-Z2-9]{5}/.exec(await page.locator("main").innerText())?.[0] ?? "";
  expect((await mailTo(portal.origin, EMAIL, "case-received-visitor")).body).toContain(reference);

  await logIn(desk.page, "support@saphan.example", PEOPLE_PASSWORD);
  await desk.page.goto("/staff/cases");
  await desk.page.getByText(reference).click();
  await desk.page.getByRole("button", { name: "Take it" }).click();
  await desk.page.locator("#tick-0").click();
  await desk.page.locator("#checklist ~ div small").first().waitFor();
  await desk.page
    .locator("div", { has: desk.page.locator("#tick-2") })
    .last()
    .getByText(staffEn.cases.lacks)
    .click();
  await desk.page.locator("#lacking-2").fill(LACKS);
  await desk.page.getByRole("button", { name: staffEn.cases.keepLack }).click();
  await desk.page.getByText(LACKS).waitFor();
  await desk.look("case");
  await desk.page.getByRole("button", { name: "Ask for more" }).click();
  // The letter requests exactly what the check noted as missing.
  expect(await desk.page.locator("#case-text").inputValue()).toBe(LACKS);
  await desk.page.getByRole("button", { name: "Send the question" }).click();
  await desk.page.getByText("Waiting for their answer").first().waitFor();
  const asked = await mailTo(portal.origin, EMAIL, "case-asked-visitor");
  await page.goto(/https?:\S+\/cases\/reply\S+/.exec(asked.body)?.[0] ?? "");
  await page.getByText(LACKS).waitFor();
  await phone.look("asked");
  expect([...phone.faults, ...desk.faults]).toEqual([]);
}, 120_000);
