import { describe, expect, test } from "vitest";
import type { FlagName } from "../../domain/flag-names.ts";
import { checkFlags, type FlagCatalogue, type FlagSet } from "../../engine/flags/index.ts";
import { LANGUAGES } from "../../engine/values/languages.ts";
import { sources } from "../architecture/sources.ts";
import { flowNames, readJson, textAt } from "./definition-files.ts";

/** Section 9 of the specification lists these switches, each name once. They are on in both sets. */
const ON_IN_BOTH = [
  ..."tmn-profile-logging eagle disable-thb-deposit-on-elkrem bitazza-on-elkrem client-summary".split(" "),
  ..."qr-payment-deposit generate-tax-invoice-number currency-switcher invoice-download switching".split(" "),
  ..."use-identity-vendor too-many-login-ban national-digital-id user-tier new-overall-page new-kyc".split(
    " ",
  ),
  ..."revamped-kyc performance-report custodian scammer-alert aml-check settlement-order fund-banner".split(
    " ",
  ),
  ..."multiple-languages user-change-logging new-contract-layout new-exclusive-offering".split(" "),
  "invest",
];
const OFF_IN_BOTH = [
  ..."truemoney-dev-access-token otp-on-buy-sell scb market-menu tools-menu exclusive-offering".split(" "),
  "clear-mobile-cache",
];
const DEVELOPMENT_ONLY = [
  ..."mock-email-otp mock-sms-otp debug-console elkrem-fund-wallet-address prevent-withdraw-dust".split(" "),
  ..."merchant-to-elkrem-parse-v2 view-signed-contract use-blocked-status create-e-stamp".split(" "),
];

/** The closed list of switches whose meaning the specification does not explain. */
const MEANING_NOT_SHOWN = [
  ..."bitazza-on-elkrem disable-thb-deposit-on-elkrem eagle elkrem-fund-wallet-address".split(" "),
  ..."merchant-to-elkrem-parse-v2 scb".split(" "),
];

type Catalogue = {
  readonly [flag: string]: { readonly owner: string; readonly meaning: string; readonly known: boolean };
};
const catalogue = readJson("flags/catalogue.json") as Catalogue;

test.each([...new Set(Object.values(catalogue).map(({ owner }) => owner))])(
  "the page of switches has a name for the owner %s",
  (owner) => {
    for (const language of LANGUAGES)
      expect(textAt(language, `studio:switches.ownerOf.${owner}`)).toEqual(expect.any(String));
  },
);

type Feature = {
  readonly name: string;
  readonly enabled: boolean;
  readonly strategies: readonly { readonly name: string }[];
};
const features = (set: string) => readJson(`flags/${set}.json`).features as readonly Feature[];
const setOf = (set: string) => Object.fromEntries(features(set).map(({ name, enabled }) => [name, enabled]));
const all = (names: readonly string[], enabled: boolean) => names.map((name) => [name, enabled] as const);

test("the set of switches for development matches the specification", () => {
  expect(setOf("development")).toEqual(
    Object.fromEntries([
      ...all(ON_IN_BOTH, true),
      ...all(OFF_IN_BOTH, false),
      ...all(DEVELOPMENT_ONLY, true),
      ["exclude-test-accounts", false],
      ["error-endpoint", true],
    ]),
  );
});

test("the set of switches for the runtime matches the specification, except for the error endpoint", () => {
  expect(setOf("runtime")).toEqual(
    Object.fromEntries([
      ...all(ON_IN_BOTH, true),
      ...all(OFF_IN_BOTH, false),
      ...all(DEVELOPMENT_ONLY, false),
      ["exclude-test-accounts", true],
    ]),
  );
});

test("the default set of switches has only the switch invest, which is off", () => {
  expect(setOf("default")).toEqual({ invest: false });
});

test.each(["development", "runtime", "default"])(
  "the switch set %s is a valid Unleash bootstrap file",
  (set) => {
    expect(readJson(`flags/${set}.json`).version).toBe(2);
    const names = features(set).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const feature of features(set)) expect(feature.strategies).toEqual([{ name: "default" }]);
  },
);

test("the catalogue contains exactly the switches of the sets", () => {
  const named = new Set(
    ["development", "runtime", "default"].flatMap((set) => features(set).map(({ name }) => name)),
  );
  expect(Object.keys(catalogue).sort()).toEqual([...named].sort());
});

test("the meaning is unknown for exactly six switches of the catalogue", () => {
  const unknown = Object.entries(catalogue).filter(([, { known }]) => !known);
  expect(unknown.map(([name]) => name).sort()).toEqual(MEANING_NOT_SHOWN);
});

test.each(Object.entries(catalogue))(
  "the switch %s has an owner and a description in both languages",
  (name, entry) => {
    expect(entry.owner).not.toBe("");
    expect(entry.meaning).toBe(`flag:${name}`);
    for (const language of LANGUAGES)
      for (const part of entry.known ? ["title", "on", "off"] : ["title", "meaning"])
        expect([language, part, textAt(language, `${entry.meaning}.${part}`)]).toEqual([
          language,
          part,
          expect.any(String),
        ]);
  },
);

test("no flow reads a switch of unknown meaning", () => {
  for (const flow of flowNames())
    for (const flag of (readJson(`flows/${flow}/flow.json`).flags ?? []) as readonly string[]) {
      expect(Object.keys(catalogue)).toContain(flag);
      expect(MEANING_NOT_SHOWN).not.toContain(flag);
    }
});

describe("the check of a set of switches for the runtime", () => {
  const sets = Object.fromEntries(
    ["development", "runtime", "default"].map((name) => [name, readJson(`flags/${name}.json`)]),
  );
  const found = (flag: string, enabled: boolean) => {
    const runtime = sets.runtime as FlagSet;
    const at = runtime.features.findIndex(({ name }) => name === flag);
    const features = runtime.features.with(at, { ...(runtime.features[at] as Feature), enabled });
    const planted = { ...sets, runtime: { ...runtime, features } };
    const told = checkFlags({ catalogue: catalogue as FlagCatalogue, sets: planted, hasMeaning: () => true });
    return told.map(({ code, severity, pointer }) => [code, severity, pointer === `/features/${at}`]);
  };
  test.each(["too-many-login-ban", "aml-check", "exclude-test-accounts"])(
    "rejects a runtime set in which the switch %s is off",
    (flag) => {
      expect(found(flag, true)).toEqual([]);
      expect(found(flag, false)).toEqual([["unprotected-set", "error", true]]);
    },
  );
  test.each(["mock-email-otp", "mock-sms-otp"])(
    "rejects a runtime set in which the switch %s is on",
    (flag) => {
      expect(found(flag, false)).toEqual([]);
      expect(found(flag, true)).toEqual([["mock-in-use", "error", true]]);
    },
  );
});

test.each(MEANING_NOT_SHOWN)("no flow, rule, page or server module reads the switch %s", (flag) => {
  const readers = sources(["engine", "domain", "server", "renderer", "flows", "schemas"], /\.(tsx?|json)$/)
    .filter(({ text }) => text.includes(`"${flag}"`) || text.includes(`flags.${flag}`))
    .map(({ path }) => path);
  expect(readers).toEqual([]);
  expect(catalogue[flag]).toMatchObject({ known: false });
});

test.each(Object.keys(catalogue).filter((flag) => catalogue[flag]?.known))(
  "a flow, a page or a module of the server reads the switch %s",
  (flag) => {
    const readers = sources(["server", "renderer", "flows"], /\.(tsx?|json)$/).filter(
      ({ text }) =>
        text.includes(`"${flag}"`) ||
        text.includes(`flags.${flag}`) ||
        // The code composes a name for each channel.
        (/^mock-\w+-otp$/.test(flag) && /`mock-\$\{binding\.channel\}-otp`/.test(text)),
    );
    expect(readers.map(({ path }) => path)).not.toEqual([]);
  },
);

// The tests named below cover each position of a switch. The catalogue must describe the same behaviour.
test.each([
  // Tested in tests/server/site/site.test.ts and tests/server/portfolio/prompts.test.ts.
  ["invest", "off", "go on", "ยังลดเงินลงทุนและสับเปลี่ยนได้"],
  // Tested in tests/server/http/app-cache.test.ts.
  ["multiple-languages", "off", "Thai only, whatever was chosen", "ภาษาไทยเท่านั้น แม้เคยเลือก"],
  // Tested in tests/server/portfolio/switches.test.ts.
  ["currency-switcher", "on", "once a daily rate is approved", "เมื่อมีอัตราประจำวันที่อนุมัติแล้ว"],
  ["fund-banner", "on", "on the overview", "ในหน้าภาพรวม"],
  // Tested in tests/server/accounts/mock-codes.test.ts.
  ["mock-sms-otp", "off", "if a gateway for text messages is set up", "เมื่อตั้งค่าระบบส่ง SMS แล้ว"],
  // Tested in tests/server/orders/place-sells.test.ts.
  ["prevent-withdraw-dust", "off", "is refused", "ระบบไม่รับคำสั่ง"],
  // Tested in tests/server/portfolio/switches.test.ts.
  ["performance-report", "off", "returns by period still show", "ยังแสดงผลตอบแทน"],
] as const)("the catalogue describes what the switch %s does when %s", (flag, position, en, th) => {
  expect(textAt("en", `flag:${flag}.${position}`)).toContain(en);
  expect(textAt("th", `flag:${flag}.${position}`)).toContain(th);
});

test("every page that leads an investor to an order first checks whether ordering is open", () => {
  const leads = sources(["renderer/portal"], /\.tsx?$/).filter(({ text }) => /["`]\/invest["`?]/.test(text));
  expect(leads.length).toBeGreaterThan(4);
  const unasked = leads.filter(
    ({ path, text }) =>
      !text.includes("useInvestSwitch") &&
      // The page that shows this part passes the result to it.
      !text.includes("readonly ordering: boolean") &&
      !text.includes("site.places.invest") &&
      // No prompt to invest is made while ordering is off.
      !path.endsWith("prompts/leads-to.ts"),
  );
  expect(unasked.map(({ path }) => path)).toEqual([]);
});

test("code that reads a switch does not compile if the catalogue lacks the switch", () => {
  const known: FlagName = "aml-check";
  // @ts-expect-error: misspelt.
  const misspelt: FlagName = "aml-chek";
  expect([known in catalogue, misspelt in catalogue]).toEqual([true, false]);
});
