import { describe, expect, it } from "vitest";
import { joinerOf } from "../../renderer/kit/text/joiner-of.ts";

const joined = joinerOf("ใบ|อนุญาต");

describe("the joiner of words", () => {
  it("prevents line breaks inside listed words and before the Thai repetition mark", () => {
    expect(joined("ใบอนุญาตต่าง ๆ และต่างๆ")).toBe("ใบ\u2060อนุญาตต่าง\u00a0ๆ และต่าง\u2060ๆ");
  });
});
