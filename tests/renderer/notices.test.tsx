import i18next from "i18next";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, describe, expect, test } from "vitest";
import portfolio from "../../locales/en/portfolio.json" with { type: "json" };
import type { Notices } from "../../renderer/kit/api/answers.ts";
import { CONTACT_TOPICS } from "../../renderer/portal/notices/contact-topics.ts";
import { topicOf } from "../../renderer/portal/notices/interest-form.tsx";
import { Board } from "../../renderer/portal/notices/notice-board.tsx";
import { TierCard } from "../../renderer/portal/notices/tier-card.tsx";
import { costOf, fallOf, typedBaht } from "../../renderer/portal/tools/calculate.ts";
import topics from "../../schemas/common/contact-topic.json" with { type: "json" };

beforeAll(async () => {
  await i18next.init({
    lng: "en",
    resources: { en: { portfolio } },
    interpolation: { escapeValue: false },
  });
});

const none = { banner: null, offering: null, scamWarning: null };
const item = {
  key: "one",
  title: "A new strategy",
  text: "From today.",
  target: { text: "Look", href: "/strategies" },
  language: "en",
} as const;
const board = (of: Partial<Notices>) => renderToStaticMarkup(<Board of={{ ...none, ...of }} />);

describe("notices above an investor's pages", () => {
  test("are absent if every notice is off", () => {
    expect(board({})).toBe("");
  });

  test.each([
    {
      what: "banner",
      of: { banner: { text: "Closed on Monday", tone: "info", link: null, language: "en" } },
      says: "Closed on Monday",
    },
    { what: "new offering", of: { offering: { layout: "new", items: [item] } }, says: "From today." },
    { what: "warning", of: { scamWarning: "mark" }, says: "pretend to be us" },
  ] as const)("the notices include the $what if it is on", ({ of, says }) => {
    expect(board(of as Partial<Notices>)).toContain(says);
  });

  test("contain one line for each old offering, without the offering's text", () => {
    const page = board({ offering: { layout: "old", items: [item] } });
    expect(page).toContain("A new strategy");
    expect(page).not.toContain("From today.");
  });

  test("explain an investor's tier and the total value at which the next tier begins", () => {
    const page = renderToStaticMarkup(
      <TierCard of={{ tier: "plus", next: { tier: "prestige", from: "10000000.00" } }} />,
    );
    expect(page).toContain("depends on the total value");
    expect(page).toContain("Prestige begins at a total value of 10,000,000.00 baht");
  });
});

describe("the interest form", () => {
  test("offers the same topics as the contact request accepts", () => {
    expect(CONTACT_TOPICS).toEqual(topics.enum);
  });

  test.each([
    ["#interest", "STRATEGIES"],
    ["#interest=CORPORATE_ACCOUNT", "CORPORATE_ACCOUNT"],
    ["#interest=<script>", "STRATEGIES"],
  ])("is on the topic %s if a user opens it with %s", (hash, topic) => {
    expect(topicOf(hash)).toBe(topic);
  });
});

describe("the calculators", () => {
  const fees = { frontEndBps: 100, vatBps: 700, managementBps: 200 } as never;

  test("the calculators show the same subscription cost as an order does", () => {
    const nav = { value: "12.0000", date: "2026-11-23" };
    expect(costOf({ fees, nav }, 2_000_000n)).toEqual({
      fee: "200.00",
      vat: "14.00",
      net: "19786.00",
      units: "1648.8333",
      managementYear: "395.72",
    });
    expect(costOf({ fees, nav: null }, 2_000_000n).units).toBeNull();
  });

  test("the calculators show what the largest fall in NAV would have left of an amount, or that there was no fall", () => {
    const returns = { maxDrawdown: { percent: "-30.50", peak: "2026-01-05", trough: "2026-02-05" } } as never;
    expect(fallOf({ returns }, 10_000_000n)).toEqual({
      percent: "30.50",
      lost: "30500.00",
      left: "69500.00",
    });
    expect(fallOf({ returns: { maxDrawdown: null } as never }, 10_000_000n)).toBeNull();
  });

  test.each([
    ["100,000", 10_000_000n],
    [" 1 000.50 ", 100_050n],
    ["", null],
    ["0", null],
    ["-5", null],
    ["1e5", null],
    ["999999999999.99", 99_999_999_999_999n],
    ["1000000000000", null],
  ])("parse %j as %s", (typed, satang) => {
    expect(typedBaht(typed)).toBe(satang);
  });
});
