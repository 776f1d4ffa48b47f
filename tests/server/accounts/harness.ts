import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { sql } from "kysely";
import type { Language } from "../../../engine/values/languages.ts";
import type { LocalDate } from "../../../engine/values/local-date.ts";
import {
  type AccessSandbox,
  createAccessSandbox,
  seedDemoPeople,
} from "../../../server/accounts/development/index.ts";
import { type Accounts, accountsRoutes, createAccounts } from "../../../server/accounts/index.ts";
import { fixedClock } from "../../../server/clock/index.ts";
import { type Config, readConfig } from "../../../server/config.ts";
import { createFiles, type Files } from "../../../server/files/index.ts";
import { businessDayAfter, type Calendar } from "../../../server/fund/index.ts";
import { type App, anonymous, createHttp, newVisitor } from "../../../server/http/index.ts";
import { createSandbox, type Sandbox, seedDemoIdentity } from "../../../server/identity/development/index.ts";
import {
  createIdentity,
  type Identity,
  identityRoutes,
  listedAtAddress,
  sandboxSettings,
  User,
  undoPhoneChange,
  userRecord,
} from "../../../server/identity/index.ts";
import { type Jobs, openJobs } from "../../../server/jobs/index.ts";
import { createLegal } from "../../../server/legal/index.ts";
import { createMessages, type MailboxMessage, type Messages } from "../../../server/messages/index.ts";
import { declinesLetters } from "../../../server/portfolio/index.ts";
import { loadFlow } from "../../definitions/definition-files.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";
import { type HeldAnswers, holdAnswers } from "../../support/hold-answers.ts";
import { UNEVEN } from "../../support/uneven.ts";
import { compileAbleToInvest } from "../able-to-invest.ts";
import { demoFactor } from "./app-code.ts";

const SECRET = "sandbox-secret";

/** Rooms accounts and identity with their own database; everything is real except the clocks. */
export type House = {
  readonly app: App;
  readonly config: Config;
  readonly db: TestDatabase["db"];
  readonly clock: ReturnType<typeof fixedClock>;
  /** Moves the wall clock forward by a number of milliseconds. */
  readonly pass: (ms: number) => void;
  /** Stops the wall clock during `act`, so that a slow machine changes nothing. */
  readonly still: <Value>(act: () => Promise<Value>) => Promise<Value>;
  readonly accounts: Accounts;
  readonly identity: Identity;
  readonly files: Files;
  readonly jobs: Jobs;
  readonly messages: Messages;
  readonly sandbox: () => Sandbox;
  /** Sandbox for Google, Apple and the wallet partner, which listens if `issuers` is set. */
  readonly issuers: AccessSandbox;
  readonly flags: Set<string>;
  readonly log: string[];
  /** Differences between this house's answers and the API document. */
  readonly answers: HeldAnswers;
  /** Delivers pending messages and returns those to an address, newest first. */
  readonly mailOf: (to: string) => Promise<readonly MailboxMessage[]>;
  /**
   * Returns the content of every table as text, except the development mailbox, which represents the outside
   * world.
   */
  readonly dump: () => Promise<string>;
  readonly close: () => Promise<void>;
};

/** Calendar for these tests, with Songkran as the only holiday. */
const CALENDAR: Calendar = {
  years: new Map([[2026, { confirmed: true }]]),
  holidays: new Set(["2026-04-13", "2026-04-14", "2026-04-15"]),
};

/**
 * Builds the house.
 *
 * `sandbox` starts the identity sandbox and listens for webhooks. `workflows` checks documents and faces by
 * workflow runs. `issuers` starts Google, Apple and the wallet partner.
 */
export async function buildHouse(
  options: { readonly sandbox?: boolean; readonly workflows?: boolean; readonly issuers?: boolean } = {},
): Promise<House> {
  const database = await testDatabase();
  const { db, url } = database;
  const dataDir = mkdtempSync(join(tmpdir(), "house-"));
  const config: Config & { evenMs: number } = {
    ...readConfig({ SAPHAN_KEY: "ab".repeat(32), PORT: "3105", LOG_LEVEL: "info", ...UNEVEN }),
    dataDir,
    rootDir: resolve(import.meta.dirname, "..", "..", ".."),
  };
  const log: string[] = [];
  const fixed = fixedClock("2026-03-02T10:00:00");
  let aheadMs = 0;
  let stoodAtMs: number | null = null;
  const clock = { ...fixed, wall: () => new Date((stoodAtMs ?? Date.now()) + aheadMs) };
  const app = await createHttp(config, { logStream: { write: (line) => log.push(line) } });
  const answers = holdAnswers(app);
  const jobs = await openJobs({ url, onError: (error) => log.push(`job: ${error.message}`) });
  const messages = createMessages({
    db,
    jobs,
    clock,
    config,
    listed: listedAtAddress,
    declines: declinesLetters,
  });
  const files = createFiles({ db, clock, config });
  const flags = new Set(["too-many-login-ban", "use-identity-vendor", "mock-email-otp"]);
  const isOn = (flag: string) => flags.has(flag);
  const legal = await createLegal({ db, clock, config, log: app.log });
  const issuers = createAccessSandbox({ port: 0, origin: config.origin });
  if (options.issuers === true) await issuers.start();
  const accounts = createAccounts({
    db,
    clock,
    config,
    messages,
    legal: legal.inForce,
    isOn,
    providers: issuers.providers,
  });
  let sandbox: Sandbox | null = null;
  const identity = createIdentity({
    db,
    clock,
    config,
    log: app.log,
    jobs,
    messages,
    files,
    accounts,
    isOn,
    isOnFor: async (flag) => isOn(flag),
    ableToInvest: compileAbleToInvest(config.rootDir),
    sentBy: async (version) => ({
      definition: await loadFlow("kyc"),
      module: `/modules/kyc.${version ?? "newest"}.js`,
    }),
    records: { of: async () => new Map() },
    watchLists: join(dataDir, "watch-lists"),
    businessDayAfter: async (_tx, from, count) => {
      const day = businessDayAfter(CALENDAR, from as LocalDate, count);
      return day.ok ? day.value : null;
    },
    vendorSettings: () => {
      const settings = sandboxSettings(sandbox?.url() ?? "http://127.0.0.1:9", SECRET);
      const workflows = { document: "sandbox-document", liveness: "sandbox-face" };
      return {
        ...settings,
        onfido: { ...settings.onfido, ...(options.workflows === true ? { workflows } : {}) },
        dopa: { ...settings.dopa, timeoutMs: 1_000 },
      };
    },
  });
  accountsRoutes(app, accounts, {
    user: User,
    userRecord: (personId) => userRecord(identity, personId),
    undoPhoneChange: (token) => undoPhoneChange(identity, token),
  });
  identityRoutes(app, identity);
  app.get("/api/test/who", { config: { access: anonymous } }, async (request) => ({
    person: request.person,
    visitor: request.visitor,
  }));
  app.post("/api/test/change", { config: { access: anonymous } }, async (request) => ({
    person: request.person,
  }));
  app.post("/api/flows/test/instances", { config: { access: newVisitor } }, async (request) => ({
    visitor: request.visitor,
  }));
  await seedDemoPeople(accounts);
  await seedDemoIdentity(identity);
  if (options.sandbox === true) {
    const address = await app.listen({ port: 0, host: "127.0.0.1" });
    sandbox = createSandbox({
      port: 0,
      webhookUrl: () => `${address}/api/webhooks/identity`,
      ndidUrl: () => `${address}/api/webhooks/ndid`,
      secret: SECRET,
      answerMs: 20,
      slowMs: 600,
    });
    await sandbox.start();
  } else await app.ready();
  return {
    app,
    config,
    db,
    clock,
    pass: (ms) => {
      aheadMs += ms;
    },
    still: async (act) => {
      stoodAtMs = Date.now();
      try {
        return await act();
      } finally {
        stoodAtMs = null;
      }
    },
    accounts,
    identity,
    files,
    jobs,
    messages,
    sandbox: () => {
      if (sandbox === null) throw new Error("this house has no sandbox");
      return sandbox;
    },
    issuers,
    flags,
    log,
    answers,
    mailOf: async (to) => {
      await jobs.drain();
      return await messages.mailbox({ to });
    },
    dump: () => dumpTables(db),
    close: async () => {
      await sandbox?.stop();
      if (options.issuers === true) await issuers.stop();
      await app.close();
      await jobs.stop();
      messages.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function dumpTables(db: TestDatabase["db"]): Promise<string> {
  const tables = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE' and table_name <> 'mailbox'`.execute(
    db,
  );
  const texts: string[] = [];
  for (const { schema, name } of tables.rows) {
    const rows = await sql<{
      row: string;
    }>`select t::text as row from ${sql.table(`${schema}.${name}`)} t`.execute(db);
    texts.push(...rows.rows.map(({ row }) => row), ...hexAsText(rows.rows));
  }
  return texts.join("\n");
}

/** Returns the rows with their bytes decoded from hex, so that a search also covers the text in bytes. */
function hexAsText(rows: readonly { readonly row: string }[]): readonly string[] {
  return rows.flatMap(({ row }) =>
    [...row.matchAll(/\\x([0-9a-f]{2,})/g)].map(([, hex]) =>
      Buffer.from(hex ?? "", "hex").toString("latin1"),
    ),
  );
}

/** State that a browser stores between requests. */
export type Browser = {
  readonly cookies: Map<string, string>;
  readonly call: (
    method: "GET" | "POST",
    url: string,
    body?: unknown,
    options?: { readonly bearer?: string | null; readonly key?: string; readonly ip?: string },
  ) => Promise<{ readonly status: number; readonly body: unknown; readonly setCookies: readonly string[] }>;
};

/** Opens a test browser, which stores cookies and sends the token as bearer like the page. */
export function openBrowser(house: Pick<House, "app" | "config">, lng: Language = "th"): Browser {
  const cookies = new Map<string, string>([["lng", lng]]);
  const tokenName = `${house.config.brand}_token`;
  return {
    cookies,
    call: async (method, url, body, options = {}) => {
      const token = options.bearer === undefined ? cookies.get(tokenName) : options.bearer;
      const response = await house.app.inject({
        method,
        url,
        remoteAddress: options.ip ?? "192.0.2.1",
        headers: {
          ...(options.key === undefined ? {} : { "idempotency-key": options.key }),
          ...(token === undefined || token === null ? {} : { authorization: `Bearer ${token}` }),
          ...(cookies.size === 0
            ? {}
            : { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") }),
        },
        ...(body === undefined ? {} : { payload: body as object }),
      });
      const set = response.headers["set-cookie"] ?? [];
      const setCookies = Array.isArray(set) ? set : [set];
      for (const line of setCookies) {
        const [pair = ""] = line.split(";");
        const at = pair.indexOf("=");
        const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
        if (value === "") cookies.delete(name);
        else cookies.set(name, decodeURIComponent(value));
      }
      const text = response.body;
      return { status: response.statusCode, body: text === "" ? null : JSON.parse(text), setCookies };
    },
  };
}

/** Logs in and returns the browser. */
export async function logInAs(house: House, email: string, password = "Saphan#2026"): Promise<Browser> {
  const browser = openBrowser(house);
  const answer = await browser.call("POST", "/api/auth/login", {
    email,
    password,
    ...demoFactor(email, house.clock.wall()),
  });
  if (answer.status !== 200) throw new Error(`logInAs ${email}: ${JSON.stringify(answer.body)}`);
  return browser;
}

/** Returns the consents that sign-up requires, as a page sends them. */
export function allConsents(house: House) {
  const legal = house.accounts.legal();
  return (["privacy", "terms", "publicity"] as const).map((purpose) => ({
    purpose,
    version: legal[purpose].version,
  }));
}

/** Returns the token in the newest link sent to an address. */
export async function linkToken(house: House, to: string): Promise<string> {
  const [mail] = await house.mailOf(to);
  const token = /token=([\w-]+)/.exec(mail?.body ?? "")?.[1];
  if (token === undefined) throw new Error(`no link in the mail of ${to}: ${mail?.subject}`);
  return token;
}
