import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { FlagName } from "../../../domain/flag-names.ts";
import { readConfig } from "../../../server/config.ts";
import type { Db } from "../../../server/db/index.ts";
import { askFlags, type Flags, flagsRoutes, openFlags, type Whose } from "../../../server/flags/index.ts";
import { createHttp } from "../../../server/http/index.ts";

let rootDir: string;
let flags: Flags;
const problems: string[] = [];
const config = (unleashUrl: string | null = null) => ({
  env: "development" as const,
  rootDir,
  unleashUrl,
  unleashToken: null,
});
const open = async (unleashUrl: string | null = null) => {
  flags = await openFlags(config(unleashUrl), (error) => problems.push(error.message));
  return flags;
};

const NO_DATABASE = {} as Db;
/** Returns the people of the test: every third is a company, and every fourth has a million baht. */
const asked = () =>
  askFlags(flags, {
    customerType: async (_, id) => (Number(id.slice(7)) % 3 === 0 ? "JURISTIC" : "INDIVIDUAL"),
    tier: async (_, id) => (Number(id.slice(7)) % 4 === 0 ? "plus" : "standard"),
  });

const ALWAYS = [{ name: "default", parameters: {} }];
const set = (...features: readonly object[]) => ({ version: 2, features });
const on = (name: string) => ({ name, enabled: true, strategies: ALWAYS });
const off = (name: string) => ({ name, enabled: false, strategies: ALWAYS });
const only = (name: string, userIds: string) => ({
  name,
  enabled: true,
  strategies: [{ name: "userWithId", parameters: { userIds } }],
});
const write = (name: string, text: string | object) =>
  writeFileSync(
    join(rootDir, "flags", `${name}.json`),
    typeof text === "string" ? text : JSON.stringify(text),
  );

beforeEach(() => {
  rootDir = mkdtempSync(join(tmpdir(), "saphan-flags-"));
  mkdirSync(join(rootDir, "flags"));
  problems.length = 0;
});
afterEach(() => {
  flags.close();
  rmSync(rootDir, { recursive: true, force: true });
});

describe("the flag set of the real environment", () => {
  const runtime = () => openFlags({ ...config(), env: "runtime" }, (error) => problems.push(error.message));
  beforeEach(() => {
    write("catalogue", {
      guard: { owner: "accounts", meaning: "flag:guard", protects: true, known: true },
      pretend: { owner: "messages", meaning: "flag:pretend", mock: true, known: true },
    });
  });

  test.each<readonly [what: string, features: readonly object[], says: string]>([
    ["turns a protection off", [off("guard"), off("pretend")], "/features/0"],
    ["protects only some people", [off("pretend"), only("guard", "person-1")], "/features/1"],
    ["omits a protection", [off("pretend")], "/features: "],
    ["turns a mock on", [on("guard"), on("pretend")], "/features/1"],
    ["turns a mock on for one person", [only("pretend", "person-1"), on("guard")], "/features/0"],
  ])("prevents the start if its file %s", async (_, features, says) => {
    write("runtime", set(...features));
    await expect(runtime()).rejects.toThrow(says);
    flags = await open();
  });

  test("permits a start with all protections on and no mock, while development accepts any set", async () => {
    write("runtime", set(on("guard"), off("pretend")));
    flags = await runtime();
    expect(flags.for({}, ["guard", "pretend"])).toEqual({ guard: true, pretend: false });
    flags.close();
    write("development", set(off("guard"), on("pretend")));
    flags = await open();
    expect(flags.for({}, ["guard", "pretend"])).toEqual({ guard: false, pretend: true });
  });
});

describe.each(["file", "server"] as const)("switches in a flag set from a %s", (from) => {
  let server: Server | null = null;
  afterEach(() => void server?.close());

  /**
   * Opens the set from a file of the portal, or from an Unleash server's answer. Its first switch is on for
   * some people.
   */
  async function openWith(
    body: ReturnType<typeof set> & { readonly segments?: readonly object[] },
  ): Promise<Flags> {
    if (from === "file") {
      write("development", body);
      return await open();
    }
    write("default", set());
    server = createServer((_, response) =>
      response.setHeader("Content-Type", "application/json").end(JSON.stringify(body)),
    );
    await new Promise<void>((listens) => server?.listen(0, "127.0.0.1", listens));
    const opened = await open(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/`);
    const [first = ""] = body.features.map((one) => ("name" in one ? String(one.name) : ""));
    const somebody = { personId: "p", properties: { customerType: "JURISTIC" } };
    for (let tries = 0; tries < 100 && opened.for(somebody, [first])[first] !== true; tries += 1)
      await pause(20);
    return opened;
  }

  test("a switch has the position that the environment's set states; an unknown switch is off", async () => {
    const { for: ask, source } = await openWith(set(on("invest"), off("switch"), only("pilot", "person-1")));
    const names = ["invest", "switch", "pilot", "nobody"];
    expect(ask({}, names)).toEqual({ invest: true, switch: false, pilot: false, nobody: false });
    expect(ask({ personId: "person-1" }, names)).toMatchObject({ pilot: true });
    expect(source()).toBe(from);
  });

  test("are on only for the people in the segments of their strategies, and for no one if a segment is missing", async () => {
    const juristic = { contextName: "customerType", operator: "IN", values: ["JURISTIC"] };
    const strategies = (id: number) => [{ name: "default", segments: [id] }];
    const { for: ask } = await openWith({
      ...set(
        { name: "companies", enabled: true, strategies: strategies(4) },
        { name: "lost", enabled: true, strategies: strategies(5) },
      ),
      segments: [{ id: 4, name: "companies", constraints: [juristic] }],
    });
    const names = ["companies", "lost"];
    const of = (customerType: string) => ask({ personId: "p", properties: { customerType } }, names);
    expect(of("JURISTIC")).toEqual({ companies: true, lost: false });
    expect(of("INDIVIDUAL")).toEqual({ companies: false, lost: false });
  });
});

describe("flags", () => {
  test("an edited file changes the switches without a restart", async () => {
    write("development", set(off("invest")));
    const { for: ask, reload } = await open();
    expect(ask({}, ["invest"])).toEqual({ invest: false });
    write("development", set(on("invest")));
    await reload();
    expect(ask({}, ["invest"])).toEqual({ invest: true });
  });

  test.each([
    ["is missing", () => {}],
    ["is damaged", () => write("development", "{")],
    ["has no list", () => write("development", { version: 2 })],
  ])("have the cautious values if the environment's own set %s", async (_how, prepare) => {
    write("default", set(on("maintenance-page"), off("invest")));
    prepare();
    const { for: ask, source } = await open();
    expect(ask({}, ["maintenance-page", "invest"])).toEqual({ "maintenance-page": true, invest: false });
    expect(source()).toBe("default");
  });

  test("switches that protect users are on while the Unleash server is unreachable, or if no set can be read", async () => {
    const root = join(import.meta.dirname, "..", "..", "..");
    const PROTECTING = ["too-many-login-ban", "aml-check", "exclude-test-accounts"];
    const allOn = Object.fromEntries(PROTECTING.map((name) => [name, true]));
    await open();
    flags.close();
    flags = await openFlags({ ...config("http://127.0.0.1:9/api/"), rootDir: root });
    expect(flags.for({}, [...PROTECTING, "invest"])).toEqual({ ...allOn, invest: false });
    flags.close();
    write("catalogue", {
      ...Object.fromEntries(PROTECTING.map((name) => [name, { owner: "x", protects: true }])),
      invest: { owner: "fund" },
    });
    // If the default set is damaged or has such a switch off, the catalogue decides.
    for (const defaults of ["{", set(off("aml-check"), off("invest"))]) {
      write("default", defaults);
      await open();
      expect(flags.for({}, [...PROTECTING, "invest"])).toEqual({ ...allOn, invest: false });
    }
  });

  test("switches come from an Unleash server if one is configured, with cautious values until the server answers", async () => {
    write("development", set(on("invest")));
    write("default", set(off("invest")));
    const server = createServer((_request, response) => {
      setTimeout(
        () => response.setHeader("Content-Type", "application/json").end(JSON.stringify(set(on("invest")))),
        50,
      );
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { for: ask } = await open(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/`);
    for (let tries = 0; tries < 100 && ask({}, ["invest"]).invest !== true; tries += 1) await pause(20);
    expect(ask({}, ["invest"])).toEqual({ invest: true });
    server.close();
  });

  test("have the cautious values while the Unleash server is unreachable", async () => {
    write("development", set(on("invest")));
    write("default", set(off("invest")));
    const { for: ask } = await open("http://127.0.0.1:9/api/");
    expect(ask({}, ["invest"])).toEqual({ invest: false });
  });
});

describe("the call /api/frontend", () => {
  test("returns the switches that are on for the session, and ignores the query", async () => {
    write("development", set(on("invest"), only("pilot", "person-1")));
    await open();
    const app = await createHttp(readConfig({ LOG_LEVEL: "silent" }));
    let id: string | null = null;
    app.addHook("onRequest", async (request) => {
      if (id !== null) request.person = { id, role: null, customerType: "INDIVIDUAL", language: "th" };
    });
    flagsRoutes(app, { db: NO_DATABASE, flags: asked() });
    const names = async (url: string) =>
      (await app.inject(url)).json().toggles.map((toggle: { name: string }) => toggle.name);
    expect(await names("/api/frontend?userId=person-1")).toEqual(["invest"]);
    id = "person-1";
    expect(await names("/api/frontend")).toEqual(["invest", "pilot"]);
    const first = await app.inject("/api/frontend");
    const again = await app.inject({
      url: "/api/frontend",
      headers: { "if-none-match": String(first.headers.etag) },
    });
    expect(again.statusCode).toBe(304);
    await app.close();
  });
});

describe("a rollout of 50 percent", () => {
  const half = (name: string, more: object = {}) => ({
    name,
    enabled: true,
    strategies: [
      {
        name: "flexibleRollout",
        parameters: { rollout: "50", stickiness: "default", groupId: name },
        ...more,
      },
    ],
  });
  const reading = (contextName: string, value: string) => ({
    constraints: [{ contextName, operator: "IN", values: [value] }],
  });
  const NAMES = ["whole", "own", "large", "company", "sticks-to-account", "sticks-to-visitor"] as const;
  beforeEach(async () => {
    write("catalogue", { whole: { owner: "site", meaning: "flag:whole", scope: "portal", known: true } });
    const sticksTo = (stickiness: string) => ({
      parameters: { rollout: "50", stickiness, groupId: stickiness },
    });
    write(
      "development",
      set(
        half("whole"),
        half("own"),
        half("large", reading("tier", "plus")),
        half("company", reading("customerType", "JURISTIC")),
        half("sticks-to-account", sticksTo("userId")),
        half("sticks-to-visitor", sticksTo("sessionId")),
      ),
    );
    await open();
  });

  /** Returns what the page reads, from another address each time. */
  async function pages() {
    const app = await createHttp(readConfig({ LOG_LEVEL: "silent" }));
    app.addHook("onRequest", async (request) => {
      const { person, visitor } = request.headers;
      if (typeof person === "string")
        request.person = { id: person, role: null, customerType: "INDIVIDUAL", language: "th" };
      if (typeof visitor === "string") request.visitor = visitor;
    });
    flagsRoutes(app, { db: NO_DATABASE, flags: asked() });
    return {
      on: async (headers: Record<string, string>, at: number) => {
        const { toggles } = (
          await app.inject({ url: "/api/frontend", headers, remoteAddress: `10.0.0.${at % 250}` })
        ).json() as { readonly toggles: readonly { readonly name: string }[] };
        return Object.fromEntries(
          NAMES.map((name) => [name, toggles.some((toggle) => toggle.name === name)]),
        );
      },
      close: () => app.close(),
    };
  }

  test("gives each of 200 people and 200 visitors one result on the page, in the walk and in the API", async () => {
    const page = await pages();
    // This switch exists in the test only, and not in the catalogue.
    const own = (name: string) => name as FlagName;
    const { for: ask, isOnFor, isOn } = asked();
    const seen = new Set<string>();
    for (let at = 0; at < 200; at += 1) {
      const [personId, visitor] = [`person-${at}`, `visitor-${at}`];
      const walk = await ask(NO_DATABASE, { personId }, NAMES);
      expect(await page.on({ person: personId }, at)).toEqual(walk);
      for (const name of NAMES) expect(await isOnFor(NO_DATABASE, personId, own(name))).toBe(walk[name]);
      const before = await ask(NO_DATABASE, { visitor }, NAMES);
      expect(await page.on({ visitor }, at)).toEqual(before);
      // The results before and after the log-in are compared. Portal-wide values stay, a value per account
      // starts with the log-in, and a value per visitor ends with it.
      expect([before.whole, walk.whole]).toEqual([isOn(own("whole")), isOn(own("whole"))]);
      expect([before["sticks-to-account"], walk["sticks-to-visitor"]]).toEqual([false, false]);
      expect(walk.large && at % 4 !== 0).toBe(false);
      expect(walk.company && at % 3 !== 0).toBe(false);
      for (const [name, value] of [...Object.entries(walk), ...Object.entries(before)])
        seen.add(`${name} ${value}`);
    }
    await page.close();
    // Every rollout except the portal-wide one is on for some people and off for others.
    expect([...seen].sort()).toHaveLength(2 * NAMES.length - 1);
  });

  test("gives the same result to all visitors without a cookie and to all calls without a person", async () => {
    const page = await pages();
    const nobody: Whose = null;
    const first = await page.on({}, 0);
    for (let at = 1; at < 50; at += 1) {
      expect(await page.on({}, at)).toEqual(first);
      expect(await asked().for(NO_DATABASE, nobody, NAMES)).toEqual(first);
    }
    await page.close();
  });
});

test("the catalogue lists a switch as portal-wide exactly if the code evaluates it without a person", () => {
  const root = join(import.meta.dirname, "..", "..", "..");
  const catalogue = JSON.parse(readFileSync(join(root, "flags", "catalogue.json"), "utf8"));
  const asks = (pattern: RegExp) =>
    readdirSync(join(root, "server"), { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts"))
      .flatMap((path) => [...readFileSync(join(root, "server", path), "utf8").matchAll(pattern)])
      .map(([, name = ""]) => name);
  const scopes = (names: readonly string[]) => [...new Set(names.map((name) => catalogue[name]?.scope))];
  const portal = asks(/\b(?:isOn(?:\?\.)?\(|AML_FLAG = |mock: room\.isOn\()"([a-z-]+)"/g);
  const notices = [
    "new-exclusive-offering",
    "exclusive-offering",
    "user-tier",
    "fund-banner",
    "scammer-alert",
    "currency-switcher",
  ];
  expect(portal.length).toBeGreaterThan(10);
  expect(scopes(portal.filter((name) => !notices.includes(name)))).toEqual(["portal"]);
  const own = [
    // This switch is evaluated for a person too, by the prompt on that person's overview.
    ...asks(/\b(?:isOnFor|onlyWith)\("([a-z-]+)"/g).filter((name) => name !== "invest"),
    ...asks(/\b(?:VENDOR|NDID)_FLAG = "([a-z-]+)"/g),
    ...notices,
  ];
  expect(own.length).toBeGreaterThan(10);
  expect(scopes(own)).toEqual([undefined]);
});
