import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { JsonObject } from "../../engine/values/json.ts";
import type { Language } from "../../engine/values/languages.ts";
import { DESKTOP, LONG, logIn, PHONE, settled, until, type Viewport, type Visitor, visit } from "./driver.ts";
import { PEOPLE_PASSWORD } from "./people.ts";
import { closeWindows, type SharedPortal, sharedBrowser, sharedPortal } from "./shared.ts";
import { callsOf } from "./staff-calls.ts";

let browser: Browser;
let portal: SharedPortal;
beforeAll(async () => {
  [browser, portal] = await Promise.all([sharedBrowser(), sharedPortal()]);
});
afterAll(closeWindows);

/** Opens a staff member's page. `writes` collects every changing request from now on. */
async function colleague(
  name: string,
  look: { readonly lng: Language; readonly viewport: Viewport; readonly series: string },
): Promise<Visitor & { readonly writes: readonly string[] }> {
  const her = await visit(browser, { origin: portal.origin, ...look });
  await logIn(her.page, `${name}@saphan.example`, PEOPLE_PASSWORD);
  const writes: string[] = [];
  her.page.on("request", (request) => {
    if (request.method() !== "GET") writes.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  return { ...her, writes };
}

/** Returns the number of the shown screen and of all screens, as the bar shows them. */
async function shownAt(page: Page): Promise<string> {
  const select = page.locator(".previewgo select");
  return await select.evaluate(
    (element: HTMLSelectElement) => element.selectedOptions[0]?.text.split(" ")[0] ?? "",
  );
}

async function reaches(page: Page, at: string): Promise<void> {
  const there = await until(page, async () => (await shownAt(page)) === at, 15_000);
  expect([at, there, there ? "" : await page.locator("main").innerText()]).toEqual([at, true, ""]);
}

test("operations staff preview a path of the flow invest with the investor's own buttons, and the server stores nothing", async () => {
  const she = await colleague("operations", { lng: "th", viewport: PHONE, series: "paths-th-phone" });
  await she.page.goto("/staff/flows/invest/paths");
  await she.page.locator(".pathrow").first().waitFor();
  await she.look("list");
  expect(await she.page.locator(".pathrow").count()).toBe(30);
  await she.page.locator("#find").fill("โอทีพี");
  await she.page.locator("#find").fill("OTP");
  expect(await until(she.page, async () => (await she.page.locator(".pathrow").count()) < 30, 5_000)).toBe(
    true,
  );
  await she.page.locator('.pathrow a[href*="paid%3Aacknowledge%2Cotp"]').click();

  const screens = ["choose", "amount", "acknowledge", "pay", "review", "pin", "otp", "money", "paid"];
  for (const [at, screen] of screens.entries()) {
    await reaches(she.page, `${at + 1}/${screens.length}`);
    await settled(she.page);
    expect([screen, await she.page.locator(".previewbar .badge").isVisible()]).toEqual([screen, true]);
    if (["amount", "review", "paid"].includes(screen)) await she.look(`invest-${screen}`);
    if (screen === "amount") {
      expect(await she.page.locator('[id="f/amount"]').inputValue()).toBe("50,000");
      expect(await she.page.locator("main").innerText()).toContain("500.00");
    }
    if (screen === "pin" || screen === "otp") await she.page.locator("#code").fill("123456");
    else if (screen === "money") await she.page.locator(".previewgo button").last().click();
    else if (screen !== "paid") await she.page.locator(".dock button.btn--main").click();
  }
  // The link on the end screen does nothing in a preview.
  await she.page.locator(".dock a").first().click();
  await she.page.locator(".toast").waitFor();
  expect(new URL(she.page.url()).pathname).toBe("/staff/flows/invest/paths");
  await she.page.locator(".previewgo button").first().click();
  await reaches(she.page, "8/9");
  await she.page.locator(".previewend").click();
  await she.page.locator(".pathrow").first().waitFor();
  expect([she.writes, she.faults]).toEqual([[], []]);
  await she.context.close();
});

test("compliance previews the screens of a path through the flow kyc; chosen files stay on the device", async () => {
  const she = await colleague("compliance", { lng: "en", viewport: DESKTOP, series: "paths-en-desktop" });
  await she.page.goto("/staff/flows/kyc/paths");
  await she.page.locator(".pathrow").first().waitFor();
  await she.look("list-kyc");
  expect(await she.page.locator("main").innerText()).toMatch(/There are [\d,]+ paths, more than 60/);
  await she.page.goto("/staff/flows/kyc/paths?path=done:dopa,dopa.no-match");
  await she.page.locator(".previewbar").waitFor();
  const of = Number((await shownAt(she.page)).split("/")[1]);
  expect(of).toBeGreaterThan(25);
  const errors: string[] = [];
  // The campaign visits every screen; this run visits only those with a file or an error, those checked by
  // axe, and the last.
  const titles = await she.page.locator(".previewgo option").allInnerTexts();
  const ats = titles.flatMap((title, at) =>
    LONG || at + 1 === of || /ID card|General|Contact and|Check before/.test(title) ? [at + 1] : [],
  );
  for (const at of ats) {
    if (!LONG) await she.page.locator(".previewgo select").selectOption({ index: at - 1 });
    await reaches(she.page, `${at}/${of}`);
    await she.page.locator("main h1").waitFor();
    const title = await she.page.locator("main h1").innerText();
    if (await she.page.locator(".errsum").isVisible()) errors.push(title);
    if (["Front of your ID card", "Contact and address", "Check before sending"].includes(title))
      await she.look(`kyc-${at}`);
    const chooser = she.page.locator('input[type="file"]').first();
    if ((await chooser.count()) > 0)
      await chooser.setInputFiles({
        name: "a.jpg",
        mimeType: "image/jpeg",
        buffer: Buffer.from("not a picture"),
      });
    if (LONG && at < of) await she.page.locator(".previewgo button").last().click();
  }
  // The register does not know the number at first, and the form shows that when it asks again.
  expect(ats.length).toBeGreaterThan(5);
  expect(errors).toEqual(["General information"]);
  await she.page.locator(".lang").click();
  expect(
    await until(
      she.page,
      async () => /[\u0E00-\u0E7F]/.test(await she.page.locator("main h1").innerText()),
      10_000,
    ),
  ).toBe(true);
  await she.look("kyc-end-th");
  expect([she.writes, she.faults]).toEqual([[], []]);
  await she.context.close();
});

test("every screen of the flow kyc opens from the list of screens and by its address, and stays open", async () => {
  const she = await colleague("compliance", { lng: "th", viewport: PHONE, series: "paths-th-phone-kyc" });
  await she.page.goto("/staff/flows/kyc/paths");
  await she.page.locator(".pathrow a").first().click();
  await she.page.locator(".previewbar").waitFor();
  const of = Number((await shownAt(she.page)).split("/")[1]);
  const stays = async (at: number) => {
    await reaches(she.page, `${at}/${of}`);
    await settled(she.page);
    expect(await shownAt(she.page)).toBe(`${at}/${of}`);
  };
  for (const at of [10, of - 2]) {
    await she.page.locator(".previewgo select").selectOption({ index: at - 1 });
    await stays(at);
    await she.page.reload();
    await stays(at);
  }
  expect([she.writes, she.faults]).toEqual([[], []]);
  await she.context.close();
});

test("a proposed version is visible only to the people who can decide on it", async () => {
  const operations = await callsOf(portal.origin, "operations");
  const list = (await operations.call("GET", "/definitions?flow=contact-back")).body as {
    current: readonly { id: string; flow: string }[];
  };
  const id = list.current.find(({ flow }) => flow === "contact-back")?.id;
  const { files } = (await operations.call("GET", `/definitions/versions/${id}`)).body as {
    files: { [path: string]: JsonObject };
  };
  const retitled = (path: string, title: string): JsonObject => {
    const texts = structuredClone(files[path]) as {
      "contact-back": { contact: { title: string } };
    };
    texts["contact-back"].contact.title = title;
    return texts;
  };
  const proposed = await operations.call("POST", "/definitions/contact-back/versions", {
    files: {
      "locales/en/about.json": retitled("locales/en/about.json", "May we call you?"),
      "locales/th/about.json": retitled("locales/th/about.json", "ให้เราโทรหาไหม"),
    },
  });
  const { hash } = proposed.body as { hash: string };
  const she = await colleague("compliance", { lng: "en", viewport: PHONE, series: "paths-en-phone" });
  const heading = async (query: string): Promise<string> => {
    await she.page.goto(`/staff/flows/contact-back/paths?path=done${query}`);
    await she.page.locator(".preview main h1").waitFor();
    return await she.page.locator("main h1").innerText();
  };
  expect(await heading(`&version=${hash.slice(0, 12)}`)).toBe("May we call you?");
  await she.look("proposed");
  await she.page.locator(".lang").click();
  expect(
    await until(
      she.page,
      async () => (await she.page.locator("main h1").innerText()) === "ให้เราโทรหาไหม",
      10_000,
    ),
  ).toBe(true);
  await she.page.locator(".lang").click();
  expect(await heading("")).not.toBe("May we call you?");
  expect([she.writes, she.faults]).toEqual([[], []]);
  await she.context.close();

  const investor = await visit(browser, { origin: portal.origin, lng: "en", viewport: PHONE });
  await logIn(investor.page, "investor@saphan.example", PEOPLE_PASSWORD);
  await investor.page.goto(`/staff/flows/contact-back/paths?version=${hash.slice(0, 12)}&path=done`);
  await settled(investor.page);
  expect(await investor.page.locator("main").innerText()).not.toContain("May we call you?");
  await investor.context.close();
});
