import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { LANGUAGES } from "../../engine/values/languages.ts";
import { signUpPurposes } from "../../server/accounts/legal-texts.ts";
import { SEND_OTP } from "../../server/accounts/route-schemas.ts";
import { PURPOSES } from "../../server/files/index.ts";
import { legalDocuments } from "../../server/legal/index.ts";
import { NAMES } from "../../server/sources/names.ts";
import { ROOT, readJson } from "./definition-files.ts";

/** The code that renders fields. */
const DRAWN = ["renderer/flow/widgets", "renderer/flow/form", "renderer/portal/trade"]
  .flatMap((folder) => readdirSync(join(ROOT, folder)).map((file) => join(ROOT, folder, file)))
  .map((file) => readFileSync(file, "utf8"))
  .join("\n");

describe("the names that a flow may use", () => {
  it("include exactly the hints that are read", () => {
    const read = [...DRAWN.matchAll(/\bhints\.(\w+)/g)].map(([, hint]) => hint);
    expect([...new Set(read)].sort()).toEqual(Object.keys(NAMES.hints).sort());
  });

  it("include only hints of widgets that may give a hint", () => {
    const named = Object.values(NAMES.widgets).flatMap(({ hints = [], needs = [] }) => [...hints, ...needs]);
    expect([...new Set(named)].sort()).toEqual(Object.keys(NAMES.hints).sort());
  });

  it.each(LANGUAGES)("include as documents exactly the legal texts in %s", (language) => {
    expect(Object.keys(readJson(`locales/${language}/legal.json`))).toEqual([...NAMES.documents]);
  });

  it("include these documents with versions and approvals, those of sign-up among them", () => {
    expect([...legalDocuments].sort()).toEqual([...NAMES.documents].sort());
    expect(legalDocuments).toEqual(expect.arrayContaining([...signUpPurposes]));
  });

  it("include upload purposes with every type, and code actions that all send codes", () => {
    expect(Object.keys(PURPOSES)).toEqual(Object.keys(NAMES.purposes));
    expect(SEND_OTP.properties).toMatchObject({ action: { enum: NAMES.actions } });
  });

  it.each(Object.entries(NAMES.challenges))(
    "include a shared rule wherever %s is asked for",
    (_, { needs }) => {
      expect(readJson(`flows/shared/rules/${needs}.json`)).toMatchObject({ id: needs });
    },
  );
});
