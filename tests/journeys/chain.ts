import { readFile } from "node:fs/promises";
import type { Browser, Page } from "playwright";
import { extractText, getDocumentProxy } from "unpdf";
import type { Language } from "../../engine/values/languages.ts";
import commonEn from "../../locales/en/common.json" with { type: "json" };
import commonTh from "../../locales/th/common.json" with { type: "json" };
import { newNationalId } from "../support/national-id.ts";
import {
  arrive,
  type Fillings,
  fill,
  goOn,
  leave,
  logIn,
  mailTo,
  moveClock,
  newestMail,
  says,
  settled,
  stepOf,
  until,
  type Viewport,
  type Visitor,
  visit,
} from "./driver.ts";
import { INVESTOR_PIN, PEOPLE_PASSWORD } from "./people.ts";
import { cardPicture, facePicture } from "./pictures.ts";

const COMMON = { th: commonTh, en: commonEn };
const PASSWORD = "Bridge!42x";
const PIN = "482915";

/** Results of the chain of journeys, which the test compares. */
export type ChainResult = {
  readonly faults: readonly string[];
  /** Number of allotted units as the overview shows it. */
  readonly units: string;
  readonly reference: string;
  readonly navDate: string;
  readonly mails: readonly { readonly template: string; readonly language: string }[];
};

/**
 * Walks the main journey from the first page to the allotted units.
 *
 * A new investor registers, confirms the e-mail, logs in, verifies the identity in seven steps, is approved,
 * sets a PIN, invests 10,000 baht in M-BTCA, and sees units the next business day. With `from: "verified"`
 * the demo investor, who is verified and has a PIN, starts at the investment.
 */
export async function walkTheChain(
  browser: Browser,
  options: {
    readonly origin: string;
    readonly lng: Language;
    readonly viewport: Viewport;
    readonly series: string;
    readonly from: "first-page" | "verified";
    /**
     * Question that operations added to the verification: its answers by step, and what compliance read of
     * them.
     */
    readonly added?: {
      readonly fillings: Readonly<Record<string, Fillings>>;
      readonly reads: readonly string[];
    };
  },
): Promise<ChainResult> {
  const { origin, from } = options;
  const email = from === "verified" ? "investor@saphan.example" : "kanchanok.w@example.com";
  const she = await visit(browser, options);
  const staff: Visitor[] = [];
  const colleague = async (name: string): Promise<Visitor> => {
    const visitor = await visit(browser, { ...options, series: `${options.series}-staff` });
    staff.push(visitor);
    await logIn(visitor.page, `${name}@saphan.example`, PEOPLE_PASSWORD);
    return visitor;
  };
  const day = await nextDealingDay(origin);
  await moveClock(origin, `${day.navDate}T10:00`);

  if (from === "first-page") {
    await register(she, email);
    await confirmEmail(she, options, email);
    await logIn(she.page, email, PASSWORD);
    await she.look("overview-new");
    const { fillings = {}, reads = [] } = options.added ?? {};
    await verifyIdentity(she, origin, email, { fillings: withMore(await kycFillings(), fillings) });
    await approve(await colleague("compliance"), email, reads);
    await setPin(she);
  } else {
    await logIn(she.page, email, PEOPLE_PASSWORD);
    await chooseStrategy(she);
  }
  const { reference } = await invest(she, from === "verified" ? INVESTOR_PIN : PIN);

  await moveClock(origin, `${day.navDate}T18:00`);
  await enterNav(await colleague("finance"), day.navDate);
  await approveNav(await colleague("finance2"), day.navDate);
  await moveClock(origin, `${day.allotmentDate}T09:00`);
  await mailTo(origin, email, "order-allotted");
  const units = await seeUnits(she);

  const answer = await fetch(`${origin}/api/dev/mailbox?to=${encodeURIComponent(email)}&limit=100`);
  const { messages } = (await answer.json()) as { messages: { template: string; language: string }[] };
  const faults = [she, ...staff].flatMap((visitor) => visitor.faults);
  for (const visitor of [she, ...staff]) await visitor.context.close();
  return { faults, units, reference, navDate: day.navDate, mails: messages };
}

async function nextDealingDay(origin: string): Promise<{ navDate: string; allotmentDate: string }> {
  const answer = await fetch(`${origin}/api/strategies`);
  const { dealing } = (await answer.json()) as { dealing: { navDate: string; allotmentDate: string } };
  return dealing;
}

async function register({ page, look }: Visitor, email: string): Promise<void> {
  await page.goto("/");
  await look("home");
  // A visitor reads, views a strategy and compares before opening an account.
  await page.locator('main a[href*="/articles/"]').first().click();
  await page.locator("article h1").waitFor();
  await page.goBack();
  await page.locator('main a[href$="/strategies/M-BTCA"]').first().click();
  await page.locator(".sketchline").waitFor();
  await page.locator('main a[href*="/strategies/compare?"]').click();
  await page.locator("table.compare").waitFor();
  await page.locator("header .mark").click();
  await page.locator('a[href="/invest/register"]').first().click();
  await arrive(page, "account");
  await page.locator(".dock button.btn--main").click();
  await page.locator(".errsum, [role=alert]").first().waitFor();
  await look("sign-up-errors");
  await fill(page, { "/customerType": { choice: 0 }, "/email": email, "/saleCode": "welcome1" });
  await look("sign-up-account");
  await goOn(page);
  await fill(page, {
    "/password": PASSWORD,
    "/confirmPassword": PASSWORD,
    "/consents/privacy": { tick: true },
    "/consents/terms": { tick: true },
    "/consents/publicity": { tick: true },
  });
  await look("sign-up-password");
  await goOn(page);
  await look("sign-up-sent");
}

async function confirmEmail(
  { page, look }: Visitor,
  { origin, lng }: { readonly origin: string; readonly lng: Language },
  email: string,
): Promise<void> {
  const mail = await mailTo(origin, email, "confirm-email");
  const link = /https?:\/\/\S+/.exec(mail.body)?.[0];
  if (link === undefined) throw new Error(`The confirmation has no link:\n${mail.body}`);
  await page.goto(`/dev/mailbox?to=${encodeURIComponent(email)}`);
  await settled(page);
  await look("mailbox");
  await page.goto(link);
  // The message is shown for five seconds in a toast, and permanently on the page.
  await says(page, COMMON[lng].verify.done);
  await look("email-confirmed");
}

/** Returns the KYC screens with their answers; screens without input are passed. */
export async function kycFillings(): Promise<Readonly<Record<string, Fillings>>> {
  const yes = { choice: 0 };
  const no = { choice: 1 };
  return {
    biometrics: { "/accepted": { tick: true } },
    "card-front": { "/cardFront": { file: await cardPicture("front") } },
    "card-back": { "/cardBack": { file: await cardPicture("back") } },
    selfie: { "/selfie": { file: await facePicture() } },
    general: {
      // One ID card opens only one account, so each run needs a new card number.
      "/nationalId": newNationalId(),
      "/cardHasLaserCode": yes,
      "/laserCode": "JT0123456789",
      "/nameTitle": { choice: 2 },
      "/firstNameTh": "กานต์ชนก",
      "/lastNameTh": "วัฒนไพศาลกิจ",
      "/firstNameEn": "Kanchanok",
      "/lastNameEn": "Wattanaphaisankit",
      "/birthDate": "01/04/2533",
    },
    contact: {
      "/phone": "0812345678",
      "/address/no": "99/1",
      "/address/subDistrict": "ปทุมวัน",
      "/address/district": "ปทุมวัน",
      "/address/province": "กรุงเทพมหานคร",
      "/address/postalCode": "10330",
    },
    work: { "/occupation": { choice: 1 }, "/incomeLevel": { choice: 3 }, "/incomeSources": { choices: [0] } },
    aml: {
      "/politicalRelatedPerson": no,
      "/committedMoneyLaundering": no,
      "/rejectFinancialTransaction": no,
      "/beneficialOwnerSelf": yes,
      "/controllerSelf": yes,
    },
    interests: { "/strategies": { choices: [0, 1] }, "/depositMethods": { choices: [0] } },
    "digital-id": { "/useDigitalId": yes },
    "digital-id-bank": { "/bank": { choice: 1 } },
    "fixed-expenses": { "/fixedExpenses": { choice: 1 } },
    "financial-position": { "/financialPosition": { choice: 2 } },
    experience: { "/experience": { choices: [0, 1] } },
    horizon: { "/horizon": { choice: 2 } },
    "risk-ability": { "/riskAbility": { choice: 1 } },
    "return-chart": { "/returnChart": { choice: 2 } },
    feeling: { "/feeling": { choice: 2 } },
    "intolerable-drop": { "/intolerableDrop": { choice: 1 } },
    "reaction-to-loss": { "/reactionToLoss": { choice: 2 } },
    "fx-risk": { "/canAcceptFxRisk": yes },
    "digital-asset-risk": { "/canAcceptDigitalAssetRisk": yes },
    "us-person": { "/isUsCitizen": no, "/isGreenCardHolder": no, "/isUsTaxResident": no },
    "us-indicia": {
      "/bornInUsRenounced": no,
      "/usAddress": no,
      "/usPhone": no,
      "/usStandingInstruction": no,
      "/usPowerOfAttorney": no,
      "/usHoldMail": no,
    },
    "tax-residence": {
      "/placeOfBirthCountry": { choice: 0 },
      "/placeOfBirthCity": "กรุงเทพมหานคร",
      "/taxResidenceInCountriesOtherThanTheUS": no,
    },
    "fatca-declaration": { "/declared": { tick: true } },
    bank: { "/bank": { choice: 1 }, "/accountNumber": "1234567890", "/accountName": "กานต์ชนก วัฒนไพศาลกิจ" },
    contract: { "/accepted": { tick: true } },
  };
}

/** Steps at which the server works; the page then continues without a press. */
const SERVER_STEPS = new Set(["documents", "liveness", "dopa", "ndid", "submit"]);

/** Completes the verification from the current step; `fillings` replaces the answers of a valid applicant. */
export async function verifyIdentity(
  { page, look }: Pick<Visitor, "page" | "look">,
  origin: string,
  email: string,
  given: { readonly fillings?: Readonly<Record<string, Fillings>>; readonly mailAfter?: number } = {},
): Promise<void> {
  const fillings = given.fillings ?? (await kycFillings());
  await page.goto("/kyc");
  await until(page, () => stepOf(page) !== null, 20_000);
  for (let screens = 0; screens < 60; screens += 1) {
    const step = stepOf(page) ?? "";
    if (step === "done") break;
    if (step === "sign") {
      await look("kyc-sign");
      const after = given.mailAfter ?? 0;
      await askUntilSent(page, () => newestMail(origin, email, "otp", after));
      const mail = await mailTo(origin, email, "otp", after);
      await page.locator("#code").first().pressSequentially(codeOf(mail.body));
      await leave(page, "sign");
      continue;
    }
    // The server is working, and the page continues without a press.
    if (SERVER_STEPS.has(step)) {
      await leave(page, step);
      continue;
    }
    await fill(page, fillings[step] ?? {});
    // Tab leaves the last field, which closes its suggestions.
    await page.keyboard.press("Tab");
    await look(`kyc-${step}`);
    await goOn(page);
  }
  await arrive(page, "done");
  await look("kyc-done");
}

/**
 * Waits for the first code, which is sent automatically; a second code within a minute needs a press after
 * that minute.
 */
async function askUntilSent(page: Visitor["page"], sent: () => Promise<unknown>): Promise<void> {
  const resend = page.locator(".resend button");
  const isSent = async () => {
    if ((await sent()) !== null) return true;
    await page.waitForTimeout(1_000);
    if ((await sent()) !== null) return true;
    // The button may disappear meanwhile, because another code was sent.
    if (await resend.isVisible()) await resend.click({ timeout: 1_000 }).catch(() => {});
    return false;
  };
  await until(page, isSent, 90_000);
}

/** Returns the fillings with more fields added to the same steps. */
function withMore(
  fillings: Readonly<Record<string, Fillings>>,
  more: Readonly<Record<string, Fillings>>,
): Readonly<Record<string, Fillings>> {
  const steps = Object.entries(more).map(
    ([step, fields]) => [step, { ...fillings[step], ...fields }] as const,
  );
  return { ...fillings, ...Object.fromEntries(steps) };
}

async function approve({ page, look }: Visitor, email: string, reads: readonly string[]): Promise<void> {
  await page.goto("/staff/reviews");
  await settled(page);
  await look("reviews");
  await page.locator('a[href^="/staff/reviews/"]').last().click();
  await page.locator("h1").first().waitFor();
  await page.getByText(email).first().waitFor();
  await page.locator("img.photo").nth(2).waitFor();
  for (const text of reads) await page.getByText(text).first().waitFor();
  await look("review");
  await page.locator("main .btn--main").click();
  await page.locator("[data-toast]").first().waitFor();
}

async function chooseStrategy({ page, look }: Visitor): Promise<void> {
  await page.goto("/invest?strategy=M-BTCA");
  await arrive(page, "choose");
  await fill(page, { "/strategy": { choice: 0 } });
  await look("invest-choose");
  await goOn(page);
}

async function setPin(visitor: Visitor): Promise<void> {
  const { page, look } = visitor;
  await chooseStrategy(visitor);
  await arrive(page, "no-pin");
  await look("invest-no-pin");
  await page.locator('a[href^="/pin"], a[href^="/flows/pin"]').first().click();
  await arrive(page, "set");
  await fillPin(page, "/pin", PIN);
  await fillPin(page, "/confirmPin", PIN);
  await look("pin-set");
  await goOn(page);
  await look("pin-done");
}

async function fillPin(page: Visitor["page"], pointer: string, digits: string): Promise<void> {
  await page
    .locator(`[id="f${pointer}"], [id="f${pointer}-input"]`)
    .locator("input")
    .or(page.locator(`input[id="f${pointer}"]`))
    .first()
    .pressSequentially(digits);
}

async function invest({ page, look }: Visitor, pin: string): Promise<{ readonly reference: string }> {
  // The strategy was chosen earlier and is preselected.
  await page.goto("/invest");
  await arrive(page, "amount");
  await page.getByText("M-BTCA").first().waitFor();
  await fill(page, { "/amount": "9999" });
  await page.locator(".dock button.btn--main").click();
  await page.locator(".errsum, [role=alert]").first().waitFor();
  await look("invest-amount-under");
  await fill(page, { "/amount": "10000" });
  await page.keyboard.press("Tab");
  await page.waitForTimeout(300);
  await look("invest-amount");
  await goOn(page);
  await fill(page, { "/accepted": { tick: true } });
  await look("invest-acknowledge");
  await goOn(page);
  await fill(page, { "/method": { choice: 0 } });
  await look("invest-pay");
  await goOn(page);
  await look("invest-review");
  await goOn(page);
  await look("invest-pin");
  await page.locator("#code").first().pressSequentially(pin);
  await arrive(page, "paid");
  await look("invest-paid");
  const reference = /SP-[\w-]+|[A-Z]{2,}-\d{6}-\d+/.exec(await page.locator("main").innerText())?.[0] ?? "";
  await page.goto("/transactions");
  await settled(page);
  await look("transactions");
  await page.locator('main a[href^="/orders/"]').first().click();
  await page.locator(".tl").waitFor();
  await look("order");
  return { reference };
}

async function enterNav({ page, look }: Visitor, date: string): Promise<void> {
  await page.goto("/staff/nav");
  await settled(page);
  const rows = page.locator(".navrow");
  const count = await rows.count();
  for (let at = 0; at < count; at += 1) {
    const row = rows.nth(at);
    const before = /(\d+\.\d{4})/.exec(await row.innerText())?.[1] ?? "10.0000";
    await row.locator("input.num").fill(before);
    if (at === 0) await look("nav-enter");
    await row.locator("button[type=submit]").click();
    await row.locator("form").waitFor({ state: "detached" });
  }
  await look(`nav-entered`);
  if (!(await page.locator("#nav-date").inputValue()).startsWith(date.slice(8, 10)))
    throw new Error(`The NAV page stands at another day than ${date}`);
}

async function approveNav({ page, look }: Visitor, _date: string): Promise<void> {
  await page.goto("/staff/nav");
  await settled(page);
  await look("nav-approve");
  const buttons = page.locator(".navrow .btn--main");
  for (let left = await buttons.count(); left > 0; left -= 1) {
    await buttons.first().click();
    await until(page, async () => (await buttons.count()) < left, 20_000);
  }
  await look("nav-approved");
}

async function seeUnits({ page, look }: Visitor): Promise<string> {
  await page.goto("/overview");
  await page.locator('a[href^="/strategies/M-BTCA"]:visible').first().waitFor();
  await look("overview-invested");
  // The overview shows how many strategies the investor holds, and the order that bought the units.
  await page.locator(".homemain h2 .light", { hasText: /^1$/ }).waitFor();
  await page.locator(".homelatest .orders a[href^='/orders/']").first().waitFor();
  const text = await page.locator("main").innerText();
  const units = /(\d[\d,]*\.\d{4})/.exec(text)?.[1] ?? "";
  await page.goto("/transactions");
  await settled(page);
  await look("transactions-allotted");
  const note = await downloaded(page, ".history .more button");
  await page.goto("/statements");
  await page.locator("#from").waitFor();
  await look("statements");
  const statement = await downloaded(page, ".takeaway .btn--main");
  for (const read of [note, statement])
    if (!read.includes(units)) throw new Error(`A document does not say ${units}:\n${read}`);
  await page.goto("/transactions");
  await settled(page);
  await page.locator('main a[href^="/orders/"]').first().click();
  await page.locator(".tl").waitFor();
  await look("order-allotted");
  return units;
}

/** Returns the text of a PDF that a press saves, extracted by another program. */
async function downloaded(page: Page, button: string): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator(button).first().click()]);
  const pdf = await getDocumentProxy(new Uint8Array(await readFile(await download.path())));
  return (await extractText(pdf, { mergePages: true })).text;
}

function codeOf(body: string): string {
  const code = /(?<!\d)(\d{6})(?!\d)/.exec(body)?.[1];
  if (code === undefined) throw new Error(`The message has no code:\n${body}`);
  return code;
}
