import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import i18next from "i18next";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, describe, expect, test } from "vitest";
import { aboutIn } from "../../domain/about-currency.ts";
import portfolio from "../../locales/en/portfolio.json" with { type: "json" };
import { About, RateNote } from "../../renderer/portal/parts/about-currency.tsx";

beforeAll(async () => {
  await i18next.init({
    lng: "en",
    resources: { en: { portfolio } },
    interpolation: { escapeValue: false },
  });
});

const rate = {
  currency: "USD",
  baht: "32.1500",
  date: "2026-11-20",
  source: { th: "ธปท.", en: "Bank of Thailand" },
} as const;

describe("amounts in another currency", () => {
  test.each([
    { baht: "10000.00", rate: "32.0000", usd: "312.50" },
    { baht: "0.16", rate: "32.0000", usd: "0.01" },
    { baht: "0.15", rate: "32.0000", usd: "0.00" },
    { baht: "-10000.00", rate: "32.0000", usd: "-312.50" },
    { baht: "999999999999.99", rate: "0.0001", usd: "9999999999999900.00" },
  ])("show $baht baht as approximately $usd at the rate $rate", ({ usd, ...of }) => {
    expect(aboutIn(of)).toBe(usd);
  });

  test("are marked as approximate, and state the rate, its date and its source", () => {
    expect(renderToStaticMarkup(<About baht="10000.00" rate={rate} hidden={false} />)).toContain(
      "about 311.04 USD",
    );
    const note = renderToStaticMarkup(<RateNote rate={rate} />);
    expect(note).toContain("1 USD = 32.1500 baht on 20/11/2026, Bank of Thailand");
    expect(note).toContain("your units and payments are in baht");
  });

  test.each([
    { why: "the user has not asked for them or no rate exists", rate: null, hidden: false },
    { why: "amounts are hidden", rate, hidden: true },
  ])("are not shown if $why", ({ rate: by, hidden }) => {
    expect(renderToStaticMarkup(<About baht="1.00" rate={by} hidden={hidden} />)).toBe("");
  });

  test("are never shown on pages where money is ordered, paid or confirmed", () => {
    const renderer = join(import.meta.dirname, "../../renderer");
    const using = readdirSync(renderer, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file) && !file.endsWith("/about-currency.tsx"))
      .filter((file) => readFileSync(join(renderer, file), "utf8").includes("/about-currency.ts"));
    expect(using.sort()).toEqual([
      "portal/overview/overview-screen.tsx",
      "portal/overview/plain-totals.tsx",
      "portal/overview/totals-panel.tsx",
      "portal/portfolio/portfolio-parts.tsx",
      "portal/portfolio/portfolio-screen.tsx",
    ]);
  });
});
