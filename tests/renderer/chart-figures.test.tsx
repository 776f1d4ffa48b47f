import i18next from "i18next";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, describe, expect, test, vi } from "vitest";
import common from "../../locales/en/common.json" with { type: "json" };
import en from "../../locales/en/my-account.json" with { type: "json" };
import { formatDate, formatNumber } from "../../renderer/kit/text/format.ts";
import { ProfitChange } from "../../renderer/portal/overview/account-chart.tsx";
import { chartCsv, dayText, monthsOf } from "../../renderer/portal/parts/chart-figures.ts";
import { ChartPanel, ChartTable, DaySlider } from "../../renderer/portal/parts/chart-panel.tsx";
import { RANGES, type Range, shownIn } from "../../renderer/portal/parts/chart-range.ts";
import type { LinePoint } from "../../renderer/portal/parts/line-point.ts";
import { seenOf, sketchOf, ticksOf } from "../../renderer/portal/parts/sketch-of.ts";

beforeAll(async () => {
  await i18next.init({
    lng: "en",
    resources: { en: { "my-account": en, common } },
    interpolation: { escapeValue: false },
  });
});

const words = (key: string, values?: object) => i18next.t(key, { ...values });
const NAMES = ["Value", "Paid in"] as const;
const nothing = () => {};

/**
 * Returns a history of `days` days until 23/11/2026. A deposit in the middle makes the value jump, but not
 * the profit.
 */
function history(days: number): readonly LinePoint[] {
  const last = Date.UTC(2026, 10, 23);
  return Array.from({ length: days }, (_, at) => {
    const date = new Date(last - (days - 1 - at) * 86_400_000).toISOString().slice(0, 10);
    const paidIn = at < days / 2 ? 1_000_000n : 9_000_000n;
    const profit = BigInt((at * 7_919) % 20_011) - 10_000n;
    return {
      date,
      value: baht(paidIn + profit),
      reference: baht(paidIn),
      profit: baht(profit),
    };
  });
}

function baht(satang: bigint): string {
  const digits = String(satang < 0n ? -satang : satang).padStart(3, "0");
  return `${satang < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const satang = (text: string) => BigInt(text.replace(".", ""));
const textOf = (markup: string) => markup.replaceAll(/<[^>]*>/g, "");

describe("the sentence, table, CSV and slider text of a chart", () => {
  const cases = [0, 1, 2, 45, 400, 10_000].flatMap((days) =>
    (Object.keys(RANGES) as Range[]).map((range) => ({ days, range })),
  );

  test.each(cases)(
    "sentence, table, CSV and slider text of a chart have the same figures over $days days, for the range $range",
    ({ days, range }) => {
      const shown = shownIn(history(days), range);
      const { points } = shown;
      const [header, ...lines] = chartCsv(points, NAMES, words)
        .slice("\uFEFF".length)
        .trimEnd()
        .split("\r\n")
        .map((line) => line.split(","));
      expect(header).toEqual(["Date", ...NAMES]);
      // The file has every day, with the same figures as the slider and the table.
      expect(lines).toHaveLength(points.length);
      const fromFile = lines.map(
        ([date = "", value = "", paidIn = ""]) =>
          `${formatDate(date)} · Value ${formatNumber(value)} baht · Paid in ${formatNumber(paidIn)} baht`,
      );
      expect(points.map((point) => dayText(point, NAMES, words)).join("\n")).toBe(fromFile.join("\n"));
      const months = monthsOf(points);
      expect(
        months
          .flatMap((month) => month.days.map((day) => day.date))
          .toReversed()
          .join("\n"),
      ).toBe(points.map((point) => point.date).join("\n"));
      const table = renderToStaticMarkup(<ChartTable points={points} names={NAMES} />);
      expect(
        [...table.matchAll(/<tr><td>(.*?)<\/td><td class="r">(.*?)<\/td><td class="r">(.*?)<\/td>/g)].map(
          ([, date = "", ...figures]) => [textOf(date), ...figures],
        ),
      ).toEqual(
        // The table has the file's last day of each month, latest first.
        lines
          .filter(([date], at) => date?.slice(0, 7) !== lines[at + 1]?.[0]?.slice(0, 7))
          .toReversed()
          .map(([date = "", ...figures]) => [formatDate(date), ...figures.map(formatNumber)]),
      );
      // The slider starts at the last day and can be moved to any day.
      for (const at of points.length < 2 ? [] : [null, 0, Math.floor(points.length / 2)]) {
        const slider = renderToStaticMarkup(
          <DaySlider points={points} names={NAMES} at={at} choose={nothing} />,
        );
        expect(slider).toContain(`aria-valuetext="${fromFile.at(at ?? -1)}"`);
        expect(slider).toContain(`max="${points.length - 1}"`);
      }
      // The sentence must follow from the file's first and last days: value minus money paid in.
      const gained = (line: readonly string[] | undefined) =>
        satang(line?.[1] ?? "0.00") - satang(line?.[2] ?? "0.00");
      const change = gained(lines.at(-1)) - (shown.whole ? 0n : gained(lines[0]));
      const sentence = textOf(renderToStaticMarkup(<ProfitChange shown={shown} range="so long" />));
      expect(sentence).toContain(
        change === 0n
          ? "0.00"
          : `${change < 0n ? "−" : "+"}${formatNumber(baht(change < 0n ? -change : change))}`,
      );
    },
  );
});

test("a chart with one point or none has no slider", () => {
  for (const days of [0, 1])
    expect(
      renderToStaticMarkup(<DaySlider points={history(days)} names={NAMES} at={null} choose={nothing} />),
    ).toBe("");
});

test("the table groups days by month even in a browser without Map.groupBy", () => {
  const groupBy = vi.spyOn(Map, "groupBy").mockImplementation(() => {
    throw new TypeError("Map.groupBy is not a function");
  });
  try {
    expect(monthsOf(history(45))).toHaveLength(2);
  } finally {
    groupBy.mockRestore();
  }
});

test("a month that has only one day cannot be expanded in the table", () => {
  expect(renderToStaticMarkup(<ChartTable points={history(1)} names={NAMES} />)).not.toContain(
    "aria-expanded",
  );
  expect(renderToStaticMarkup(<ChartTable points={history(2)} names={NAMES} />)).toContain("aria-expanded");
});

test("a user can download the points of a chart as a file", () => {
  expect(renderToStaticMarkup(<ChartPanel points={history(45)} names={NAMES} />)).toContain("Download CSV");
});

describe("the untouched line of a chart", () => {
  test.each([
    { of: [], ticks: [0, 1] },
    { of: [0], ticks: [-1, 0, 1] },
    { of: [11.7309], ticks: [11.6, 11.7, 11.8, 11.9] },
    { of: [-463, 690], ticks: [-500, 0, 500, 1_000] },
    {
      of: [999_999_999_998.5, 999_999_999_999.75],
      ticks: [999_999_999_998.5, 999_999_999_999, 999_999_999_999.5, 1e12],
    },
  ])("has grid lines at rounded values for the points $of", ({ of, ticks }) => {
    expect(ticksOf(of)).toEqual(ticks);
  });

  test("keeps the first, last, lowest and highest of many points, in order", () => {
    const values = Array.from({ length: 10_000 }, (_, at) => (at * 7_919) % 10_007);
    values[4_321] = -5;
    values[8_765] = 20_000;
    const seen = seenOf(values, 300);
    expect(seen.length).toBeLessThanOrEqual(602);
    for (const at of [0, 4_321, 8_765, 9_999]) expect(seen).toContain(at);
    expect(seen.toSorted((one, other) => one - other)).toEqual(seen);
  });

  test("the area under a line is filled down to zero if there are gains and losses, otherwise to the lowest grid line", () => {
    const area = (...values: readonly string[]) => sketchOf(values.map((value) => ({ value }))).area;
    expect(area("-10", "20")).toMatch(/L1000 133.3L0 133.3Z$/);
    expect(area("11", "12")).toMatch(/L1000 200L0 200Z$/);
  });
});
