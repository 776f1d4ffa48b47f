import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser } from "../support/browser.ts";
import { kycFillings } from "./chain.ts";
import {
  arrive,
  fill,
  goOn,
  leave,
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
import { publish } from "./staff-calls.ts";

const ROOT = resolve(import.meta.dirname, "..", "..");

let browser: Browser;
let portal: Portal;
beforeAll(async () => {
  [browser, portal] = await Promise.all([launchBrowser(), startPortal({ brand: "saphan" })]);
  await moveClock(portal.origin, "2026-11-24T10:00");
});
afterAll(async () => {
  await browser.close();
  await portal.stop();
});

test("a published minimum reaches the page that is open, in data only, without a rebuild", async () => {
  const she = await visit(browser, { origin: portal.origin, lng: "th", viewport: PHONE });
  await logIn(she.page, "investor@saphan.example", PEOPLE_PASSWORD);
  await she.page.goto("/invest?strategy=M-STABLE");
  await arrive(she.page, "choose");
  await fill(she.page, { "/strategy": { choice: 4 } });
  await goOn(she.page);
  await arrive(she.page, "amount");
  await fill(she.page, { "/amount": "15000" });
  // The page is marked: a reload would lose the mark.
  await she.page.evaluate(() => Object.assign(globalThis, { neverReloaded: true }));

  await publish(portal.origin, "invest", changedMinimum());

  expect(
    await until(
      she.page,
      async () => shown(await she.page.locator("main").innerText()).includes("20,000 บาท"),
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

test("a question added to the suitability test shows on the open page, and an instance opened before follows", async () => {
  const she = await visit(browser, { origin: portal.origin, lng: "en", viewport: PHONE });
  await logIn(she.page, "fresh@saphan.example", PEOPLE_PASSWORD);
  await she.page.goto("/kyc");
  await until(she.page, () => stepOf(she.page) !== null, 20_000);
  const fillings = await kycFillings();
  const working = new Set(["documents", "liveness", "dopa"]);
  for (let screens = 0; screens < 40 && stepOf(she.page) !== "reaction-to-loss"; screens += 1) {
    const step = stepOf(she.page) ?? "";
    if (working.has(step)) await leave(she.page, step);
    else {
      await fill(she.page, fillings[step] ?? {});
      await goOn(she.page);
    }
  }
  await arrive(she.page, "reaction-to-loss");
  await fill(she.page, { "/reactionToLoss": { choice: 2 } });

  await publish(portal.origin, "kyc", addedQuestion());

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

test("an unsound change is refused with what is wrong, where, and how to mend it", async () => {
  const rule = json("flows/invest/rules/minimum.json") as { must: { logic: unknown }[] };
  const broken = structuredClone(rule);
  if (broken.must[0]) broken.must[0].logic = { ">=": [{ var: "answers.amount.amuont" }, "20000.00"] };
  await expect(
    publish(portal.origin, "invest", { "flows/invest/rules/minimum.json": broken }),
  ).rejects.toThrow(/definition-unsound[\s\S]*amuont[\s\S]*mend/);
});

/** A text without the spaces that keep numbers and their units on one line. */
function shown(text: string): string {
  return text.replaceAll("\u00a0", " ");
}

/** The minimum of a first investment becomes 20,000 baht: rule, its cases, and the sentence on the page. */
function changedMinimum(): Record<string, unknown> {
  const rule = json("flows/invest/rules/minimum.json") as {
    must: { id: string; logic: unknown }[];
    cases: unknown[];
  };
  const first = rule.must.find((clause) => clause.id === "first");
  if (first)
    first.logic = {
      or: [{ var: "facts.holding.has" }, { ">=": [{ var: "answers.amount.amount" }, "20000.00"] }],
    };
  const given = (amount: string) => ({
    facts: { strategy: { minFirst: "10000.00", minNext: "10000.00" }, holding: { has: false } },
    answers: { amount: { amount } },
  });
  rule.cases = [
    { why: "one satang under", given: given("19999.99"), expect: false },
    { why: "exactly the minimum", given: given("20000.00"), expect: true },
    { why: "one satang over", given: given("20000.01"), expect: true },
  ];
  return {
    "flows/invest/rules/minimum.json": rule,
    ...withText("order", ["invest", "amount", "intro"], {
      th: "ครั้งแรกขั้นต่ำ 20,000 บาท",
      en: "At least 20,000 baht the first time",
    }),
  };
}

function addedQuestion(): Record<string, unknown> {
  const schema = json("schemas/kyc/reaction-to-loss.json") as {
    properties: Record<string, unknown>;
    required: string[];
  };
  schema.properties.couldLeaveIt = { type: "boolean" };
  schema.required.push("couldLeaveIt");
  const flow = json("flows/kyc/flow.json") as { steps: Record<string, { ui?: Record<string, unknown> }> };
  const step = flow.steps["reaction-to-loss"];
  if (step) step.ui = { ...step.ui, couldLeaveIt: { widget: "yes-no" } };
  return {
    "schemas/kyc/reaction-to-loss.json": schema,
    "flows/kyc/flow.json": flow,
    ...withText("kyc", ["kyc", "reaction-to-loss", "couldLeaveIt"], {
      th: {
        label: "ปล่อยเงินก้อนนี้ไว้ 5 ปีได้ไหม",
        options: { true: "ได้", false: "ไม่ได้" },
        errors: { required: "เลือกคำตอบหนึ่งข้อ" },
      },
      en: {
        label: "Could you leave this money for five years?",
        options: { true: "Yes", false: "No" },
        errors: { required: "Please choose one" },
      },
    }),
  };
}

function withText(
  namespace: string,
  path: readonly string[],
  words: { readonly th: unknown; readonly en: unknown },
): Record<string, unknown> {
  const files: Record<string, unknown> = {};
  for (const lng of ["th", "en"] as const) {
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
