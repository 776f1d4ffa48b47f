import { describe, expect, it } from "vitest";
import { problemOf } from "../../renderer/flow/widgets/file-problem.ts";
import { rulesOf } from "../../renderer/flow/widgets/password-rule.ts";
import schema from "../../schemas/common/password.json" with { type: "json" };

describe("the rules of a password", () => {
  it("come from the schema, each by its name", () => {
    expect(rulesOf(schema).map((rule) => rule.key)).toEqual([
      "length",
      "lowercase",
      "uppercase",
      "digit",
      "symbol",
      "characters",
    ]);
  });

  it.each([
    ["Sunrise#2026", []],
    ["Saphan26", ["symbol"]],
    ["short#1A", []],
    ["", ["length", "lowercase", "uppercase", "digit", "symbol", "characters"]],
    ["sunrise#2026toolong", ["length", "uppercase"]],
    ["Sunrise #2026", ["characters"]],
  ])("in %j are broken: %j", (password, broken) => {
    expect(
      rulesOf(schema)
        .filter((rule) => !rule.holds(password))
        .map((rule) => rule.key),
    ).toEqual(broken);
  });
});

describe("a file before it is sent", () => {
  const accept = "image/jpeg,image/png";
  it.each([
    ["a picture", { type: "image/png", size: 1000 }, null],
    ["a file without a type, for the server to judge", { type: "", size: 1000 }, null],
    ["a program", { type: "application/x-msdownload", size: 1000 }, "wrongType"],
    ["nothing", { type: "image/png", size: 0 }, "emptyFile"],
    ["more than 10 MB", { type: "image/png", size: 11 * 1024 * 1024 }, "tooLarge"],
  ])("is judged: %s", (_what, file, problem) => {
    expect(problemOf(file, accept)).toBe(problem);
  });
});
