import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  bahtMask,
  caretAfter,
  dateMask,
  laserCodeMask,
  phoneMask,
  thaiIdMask,
} from "../../renderer/kit/text/mask.ts";

describe("masks", () => {
  it.each([
    ["digits as they are typed", thaiIdMask, "1234567890121", "1-2345-67890-12-1"],
    ["blanks between them", thaiIdMask, "1 2345 67890 12 1", "1-2345-67890-12-1"],
    ["Thai digits", thaiIdMask, "๑๒๓๔๕๖๗๘๙๐๑๒๑", "1-2345-67890-12-1"],
    ["half an ID", thaiIdMask, "123456", "1-2345-6"],
    ["a laser code in small letters", laserCodeMask, "jt0 1234567 89", "JT0-1234567-89"],
    ["letters where digits belong", laserCodeMask, "JTX0A1234567", "JT0-1234567"],
    ["a mobile number", phoneMask, "0812345678", "081-234-5678"],
    ["a number with the country code", phoneMask, "+66 81 234 5678", "081-234-5678"],
    ["a Bangkok number", phoneMask, "021234567", "02-123-4567"],
    ["a date without slashes", dateMask, "01042533", "01/04/2533"],
    ["a date with single digits", dateMask, "1/4/2533", "1/4/2533"],
    ["a date with dashes", dateMask, "01-04-1990", "01/04/1990"],
    ["a year alone", dateMask, "2533", "2533"],
    ["a large amount", bahtMask, "123456789012", "123,456,789,012"],
    ["an amount with separators pasted", bahtMask, "50,000.50 บาท", "50,000.50"],
    ["a third decimal", bahtMask, "10.129", "10.12"],
    ["points between thousands, which is no amount", bahtMask, "1.000.000", "1.000.000"],
    ["a power of ten, which is no amount", bahtMask, "1e5", "1e5"],
    ["less than nothing, which is no amount", bahtMask, "-20000", "−20000"],
    ["only a point", bahtMask, ".5", "0.5"],
  ])("groups %s", (_what, mask, typed, shown) => {
    expect(mask.show(mask.clean(typed))).toBe(shown);
  });

  it("keeps what it kept when its own text is cleaned again", () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.constantFrom(thaiIdMask, laserCodeMask, phoneMask, bahtMask),
        (typed, mask) => {
          const kept = mask.clean(typed);
          expect(mask.clean(mask.show(kept))).toBe(kept);
        },
      ),
    );
  });

  it("leaves the caret behind the digit that was typed", () => {
    expect(caretAfter({ mask: thaiIdMask, before: "12", shown: "1-2345-6" })).toBe(3);
    expect(caretAfter({ mask: bahtMask, before: "12,3", shown: "123,456" })).toBe(3);
    expect(caretAfter({ mask: thaiIdMask, before: "", shown: "1-2" })).toBe(0);
  });
});
