import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Json } from "../../engine/values/json.ts";
import type { Language } from "../../engine/values/languages.ts";
import { readJson } from "../definitions/definition-files.ts";
import { asShown, DESKTOP, LONG, logIn, PHONE, settled, until, type Viewport, visit } from "./driver.ts";
import { PEOPLE_PASSWORD } from "./people.ts";
import { type Portal, startPortal } from "./portal.ts";
import { closeWindows, sharedBrowser } from "./shared.ts";
import { publish } from "./staff-calls.ts";

const RULE = "flows/shared/rules/able-to-invest.json";

let browser: Browser;
let portal: Portal;
beforeAll(async () => {
  [browser, portal] = await Promise.all([sharedBrowser(), startPortal({ brand: "saphan" })]);
  await publish(portal.origin, "invest", { [RULE]: dueIsEnough() });
});
afterAll(async () => {
  await closeWindows();
  await portal.stop();
});

/** Returns the rule with two changes: people due for another review pass, and people under review fail. */
function dueIsEnough(): Json {
  const rule = readJson(RULE) as {
    must: { id: string; logic: Json }[];
    cases: { why: string }[];
  };
  for (const clause of rule.must)
    if (clause.id === "identity")
      clause.logic = JSON.parse(JSON.stringify(clause.logic).replace('"REVIEW"', '"OVERDUE"'));
  rule.cases = rule.cases.filter(({ why }) => !/REVIEW|OVERDUE/.test(why));
  return rule;
}

/** Waits for a condition with a time limit that is long enough for a busy machine. */
const within = (page: Page, holds: () => Promise<boolean>) => until(page, holds, 20_000);

type Reader = {
  readonly lng: Language;
  readonly viewport: Viewport;
  readonly series: string;
  /** Text to search for, and the expected result. */
  readonly search: string;
  readonly title: string;
  readonly sentence: string;
  readonly other: string;
  readonly approved: string;
  readonly before: string;
  readonly nothing: string;
};

const READERS: readonly Reader[] = [
  {
    lng: "th",
    viewport: DESKTOP,
    series: "rule-book-desktop",
    search: "คำรับรอง FATCA ให้แล้ว",
    title: "ลงทุนได้",
    sentence: "สถานะยืนยันตัวตน คือ ผ่านแล้ว, ถึงรอบทบทวน หรือ รอผล",
    other: "ขณะนี้ขั้นตอน ยืนยันตัวตน, สับเปลี่ยนกลยุทธ์ ใช้กฎนี้ในถ้อยคำอื่น",
    approved: "อนุมัติโดย compliance@saphan.example",
    before: "สถานะยืนยันตัวตน คือ ผ่านแล้ว, เจ้าหน้าที่กำลังตรวจ หรือ รอผล",
    nothing: "ไม่พบกฎที่ตรง",
  },
  {
    lng: "en",
    viewport: PHONE,
    series: "rule-book-phone",
    search: "the FATCA declaration is made",
    title: "Able to invest",
    sentence: "Identity verification is passed, due for another review or waiting for its result",
    other: "At present another wording of this rule is in force in: Verify your identity, Switch.",
    approved: "Approved by compliance@saphan.example",
    before: "Identity verification is passed, under review by a person or waiting for its result",
    nothing: "No matching rules",
  },
];

// The test runs on a phone in Thai; the campaign covers both languages and sizes.
test.each(LONG ? READERS : READERS.slice(0, 1).map((reader) => ({ ...reader, viewport: PHONE })))(
  "compliance finds a rule by its words and reads the rule, its approver and its changes ($lng)",
  async (reader) => {
    const { lng, viewport, series } = reader;
    const she = await visit(browser, { origin: portal.origin, lng, viewport, series });
    const { page } = she;
    const shows = (text: string) =>
      within(page, async () => asShown(text).test(await page.locator("main").innerText()));
    await logIn(page, "compliance@saphan.example", PEOPLE_PASSWORD);
    await page.goto("/staff/reviews");
    await settled(page);
    const menu = page.locator(".staffmenu > button");
    if (await menu.isVisible()) await menu.click();
    await page.locator('a[href="/staff/rules"]').click();
    expect(await shows(reader.title)).toBe(true);
    await she.look("list");

    await page.locator('input[type="search"]').fill("nothing of the kind");
    expect(await shows(reader.nothing)).toBe(true);
    await she.look("none");
    await page.locator('input[type="search"]').fill(reader.search);
    expect(await within(page, async () => (await page.locator(".rulerow").count()) < 6)).toBe(true);
    await page.locator('a[href="/staff/rules/able-to-invest"]').click();
    expect(await shows(reader.sentence)).toBe(true);
    // Only those who may edit are led to the studio.
    expect(await page.locator('main a[href^="/studio"]').count()).toBe(0);
    const text = await page.locator("main").innerText();
    for (const part of [reader.other, reader.approved, reader.before, "operations@saphan.example"])
      expect(text).toMatch(asShown(part));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
    await she.look("rule");

    // The other wording belongs to the flow that was not changed.
    await page.getByText(asShown(reader.other)).click();
    expect(await within(page, async () => page.url().endsWith("/staff/rules/able-to-invest--kyc"))).toBe(
      true,
    );
    expect(await shows(reader.before)).toBe(true);

    // The printed sheet has nothing of the portal around it.
    await page.emulateMedia({ media: "print" });
    expect(await page.locator(".stafftop").isVisible()).toBe(false);
    await page.emulateMedia({ media: "screen" });
    await she.context.close();
    expect(she.faults).toEqual([]);
  },
);

test("operations open a rule of the rule book in the studio", async () => {
  const look = { lng: "en", viewport: DESKTOP, series: "rule-book-studio" } as const;
  const she = await visit(browser, { origin: portal.origin, ...look });
  const { page } = she;
  await logIn(page, "operations@saphan.example", PEOPLE_PASSWORD);
  await page.goto("/staff/rules/adult");
  await page.locator('a[href="/studio/flows/kyc/rules/adult"]').waitFor({ timeout: 20_000 });
  await she.look("rule");
  await page.locator('a[href="/studio/flows/kyc/rules/adult"]').click();
  await page.locator("#clauses-title").waitFor({ timeout: 30_000 });
  await she.context.close();
  expect(she.faults).toEqual([]);
});

// The whole book has the same parts as a single rule's page, which axe has checked; a check of all parts
// takes half a minute.
test("the whole rule book is one printable page with contents, and lists each rule once", async () => {
  const she = await visit(browser, {
    origin: portal.origin,
    lng: "th",
    viewport: DESKTOP,
    series: "rule-book-print",
  });
  const { page } = she;
  await logIn(page, "support@saphan.example", PEOPLE_PASSWORD);
  await page.goto("/staff/rules/print");
  expect(await within(page, async () => (await page.locator(".rulesheet").count()) > 15)).toBe(true);
  const listed = await page
    .locator(".bookcontents li a")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  const sheets = await page.locator(".rulesheet").evaluateAll((all) => all.map(({ id }) => `#${id}`));
  expect(listed).toEqual(sheets);
  expect(new Set(sheets).size).toBe(sheets.length);
  await she.context.close();
  expect(she.faults).toEqual([]);
});

test("finance sees only an explanation on the page of the rule book, and no rules", async () => {
  const she = await visit(browser, { origin: portal.origin, lng: "en", viewport: DESKTOP });
  const { page } = she;
  await logIn(page, "finance@saphan.example", PEOPLE_PASSWORD);
  await page.goto("/staff/rules");
  const shown = async () => (await page.locator("main").innerText()).includes("This page is for staff");
  expect(await within(page, shown)).toBe(true);
  expect(await page.locator(".rulerow").count()).toBe(0);
  expect(await page.locator('a[href="/staff/rules"]').count()).toBe(0);
});
