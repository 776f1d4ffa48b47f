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

/** Folders of the code that renders fields. */
const DRAWN = ["renderer/flow/widgets", "renderer/flow/form", "renderer/portal/trade"]
  .flatMap((folder) => readdirSync(join(ROOT, folder)).map((file) => join(ROOT, folder, file)))
  .map((file) => readFileSync(file, "utf8"))
  .join("\n");

describe("the list of names that a flow may use", () => {
  it("includes exactly the hints that the page reads", () => {
    const read = [...DRAWN.matchAll(/\bhints\.(\w+)/g)].map(([, hint]) => hint);
    expect([...new Set(read)].sort()).toEqual(Object.keys(NAMES.hints).sort());
  });

  it("includes hints only for widgets that may have them", () => {
    const named = Object.values(NAMES.widgets).flatMap(({ hints = [], needs = [] }) => [...hints, ...needs]);
    expect([...new Set(named)].sort()).toEqual(Object.keys(NAMES.hints).sort());
  });

  it.each(LANGUAGES)("includes as documents exactly the legal texts that exist in %s", (language) => {
    expect(Object.keys(readJson(`locales/${language}/legal.json`))).toEqual([...NAMES.documents]);
  });

  it("includes exactly the documents that have versions and approvals, among these all documents of sign-up", () => {
    expect([...legalDocuments].sort()).toEqual([...NAMES.documents].sort());
    expect(legalDocuments).toEqual(expect.arrayContaining([...signUpPurposes]));
  });

  it("includes every upload purpose with its file type, and only those code actions that send a code", () => {
    expect(Object.keys(PURPOSES)).toEqual(Object.keys(NAMES.purposes));
    expect(SEND_OTP.properties).toMatchObject({ action: { enum: NAMES.actions } });
  });

  it.each(Object.entries(NAMES.challenges))(
    "includes for the challenge %s a shared rule for each of its requirements",
    (_, { needs }) => {
      expect(readJson(`flows/shared/rules/${needs}.json`)).toMatchObject({ id: needs });
    },
  );
});
