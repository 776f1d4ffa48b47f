import { readFile } from "node:fs/promises";
import type { Browser, BrowserContext, Page } from "playwright";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Language } from "../../engine/values/languages.ts";
import { DESKTOP, LONG, logIn, PHONE, settled, until, type Viewport, type Visitor, visit } from "./driver.ts";
import { PEOPLE_PASSWORD } from "./people.ts";
import { closeWindows, type SharedPortal, sharedBrowser, sharedPortal } from "./shared.ts";
import { callsOf, publish } from "./staff-calls.ts";

let browser: Browser;
let portal: SharedPortal;
beforeAll(async () => {
  [browser, portal] = await Promise.all([sharedBrowser(), sharedPortal()]);
});
afterAll(closeWindows);
// A draft belongs to its writer: the next test starts without one.
afterEach(async () => {
  const { call } = await operations();
  const { body } = await call("GET", "/changes");
  const { changes } = body as { changes: { id: string; own: boolean; status: string }[] };
  for (const { id } of changes.filter(({ own, status }) => own && status === "open"))
    expect((await call("POST", `/changes/${id}/withdraw`)).status).toBe(200);
});

type Look = { readonly lng: Language; readonly viewport: Viewport; readonly series: string };

/** API calls as the staff member of the page, because other tests cover the log-in. */
let calls: ReturnType<typeof callsOf> | null = null;
async function operations(): ReturnType<typeof callsOf> {
  calls ??= callsOf(portal.origin, "operations");
  return await calls;
}

/** Browser window that is logged in once; each test opens a tab in it. */
let window: BrowserContext | undefined;

async function colleague(look: Look): Promise<Visitor> {
  const she = await visit(browser, { origin: portal.origin, ...look, window });
  if (window === undefined) await logIn(she.page, "operations@saphan.example", PEOPLE_PASSWORD);
  window = she.context;
  return she;
}

/** Opens the same page in the other language and checks that it has the same content. */
async function inOther({ page, context, look }: Visitor, lng: Language, name: string): Promise<void> {
  await context.addCookies([{ name: "lng", value: lng, url: portal.origin }]);
  await page.reload();
  await page.locator(".studiofindings > header [role=status]").waitFor();
  expect(await page.locator("html").getAttribute("lang")).toBe(lng);
  await look(`${name}-${lng}`);
}

/** Closes the page once it has saved its draft, and fails if any error was seen on it. */
async function leave({ page, faults }: Visitor): Promise<void> {
  // A save after the page has closed would leave a draft that the next test continues.
  const saving = page.locator(".studioacts > [role=status]", { hasText: /^(?:Saving…|กำลังบันทึก…)$/ });
  expect(await until(page, async () => (await saving.count()) === 0, 10_000)).toBe(true);
  expect(faults).toEqual([]);
  await page.close();
}

/** Waits until the engine has read, checked and previewed the draft. */
async function checked(page: Page): Promise<void> {
  const said = page.locator(".studiofindings > header [role=status]");
  // The next preview contains the last edit, and from the edit on the shown proof is out of date.
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted))));
  const done = /Proved for everyone|ตรวจครบทุกคน/;
  const isDone = await until(
    page,
    async () => done.test((await said.innerText().catch(() => "")) ?? ""),
    30_000,
  );
  expect([isDone, isDone ? "" : await page.locator("main").innerText()]).toEqual([true, ""]);
  await settled(page);
}

test("the studio shows the steps, texts and screens of the flow kyc, on a desktop in Thai and on a phone in English", async () => {
  const she = await colleague({ lng: "th", viewport: DESKTOP, series: "studio-kyc" });
  const { page } = she;
  await page.goto("/studio");
  await page.locator(".studiorow").first().waitFor();
  await she.look("home");
  await page.locator('.studiorow[href="/studio/flows/kyc"]').click();
  await page.locator(".mapstep").first().waitFor();
  await checked(page);
  await she.look("map");
  await page.goto("/studio/flows/kyc?step=general&field=birthDate");
  await page.locator(".device h1").waitFor();
  await page.setViewportSize(PHONE);
  await inOther(she, "en", "general-phone");
  if (LONG) {
    await checked(page);
    await page.goto("/studio");
    await page.locator(".studiorow").first().waitFor();
    await she.look("home-phone");
  }
  await leave(she);
});

/** Types into a field reached by keyboard, replacing its whole content. */
async function retype(page: Page, id: string, text: string): Promise<void> {
  await page.locator(`[id="${id}"]`).focus();
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText(text);
}

async function press(page: Page, selector: string): Promise<void> {
  await page.locator(selector).first().focus();
  await page.keyboard.press("Enter");
}

/** Proposes the draft with a reason and withdraws the proposal, so that the portal is unchanged. */
async function handIn({ page, look }: Visitor, reason: string): Promise<string> {
  await press(page, ".studioacts .btn--main");
  await page.locator("#hand-in-reason").focus();
  await page.keyboard.insertText(reason);
  await press(page, "[role=dialog] .btn--main, dialog .btn--main");
  await page.waitForURL(/\/staff\/definitions\/[0-9a-f-]{36}$/, { timeout: 30_000 });
  const id = page.url().split("/").at(-1) ?? "";
  await page.getByText(reason).first().waitFor();
  await page.locator("#consequences-title").waitFor({ timeout: 30_000 });
  await look(`handed-in-${reason.replaceAll(" ", "-")}`);
  const { call } = await operations();
  expect((await call("POST", `/definitions/versions/${id}/withdraw`)).status).toBeLessThan(300);
  return id;
}

/** Each task is done in one language and its result is read in the other one. The campaign runs all of them. */
describe("operations by keyboard", () => {
  const series = "studio-jobs";

  test("a user changes a text in both languages, sees it in the preview first, and undoes and redoes the change", async () => {
    const she = await colleague({ lng: "th", viewport: DESKTOP, series });
    const { page } = she;
    await page.goto("/studio/flows/contact-back?step=contact");
    await checked(page);
    const heading = page.locator(".device h1");
    const shows = async (text: string) =>
      expect([
        text,
        await until(page, async () => (await heading.innerText()).replaceAll("\u2060", "") === text, 10_000),
      ]).toEqual([text, true]);
    await heading.waitFor();
    const before = (await heading.innerText()).replaceAll("\u2060", "");
    await retype(page, "t-title-th", "ให้เราโทรกลับเมื่อไรดี");
    await retype(page, "t-title-en", "When may we call you?");
    const now = "ให้เราโทรกลับเมื่อไรดี";
    await shows(now);
    expect(now).not.toBe(before);
    // The draft survives a reload of the page in the other language as well.
    await inOther(she, "en", "sentence");
    await shows("When may we call you?");
    await press(page, ".languages button[lang=th]");
    await shows(now);
    // Undo survives the reload too: the English title before the edit returns, and redo brings the edit back.
    await press(page, ".studioacts button:has(svg.lucide-undo-2)");
    expect(await page.locator("#t-title-en").inputValue()).not.toBe("When may we call you?");
    await press(page, ".studioacts button:has(svg.lucide-redo-2)");
    await shows(now);
    if (LONG) {
      await retype(page, "t-title-th", "ให้เราโทรหาไหม");
      await retype(page, "t-title-en", "Shall we call?");
      await shows("ให้เราโทรหาไหม");
      await press(page, ".studioacts button:has(svg.lucide-undo-2)");
      await press(page, ".studioacts button:has(svg.lucide-undo-2)");
      await shows(now);
    }
    // This form gets its own text for a button label that all forms share; the other forms keep the shared
    // label.
    await retype(page, "t-submit-en", "Go on");
    const button = page.locator(".device .dock .btn--main");
    await press(page, ".languages button[lang=en]");
    expect(
      await until(page, async () => (await button.innerText()).replaceAll("\u2060", "") === "Go on", 10_000),
    ).toBe(true);
    await checked(page);
    await leave(she);
  });

  test("a user adds a question with choices, makes it conditional and required, moves it, and sees it in the preview", async () => {
    const she = await colleague({ lng: "en", viewport: DESKTOP, series });
    const { page } = she;
    await page.goto("/studio/flows/contact-back?step=contact");
    await checked(page);
    await press(page, ".studiostep .stepbody .btn--soft");
    const type = async (id: string, text: string) => await retype(page, id, text);
    await type("add-label-th", "รู้จักเราจากไหน");
    await type("add-label-en", "How did you hear of us?");
    await type("add-choice-0-th", "เพื่อนแนะนำ");
    await type("add-choice-0-en", "From a friend");
    await type("add-choice-1-th", "เห็นจากข่าว");
    await type("add-choice-1-en", "In the news");
    await she.look("add");
    await press(page, "[role=dialog] .btn--main, dialog .btn--main");
    const label = "How did you hear of us?";
    const inPreview = page.locator(".device .field", {
      hasText: new RegExp([...label].map((one) => one.replace(/[?]/, "\\?")).join("\u2060?")),
    });
    await inPreview.first().waitFor({ timeout: 15_000 });
    await checked(page);
    expect(await page.locator(".question").count()).toBe(5);
    // A name that another choice has is refused at its field, and the preview keeps the name before it.
    const second = "q-howDidYouHear-option-IN_THE_NEWS-en";
    await page.locator(`[id="${second}"]`).focus();
    await page.keyboard.press("Control+A");
    await page.keyboard.type("From a friend");
    await page.locator(`[id="${second}-error"]`).waitFor({ timeout: 5_000 });
    await page.locator(".device label", { hasText: /news/ }).waitFor({ timeout: 10_000 });
    await she.look("same-choice");
    await retype(page, second, "In the news");
    expect(await page.locator(`[id="${second}-error"]`).count()).toBe(0);
    // A name that cannot be used for the stored answers says so at its field.
    await press(page, ".question.isopen .questionmore summary");
    await retype(page, "q-howDidYouHear-rename", "ชื่อ x");
    await press(page, "div:has(> .grow #q-howDidYouHear-rename) > button");
    await page.locator("#q-howDidYouHear-rename-error").waitFor({ timeout: 5_000 });
    await she.look("rename");
    // The question is made required and moved to the top.
    await page.locator("#q-howDidYouHear-required").focus();
    await page.keyboard.press("Space");
    for (let times = 4; times > 0; times -= 1) {
      await page.locator(".question.isopen .order button").first().focus();
      await page.keyboard.press("Enter");
      await page
        .locator(".question")
        .nth(times - 1)
        .locator("#question-howDidYouHear")
        .waitFor({ timeout: 10_000 });
    }
    expect(
      await until(
        page,
        async () => /howDidYouHear/.test(await page.locator(".device .field").first().innerHTML()),
        10_000,
      ),
    ).toBe(true);
    // The question is asked only if its condition holds: the person in the preview chose one of the topics.
    const shown: boolean[] = [];
    const choices = await page.locator("#q-howDidYouHear-when option").count();
    for (let index = 1; index < choices; index += 1) {
      await page.locator("#q-howDidYouHear-when").selectOption({ index });
      await checked(page);
      shown.push((await inPreview.count()) > 0);
    }
    expect(shown.filter(Boolean).length).toBe(1);
    await inOther(she, "th", "question");
    await checked(page);
    await page.locator(".device .field", { hasText: "ชื่อ" }).first().waitFor();
    await handIn(she, "Jobs 3 to 5");
    await leave(she);
  });

  test("a user adds a list and a question with several choices, and asks it after two answers together", async () => {
    const she = await colleague({ lng: "en", viewport: DESKTOP, series });
    const { page } = she;
    await page.goto("/studio/flows/contact-back?step=contact");
    await checked(page);
    const add = async (kind: string, texts: { readonly [id: string]: string }) => {
      const before = await page.locator(".question").count();
      await press(page, ".studiostep .stepbody .btn--soft");
      await page.locator("#add-kind").selectOption(kind);
      for (const [id, text] of Object.entries(texts)) await retype(page, `add-${id}`, text);
      await press(page, "dialog[open] .btn--main");
      expect(await until(page, async () => (await page.locator(".question").count()) > before, 10_000)).toBe(
        true,
      );
    };
    await add("list", {
      "label-th": "ผู้ที่จะคุยด้วย",
      "label-en": "People to talk to",
      "first-th": "ชื่อเล่น",
      "first-en": "Nickname",
    });
    await page.locator("#q-peopleToTalkTo-nickname-widget").selectOption("text-area");
    await checked(page);
    expect(await page.locator("#q-peopleToTalkTo-nickname-widget").inputValue()).toBe("text-area");
    await add("yesNo", { "label-th": "เร่งด่วนไหม", "label-en": "Is it urgent?" });
    await add("choices", {
      "label-th": "ติดต่อได้ทางใด",
      "label-en": "Ways to reach you",
      "choice-0-th": "ไลน์",
      "choice-0-en": "Line",
      "choice-1-th": "โทรศัพท์",
      "choice-1-en": "Phone call",
    });
    // The question is asked after an answer to the first question of the form and one to the new one.
    await press(page, ".question.isopen details:has(#q-waysToReachYou-cases) > summary");
    await press(page, "#q-waysToReachYou-case-add");
    await press(page, "#q-waysToReachYou-case-0-and");
    await page.locator("#q-waysToReachYou-case-0-1").waitFor();
    expect(await page.locator("#q-waysToReachYou-case-0-1").inputValue()).toBe("isItUrgent");
    expect(await page.locator("#q-waysToReachYou-when").inputValue()).toBe("several");
    await page.locator(".question.isopen p.small", { hasText: /^Only when .* and .*is “Yes”/ }).waitFor();
    await page.locator('.ticks input:not(:checked)[id^="q-waysToReachYou-case-0-0-"]').first().focus();
    await page.keyboard.press("Space");
    await press(page, "#q-waysToReachYou-case-add");
    await page.locator("#q-waysToReachYou-case-1-0").waitFor();
    await checked(page);
    await she.look("asked-when");
    await page.setViewportSize(PHONE);
    await inOther(she, "th", "asked-when-phone");
    await page.locator(".question.isopen p.small", { hasText: /หรือ/ }).waitFor();
    await leave(she);
  });

  test("a user limits an answer to chosen characters, and asks one question of a group only after an answer to another", async () => {
    const she = await colleague({ lng: "th", viewport: PHONE, series });
    const { page } = she;
    await page.goto("/studio/flows/contact-back?step=contact&field=name");
    await checked(page);
    await press(page, ".questionmore summary");
    await page.locator("#q-name-kind").selectOption("signs");
    await page.locator("#q-name-pattern-space").waitFor();
    await page.locator("#q-name-pattern-space").focus();
    await page.keyboard.press("Space");
    await retype(page, "q-name-errors-pattern-th", "โปรดเขียนชื่อเป็นภาษาอังกฤษ");
    await retype(page, "q-name-errors-pattern-en", "Please write your name in English");
    await checked(page);
    await page.locator("#q-name-kind").scrollIntoViewIfNeeded();
    await she.look("signs-phone");
    await press(page, ".studiostep > .stepbody .btn--soft");
    await page.locator("#add-kind").selectOption("group");
    for (const [id, text] of Object.entries({ "label-th": "การโทร", "label-en": "Call" }))
      await retype(page, `add-${id}`, text);
    await retype(page, "add-first-th", "เหตุผล");
    await retype(page, "add-first-en", "Reason");
    await press(page, "dialog[open] .btn--main");
    await press(page, "#q-call-inner > .btn--soft");
    await page.locator("#add-kind").selectOption("yesNo");
    await retype(page, "add-label-th", "ด่วนไหม");
    await retype(page, "add-label-en", "Urgent");
    await press(page, "dialog[open] .btn--main");
    await page.locator("#q-call-reason-when").selectOption({ index: 1 });
    await page.locator("#q-call-reason p.small", { hasText: "ด่วนไหม" }).waitFor();
    await checked(page);
    await page.locator(".studiofindings .allgood").waitFor({ timeout: 10_000 });
    await page.setViewportSize(DESKTOP);
    await inOther(she, "en", "group-desktop");
    await leave(she);
  });

  test("a user adds a condition and sees the affected people; a finding leads to its control, and undo fixes the fault", async () => {
    const she = await colleague({ lng: "th", viewport: DESKTOP, series });
    const { page } = she;
    await page.goto("/studio/flows/kyc/rules/adult");
    await page.locator("#clauses-title").waitFor({ timeout: 30_000 });
    await press(page, "[data-adds=and]");
    await page.locator("#compare-place").selectOption("facts.investor.email");
    await page.locator("#compare-sign").selectOption("given");
    await press(page, ".comparison [type=submit]");
    // Both blocks have a sentence each, and the page names a person whose result changes.
    const blocks = page.locator("#clauses-title ~ ol .ruleblock > p");
    expect(await until(page, async () => (await blocks.count()) === 2, 10_000)).toBe(true);
    await page.locator(".affected li").first().waitFor({ timeout: 20_000 });
    expect(await page.locator(".affected").innerText()).toMatch(/เช่น/);
    // One click accepts or rejects an example whose result changes.
    const otherwise = page.locator("#suggested-title ~ ul li > b");
    await otherwise.first().waitFor({ timeout: 20_000 });
    const before = await otherwise.count();
    await press(page, "#suggested-title ~ ul li:has(> b) .btn--soft");
    expect(await until(page, async () => (await otherwise.count()) < before, 15_000)).toBe(true);
    await inOther(she, "en", "condition");
    await page.locator(".affected li").first().waitFor({ timeout: 20_000 });
    expect(await page.locator(".affected").innerText()).toMatch(/For example/);
    // A question is removed whose answer staff receive: the page lists what goes with it and what the user
    // must decide. Afterwards the finding links to that input, and undo restores everything.
    await page.goto("/studio/flows/contact-back?step=contact&field=email");
    await checked(page);
    await press(page, ".questionmore summary");
    await press(page, "#q-email-remove");
    await page.locator(".dependents[data-places=goes] li").first().waitFor();
    expect(await page.locator(".dependents[data-places=stays] li").count()).toBe(1);
    await she.look("remove-question");
    await press(page, "#q-email-remove-now");
    // The focus goes to a question that stays.
    await page.waitForFunction(() => /^question-(?!email$)/.test(document.activeElement?.id ?? ""), null, {
      timeout: 5_000,
    });
    await page.locator(".studiofindings li .btn").first().waitFor({ timeout: 10_000 });
    await press(page, ".studiofindings li .btn");
    await page.waitForFunction(() => document.activeElement?.id === "s-input-email", null, {
      timeout: 5_000,
    });
    await press(page, ".studioacts button:has(svg.lucide-undo-2)");
    await page.locator(".studiofindings .allgood").waitFor({ timeout: 10_000 });
    await leave(she);
  });

  test("a user tries a rule for a made-up person, sees which condition fails, and keeps the person as an example", async () => {
    const she = await colleague({ lng: "th", viewport: PHONE, series });
    const { page } = she;
    await page.goto("/studio/flows/invest/rules/minimum");
    await page.locator("#try-title").waitFor({ timeout: 30_000 });
    const answer = page.locator("#try-answer");
    expect(await answer.locator("[role=status]").first().innerText()).toContain("ยังตัดสินไม่ได้");
    // The fields begin with the values of an example, and the user changes the amount.
    await page.locator("#try-like").selectOption("1");
    expect(await answer.innerText()).toContain("ตรงกับตัวอย่างที่ 2");
    await retype(page, "try-1", "9,998");
    expect(await answer.locator("[role=status]").first().innerText()).toContain("ไม่เป็นไปตามกฎ");
    expect(await answer.locator("ol > li").first().innerText()).toContain("ไม่จริง");
    expect(await answer.locator("ol > li").last().innerText()).not.toContain("ผู้ลงทุนอ่านว่า");
    const cases = page.locator(".casetable tbody tr");
    const before = await cases.count();
    await press(page, "#try-keep");
    expect(await until(page, async () => (await cases.count()) === before + 1, 10_000)).toBe(true);
    expect(await cases.last().innerText()).toMatch(/9,998\.00[\s\S]*ไม่เป็นไปตามกฎ/);
    await until(page, async () => /ตรงกับตัวอย่างที่/.test(await answer.innerText()), 10_000);
    await she.look("tried-th");
    await page.setViewportSize(DESKTOP);
    await inOther(she, "en", "tried");
    expect(await cases.last().innerText()).toMatch(/9,998\.00[\s\S]*Not met/);
    await leave(she);
  });

  test("a user makes a decision table, adds a row and moves it up by keyboard, and each answer follows the first row that holds", async () => {
    const she = await colleague({ lng: "en", viewport: DESKTOP, series });
    const { page } = she;
    await page.goto("/studio/flows/kyc");
    await press(page, "#whole-flow");
    await press(page, "#add-rule");
    await page.locator("#add-rule-kind").selectOption("number");
    await retype(page, "add-rule-title-th", "คะแนนตามวัย");
    await retype(page, "add-rule-title-en", "Points by age");
    await retype(page, "add-rule-value", "1");
    await page.locator("#compare-place").selectOption("derived.age");
    await page.locator("#compare-sign").selectOption(">=");
    await retype(page, "compare-value", "20");
    await press(page, ".comparison [type=submit]");
    await page.locator("#f-rules-points-by-age a").click();
    await page.locator("#rows-title").waitFor({ timeout: 30_000 });
    // The new last row does not count before it stands above the first.
    await press(page, "#add-row");
    await page.locator("#compare-place").selectOption("derived.age");
    await page.locator("#compare-sign").selectOption(">=");
    await retype(page, "compare-value", "60");
    await press(page, ".comparison [type=submit]");
    await retype(page, "row-1-value", "5");
    const answer = page.locator("#try-answer [role=status]").first();
    await page.locator("#try-title").waitFor();
    await retype(page, "try-0", "65");
    expect(await until(page, async () => /says: 1$/.test(await answer.innerText()), 10_000)).toBe(true);
    await press(page, "#row-1 .iconbtn:not(:disabled)");
    await page.waitForFunction(() => document.activeElement?.id === "row-0", null, { timeout: 5_000 });
    expect(await page.locator("#row-0-value").inputValue()).toBe("5");
    expect(await until(page, async () => /says: 5$/.test(await answer.innerText()), 10_000)).toBe(true);
    await page.setViewportSize(PHONE);
    await inOther(she, "th", "table");
    await leave(she);
  });

  test("a user adds points to a sum, and the sum and its terms are shown for a made-up person", async () => {
    const she = await colleague({ lng: "en", viewport: DESKTOP, series });
    const { page } = she;
    await page.goto("/studio/flows/kyc/rules/suitability-score");
    await page.locator("#sum-title").waitFor({ timeout: 30_000 });
    const answer = page.locator("#try-answer [role=status]").first();
    const says = (value: number) =>
      until(page, async () => (await answer.innerText()).endsWith(`says: ${value}`), 30_000);
    await page.locator("#try-like").selectOption("0");
    expect(await says(10)).toBe(true);
    await page.locator("#add-term").selectOption("fixed:");
    await press(page, "#add-term-set");
    await retype(page, "term-10-value", "3");
    expect(await says(13)).toBe(true);
    expect(await page.locator("#try-answer ol li").last().innerText()).toMatch(/A fixed number\s*3/);
    // The table of a term has the same controls as a rule that is a table.
    await retype(page, "term-3-row-3-value", "4");
    expect(await says(16)).toBe(true);
    await press(page, "#term-10 > .btn");
    expect(await says(13)).toBe(true);
    await page.setViewportSize(PHONE);
    await inOther(she, "th", "sum");
    await leave(she);
  });

  test.runIf(LONG)(
    "a user finds missing English texts in a list and among the findings, and fills them in",
    async () => {
      const she = await colleague({ lng: "en", viewport: DESKTOP, series });
      const { page } = she;
      await page.goto("/studio/flows/contact-back?step=contact&field=topic");
      await checked(page);
      const was = await page.locator("#t-title-en").inputValue();
      await retype(page, "t-title-en", "");
      await page.locator(".studiofindings li .btn").first().waitFor({ timeout: 10_000 });
      expect(await page.locator(".studiofindings li").innerText()).not.toContain("about:contact-back");
      expect(await page.locator(".studioacts .btn--main").isDisabled()).toBe(true);
      // From another step, one press leads to the missing sentence.
      await press(page, "#step-review");
      await press(page, ".studiofindings li .btn");
      await page.waitForFunction(() => document.activeElement?.id === "t-title-en", null, { timeout: 5_000 });
      await page.goto("/studio/flows/contact-back/texts");
      await page.locator(".textlist li").first().waitFor({ timeout: 10_000 });
      await inOther(she, "th", "missing");
      await press(page, ".filters .pick:nth-child(2)");
      expect(await page.locator(".textlist li").count()).toBe(1);
      // A translator fills it in the downloaded table.
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: /ดาวน์โหลดเป็นตาราง/ }).click(),
      ]);
      const table = await readFile(await download.path(), "utf8");
      const buffer = Buffer.from(table.replace(/,\r\n/, `,${was}\r\n`));
      await page.locator("#texts-file").setInputFiles({ name: "texts.csv", mimeType: "text/csv", buffer });
      await page.getByText(/นำเข้าฉบับร่างแล้ว 1 ข้อความ/).waitFor({ timeout: 10_000 });
      await she.look("texts-taken");
      await page.locator(".studiofindings .allgood").waitFor({ timeout: 10_000 });
      await leave(she);
    },
  );

  test.runIf(LONG)(
    "a user changes a limit together with its examples, and corrects the texts that contain the old number",
    async () => {
      const she = await colleague({ lng: "th", viewport: DESKTOP, series });
      const { page } = she;
      await page.goto("/studio/flows/kyc/rules/adult");
      await page.locator("#limits-title").waitFor({ timeout: 30_000 });
      const limit = page.locator("form input").first();
      expect(await limit.inputValue()).toBe("20");
      const note = page.locator("[aria-labelledby=limits-title] .note");
      const set = async () => {
        await limit.focus();
        await page.keyboard.press("Control+A");
        await page.keyboard.insertText("18");
        await page.keyboard.press("Enter");
        await note.waitFor({ timeout: 10_000 });
      };
      await set();
      // The list of texts goes with the change.
      await press(page, ".studioacts button:has(svg.lucide-undo-2)");
      await note.waitFor({ state: "detached", timeout: 10_000 });
      await set();
      await she.look("limit");
      const fields = page.locator("[id^=left-]");
      const ids = await fields.evaluateAll((all) => all.map((one) => one.id));
      expect(ids.length).toBeGreaterThan(3);
      for (const id of ids) {
        const field = page.locator(`[id="${id}"]`);
        const text = await field.inputValue();
        await retype(
          page,
          id,
          text.replaceAll("20", "18").replaceAll("twenty", "eighteen").replaceAll("ยี่สิบ", "สิบแปด"),
        );
      }
      await inOther(she, "en", "mended");
      await checked(page);
      await leave(she);
    },
  );
});

test("a user makes a flow for visitors from an empty one with the controls on the screen, until no finding remains", async () => {
  const she = await colleague({ lng: "en", viewport: DESKTOP, series: "studio-from-nothing" });
  const { page } = she;
  await page.goto("/studio");
  await press(page, "#new-flow");
  await retype(page, "new-title-th", "แจ้งผู้ถือหน่วยเสียชีวิต");
  await retype(page, "new-title-en", "Tell us of a death");
  await page.locator("#new-subject").selectOption("anonymous");
  await press(page, "dialog[open] .btn--main");
  await page.waitForURL(/\/studio\/flows\/tell-us-of-a\?change=/);
  await page.locator("#step-ask").waitFor();
  await checked(page);
  const add = async (kind: string, th: string, en: string) => {
    const before = await page.locator(".question").count();
    await press(page, ".studiostep .stepbody .btn--soft");
    await page.locator("#add-kind").selectOption(kind);
    await retype(page, "add-label-th", th);
    await retype(page, "add-label-en", en);
    await press(page, "dialog[open] .btn--main");
    expect(await until(page, async () => (await page.locator(".question").count()) > before, 10_000)).toBe(
      true,
    );
  };
  await add("email", "อีเมลของคุณ", "Your e-mail");
  await page.locator("#q-yourEMail-required").focus();
  await page.keyboard.press("Space");
  await add("text", "ชื่อผู้เสียชีวิต", "Who died");
  await checked(page);
  // A step for a desk is added with topic, desk and days, and with the e-mail address.
  await press(page, "#step-review");
  await press(page, "#add-step");
  await page.locator("#add-step-kind").selectOption("effect");
  expect(await page.locator("#add-step-effect").inputValue()).toBe("cases.openByVisitor");
  await press(page, "dialog[open] .btn--main");
  await page.locator("#s-input-email").waitFor();
  await checked(page);
  await page.locator(".studiofindings .allgood").waitFor({ timeout: 10_000 });
  expect(await page.locator("#s-input-email").inputValue()).toBe("answers.ask.yourEMail");
  // A letter for the case is added beside the step.
  await press(page, "#s-letters summary");
  await page.locator("[id^=s-letters-][id$=-new-title-th]").fill("ขอสำเนาใบมรณบัตร");
  await page.locator("[id^=s-letters-][id$=-new-title-en]").fill("A copy of the certificate");
  await page.locator("[id^=s-letters-][id$=-new-text-th]").fill("เรื่อง {{reference}}: โปรดแนบสำเนา");
  await page.locator("[id^=s-letters-][id$=-new-text-en]").fill("{{reference}}: please attach a copy.");
  await press(page, "[id^=s-letters-][id$=-add]");
  await page.locator("[id^=s-letters-][id$=-ask-0-title-en]").waitFor();
  await she.look("effect");
  await page.setViewportSize(PHONE);
  await inOther(she, "th", "phone");
  await page.locator(".studiofindings .allgood").waitFor({ timeout: 30_000 });
  expect(await page.locator(".studioacts .btn--main").isDisabled()).toBe(false);
  await page.goto("/studio");
  await page.locator("#drafts-mine ~ ul .btn").first().waitFor();
  await she.look("drafts");
  await leave(she);
});

test.runIf(LONG)(
  "the first visit to the studio guides a user through one small change, which is then discarded",
  async () => {
    const she = await colleague({ lng: "en", viewport: DESKTOP, series: "studio-guide" });
    const { page } = she;
    await page.goto("/studio");
    await page.locator(".studiobegin .link").click();
    await page.locator("#t-title-en").waitFor({ timeout: 20_000 });
    const done = async (count: number) =>
      expect(
        await until(
          page,
          async () => (await page.locator(".guide .lucide-circle-check").count()) === count,
          5_000,
        ),
      ).toBe(true);
    await retype(page, "t-title-en", "Practice");
    await done(1);
    await press(page, ".languages button[lang=th]");
    await done(2);
    await press(page, ".languages button[lang=en]");
    await press(page, ".studioacts button:has(svg.lucide-undo-2)");
    await done(3);
    await press(page, ".studioacts button:has(svg.lucide-redo-2)");
    await done(4);
    await she.look("guide");
    await press(page, "#discard-draft");
    await she.look("discard");
    await press(page, "#discard-not");
    await done(4);
    await press(page, "#discard-draft");
    await press(page, "#discard-now");
    await done(5);
    await leave(she);
  },
);

type Version = { readonly id: string; readonly flow: string };
type File = { readonly minutes: number };
const CONTACT_BACK = "flows/contact-back/flow.json";

/** Returns the published contact-back: its version and its main file. */
async function contactBack(): Promise<{ readonly id: string; readonly file: File }> {
  const { call } = await operations();
  const list = (await call("GET", "/definitions?flow=contact-back")).body as { current: Version[] };
  const id = list.current.find(({ flow }) => flow === "contact-back")?.id ?? "";
  const page = (await call("GET", `/definitions/versions/${id}`)).body as { files: { [path: string]: File } };
  return { id, file: page.files[CONTACT_BACK] as File };
}

/** Publishes contact-back with another number of minutes, and returns the previous number. */
async function publishMinutes(minutes: number): Promise<number> {
  const { file } = await contactBack();
  await publish(portal.origin, "contact-back", { [CONTACT_BACK]: { ...file, minutes } });
  return file.minutes;
}

type Part = { readonly base: string; readonly files: { readonly [file: string]: string } };
type Change = { id: string; own: boolean; status: string; revision: number; parts: { "contact-back": Part } };

/** Returns the open change of the person at the page. */
async function ownChange(): Promise<Change> {
  const { call } = await operations();
  const { changes } = (await call("GET", "/changes")).body as { changes: Change[] };
  const open = changes.find(({ own, status }) => own && status === "open");
  return (await call("GET", `/changes/${open?.id}`)).body as Change;
}

async function ownPart(): Promise<Part> {
  return (await ownChange()).parts["contact-back"];
}

async function isSavedOn(page: Page): Promise<void> {
  const status = page.locator(".studioacts [role=status]");
  expect(await until(page, async () => /^Saved$/.test(await status.innerText()), 10_000)).toBe(true);
}

/** Saves another text into the open change, like another window of the same person. */
async function saveElsewhere(before: string, now: string): Promise<void> {
  const { call } = await operations();
  const { id, revision, parts } = await ownChange();
  const part = parts["contact-back"];
  const file = "locales/en/about.json";
  const files = { ...part.files, [file]: part.files[file]?.replace(before, now) };
  expect(files).not.toEqual(part.files);
  const body = { revision, flow: "contact-back", part: { ...part, files } };
  expect((await call("POST", `/changes/${id}/save`, body)).status).toBe(200);
}

test("a version that is published while the studio is open keeps the user's edits, and those edits revert nothing in it", async () => {
  const she = await colleague({ lng: "en", viewport: DESKTOP, series: "studio-published" });
  const { page } = she;
  await page.goto("/studio/flows/contact-back?step=contact");
  await checked(page);
  const minutes = (await contactBack()).file.minutes;
  const before = await publishMinutes(minutes + 1);
  expect(before).toBe(minutes);
  // The open page reports the newer version without a press, and still shows the version it was opened with.
  await page.locator(".note--warn .btn").waitFor({ timeout: 15_000 });
  await retype(page, "t-title-en", "When shall we ring you?");
  await isSavedOn(page);
  const saved = await ownPart();
  const opened = saved.base;
  expect(Object.keys(saved.files)).toEqual(["locales/en/about.json"]);
  await page.locator(".note--warn .btn").click();
  await page.locator(".note--warn").waitFor({ state: "detached" });
  const isMoved = async () => (await ownPart()).base !== opened;
  expect(await until(page, isMoved, 10_000)).toBe(true);
  expect(await page.locator("#t-title-en").inputValue()).toBe("When shall we ring you?");
  const moved = await ownPart();
  expect([moved.base, Object.keys(moved.files)]).toEqual([
    (await contactBack()).id,
    Object.keys(saved.files),
  ]);
  // Undo reverts the user's own edit on the newer version, and redo restores it.
  await press(page, ".studioacts button:has(svg.lucide-undo-2)");
  expect(await page.locator("#t-title-en").inputValue()).not.toBe("When shall we ring you?");
  await press(page, ".studioacts button:has(svg.lucide-redo-2)");
  expect(await page.locator("#t-title-en").inputValue()).toBe("When shall we ring you?");
  // When a second version is published, the page and its focus stay.
  await retype(page, "t-intro-en", "Within a day.");
  await publishMinutes(minutes);
  await page.locator(".note--warn .btn").waitFor({ timeout: 15_000 });
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("t-intro-en");
  await page.locator(".newer", { hasText: "tried by a test" }).waitFor();
  await she.look("newer");
  await page.locator(".note--warn .btn").click();
  const isCurrent = async () => (await ownPart()).base === (await contactBack()).id;
  expect(await until(page, isCurrent, 15_000)).toBe(true);
  await page.reload();
  await checked(page);
  expect(await page.locator("#t-title-en").inputValue()).toBe("When shall we ring you?");
  expect(await page.locator("#t-intro-en").inputValue()).toBe("Within a day.");
  // The first page lists the draft, and one press continues it.
  await page.setViewportSize(PHONE);
  await page.goto("/studio");
  await page.locator(".draftrow .btn").first().waitFor();
  await she.look("drafts-phone");
  await page.locator(".draftrow .btn").first().click();
  await page.waitForURL(/\/studio\/flows\/contact-back\?change=/);
  await page.locator("#t-intro-en").waitFor({ timeout: 20_000 });
  expect(await page.locator("#t-intro-en").inputValue()).toBe("Within a day.");
  // Before a step is removed, the page lists what depends on it, with the control for each place.
  await press(page, "#remove-step");
  await page.locator(".dependents li").first().waitFor();
  await she.look("remove-phone");
  await press(page, ".dependents .btn >> nth=1");
  await page.waitForFunction(() => document.activeElement?.id.startsWith("s-shows"), null, {
    timeout: 10_000,
  });
  await press(page, "#step-contact");
  await press(page, "#remove-step");
  await press(page, "#remove-step-now");
  await page.locator("#step-contact").waitFor({ state: "detached" });
  await press(page, ".studioacts button:has(svg.lucide-undo-2)");
  await page.locator("#step-contact").waitFor();
  await leave(she);
});

test("edits in two tabs that were opened before the first edit belong to one change, and none is lost", async () => {
  const one = await colleague({ lng: "en", viewport: DESKTOP, series: "studio-tabs" });
  const other = await colleague({ lng: "en", viewport: DESKTOP, series: "studio-tabs-other" });
  const fields = [
    [one, "t-title-en", "When may we call you?"],
    [other, "t-submit-en", "Go on"],
  ] as const;
  for (const [{ page }] of fields) {
    await page.goto("/studio/flows/contact-back?step=contact");
    await checked(page);
  }
  for (const [{ page }, id, text] of fields) {
    await retype(page, id, text);
    const saved = page.locator(".studioacts > [role=status]", { hasText: /^Saved/ });
    expect(await until(page, async () => (await saved.count()) === 1, 10_000)).toBe(true);
  }
  const { call } = await operations();
  const { changes } = (await call("GET", "/changes")).body as { changes: { own: boolean; status: string }[] };
  expect(changes.filter(({ own, status }) => own && status === "open")).toHaveLength(1);
  await one.page.reload();
  for (const [, id, text] of fields)
    expect(
      await until(one.page, async () => (await one.page.locator(`#${id}`).inputValue()) === text, 10_000),
    ).toBe(true);
  await leave(one);
  await leave(other);
});

test("two people edit one flow: both edits are kept, and a conflict shows both values", async () => {
  const she = await colleague({ lng: "en", viewport: DESKTOP, series: "studio-change" });
  const { page } = she;
  const isSaved = async () => await isSavedOn(page);
  await page.goto("/studio/flows/contact-back?step=contact");
  await checked(page);
  await retype(page, "t-title-en", "When shall we call?");
  await isSaved();
  // Meanwhile another window saves, and both edits are merged.
  await saveElsewhere("We will get back to you during office hours, 09:00–18:00", "We call you");
  await retype(page, "t-submit-en", "Call me");
  expect(
    await until(page, async () => (await page.locator("#t-intro-en").inputValue()) === "We call you", 10_000),
  ).toBe(true);
  await isSaved();
  await saveElsewhere("When shall we call?", "May we call today?");
  await retype(page, "t-title-en", "May we call tomorrow?");
  await page.locator(".clash").waitFor({ timeout: 10_000 });
  expect(await page.locator(".clash").innerText()).toMatch(/shall[\s\S]*tomorrow[\s\S]*today/);
  await she.look("clash");
  await page.locator(".clash .btn").last().click();
  await page.locator(".clash").waitFor({ state: "detached" });
  await isSaved();
  // Meanwhile a version is published, and one press moves the draft onto it without losing edits.
  const mine = await page.locator("#t-title-en").inputValue();
  const first = await publishMinutes(2);
  await page.goto("/studio/flows/contact-back?step=contact");
  await page.locator(".note--warn .btn").click({ timeout: 15_000 });
  await page.locator(".note--warn").waitFor({ state: "detached" });
  // The preview updates one second after the last edit, so an unchanged text proves nothing before that.
  await page.getByText("Saving…").waitFor();
  await isSaved();
  expect(await page.locator("#t-title-en").inputValue()).toBe(mine);
  await page.reload();
  await checked(page);
  expect(await page.locator(".note--warn").count()).toBe(0);
  expect(await page.locator("#t-title-en").inputValue()).toBe(mine);
  const isBack = publishMinutes(first);
  await page.goto("/studio/changes");
  await page.locator(".studiorow").first().waitFor();
  await she.look("list");
  await page.locator(".studiorow").first().click();
  await page.locator("#change-comment").fill("Measured with ten people.");
  await page.locator("section:has(#change-comment) .btn").click();
  await page.getByText("Measured with ten people.").first().waitFor();
  await page.setViewportSize(PHONE);
  await she.look("change-phone");
  await isBack;
  await leave(she);
});
