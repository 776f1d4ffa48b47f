import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DESKTOP, logIn, PHONE, settled, until, type Viewport, type Visitor, visit } from "./driver.ts";
import { PEOPLE_PASSWORD } from "./people.ts";
import { closeWindows, type SharedPortal, sharedBrowser, sharedPortal } from "./shared.ts";
import { callsOf } from "./staff-calls.ts";

let browser: Browser;
let portal: SharedPortal;
beforeAll(async () => {
  [browser, portal] = await Promise.all([sharedBrowser(), sharedPortal()]);
});
afterAll(closeWindows);

type Look = { readonly lng: "th" | "en"; readonly viewport: Viewport; readonly series: string };

async function colleague(name: string, look: Look): Promise<Visitor> {
  const she = await visit(browser, { origin: portal.origin, ...look });
  await logIn(she.page, `${name}@saphan.example`, PEOPLE_PASSWORD);
  return she;
}

/** The engine's thread has read, proved and walked the draft. */
async function checked(page: Page): Promise<void> {
  const said = page.locator(".studiofindings > header [role=status]");
  // What was just typed rests for a moment before it is looked at.
  await page.waitForTimeout(250);
  const done = /Proved for everybody|ตรวจครบทุกคน/;
  const isDone = await until(
    page,
    async () => done.test((await said.innerText().catch(() => "")) ?? ""),
    30_000,
  );
  expect([isDone, isDone ? "" : await page.locator("main").innerText()]).toEqual([true, ""]);
  await settled(page);
}

test.each([
  { lng: "th", viewport: DESKTOP, series: "studio-th-desktop" },
  { lng: "en", viewport: PHONE, series: "studio-en-phone" },
] as const)("the studio shows kyc with its steps, words and screens: $series", async (look) => {
  const she = await colleague("operations", look);
  await she.page.goto("/studio");
  await she.page.locator(".studiorow").first().waitFor();
  await she.look("home");
  await she.page.locator('.studiorow[href="/studio/flows/kyc"]').click();
  await she.page.locator(".mapstep").first().waitFor();
  await checked(she.page);
  await she.look("kyc");
  await she.page.goto("/studio/flows/kyc?step=general&field=birthDate");
  await checked(she.page);
  await she.page.locator(".device h1").waitFor();
  await she.look("kyc-general");
  expect(she.faults).toEqual([]);
  await she.context.close();
});

/** Types into a field as somebody does who came there by keyboard: all of it is replaced. */
async function retype(page: Page, id: string, text: string): Promise<void> {
  await page.locator(`[id="${id}"]`).focus();
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText(text);
}

async function press(page: Page, selector: string): Promise<void> {
  await page.locator(selector).first().focus();
  await page.keyboard.press("Enter");
}

/** Hands the draft in with a reason, and takes the proposal back, so that the portal is as it was. */
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
  const { call } = await callsOf(portal.origin, "operations");
  expect((await call("POST", `/definitions/versions/${id}/withdraw`)).status).toBeLessThan(300);
  return id;
}

describe.each(["th", "en"] as const)("operations by keyboard, in %s", (lng) => {
  const series = `studio-jobs-${lng}`;

  test("job 2: a sentence changes in both languages, is seen in the preview before, undone and handed in", async () => {
    const she = await colleague("operations", { lng, viewport: DESKTOP, series });
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
    const now = lng === "th" ? "ให้เราโทรกลับเมื่อไรดี" : "When may we call you?";
    await shows(now);
    await she.look("sentence");
    // The draft outlives a reload of the page.
    await page.reload();
    await checked(page);
    await shows(now);
    await retype(page, "t-title-th", "ให้เราโทรหาไหม");
    await retype(page, "t-title-en", "Shall we call?");
    await shows(lng === "th" ? "ให้เราโทรหาไหม" : "Shall we call?");
    await press(page, ".studioacts button:has(svg.lucide-undo-2)");
    await press(page, ".studioacts button:has(svg.lucide-undo-2)");
    await shows(now);
    expect(now).not.toBe(before);
    // A button that says what all forms say gets words of its own here, and theirs stay.
    await retype(page, "t-submit-en", "Go on");
    const button = page.locator(".device .dock .btn--main");
    const own = lng === "th" ? "ต่อไป" : "Go on";
    expect(
      await until(page, async () => (await button.innerText()).replaceAll("\u2060", "") === own, 10_000),
    ).toBe(true);
    await checked(page);
    await handIn(she, `Job 2 ${lng}`);
    expect(she.faults).toEqual([]);
    await she.context.close();
  });

  test("jobs 3, 4 and 5: a question with choices is added, asked only when, moved and required, as the preview shows", async () => {
    const she = await colleague("operations", { lng, viewport: DESKTOP, series });
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
    const label = lng === "th" ? "รู้จักเราจากไหน" : "How did you hear of us?";
    const inPreview = page.locator(".device .field", {
      hasText: new RegExp([...label].map((one) => one.replace(/[?]/, "\\?")).join("\u2060?")),
    });
    await inPreview.first().waitFor({ timeout: 15_000 });
    await checked(page);
    expect(await page.locator(".question").count()).toBe(5);
    // Required, and first.
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
    await checked(page);
    expect(
      await until(
        page,
        async () => /howDidYouHear/.test(await page.locator(".device .field").first().innerHTML()),
        10_000,
      ),
    ).toBe(true);
    await she.look("question");
    // Asked only of whom it concerns: the person in the preview chose one of the topics.
    const shown: boolean[] = [];
    const choices = await page.locator("#q-howDidYouHear-when option").count();
    for (let index = 1; index < choices; index += 1) {
      await page.locator("#q-howDidYouHear-when").selectOption({ index });
      await checked(page);
      shown.push((await inPreview.count()) > 0);
    }
    expect(shown.filter(Boolean).length).toBe(1);
    await checked(page);
    await handIn(she, `Jobs 3 to 5 ${lng}`);
    expect(she.faults).toEqual([]);
    await she.context.close();
  });

  test("job 8: what is missing in English is listed, said as a fault and filled by keyboard", async () => {
    const she = await colleague("operations", { lng, viewport: DESKTOP, series });
    const { page } = she;
    await page.goto("/studio/flows/contact-back?step=contact&field=topic");
    await checked(page);
    const was = await page.locator("#t-title-en").inputValue();
    await retype(page, "t-title-en", "");
    await page.locator(".studiofindings li .btn").first().waitFor({ timeout: 10_000 });
    expect(await page.locator(".studiofindings li").innerText()).not.toContain("about:contact-back");
    expect(await page.locator(".studioacts .btn--main").isDisabled()).toBe(true);
    await page.goto("/studio/flows/contact-back/texts");
    await page.locator(".textlist li").first().waitFor({ timeout: 10_000 });
    await press(page, ".filters .pick:nth-child(2)");
    expect(await page.locator(".textlist li").count()).toBe(1);
    await she.look("missing");
    await page.locator(".textlist [lang=en]").focus();
    await page.keyboard.insertText(was);
    await page.locator(".studiofindings .allgood").waitFor({ timeout: 10_000 });
    expect(she.faults).toEqual([]);
    await she.context.close();
  });

  test("job 1: a limit moves with its examples, the texts that still say the old number are listed and mended", async () => {
    const she = await colleague("operations", { lng, viewport: DESKTOP, series });
    const { page } = she;
    await page.goto("/studio/flows/kyc/rules/adult");
    await page.locator("#limits-title").waitFor({ timeout: 30_000 });
    await she.look("rule");
    const limit = page.locator("form input").first();
    expect(await limit.inputValue()).toBe("20");
    await limit.focus();
    await page.keyboard.press("Control+A");
    await page.keyboard.insertText("18");
    await page.keyboard.press("Enter");
    await page.locator('.note[role="status"], [role="status"].note').waitFor({ timeout: 10_000 });
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
    await checked(page);
    await she.look("mended");
    expect(she.faults).toEqual([]);
    await she.context.close();
  });
});
