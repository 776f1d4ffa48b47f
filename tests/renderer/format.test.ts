import { describe, expect, it } from "vitest";
import {
  formatBaht,
  formatBps,
  formatBytes,
  formatChange,
  formatCountdown,
  formatDate,
  formatDuration,
  formatInstant,
  formatNumber,
  formatSigned,
  formatUnits,
} from "../../renderer/kit/text/format.ts";

const left = (milliseconds: number) =>
  formatDuration(milliseconds, (key, { hours, minutes }) =>
    key === "common:duration.both" ? `${hours} h ${minutes} min` : `${minutes} min`,
  );

describe("the formatter", () => {
  it.each([
    ["baht with separators and two places", formatBaht("1234567.5"), "1,234,567.50"],
    ["twelve digits exactly", formatBaht("123456789012.34"), "123,456,789,012.34"],
    ["a negative amount with a minus sign", formatBaht("-500.00"), "−500.00"],
    ["units with four places", formatUnits("3744.9086"), "3,744.9086"],
    ["a gain with a plus sign", formatSigned("15171.22"), "+15,171.22"],
    ["a loss with a minus sign", formatSigned("-8.89"), "−8.89"],
    ["no change without a sign", formatSigned("0.00"), "0.00"],
    ["hundredths of a percent", formatBps(1274), "12.74%"],
    ["a few hundredths of a percent", formatBps(7), "0.07%"],
    ["a loss in percent", formatChange("-12.50"), "−12.50%"],
    ["a gain in percent", formatChange("1274.05"), "+1274.05%"],
    ["no change in percent", formatChange("-0.00"), "0.00%"],
    ["a whole number", formatNumber(1500), "1,500"],
    ["a local date with the day first", formatDate("2026-11-24"), "24/11/2026"],
    [
      "a time in Bangkok, on the next day after midnight",
      formatInstant("2026-11-24T17:30:00Z"),
      "25/11/2026 00:30",
    ],
    ["minutes and seconds left", formatCountdown(62), "1:02"],
    [
      "hours and minutes left, with a started minute counted whole",
      left(3 * 3_600_000 + 17.2 * 60_000),
      "3 h 18 min",
    ],
    ["less than an hour left", left(59.5 * 60_000), "1 h 0 min"],
    ["minutes left", left(12 * 60_000), "12 min"],
    ["a file size in a readable unit", formatBytes(1_800_000), "1.8 MB"],
    ["a text that is no number unchanged", formatBaht("n/a"), "n/a"],
  ])("returns %s", (_what, written, expected) => {
    expect(written).toBe(expected);
  });
});
