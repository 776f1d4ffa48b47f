import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Json } from "../../engine/values/json.ts";
import { LANGUAGES, type Language } from "../../engine/values/languages.ts";
import { checkEvidence } from "../../server/evidence/check-evidence.ts";
import { runNamed } from "../support/run-command.ts";
import { kycFillings } from "./chain.ts";
import {
  arrive,
  asShown,
  DESKTOP,
  fill,
  goOn,
  logIn,
  moveClock,
  PHONE,
  settled,
  stepOf,
  until,
  visit,
} from "./driver.ts";
import { PEOPLE_PASSWORD } from "./people.ts";
import { type Portal, startPortal } from "./portal.ts";
import { closeWindows, sharedBrowser } from "./shared.ts";
import { publish } from "./staff-calls.ts";

const ROOT = resolve(import.meta.dirname, "..", "..");

let browser: Browser;
let portal: Portal;
beforeAll(async () => {
  [browser, portal] = await Promise.all([sharedBrowser(), startPortal({ brand: "saphan" })]);
  await moveClock(portal.origin, "2026-11-24T10:00");
});
afterAll(async () => {
  await closeWindows();
  await portal.stop();
});

test("a published new minimum reaches the open page as data, without a rebuild", async () => {
  const she = await visit(browser, { origin: portal.origin, lng: "th", viewport: PHONE });
  await logIn(she.page, "investor@saphan.example", PEOPLE_PASSWORD);
  await she.page.goto("/invest?strategy=M-STABLE");
  await arrive(she.page, "choose");
  await fill(she.page, { "/strategy": { choice: 4 } });
  await goOn(she.page);
  await arrive(she.page, "amount");
  await fill(she.page, { "/amount": "15000" });
  // A mark on the page proves that it is not reloaded: a reload would remove the mark.
  await she.page.evaluate(() => Object.assign(globalThis, { neverReloaded: true }));

  await publish(portal.origin, "invest", changedMinimum());

  expect(
    await until(
      she.page,
      async () => asShown("20,000 บาท").test(await she.page.locator("main").innerText()),
      15_000,
    ),
  ).toBe(true);
  expect(await she.page.evaluate(() => "neverReloaded" in globalThis)).toBe(true);
  expect(await she.page.locator('[id="f/amount"]').inputValue()).toBe("15,000");
  await she.page.locator(".dock button.btn--main").click();
  await she.page.locator(".errsum").waitFor();
  expect(stepOf(she.page)).toBe("amount");
  await fill(she.page, { "/amount": "20000" });
  await goOn(she.page);
  expect(stepOf(she.page)).not.toBe("amount");
  expect(she.faults).toEqual([]);
  await she.context.close();
});

test("a question added to the suitability test appears on the open page and in instances that began earlier", async () => {
  const she = await visit(browser, { origin: portal.origin, lng: "en", viewport: PHONE });
  await logIn(she.page, "investor@saphan.example", PEOPLE_PASSWORD);
  await she.page.goto("/flows/suitability");
  await until(she.page, () => stepOf(she.page) !== null, 20_000);
  const fillings = await kycFillings();
  for (let screens = 0; screens < 12 && stepOf(she.page) !== "reaction-to-loss"; screens += 1) {
    await fill(she.page, fillings[stepOf(she.page) ?? ""] ?? {});
    await goOn(she.page);
  }
  await arrive(she.page, "reaction-to-loss");
  await fill(she.page, { "/reactionToLoss": { choice: 2 } });

  await publish(portal.origin, "suitability", addedQuestion());

  await she.page.getByText("Could you leave this money for five years?").waitFor({ timeout: 15_000 });
  expect(await she.page.locator('[id="f/reactionToLoss"] input').nth(2).isChecked()).toBe(true);
  await she.page.locator(".dock button.btn--main").click();
  await she.page.locator(".errsum").waitFor();
  await fill(she.page, { "/couldLeaveIt": { choice: 0 } });
  await goOn(she.page);
  expect(stepOf(she.page)).toBe("fx-risk");
  await settled(she.page);
  expect(she.faults).toEqual([]);
  await she.context.close();
});

test("an invalid change is rejected, and the message states the fault, its place and the correction", async () => {
  const rule = json("flows/invest/rules/minimum.json") as { must: { logic: unknown }[] };
  const broken = structuredClone(rule);
  if (broken.must[0]) broken.must[0].logic = { ">=": [{ var: "answers.amount.amuont" }, "20000.00"] };
  await expect(
    publish(portal.origin, "invest", { "flows/invest/rules/minimum.json": broken }),
  ).rejects.toThrow(/definition-unsound[\s\S]*amuont[\s\S]*mend/);
});

const MINIMUM = "flows/invest/rules/minimum.json";
const AMOUNT_INTRO = ["invest", "amount", "intro"];

function introNow(): { readonly th: string; readonly en: string } {
  const of = (lng: Language) =>
    AMOUNT_INTRO.reduce<unknown>(
      (at, name) => (at as Record<string, unknown>)[name],
      json(`locales/${lng}/order.json`),
    ) as string;
  return { th: of("th"), en: of("en") };
}

test("operations proposes a change, compliance approves exactly what it sees, and the evidence can be downloaded and checked", async () => {
  // The gate would reject the change if a text still named another minimum.
  await publish(portal.origin, "invest", withText("order", AMOUNT_INTRO, introNow()));
  const operations = await visit(browser, { origin: portal.origin, lng: "en", viewport: DESKTOP });
  await logIn(operations.page, "operations@saphan.example", PEOPLE_PASSWORD);
  await operations.page.goto("/staff/definitions/propose");
  await operations.page.locator("#propose-flow").selectOption("invest");
  await operations.page.locator(".filelist button", { hasText: "minimum.json" }).click();
  const editor = operations.page.locator("#propose-content");
  const { [MINIMUM]: changed } = changedMinimum("30000.00") as { [MINIMUM]: unknown };

  await editor.fill("{");
  await operations.page.locator("#propose-content-error").waitFor();
  expect(await operations.page.locator("button.btn--main").isDisabled()).toBe(true);
  const unsound = JSON.parse(
    JSON.stringify(changed).replaceAll("answers.amount.amount", "answers.amount.amuont"),
  );
  await editor.fill(JSON.stringify(unsound, null, 2));
  await operations.page.locator("button.btn--main").click();
  await operations.page.locator(".finding").first().waitFor();
  expect(await operations.page.locator(".finding").first().innerText()).toContain("minimum.json");
  await operations.look("unsound");

  await editor.fill(JSON.stringify(changed, null, 2));
  await operations.page.locator("#propose-note").fill("A higher minimum for the first time");
  await operations.page.locator("button.btn--main").click();
  await until(operations.page, () => /definitions\/[0-9a-f-]{36}$/.test(operations.page.url()), 20_000);
  const proposal = new URL(operations.page.url()).pathname;
  await operations.page.getByText(said("en", "decide.own")).waitFor();
  expect(await operations.page.getByRole("button", { name: said("en", "decide.approve") }).count()).toBe(0);
  await operations.look("own proposal");

  const compliance = await visit(browser, { origin: portal.origin, lng: "th", viewport: PHONE });
  await logIn(compliance.page, "compliance@saphan.example", PEOPLE_PASSWORD);
  await compliance.page.goto("/staff/definitions");
  await compliance.look("versions");
  await compliance.page.locator(`a[href="${proposal}"]`).first().click();
  const approve = compliance.page.getByRole("button", { name: said("th", "decide.approve") });
  await approve.waitFor();
  const page = await compliance.page.locator("main").innerText();
  // The page shows the clause's current text, a person who fails because of the clause, and its author.
  expect(page).toMatch(asShown("30,000.00 บาท"));
  expect(page).toMatch(said("th", "answer.no"));
  expect(page).toContain("operations@saphan.example");
  await compliance.look("a change and to whom");
  await compliance.page.getByRole("button", { name: said("th", "decide.refuse") }).click();
  await compliance.page.getByText(said("th", "decide.reasonNeeded")).waitFor();

  // An approval of any evidence except the stored one is refused.
  const sent: string[] = [];
  let forge = true;
  await compliance.page.route("**/approve", async (route) => {
    const body = route.request().postDataJSON() as { evidence: string };
    sent.push(body.evidence);
    const evidence = forge ? "0".repeat(64) : body.evidence;
    forge = false;
    await route.continue({ postData: JSON.stringify({ ...body, evidence }) });
  });
  await approve.click();
  await compliance.page.getByText(said("th", "decide.again")).waitFor();
  await compliance.page.locator("#decision-reason").fill("ตรวจแล้ว");
  await approve.click();
  await compliance.page.getByText(said("th", "decide.published")).waitFor();
  expect(sent).toHaveLength(2);

  // A later version replaces this one, whose evidence can still be downloaded in full and checked without the
  // portal.
  await publish(portal.origin, "invest", changedMinimum("20000.00"));
  await operations.page.goto(proposal);
  const [download] = await Promise.all([
    operations.page.waitForEvent("download"),
    operations.page.getByRole("button", { name: said("en", "proof.download") }).click(),
  ]);
  const file = JSON.parse(readFileSync(await download.path(), "utf8")) as Json;
  const report = checkEvidence(file);
  expect(report?.checks.filter(({ answer }) => answer !== "holds").map(({ what }) => what)).toEqual(["key"]);
  if (report?.said.kind !== "proposal") throw new Error("no proposal");
  expect(report.said.stored.proposal.hash).toBe(sent[0]);
  expect(report.said.stored.approval?.content.note).toBe("ตรวจแล้ว");
  await operations.look("a past version");

  // A rollback is a proposal like any other.
  await operations.page.getByRole("button", { name: said("en", "history.back") }).click();
  await operations.page.locator(".sheet button.btn--main").click();
  await until(operations.page, () => !operations.page.url().endsWith(proposal), 20_000);
  await operations.page.getByText(said("en", "who.restores")).waitFor();
  const back = new URL(operations.page.url()).pathname;
  await compliance.page.goto(back);
  await compliance.page.locator("#decision-reason").fill("ยังไม่ถึงเวลา");
  await compliance.page.getByRole("button", { name: said("th", "decide.refuse") }).click();
  await compliance.page.getByText(said("th", "decide.refused")).waitFor();
  expect([...operations.faults, ...compliance.faults]).toEqual([]);
  await Promise.all([operations.context.close(), compliance.context.close()]);
});

test("compliance returns a change to its author, who corrects it, and it is published at the scheduled time", async () => {
  const operations = await visit(browser, {
    origin: portal.origin,
    lng: "th",
    viewport: DESKTOP,
    series: "studio-review",
  });
  await logIn(operations.page, "operations@saphan.example", PEOPLE_PASSWORD);
  const her = operations.page;
  const write = async (title: string, reason: string) => {
    await her.locator("#t-title-en").fill(title);
    await her.locator(".studioacts .btn--main:enabled").click({ timeout: 30_000 });
    await her.locator("#hand-in-reason").fill(reason);
    await her.locator("dialog .btn--main").click();
    await her.waitForURL(/\/staff\/definitions\/[0-9a-f-]{36}$/, { timeout: 30_000 });
  };
  await her.goto("/studio/flows/contact-back?step=contact");
  await her.locator("#t-title-en").waitFor({ timeout: 30_000 });
  await write("Shall we phone?", "People ask what happens next");
  // The author's own change has no button to approve it.
  await her.getByText(said("th", "decide.own")).waitFor();
  expect(await her.getByRole("button", { name: said("th", "decide.approve") }).count()).toBe(0);
  await her.goto("/studio/changes");
  await her.locator(".studiorow").first().click();
  await her.waitForURL(/\/studio\/changes\/[0-9a-f-]{36}$/);
  const change = new URL(her.url()).pathname;

  const compliance = await visit(browser, {
    origin: portal.origin,
    lng: "en",
    viewport: PHONE,
    series: "studio-review",
  });
  const his = compliance.page;
  await logIn(his, "compliance@saphan.example", PEOPLE_PASSWORD);
  await his.goto(change);
  const sendBack = his.getByRole("button", { name: said("en", "changes.decide.sendBack", "studio") });
  await sendBack.click();
  await his.locator("#decision-reason-error").waitFor();
  await his.locator("#decision-reason").fill("Say “call”, as the other pages do");
  await compliance.look("send back");
  await sendBack.click();
  await his
    .getByText(said("en", "changes.status.sent-back", "studio"))
    .first()
    .waitFor();

  // The first page of the studio leads the author back into the same draft, which still has the edit.
  await her.goto("/studio");
  await her.locator(".draftrow .btn").first().click();
  await her.waitForURL(/\/studio\/flows\/contact-back\?change=/);
  await her.locator("#t-title-en").waitFor({ timeout: 30_000 });
  expect(await her.locator("#t-title-en").inputValue()).toBe("Shall we phone?");
  await write("Shall we call you?", "“Call”, as asked");
  await operations.look("handed in again");

  await his.reload();
  const later = his.locator("details.later");
  await later.locator("summary").click();
  await his.locator("#decision-reason").fill("Read on both screens");
  await later.getByRole("button").click();
  await his.locator("#decision-at-error").waitFor();
  // The scheduled time is in Bangkok, as on the business clock, which other tests may have moved.
  const { now } = (await (await fetch(`${portal.origin}/api/dev/clock`)).json()) as { now: string };
  const day = now.slice(0, 10);
  await his.locator("#decision-at").fill("2020-01-06T08:00");
  await later.getByRole("button").click();
  await his
    .locator("#decision-at-error")
    .getByText(said("en", "errors.schedule-moment", "warning"))
    .waitFor();
  await his.locator("#decision-at").fill(`${day}T23:40`);
  await compliance.look("schedule");
  await later.getByRole("button").click();
  await his
    .getByText(said("en", "changes.status.scheduled", "studio"))
    .first()
    .waitFor();

  const visitor = await visit(browser, { origin: portal.origin, lng: "en", viewport: PHONE });
  await visitor.page.goto("/contact");
  const title = visitor.page.getByText("Shall we call you?");
  await arrive(visitor.page, "contact");
  expect(await title.count()).toBe(0);
  await moveClock(portal.origin, `${day}T23:41`);
  await title.first().waitFor({ timeout: 60_000 });
  expect([...operations.faults, ...compliance.faults, ...visitor.faults]).toEqual([]);
  await Promise.all([operations.context.close(), compliance.context.close(), visitor.context.close()]);
});

test("two people turn a feature switch off, roll a flow back, and verify the flow's evidence outside the portal", async () => {
  const investor = await visit(browser, { origin: portal.origin, lng: "en", viewport: PHONE });
  await logIn(investor.page, "investor@saphan.example", PEOPLE_PASSWORD);
  await investor.page.goto("/flows/switch");
  const noUnits = investor.page.getByText("You do not hold any units yet");
  await noUnits.waitFor();

  const operations = await visit(browser, { origin: portal.origin, lng: "th", viewport: PHONE });
  await logIn(operations.page, "operations@saphan.example", PEOPLE_PASSWORD);
  const her = operations.page;
  await her.goto("/studio/switches");
  const row = her.locator('[data-switch="switching"]');
  await row.locator("summary").click();
  await row.locator(".switchmore .btn--main").click();
  await row.locator("select").selectOption("off");
  await row.locator("textarea").fill("พักการสับเปลี่ยนจนกว่าจะตรวจเสร็จ");
  await row.locator("button[type=submit]").click();
  const own = her.locator('[data-change="switching"]');
  await own.waitFor();
  // The author can withdraw the proposal, and has no other button.
  expect(await own.getByRole("button").allInnerTexts()).toEqual(["ถอน"]);
  await operations.look("switch off proposed");

  const colleague = await visit(browser, { origin: portal.origin, lng: "en", viewport: DESKTOP });
  await logIn(colleague.page, "operations2@saphan.example", PEOPLE_PASSWORD);
  const his = colleague.page;
  await his.goto("/studio/switches");
  const waiting = his.locator('[data-change="switching"]');
  await waiting.locator("textarea").fill("Agreed with compliance");
  await waiting.locator("button[type=submit]").click();
  await waiting.waitFor({ state: "detached" });
  await noUnits.waitFor({ state: "detached", timeout: 20_000 });
  await investor.look("switching is off");

  // A visitor's open page shows the new title, and after the rollback the previous one again.
  const visitor = await visit(browser, { origin: portal.origin, lng: "en", viewport: PHONE });
  await visitor.page.goto("/contact");
  await arrive(visitor.page, "contact");
  const heading = visitor.page.getByRole("heading", { level: 1 });
  const before = await heading.innerText();
  const title = { th: "ให้เราโทรหาคุณไหม", en: "May we phone you?" };
  await publish(
    portal.origin,
    "contact-back",
    withText("about", ["contact-back", "contact", "title"], title),
  );
  await visitor.page.getByText(title.en).first().waitFor({ timeout: 15_000 });

  await his.goto("/staff/definitions");
  await his.locator('main a[href^="/staff/definitions/"]:not([href$="/propose"])').first().click();
  await his.getByRole("heading", { name: said("en", "history.title") }).waitFor();
  await his.locator(".historyline a").first().click();
  await his.getByRole("button", { name: said("en", "history.back") }).click();
  const older = new URL(his.url()).pathname;
  await his.locator(".sheet button.btn--main").click();
  await until(his, () => !his.url().endsWith(older), 20_000);
  await his.getByText(said("en", "who.restores")).waitFor();
  const proposal = new URL(his.url()).pathname;

  const compliance = await visit(browser, { origin: portal.origin, lng: "th", viewport: PHONE });
  await logIn(compliance.page, "compliance@saphan.example", PEOPLE_PASSWORD);
  await compliance.page.goto(proposal);
  await compliance.page.locator("#decision-reason").fill("กลับไปใช้ข้อความเดิม");
  await compliance.look("back to a version");
  await compliance.page.getByRole("button", { name: said("th", "decide.approve") }).click();
  await compliance.page.getByText(said("th", "decide.published")).waitFor();
  await visitor.page.getByText(before).first().waitFor({ timeout: 15_000 });
  expect(await visitor.page.getByText(title.en).count()).toBe(0);

  const [download] = await Promise.all([
    compliance.page.waitForEvent("download"),
    compliance.page.getByRole("button", { name: said("th", "proof.download") }).click(),
  ]);
  const evidence = await download.path();
  const verified = await runNamed("evidence", evidence, "--lang", "en");
  expect(verified).toMatchObject({ code: 0, errors: "" });
  expect(verified.out).toContain(`${title.en} → ${before}`);
  expect(verified.out).toContain("กลับไปใช้ข้อความเดิม");
  const faults = [investor, operations, colleague, visitor, compliance].flatMap((one) => one.faults);
  expect(faults).toEqual([]);
  await Promise.all(
    [investor, operations, colleague, visitor, compliance].map(({ context }) => context.close()),
  );
});

test("support sees the requirements that an investor has not met, in the investor's words, and nothing else", async () => {
  const support = await visit(browser, { origin: portal.origin, lng: "en", viewport: PHONE });
  await logIn(support.page, "support@saphan.example", PEOPLE_PASSWORD);
  await support.page.goto("/staff/able-to-invest");
  for (const [find, expected] of [
    ["nobody@saphan.example", said("en", "explain.nobody", "staff")],
    ["investor@saphan.example", said("en", "explain.able", "staff")],
    ["fresh@saphan.example", said("en", "explain.mend", "staff")],
  ] as const) {
    await support.page.locator("#find-person").fill(find);
    await support.page.locator("form button").click();
    await support.page.getByText(expected).first().waitFor();
    await support.look(`looked up ${find}`);
  }
  expect(support.faults).toEqual([]);
  await support.context.close();
});

/** Returns a text of the definitions' pages, or of another namespace, in one language. */
function said(lng: Language, key: string, namespace = "definition"): RegExp {
  return asShown(
    key
      .split(".")
      .reduce<unknown>(
        (at, name) => (at as Record<string, unknown>)[name],
        json(`locales/${lng}/${namespace}.json`),
      ) as string,
  );
}

/** Changes the minimum of a first investment: rule, cases, and the text on the page. */
function changedMinimum(least = "20000.00"): Record<string, unknown> {
  const rule = json("flows/invest/rules/minimum.json") as {
    must: { id: string; logic: unknown }[];
    cases: unknown[];
  };
  const first = rule.must.find((clause) => clause.id === "first");
  if (first)
    first.logic = {
      or: [{ var: "facts.holding.has" }, { ">=": [{ var: "answers.amount.amount" }, least] }],
    };
  const [baht = ""] = least.split(".");
  const under = `${Number(baht) - 1}.99`;
  const given = (amount: string) => ({
    facts: { strategy: { minFirst: "10000.00", minNext: "10000.00" }, holding: { has: false } },
    answers: { amount: { amount } },
  });
  rule.cases = [
    { why: "one satang under", given: given(under), expect: false },
    { why: "exactly the minimum", given: given(least), expect: true },
    { why: "one satang over", given: given(`${baht}.01`), expect: true },
  ];
  return {
    [MINIMUM]: rule,
    ...withText("order", AMOUNT_INTRO, {
      th: "ครั้งแรกขั้นต่ำ 20,000 บาท",
      en: "At least 20,000 baht the first time",
    }),
  };
}

function addedQuestion(): Record<string, unknown> {
  const schema = json("schemas/suitability/reaction-to-loss.json") as {
    properties: Record<string, unknown>;
    required: string[];
  };
  schema.properties.couldLeaveIt = { type: "boolean" };
  schema.required.push("couldLeaveIt");
  const flow = json("flows/suitability/flow.json") as {
    steps: Record<string, { ui?: Record<string, unknown>; shows?: string[] }>;
  };
  flow.steps.result?.shows?.push("answers.reaction-to-loss.couldLeaveIt");
  const step = flow.steps["reaction-to-loss"];
  if (step) step.ui = { ...step.ui, couldLeaveIt: { widget: "yes-no" } };
  return {
    "schemas/suitability/reaction-to-loss.json": schema,
    "flows/suitability/flow.json": flow,
    // The step uses the texts of verification until it has texts of its own.
    ...withText("kyc", ["suitability", "reaction-to-loss"], {
      th: {
        ...verificationWords("th"),
        couldLeaveIt: {
          label: "ปล่อยเงินก้อนนี้ไว้ 5 ปีได้ไหม",
          options: { true: "ได้", false: "ไม่ได้" },
          errors: { required: "เลือกคำตอบหนึ่งข้อ" },
        },
      },
      en: {
        ...verificationWords("en"),
        couldLeaveIt: {
          label: "Could you leave this money for five years?",
          options: { true: "Yes", false: "No" },
          errors: { required: "Please choose one" },
        },
      },
    }),
  };
}

function verificationWords(lng: Language): object {
  return (json(`locales/${lng}/kyc.json`) as { kyc: { "reaction-to-loss": object } }).kyc["reaction-to-loss"];
}

function withText(
  namespace: string,
  path: readonly string[],
  words: { readonly th: unknown; readonly en: unknown },
): Record<string, unknown> {
  const files: Record<string, unknown> = {};
  for (const lng of LANGUAGES) {
    const file = `locales/${lng}/${namespace}.json`;
    const texts = json(file) as Record<string, unknown>;
    let at = texts;
    for (const key of path.slice(0, -1)) at = at[key] as Record<string, unknown>;
    at[path.at(-1) ?? ""] = words[lng];
    files[file] = texts;
  }
  return files;
}

function json(path: string): unknown {
  return JSON.parse(readFileSync(join(ROOT, path), "utf8"));
}
