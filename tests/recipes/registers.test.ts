import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BRAND_CODES } from "../../domain/brands.ts";
import { CHANNEL_CODES, type Channel } from "../../domain/channels.ts";
import type { trade } from "../../domain/index.ts";
import type { addressesWith, pageAt } from "../../domain/pages.ts";
import { STAFF_ROLES } from "../../domain/staff-roles.ts";
import { LANGUAGES } from "../../engine/values/languages.ts";
import type { verify } from "../../engine/verify/lint/index.ts";
import type { readConfig } from "../../server/config.ts";
import type { readContentFiles } from "../../server/content/read-files.ts";
import type { widenRegisterTypes } from "../../server/db/registers.ts";
import type { App, createHttp, Person, staff } from "../../server/http/index.ts";
import type { isPageAddress } from "../../server/http/page-addresses.ts";
import type { byChannel, mailboxTransport } from "../../server/messages/transport.ts";
import { readSource } from "../../server/sources/index.ts";
import { sources, withoutComments } from "../architecture/sources.ts";
import { type TestDatabase, testDatabase } from "../support/database.ts";
import { FIXED_MOMENT } from "../support/fixed-day.ts";
import { type Kitchen, openKitchen, ROOT } from "./recipe.ts";

// A value of a register is added only in the register, because all code that needs the values reads the
// register.

let kitchen: Kitchen;
let database: TestDatabase;
beforeAll(async () => {
  kitchen = await openKitchen({ code: true });
  for (const recipe of ["A brand", "A channel", "A role", "A screen"]) await kitchen.cook(recipe);
  database = await testDatabase();
  const { widenRegisterTypes: widen } = await load<{ widenRegisterTypes: typeof widenRegisterTypes }>(
    "server/db/registers.ts",
  );
  await widen(database.db);
});
afterAll(async () => {
  await database.drop();
  await kitchen.clear();
});

const load = <Exports>(path: string) => kitchen.load<Exports>(path);

const takes = async (type: string, word: string): Promise<boolean> =>
  await sql`select ${word}::text::${sql.id(type)}`.execute(database.db).then(
    () => true,
    () => false,
  );

test("the database accepts the values that the recipes add, and no other new values", async () => {
  expect(await takes("brand_code", "ruea")).toBe(true);
  expect(await takes("staff_role", "risk")).toBe(true);
  expect(await takes("channel_code", "whatsapp")).toBe(true);
  expect(await takes("message_channel", "whatsapp")).toBe(true);
  expect(await takes("brand_code", "risk")).toBe(false);
});

describe("a third brand, added to the register,", () => {
  const config = async () => {
    const { readConfig: read } = await load<{ readConfig: typeof readConfig }>("server/config.ts");
    return read({ BRAND: "ruea", PORT: "3000", LOG_LEVEL: "error" });
  };

  test("is accepted in the settings, and the server uses the brand", async () => {
    const http = await load<{ createHttp: typeof createHttp }>("server/http/index.ts");
    const app = await http.createHttp(await config());
    const settings = await app.inject("/api/settings");
    await app.close();
    expect(settings.json()).toMatchObject({ brand: "ruea", slug: "ruea" });
  });

  test("appears in the content with its name", async () => {
    const read = await load<{ readContentFiles: typeof readContentFiles }>("server/content/read-files.ts");
    const content = await read.readContentFiles(ROOT, (await config()).brand);
    const text = JSON.stringify(Object.values(content).map(({ en }) => [...en.values()]));
    expect(text).toContain("Ruea");
    expect(text).not.toMatch(/Saphan|Nava/);
  });

  test("is shown with its name and its mark", async () => {
    const { drawFor } = await load<{ drawFor: (brand: string) => void }>("renderer/kit/brand/brand.ts");
    const { Logo } = await load<{ Logo: (props: object) => React.ReactElement }>(
      "renderer/kit/brand/logo.tsx",
    );
    drawFor("ruea");
    expect(renderToStaticMarkup(Logo({}))).toMatch(/M5 20h22l-4 6H9z.*Ruea/);
  });
});

describe("a third channel, added to the register,", () => {
  test("is accepted in a flow that sends a code to a phone number", async () => {
    const lint = await load<{ verify: typeof verify }>("engine/verify/lint/index.ts");
    const domain = await load<{ trade: typeof trade }>("domain/index.ts");
    const { source } = await readSource(kitchen.root, "phone");
    const sent = JSON.parse(JSON.stringify(source).replaceAll(`"sms"`, `"whatsapp"`)) as typeof source;
    expect(JSON.stringify(sent)).toContain(`"whatsapp"`);
    expect(lint.verify(sent, domain.trade).findings).toEqual([]);
  });

  test("is delivered to the development mailbox until it has a transport", async () => {
    const { mailboxTransport: mailbox, byChannel: by } = await load<{
      mailboxTransport: typeof mailboxTransport;
      byChannel: typeof byChannel;
    }>("server/messages/transport.ts");
    await by(
      {},
      mailbox(database.db, () => FIXED_MOMENT),
    ).deliver({
      ...{ outboxId: randomUUID(), channel: "whatsapp" as Channel, to: "+66812345678", language: "th" },
      ...{ template: "otp", subject: "-", paragraphs: ["long"], short: "short" },
    });
    const row = database.db.selectFrom("mailbox").select(["channel", "body"]);
    expect(await row.executeTakeFirst()).toEqual({ channel: "whatsapp", body: "short" });
  });
});

describe("a role, added to the register,", () => {
  let app: App;
  let role: string;
  beforeAll(async () => {
    const http = await load<{ createHttp: typeof createHttp; staff: typeof staff }>("server/http/index.ts");
    const { readConfig: read } = await load<{ readConfig: typeof readConfig }>("server/config.ts");
    app = await http.createHttp(read({ PORT: "3000", LOG_LEVEL: "error" }));
    app.addHook("onRequest", async (request) => {
      request.person = { id: "1", role, factor: "proved" } as Person;
    });
    app.get("/api/risks", { config: { access: http.staff("risk" as never) } }, async () => ({ ok: true }));
    await app.ready();
  });
  afterAll(() => app.close());

  test.each([
    ["risk", 200],
    ["finance", 403],
  ])("can be required for a call: the call answers the role %s with the status %i", async (who, status) => {
    role = who;
    expect((await app.inject("/api/risks")).statusCode).toBe(status);
  });
});

test("an added page is known to the server, flows may link to the page, and the page loads its texts", async () => {
  const pages = await load<{ addressesWith: typeof addressesWith; pageAt: typeof pageAt }>("domain/pages.ts");
  const server = await load<{ isPageAddress: typeof isPageAddress }>("server/http/page-addresses.ts");
  const frame = await load<{ areasOf: (path: string) => readonly string[] }>("renderer/frame/areas.ts");
  expect(server.isPageAddress("/bulletins", "runtime")).toBe(true);
  expect(pages.addressesWith("linked")).toContain("/bulletins");
  expect(frame.areasOf("/bulletins")).toEqual(["public"]);
  const screen = join(kitchen.root, "renderer", `${pages.pageAt("/bulletins")?.screen}-screen.tsx`);
  expect(existsSync(screen)).toBe(true);
});

describe("a register", () => {
  const code = sources(["domain", "engine", "server", "renderer"], /\.tsx?$/)
    // This file is generated from the routes.
    .filter(({ path }) => path !== "renderer/kit/api/answers.ts")
    .map(({ path, text }) => ({ path, text: withoutComments(text) }));
  /** Returns the files that contain all these values as texts or names within a few lines. */
  const spelled = (words: readonly string[]) =>
    code
      .filter(({ text }) => {
        const found = [...text.matchAll(new RegExp(`["\\b](${words.join("|")})(?:"|\\b)(?!-)`, "g"))];
        return found.some((_, at) => {
          const near = found.slice(at).filter((one) => one.index - (found[at]?.index ?? 0) < 200);
          return new Set(near.map(([, word]) => word)).size === words.length;
        });
      })
      .map(({ path }) => path);

  test.each([
    ["brands", BRAND_CODES, "domain/brands.ts"],
    ["channels", CHANNEL_CODES, "domain/channels.ts"],
    ["roles", STAFF_ROLES, "domain/staff-roles.ts"],
  ] as const)("is the only file that lists all the %s", (_of, words, file) => {
    expect(spelled(words).filter((path) => path !== file)).toEqual([]);
  });

  test("has, if it lists roles, a name in each language for every role", () => {
    for (const language of LANGUAGES) {
      const { role } = JSON.parse(readFileSync(join(ROOT, "locales", language, "staff.json"), "utf8"));
      expect(Object.keys(role)).toEqual(expect.arrayContaining([...STAFF_ROLES]));
    }
  });
});
