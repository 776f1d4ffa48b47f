import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { trade } from "../../domain/index.ts";
import { findText } from "../../engine/flow/index.ts";
import type { addressIn, Language } from "../../engine/values/languages.ts";
import type { verify } from "../../engine/verify/lint/index.ts";
import type { readConfig } from "../../server/config.ts";
import type { widenRegisterTypes } from "../../server/db/registers.ts";
import type { createHttp, languageOf, person } from "../../server/http/index.ts";
import type { readSource } from "../../server/sources/index.ts";
import { sources, withoutComments } from "../architecture/sources.ts";
import { testDatabase } from "../support/database.ts";
import { type Kitchen, openKitchen } from "./recipe.ts";

let kitchen: Kitchen;
beforeAll(async () => {
  kitchen = await openKitchen({ code: true });
  await kitchen.cook("A language");
  cpSync(join(kitchen.root, "locales", "en"), join(kitchen.root, "locales", "lo"), { recursive: true });
});
afterAll(() => kitchen.clear());

test("a text that is changed in each language becomes the flow's new text", async () => {
  const { definition } = await kitchen.compiled("contact-back");
  const say = (language: Language) => findText(definition.texts, language, ["about:contact-back.done.title"]);
  expect(say("en")).toBe("Thank you. We will call you");
  expect(say("th")).toBe("ขอบคุณค่ะ เราจะติดต่อกลับไป");
});

describe("a third language, added by a line in the register and by its texts", () => {
  const findings = async () => {
    const lint = await kitchen.load<{ verify: typeof verify }>("engine/verify/lint/index.ts");
    const domain = await kitchen.load<{ trade: typeof trade }>("domain/index.ts");
    const room = await kitchen.load<{ readSource: typeof readSource }>("server/sources/index.ts");
    const { source } = await room.readSource(kitchen.root, "contact-back");
    return lint.verify(source, domain.trade).findings;
  };

  test("leaves no findings in a flow", async () => {
    expect(await findings()).toEqual([]);
  });

  test.each(["th", "en", "lo"])("has a finding if a text is missing in the language %s", async (language) => {
    const path = join(kitchen.root, "locales", language, "about.json");
    const before = readFileSync(path, "utf8");
    const texts = JSON.parse(before) as { "contact-back": { done: { title?: string } } };
    delete texts["contact-back"].done.title;
    writeFileSync(path, JSON.stringify(texts));
    const found = await findings();
    writeFileSync(path, before);
    expect(found).toMatchObject([{ code: "missing-text", severity: "error" }]);
    expect(JSON.stringify(found[0])).toContain(language);
  });

  test("has addresses of its own, and shows errors in the third language", async () => {
    const { addressIn: at } = await kitchen.load<{ addressIn: typeof addressIn }>(
      "engine/values/languages.ts",
    );
    expect(["/", "/faq"].map((path) => at("lo" as Language, path))).toEqual(["/lo", "/lo/faq"]);
    const http = await kitchen.load<{
      createHttp: typeof createHttp;
      languageOf: typeof languageOf;
      person: typeof person;
    }>("server/http/index.ts");
    expect(http.languageOf({ url: "/lo/faq", cookies: {} } as never)).toBe("lo");
    const { readConfig: read } = await kitchen.load<{ readConfig: typeof readConfig }>("server/config.ts");
    const app = await http.createHttp(read({ PORT: "3000", LOG_LEVEL: "silent" }));
    app.get("/api/mine", { config: { access: http.person } }, async () => null);
    const { message } = (await app.inject("/api/mine")).json();
    await app.close();
    expect(Object.keys(message)).toEqual(["th", "en", "lo"]);
    expect(message.lo).toBe(message.en);
  });

  test("is a value that the database accepts", async () => {
    const { widenRegisterTypes: widen } = await kitchen.load<{
      widenRegisterTypes: typeof widenRegisterTypes;
    }>("server/db/registers.ts");
    const database = await testDatabase();
    const take = () => sql`select 'lo'::text::language_code`.execute(database.db);
    await expect(take()).rejects.toThrow(/known/);
    await widen(database.db);
    await take();
    await database.drop();
  });
});

test("the languages are listed only in the register of languages", () => {
  const BOTH = /"th" \| "en"(?! \||>)|\["th", "en"\]|\("th", "en"\)|\(th\|en\)|\? "en" : "th"|\? "th" : "en"/;
  const spelled = sources(["domain", "engine", "server", "renderer"], /\.tsx?$/)
    // This file is generated from the signatures in schemas/effects, which contain languages as data.
    .filter(({ path }) => path !== "server/flows/effect-signatures.ts")
    .filter(({ text }) => BOTH.test(withoutComments(text)))
    .map(({ path }) => path);
  expect(spelled).toEqual([]);
});
