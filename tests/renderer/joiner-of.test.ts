import { describe, expect, it } from "vitest";
import { joinerOf } from "../../renderer/kit/text/joiner-of.ts";

const joined = joinerOf("ใบ|อนุญาต");

describe("joinerOf", () => {
  it("keeps listed words and the Thai repetition mark on one line, with or without a space", () => {
    expect(joined("ใบอนุญาตต่าง ๆ และต่างๆ")).toBe("ใบ\u2060อนุญาตต่าง\u00a0ๆ และต่าง\u2060ๆ");
  });
});
