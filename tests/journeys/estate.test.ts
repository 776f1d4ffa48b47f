import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DESKTOP, logIn, until, visit } from "./driver.ts";
import { PEOPLE_PASSWORD } from "./people.ts";
import { type Portal, startPortal } from "./portal.ts";
import { closeWindows, sharedBrowser } from "./shared.ts";
import { callsOf } from "./staff-calls.ts";

let browser: Browser;
// This file publishes a flow, so it needs its own portal.
let portal: Portal;
beforeAll(async () => {
  [browser, portal] = await Promise.all([sharedBrowser(), startPortal({ brand: "saphan" })]);
});
afterAll(async () => {
  await closeWindows();
  await portal.stop();
});

type Words = readonly [th: string, en: string];

/** Returns the actions of operations on a flow's studio page. */
function studio(page: Page) {
  const words = async (id: string, [th, en]: Words) => {
    await page.locator(`[id="${id}-th"]`).fill(th);
    await page.locator(`[id="${id}-en"]`).fill(en);
  };
  const select = async (id: string, label: string) =>
    await page.locator(`[id="${id}"]`).selectOption({ label });
  const press = async (selector: string) => await page.locator(selector).first().click();
  const add = async () => await press("dialog .btn--main");
  const at = async (title: string) =>
    await page.locator("#step-title", { hasText: title }).waitFor({ timeout: 15_000 });
  return {
    words,
    select,
    press,
    at,
    go: async (title: string) => {
      await press(`.mapstep:has-text("${title}")`);
      await at(title);
    },
    step: async (kind: string, title: Words | null, where?: string, more?: () => Promise<void>) => {
      await press("#add-step");
      await select("add-step-kind", kind);
      if (title !== null) await words("add-step-title", title);
      if (where !== undefined) await select("add-step-where", where);
      await more?.();
      await add();
      if (title !== null) await at(title[1]);
    },
    question: async (kind: string, label: Words, choices: readonly Words[] = []) => {
      const before = await page.locator(".question").count();
      await press(".stepbody > .btn--soft");
      await select("add-kind", kind);
      await words("add-label", label);
      if (choices.length > 2) await page.getByRole("button", { name: "Another choice" }).click();
      for (const [index, choice] of choices.entries()) await words(`add-choice-${index}`, choice);
      await add();
      await until(page, async () => (await page.locator(".question").count()) > before, 10_000);
      await page.locator(".question.isopen [id$=-required]").click();
    },
    when: async (place: string, value?: string) => {
      await select("compare-place", place);
      if (value !== undefined) await select("compare-value", value);
      await press(".comparison [type=submit]");
    },
  };
}

test("a colleague makes a complete flow for a staff desk on the page alone, until no findings remain", async () => {
  const look = { lng: "en", viewport: DESKTOP, series: "estate" } as const;
  const she = await visit(browser, { origin: portal.origin, ...look });
  const { page } = she;
  await logIn(page, "operations@saphan.example", PEOPLE_PASSWORD);
  const by = studio(page);
  await page.goto("/studio");
  await by.press("#new-flow");
  await by.words("new-title", ["รับโอนหน่วยของผู้เสียชีวิต", "Units of a holder who died"]);
  await by.press("dialog .btn--main");
  await page.waitForURL(/\/studio\/flows\/units-of-a-holder\?change=/);
  const change = new URL(page.url()).searchParams.get("change");
  await by.at("Units of a holder who died");
  await by.words("t-title", ["ใครเป็นผู้ถือหน่วย", "Who held the units?"]);
  await by.at("Who held the units?");
  await by.question("text", ["ชื่อผู้เสียชีวิต", "Name of the holder"]);
  await by.question("date", ["วันที่เสียชีวิต", "Date of death"]);
  await by.question(
    "one of several",
    ["คุณเป็นใคร", "You ask as"],
    [
      ["ทายาท", "Heir"],
      ["ผู้จัดการมรดก", "Executor"],
      ["บริษัท", "Company"],
    ],
  );
  await by.step("Form", ["แนบเอกสาร", "Add the documents"]);
  await by.question("file", ["ใบมรณบัตร", "Death certificate"]);
  await by.question("file", ["คำสั่งศาล", "Court order"]);
  await by.step(
    "Form",
    ["ข้อมูลบริษัท", "About the company"],
    "After “Add the documents”, only on a condition",
    () => by.when("“You ask as”", "“Company”"),
  );
  await by.question("text", ["ชื่อบริษัท", "Name of the company"]);
  await by.question("file", ["หนังสือประทับตรา", "Company stamp"]);
  // The editor has added every question to the review automatically.
  await by.go("Check before sending");
  expect(await page.locator('li.way[id^="s-shows-"]').count()).toBe(7);
  await by.step("Confirmation", ["ใส่ PIN", "Enter your PIN"]);
  await by.step("Done by the system", null, undefined, async () => {
    await by.select("add-step-effect", "opens a case at a desk");
  });
  await by.at("opens a case at a desk");
  for (const input of ["topic", "desk", "days", "counting"])
    await by.select(`s-input-${input}`, "Always the same");
  await page.locator("#s-input-topic-value").fill("ESTATE");
  await by.words("s-input-topic-label", ["รับโอนหน่วยมรดก", "Units of an estate"]);
  await page.locator("#s-input-days-value").fill("15");
  await by.go("We have received it");
  await by.select("add-shown", "Reference of the case");
  await by.words("s-shows-0-label", ["เลขอ้างอิง", "Your reference"]);
  await by.select("s-shows-0-role", "A reference to keep");
  // A person without a PIN is sent to set a PIN before the first question.
  await by.step("Branch", null, "At the very beginning");
  await by.at("Which way on");
  await by.step("End", ["ตั้ง PIN ก่อน", "Set your PIN first"], undefined, () => by.when("A PIN that works"));
  await by.select("s-outcome", "For now; may be left again");
  await by.select("s-links", "Set the PIN");
  await by.words("t-links-1", ["ตั้ง PIN", "Set the PIN"]);
  await by.press("#s-links-0 .btn");
  await by.words("t-links-0", ["ตั้ง PIN", "Set the PIN"]);
  await by.go("Which way on");
  await by.select("s-next-0-to", "Who held the units?");
  await by.select("s-next-1-to", "Set your PIN first");
  const said = page.locator(".studiofindings > header [role=status]");
  const isProved = await until(page, async () => /^To fix: 0\..*Proved/.test(await said.innerText()), 15_000);
  expect([isProved, isProved ? "" : await page.locator(".studiofindings").innerText()]).toEqual([true, ""]);
  await she.look("whole");
  await by.press(".studioacts .btn--main");
  await page.locator("#hand-in-reason").fill("Heirs ask for units by letter today");
  await page.locator("dialog .btn--main").click();
  await page.waitForURL(/\/staff\/definitions\/[0-9a-f-]{36}$/, { timeout: 20_000 });
  const id = page.url().split("/").at(-1) ?? "";
  expect(she.faults).toEqual([]);
  await she.context.close();

  // The exported patch is also valid for the program's files, and starts the same change in another
  // installation.
  const operations = await callsOf(portal.origin, "operations");
  const { patch } = (await operations.call("GET", `/changes/${change}/patch`)).body as { patch: string };
  expect(verified(patch)).toContain("no finding: units-of-a-holder");
  const brought = await operations.call("POST", "/changes/import", { title: "Brought along", patch });
  expect(brought.body).toMatchObject({ flows: [{ flow: "units-of-a-holder", files: 6 }] });
  const { id: copy } = brought.body as { id: string };
  expect((await operations.call("POST", `/changes/${copy}/withdraw`)).status).toBe(200);
  const wrong = await operations.call("POST", "/changes/import", { title: "Wrong", patch: "no patch" });
  expect([wrong.status, (wrong.body as { code: string }).code]).toEqual([422, "patch-does-not-fit"]);

  // Compliance approves the flow, and a person completes it.
  const compliance = await callsOf(portal.origin, "compliance");
  const version = (await compliance.call("GET", `/definitions/versions/${id}`)).body as { evidence: string };
  const { evidence } = version;
  const approved = await compliance.call("POST", `/definitions/versions/${id}/approve`, { evidence });
  expect(approved.body).toMatchObject({ state: "published" });
  const investor = await callsOf(portal.origin, "investor");
  const begun = await investor.call("POST", "/flows/units-of-a-holder/instances", {});
  expect(begun.body).toMatchObject({ at: { step: "ask" } });
}, 120_000);

/** Returns the output of `npm run verify` for the program's files with a patch. */
function verified(patch: string): string {
  const root = resolve(import.meta.dirname, "..", "..");
  const folder = mkdtempSync(join(tmpdir(), "patched-"));
  try {
    for (const name of ["flows", "schemas", "flags", "locales"])
      cpSync(join(root, name), join(folder, name), { recursive: true });
    execFileSync("git", ["apply", "-"], { cwd: folder, input: patch });
    const command = join(root, "server", "commands", "verify-command.ts");
    return execFileSync(process.execPath, [command, "--root", folder, "--flow", "units-of-a-holder"], {
      encoding: "utf8",
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
