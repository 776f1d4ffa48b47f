import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DESKTOP, logIn, PHONE, settled, visit } from "./driver.ts";
import { PEOPLE_PASSWORD } from "./people.ts";
import { closeWindows, type SharedPortal, sharedBrowser, sharedPortal } from "./shared.ts";

let browser: Browser;
let portal: SharedPortal;
beforeAll(async () => {
  [browser, portal] = await Promise.all([sharedBrowser(), sharedPortal()]);
});
afterAll(closeWindows);

test("one editor writes an article in two languages, another person publishes it, and an open page shows it", async () => {
  const { origin } = portal;
  const editor = await visit(browser, { origin, lng: "th", viewport: DESKTOP, series: "content-th" });
  const { page } = editor;
  await logIn(page, "operations@saphan.example", PEOPLE_PASSWORD);
  await page.goto("/staff/content");
  await settled(page);
  await page.getByRole("heading", { name: "เนื้อหาหน้าเว็บ", level: 1 }).waitFor();
  await editor.look("list");
  await page.locator("#content-new").fill("journey-news");
  await page.getByRole("button", { name: "เขียนรายการใหม่" }).click();
  const write = async (field: string, text: string) => await page.locator(`#content-${field}`).fill(text);
  await write("title-th", "เวลาทำการช่วงปีใหม่");
  await write("lead-th", "สำนักงานปิดสองวัน");
  await write("blocks-th", "## วันหยุด\nปิดวันที่ 31 ธันวาคม\n\n- สั่งซื้อได้ตามปกติ\n- NAV ออกวันทำการถัดไป");
  await write("author-th", "ทีมงาน");
  await write("title-en", "Office hours over the new year");
  await write("lead-en", "We close for two days");
  await write("blocks-en", "<b>Closed</b> on 31 December");
  await write("author-en", "Team");
  await write("date", "2026-11-23");
  await page.getByRole("button", { name: "ดูตัวอย่าง" }).click();
  await page.getByText("ใส่ได้เฉพาะข้อความ").waitFor();
  await write("blocks-en", "## Holidays\nClosed on 31 December");
  await page.getByRole("button", { name: "ดูตัวอย่าง" }).click();
  await page.locator(".contentpreview").getByRole("heading", { name: "Holidays" }).waitFor();
  await editor.look("form");
  await page.reload();
  await page.getByText("ข้อความที่คุณพิมพ์ไว้ยังอยู่").waitFor();
  expect(await page.locator("#content-title-en").inputValue()).toBe("Office hours over the new year");
  await write("note", "สำหรับช่วงปีใหม่");
  await page.getByRole("button", { name: "ส่งให้อนุมัติ" }).click();
  await page.getByText("คุณเป็นผู้เขียน").waitFor();
  await write("withdraw", "ลืมแก้หัวข้อ");
  await page.getByRole("button", { name: "ถอนเรื่อง" }).click();
  await page.getByText(/ฉบับก่อน/).click();
  await page.getByText(/· ถอนแล้ว ·/).click();
  await editor.look("withdrawn");
  await page.getByRole("button", { name: "ใช้ข้อความนี้เขียนต่อ" }).click();
  expect(await page.locator("#content-title-en").inputValue()).toBe("Office hours over the new year");
  await write("note", "หัวข้อถูกแล้ว");
  await page.getByRole("button", { name: "ส่งให้อนุมัติ" }).click();
  await page.getByText("คุณเป็นผู้เขียน").waitFor();
  expect(editor.faults).toEqual([]);

  // An item that waits for approval is public neither at its address nor in the sitemap.
  const reader = await visit(browser, { origin, lng: "en", viewport: PHONE, series: "content-reader" });
  const { request } = reader.page;
  const servedTo = async (path: string) => (await request.get(path)).status();
  expect(await servedTo("/en/articles/journey-news")).toBe(404);
  expect(await (await request.get("/sitemap.xml")).text()).not.toContain("journey-news");
  await reader.page.goto("/en/articles");
  const publisher = await visit(browser, { origin, lng: "en", viewport: PHONE, series: "content-en" });
  await logIn(publisher.page, "compliance@saphan.example", PEOPLE_PASSWORD);
  await publisher.page.goto("/staff/content");
  await settled(publisher.page);
  await publisher.page
    .getByRole("button", { name: /Open\s+เวลาทำการช่วงปีใหม่/ })
    .first()
    .click();
  await publisher.page.getByText("Office hours over the new year").first().waitFor();
  await publisher.look("waiting");
  await publisher.page.locator("#content-decision").fill("hours are right");
  // Another reader opens the list at the same time: a page drawn for one reader must not be served to the
  // next.
  await request.get("/en/articles");
  await publisher.page.getByText("Publish later").click();
  await publisher.page.getByRole("button", { name: "Approve for that time" }).click();
  await publisher.page.getByText("Please choose a day and time").waitFor();
  await publisher.page.locator("#content-decision-at").fill("2026-12-31T08:00");
  await publisher.page.getByRole("button", { name: "Approve for that time" }).click();
  await publisher.page.getByText("approved it for 31/12/2026 08:00").waitFor();
  await publisher.look("scheduled");
  await publisher.page.getByRole("button", { name: "Publish", exact: true }).click();
  const shown = reader.page.getByRole("heading", { name: "Office hours over the new year" });
  await shown.waitFor({ timeout: 30_000 });
  expect(await servedTo("/articles/journey-news")).toBe(200);
  expect(await (await request.get("/sitemap.xml")).text()).toContain("/en/articles/journey-news");
  expect(reader.faults).toEqual([]);
  const answer = await reader.page.request.get("/api/content/article?lng=en");
  expect((await answer.json()).items[0]).toMatchObject({ key: "journey-news", language: "en" });
  await publisher.page.getByText("What is published").click();
  await publisher.look("published");
  expect(publisher.faults).toEqual([]);
});

test("the content page says who was faster, names faulty fields and asks before it discards text", async () => {
  const { origin } = portal;
  const open = async (series: string, email: string, viewport = DESKTOP) => {
    const visitor = await visit(browser, { origin, lng: "en", viewport, series });
    await logIn(visitor.page, email, PEOPLE_PASSWORD);
    await visitor.page.goto("/staff/content");
    await settled(visitor.page);
    return visitor;
  };
  const author = await open("overtaken-author", "operations@saphan.example");
  const { page } = author;
  const write = async (field: string, text: string, on = page) =>
    await on.locator(`#content-${field}`).fill(text);
  const press = async (name: string, on = page) =>
    await on.getByRole("button", { name, exact: true }).click();
  const begin = async (on = page) => {
    await write("new", "journey-overtaken", on);
    await press("Write a new one", on);
  };
  await begin();
  await press("Submit");
  await page.getByText("Please correct: What changes and why").waitFor();
  expect(await page.locator(":focus").getAttribute("id")).toBe("content-note");
  await write("note", "a race");
  await write("title-th", "Overtaken draft");
  await press("Submit");
  await page.getByText(/Please correct: [^W].* · /).waitFor();
  expect(await page.locator(":focus").getAttribute("aria-invalid")).toBe("true");
  await author.look("faulty");
  await write("lead-th", "Lead");
  await write("blocks-th", "Text");
  await write("author-th", "Team");
  await write("date", "2026-11-23");
  const colleague = await open("overtaken-colleague", "operations2@saphan.example");
  await begin(colleague.page);
  await press("Submit");
  await page.getByText("You wrote this").waitFor();
  await write("title-th", "Second draft", colleague.page);
  for (const [field, text] of [
    ["lead-th", "Lead"],
    ["blocks-th", "Text"],
    ["author-th", "Team"],
    ["date", "2026-11-23"],
    ["note", "a race"],
  ] as const)
    await write(field, text, colleague.page);
  await press("Submit", colleague.page);
  await colleague.page.getByText("The text you typed is kept").waitFor();
  await colleague.look("kept");

  const publisher = await open("overtaken-publisher", "compliance@saphan.example", PHONE);
  await publisher.page
    .getByRole("button", { name: /Open\s+Overtaken draft/ })
    .first()
    .click();
  await write("decision", "it is right", publisher.page);
  await write("withdraw", "wrong title");
  await press("Withdraw");
  await page.getByText("Earlier versions").click();
  await publisher.look("decide");
  await press("Publish", publisher.page);
  await publisher.page.getByText("Its author withdrew this draft meanwhile").waitFor();
  await publisher.look("withdrawn");

  await page.getByText(/· Withdrawn ·/).click();
  await press("Go on with this text");
  await page.getByText("The text of the version of").waitFor();
  expect(await page.locator(":focus").getAttribute("id")).toBe(
    await page.locator("form [id^=content-]:is(input, textarea)").first().getAttribute("id"),
  );
  await author.look("text-of");
  await press("Cancel");
  await page.getByRole("heading", { name: "Discard what you typed?" }).waitFor();
  await author.look("discard");
  await press("Keep writing");
  expect(await page.locator("#content-title-th").inputValue()).toBe("Overtaken draft");
  await press("Cancel");
  await press("Discard");
  await page.getByText("The text of the version of").waitFor({ state: "detached" });
  expect([...author.faults, ...colleague.faults, ...publisher.faults]).toEqual([]);
});
