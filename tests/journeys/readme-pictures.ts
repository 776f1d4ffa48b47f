// Takes the two pictures of the README from a running development portal that nobody has used yet:
//
//   SAPHAN_DATA=/tmp/two-years SAPHAN_CLOCK=2026-11-23T10:00 npm start
//   node tests/journeys/readme-pictures.ts http://localhost:3000
//
// The first picture is the overview of an investor who has held units for two years, in Thai on a phone.
// The second is what compliance reads about a proposed rule change, in English on a desktop.
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import sharp from "sharp";
import { launchBrowser } from "../support/browser.ts";
import { DESKTOP, logIn, PHONE, settled, visit } from "./driver.ts";
import { PEOPLE_PASSWORD } from "./people.ts";
import { callsOf } from "./staff-calls.ts";
import { playTwoYears } from "./two-years.ts";

const ROOT = resolve(import.meta.dirname, "..", "..");
const END = "2026-11-23T10:00";

const origin = process.argv[2] ?? "http://localhost:3000";
await playTwoYears(origin, END);
const browser = await launchBrowser();
try {
  const investor = await visit(browser, { origin, lng: "th", viewport: PHONE });
  await logIn(investor.page, "investor@saphan.example", PEOPLE_PASSWORD);
  await investor.page.goto("/overview");
  await settled(investor.page);
  // The chart draws its line after its axes.
  await investor.page.waitForTimeout(1_500);
  await keep("overview-phone", await investor.page.screenshot());

  const version = await propose();
  const compliance = await visit(browser, { origin, lng: "en", viewport: DESKTOP });
  await logIn(compliance.page, "compliance@saphan.example", PEOPLE_PASSWORD);
  await compliance.page.goto(`/staff/definitions/${version}`);
  await compliance.page.getByText("Who changed it").waitFor({ timeout: 120_000 });
  await settled(compliance.page);
  await keep("proof", await compliance.page.screenshot());
} finally {
  await browser.close();
}

/** Proposes that suitability level 3 begins at a score of 24 instead of 22; returns the version. */
async function propose(): Promise<string> {
  const path = "flows/shared/rules/suitability-level.json";
  const rule = readFileSync(join(ROOT, path), "utf8")
    .replace(/("derived\.score" \}, )22\]/, "$124]")
    .replace(/("score": 2[23] \} \}, "expect": )3/g, "$12");
  const operations = await callsOf(origin, "operations");
  const { status, body } = await operations.call("POST", "/definitions/kyc/versions", {
    files: { [path]: JSON.parse(rule) },
    note: "Level 3 begins at 24",
  });
  if (status !== 201) throw new Error(`The change was refused: ${JSON.stringify(body, null, 1)}`);
  return (body as { id: string }).id;
}

async function keep(name: string, picture: Buffer): Promise<void> {
  await sharp(picture)
    .webp({ quality: 82 })
    .toFile(join(ROOT, "docs", "pictures", `${name}.webp`));
}
