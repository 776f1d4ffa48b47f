import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import i18next from "i18next";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, describe, expect, test } from "vitest";
import en from "../../locales/en/staff.json" with { type: "json" };
import th from "../../locales/th/staff.json" with { type: "json" };
import { bookedAmount } from "../../renderer/staff/books/booked-amount.ts";
import { OneControl } from "../../renderer/staff/money/daily-controls.tsx";

beforeAll(async () => {
  await i18next.init({
    lng: "en",
    resources: { en: { staff: en }, th: { staff: th } },
    interpolation: { escapeValue: false },
  });
});

const shown = (kind: "bank" | "custodian") =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <OneControl
        of={{
          day: "2026-11-23",
          kind,
          signedBy: null,
          breaks: [
            {
              subject: "0000000000",
              ours: "10000.0000",
              theirs: "-9985.5000",
              owner: null,
              reason: null,
              closed: false,
            },
          ],
        }}
        busy={false}
        run={() => {}}
      />
    </QueryClientProvider>,
  );

describe("the daily control", () => {
  test.each([
    ["bank", "value date", "ours 10,000.00, theirs -9,985.50"],
    ["custodian", "booking date", "ours 10,000.0000, theirs -9,985.5000"],
  ] as const)(
    "the daily control of the %s states that it counts by %s, and formats its numbers",
    (kind, date, numbers) => {
      expect(shown(kind)).toContain(date);
      expect(shown(kind).replaceAll("−", "-")).toContain(numbers);
    },
  );

  test("states in both languages, like the trial balance, by which kind of date it counts", () => {
    expect(en.books.dates).toContain("booking date");
    expect(en.money.controls.dates.bank).toContain("value date");
    expect(th.books.dates).toContain("นับตามวันที่บันทึก");
    expect(th.money.controls.dates.bank).toContain("นับตามวันที่เงินมีผล");
    expect(th.money.controls.dates.custodian).toContain("นับตามวันที่บันทึก");
  });
});

test("ledger amounts show baht with two decimals and units with four", () => {
  expect(bookedAmount("1234567.8900", "baht")).toBe("1,234,567.89");
  expect(bookedAmount("1234567.8900", "units")).toBe("1,234,567.8900");
});
