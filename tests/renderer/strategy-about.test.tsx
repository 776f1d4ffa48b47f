import i18next from "i18next";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, expect, test } from "vitest";
import common from "../../locales/en/common.json" with { type: "json" };
import myAccount from "../../locales/en/my-account.json" with { type: "json" };
import strategyTexts from "../../locales/en/strategy.json" with { type: "json" };
import type { Strategy } from "../../renderer/portal/parts/records.ts";
import { About, Costs, Fall, Risks, type Told } from "../../renderer/portal/strategies/strategy-facts.tsx";

beforeAll(async () => {
  await i18next.init({
    lng: "en",
    resources: { en: { common, "my-account": myAccount, strategy: strategyTexts } },
    interpolation: { escapeValue: false },
  });
});

const said = (en: string) => ({ th: `${en} (th)`, en });
const strategy = {
  code: "M-BTCA",
  typeKey: "strategy:types.single-coin",
  currencyPolicyKey: "strategy:currencyPolicies.unhedged",
  dividendPolicyKey: "strategy:dividendPolicies.none",
  registeredOn: "2025-01-02",
  startedOn: "2025-01-06",
  netAssets: "1234567.80",
  returns: { maxDrawdown: null },
  texts: {
    about: said("Invests in bitcoin"),
    managedBy: said("The house team"),
    model: said("Passive"),
    suits: said("Who can wait\nWho can bear a fall"),
    suitsNot: said("Who needs the money soon"),
    businessDay: said("Every business day"),
    timeWindow: said("Until 14:00"),
    servicePeriod: said("Units on the next business day"),
    supporters: said("Demo Custodian"),
  },
} as Strategy;

const told: Told = { words: (key, values) => i18next.t(key, { ...values }), lng: "en", keep: (text) => text };
const plain = (html: string) => html.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");

test("a strategy page describes the strategy, the investors whom it suits or does not suit, and every fact of its management", () => {
  const html = renderToStaticMarkup(<About of={strategy} told={told} />);
  expect(html.match(/<li>/g)).toHaveLength(3);
  const text = plain(html);
  for (const line of [
    "Invests in bitcoin",
    "Who it suits Who can wait Who can bear a fall",
    "Who it does not suit Who needs the money soon",
    "Type Bitcoin",
    "Managed by The house team",
    "Management model Passive",
    "Registration date 02/01/2025",
    "Management start date 06/01/2025",
    "Business day for increases Every business day",
    "Time window Until 14:00",
    "Service period Units on the next business day",
    "Supporters Demo Custodian",
    "Net asset value 1,234,567.80 baht",
  ])
    expect(text).toContain(line);
  expect(html).toContain("/api/strategies/M-BTCA/factsheet?language=en");
});

test.each(Object.keys(strategyTexts.types))(
  "a strategy page of type %s states the risks of the type and the risk level",
  (type) => {
    const risky = { ...strategy, typeKey: `strategy:types.${type}`, riskLevel: 7 };
    const own = strategyTexts.risks.type[type as keyof typeof strategyTexts.types].split("\n");
    const html = renderToStaticMarkup(<Risks of={risky} told={told} />);
    const lines = [...html.matchAll(/<li>([^<]+)<\/li>/g)].map(([, line]) => line);
    expect(lines).toEqual([...own, strategyTexts.risks.currency.unhedged]);
    expect(own.length).toBeGreaterThan(1);
    expect(plain(html)).toContain("Risks Level 7 of 8");
    const others = Object.values(strategyTexts.risks.type).filter((lines) => lines === own.join("\n"));
    expect(others).toHaveLength(1);
  },
);

test("a strategy page states it if the NAV never fell", () => {
  expect(plain(renderToStaticMarkup(<Fall of={strategy} told={told} />))).toContain(
    myAccount.strategy.drawdownNone,
  );
});

test.each([
  { netAssets: "0.00", says: "Net asset value No units held yet" },
  { netAssets: null, says: "Net asset value Not available" },
])("a strategy page shows net assets of $netAssets in words", ({ netAssets, says }) => {
  expect(plain(renderToStaticMarkup(<About of={{ ...strategy, netAssets }} told={told} />))).toContain(says);
});

test("a strategy page shows beside the fees the same total cost, with VAT, as the comparison", () => {
  const fees = {
    ...{ frontEndBps: 100, vatBps: 700, managementBps: 200, reductionProfitBps: 1000, switchInBps: 50 },
    totalCostBps: 214,
  };
  const minimums = { first: "10000.00", next: "10000.00" };
  const priced = { ...strategy, fees, minimums } as Strategy;
  expect(plain(renderToStaticMarkup(<Costs of={priced} told={told} />))).toContain(
    "Total cost 2.14% per year, including VAT",
  );
});
