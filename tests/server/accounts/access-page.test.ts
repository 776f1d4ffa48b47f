import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { LANGUAGES } from "../../../engine/values/languages.ts";
import { ok } from "../../../engine/values/result.ts";
import { accountsRoutes } from "../../../server/accounts/index.ts";
import { readConfig } from "../../../server/config.ts";
import { flowsRoutes } from "../../../server/flows/index.ts";
import { createHttp, declaredRoutes } from "../../../server/http/index.ts";
import { User } from "../../../server/identity/index.ts";
import { textAt } from "../../definitions/definition-files.ts";
import { readRows } from "../../spec/table.ts";
import { accountText } from "./access-text.ts";

const ROOT = resolve(import.meta.dirname, "..", "..", "..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const page = read("docs/access.md");

/** Returns the rows of the table under a heading, cell by cell. */
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

/** Calls of the specification's section 7, with the names of both brands in place of `{product}`. */
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

/** Features that section 7 lists without a path. */
const NOT_SHOWN =
  "invest, reduce, switch, deposit, complaint, contact-back, KYC, pincode, 2FA, contract, FATCA";

/** Returns the errors of a row; `as …` refers to the row of that call. */
const errorsOf = (errors = ""): string | undefined =>
  errors.startsWith("as ") ? calls.find(([call]) => call === errors.slice("as ".length))?.[4] : errors;
const calls = rowsUnder("Calls of section 7");
const notShown = rowsUnder("Calls of section 7 whose paths are not shown");
const flowCalls = notShown.filter(({ length }) => length === 6);
const named = notShown.filter(({ length }) => length === 3);
let told: ReadonlyMap<string, { readonly who: string; readonly errors: string }>;
beforeAll(async () => {
  const config = readConfig({ LOG_LEVEL: "silent" });
  const app = await createHttp(config);
  const room = { config, providers: () => ({ google: null, apple: null, wallet: null }) };
  accountsRoutes(app, room as never, {
    ...{ user: User, userRecord: async () => null },
    undoPhoneChange: async () => ok(null),
  });
  flowsRoutes(app, {} as never, { definitions: {} as never, evenMs: 1 });
  told = new Map(
    declaredRoutes(app).map((route) => [
      `${route.method} ${route.url.replace(/^\/api/, "")}`,
      accountText(route),
    ]),
  );
});

describe("the page docs/access.md", () => {
  it("lists every call of section 7 once, in its order", () => {
    expect(calls.map(([call = ""]) => call.replaceAll("`", ""))).toEqual(SECTION_7);
  });

  it("states for each call the callers and errors that the call declares", () => {
    const wrong = [...calls, ...flowCalls].flatMap(([call = "", , , who, errors]) => {
      const name = call.replaceAll("`", "");
      const declared = told.get(name);
      if (declared === undefined) return [`${name}: there is no such call`];
      return declared.who === who && declared.errors === errorsOf(errors)
        ? []
        : [`${name}: ${declared.who} | ${declared.errors}`];
    });
    expect(wrong).toEqual([]);
  });

  it("names an existing test for each call", () => {
    const named = page.match(/`tests\/[\w/.-]+` “[^”]+”/g) ?? [];
    expect(named.length).toBeGreaterThanOrEqual(calls.length);
    const missing = named.filter((one) => {
      const [, file = "", title = ""] = /`(tests\/[\w/.-]+)` “([^”]+)”/.exec(one) ?? [];
      return !existsSync(join(ROOT, file)) || !read(file).includes(title);
    });
    expect(missing).toEqual([]);
  });

  it("names an existing flow, and its calls, for each feature that section 7 lists without a path", () => {
    expect(flowCalls).toHaveLength(4);
    expect(named.map(([name]) => name)).toEqual(["Named there", ...NOT_SHOWN.split(", ")]);
    const flows = named.slice(1).flatMap(([, flow = ""]) => flow.replaceAll("`", "").split(" "));
    expect(flows.filter((flow) => !existsSync(join(ROOT, "flows", flow, "flow.json")))).toEqual([]);
  });

  const lines = rowsUnder("Toasts and prompts of section 8");
  const catalogue = readRows().filter(({ id }) => id.startsWith("S8."));

  it("lists every toast and prompt of section 8, in its order", () => {
    const told = lines.map(([line = ""]) => line);
    expect(told).toHaveLength(catalogue.length);
    for (const [at, { quote }] of catalogue.entries()) expect(quote).toContain(told[at]);
  });

  it.each(LANGUAGES)("names for section 8 only messages that exist in %s", (lng) => {
    const keys = lines.flatMap(([, message = ""]) => [...message.matchAll(/`([\w-]+:[\w.-]+)`/g)]);
    expect(keys.length).toBeGreaterThan(14);
    for (const [, key = ""] of keys) expect([key, textAt(lng, key)]).toEqual([key, expect.any(String)]);
  });

  it("names a message for every toast and prompt of section 8 that a test covers", () => {
    const wrong = lines.flatMap(([line, message], at) =>
      message === "open" && (catalogue[at]?.tests ?? []).length > 0 ? [line] : [],
    );
    expect(wrong).toEqual([]);
  });
});
