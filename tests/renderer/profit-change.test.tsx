import i18next from "i18next";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, expect, test } from "vitest";
import en from "../../locales/en/my-account.json" with { type: "json" };
import { ProfitChange } from "../../renderer/portal/overview/account-chart.tsx";

beforeAll(async () => {
  await i18next.init({
    lng: "en",
    resources: { en: { "my-account": en } },
    interpolation: { escapeValue: false },
  });
});

const points = [
  { date: "2026-11-23", value: "-502.90", profit: "-502.90" },
  { date: "2026-11-26", value: "1074.09", profit: "1074.09" },
];
const said = (whole: boolean) =>
  renderToStaticMarkup(<ProfitChange shown={{ points, whole }} range="Since 23/11/2026" />)
    .replaceAll(/<[^>]*>/g, "")
    .trim();

test("the chart's sentence for the whole period states the total profit", () => {
  expect(said(true)).toMatch(/^Total profit since you started: \+1,074\.09/);
});

test("the chart's sentence for a range of days states the difference between the profits at both ends", () => {
  expect(said(false)).toMatch(/^Since 23\/11\/2026: profit changed by \+1,576\.99/);
});
