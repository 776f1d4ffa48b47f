import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { accountsRoutes } from "../../../server/accounts/index.ts";
import { readConfig } from "../../../server/config.ts";
import { createHttp, declaredRoutes } from "../../../server/http/index.ts";
import { User } from "../../../server/identity/index.ts";
import { accountText } from "./access-text.ts";

const ROOT = resolve(import.meta.dirname, "..", "..", "..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const page = read("docs/access.md");

/** The rows of the table under a heading, cell by cell. */
function rowsUnder(heading: string): readonly (readonly string[])[] {
  const [, section = ""] = page.split(`\n## ${heading}\n`);
  return (section.split("\n## ")[0] ?? "")
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .slice(1)
    .map((line) =>
      line
        .slice(2, -2)
        .split(" | ")
        .map((cell) => cell.trim()),
    );
}

/** Section 7 of the specification, with the slugs of both brands where it has `{product}`. */
const SECTION_7 = [
  "POST /auth/google-match",
  "POST /auth/apple-match",
  "POST /auth/true-money-match",
  "POST /auth/login",
  "POST /transfer/login-with-saphan",
  "POST /transfer/login-with-nava",
  "GET /transfer/check-existed-user/:value",
  "POST /auth/logout",
  "POST /auth/signup",
  "POST /auth/saphan-google-match",
  "POST /auth/nava-google-match",
  "POST /auth/verify",
  "POST /auth/reset-password/verify",
  "POST /auth/reset-password",
  "POST /auth/account-recovery",
  "POST /auth/account-recovery/verify",
  "POST /auth/send-otp",
  "GET /app-setting/maintenance",
  "GET /security/:uuid/security-locked",
  "GET /user/:id",
  "GET /true-money/user/profile",
];

const calls = rowsUnder("Calls of section 7");
let told: ReadonlyMap<string, { readonly who: string; readonly errors: string }>;
beforeAll(async () => {
  const config = readConfig({ LOG_LEVEL: "silent" });
  const app = await createHttp(config);
  const room = { config, providers: () => ({ google: null, apple: null, wallet: null }) };
  accountsRoutes(app, room as never, { user: User, userRecord: async () => null });
  told = new Map(
    declaredRoutes(app).map((route) => [
      `${route.method} ${route.url.replace(/^\/api/, "")}`,
      accountText(route),
    ]),
  );
});

describe("docs/access.md", () => {
  it("has a row for every call of section 7, in its order, and no other", () => {
    expect(calls.map(([call = ""]) => call.replaceAll("`", ""))).toEqual(SECTION_7);
  });

  it("says of each who may call it and what it is refused with, as the call declares", () => {
    const wrong = calls.flatMap(([call = "", , , who, errors]) => {
      const name = call.replaceAll("`", "");
      const declared = told.get(name);
      if (declared === undefined) return who === "open" ? [] : [`${name}: there is no such call`];
      return declared.who === who && declared.errors === errors
        ? []
        : [`${name}: ${declared.who} | ${declared.errors}`];
    });
    expect(wrong).toEqual([]);
  });

  it("names for each a test that is there", () => {
    const named = page.match(/`tests\/[\w/.-]+` “[^”]+”/g) ?? [];
    expect(named.length).toBeGreaterThanOrEqual(calls.length - 2);
    const missing = named.filter((one) => {
      const [, file = "", title = ""] = /`(tests\/[\w/.-]+)` “([^”]+)”/.exec(one) ?? [];
      return !existsSync(join(ROOT, file)) || !read(file).includes(title);
    });
    expect(missing).toEqual([]);
  });
});
