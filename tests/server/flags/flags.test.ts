import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readConfig } from "../../../server/config.ts";
import { type Flags, flagsRoutes, openFlags } from "../../../server/flags/index.ts";
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

describe("the set of real people", () => {
  const runtime = () => openFlags({ ...config(), env: "runtime" }, (error) => problems.push(error.message));
  beforeEach(() => {
    write("catalogue", {
      guard: { owner: "accounts", meaning: "flag:guard", protects: true, known: true },
      pretend: { owner: "messages", meaning: "flag:pretend", mock: true, known: true },
    });
  });

  test.each<readonly [what: string, features: readonly object[], says: string]>([
    ["switches off what protects", [off("guard"), off("pretend")], "/features/0"],
    ["protects some only", [off("pretend"), only("guard", "person-1")], "/features/1"],
    ["leaves out what protects", [off("pretend")], "/features: "],
    ["switches a mock on", [on("guard"), on("pretend")], "/features/1"],
    ["switches a mock on for one", [only("pretend", "person-1"), on("guard")], "/features/0"],
  ])("does not start where its file %s", async (_, features, says) => {
    write("runtime", set(...features));
    await expect(runtime()).rejects.toThrow(says);
    flags = await open();
  });

  test("starts where it protects and pretends nothing, and development may do otherwise", async () => {
    write("runtime", set(on("guard"), off("pretend")));
    flags = await runtime();
    expect(flags.for({}, ["guard", "pretend"])).toEqual({ guard: true, pretend: false });
    flags.close();
    write("development", set(off("guard"), on("pretend")));
    flags = await open();
    expect(flags.for({}, ["guard", "pretend"])).toEqual({ guard: false, pretend: true });
  });
});

describe.each(["file", "server"] as const)("flags out of a set that comes from a %s", (from) => {
  let server: Server | null = null;
  afterEach(() => void server?.close());

  /** The same set as a file of the portal, or as what an Unleash server answers; its first switch is on for somebody. */
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

  test("are as the environment's set says; an unknown one is off", async () => {
    const { for: ask, source } = await openWith(set(on("invest"), off("switch"), only("pilot", "person-1")));
    const names = ["invest", "switch", "pilot", "nobody"];
    expect(ask({}, names)).toEqual({ invest: true, switch: false, pilot: false, nobody: false });
    expect(ask({ personId: "person-1" }, names)).toMatchObject({ pilot: true });
    expect(source()).toBe(from);
  });

  test("are on for the people of the segments that their strategies name, and for nobody where a segment is not there", async () => {
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
  test("follow an edited file without a restart", async () => {
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
  ])("fall back to the cautious set when the environment's own %s", async (_how, prepare) => {
    write("default", set(on("maintenance-page"), off("invest")));
    prepare();
    const { for: ask, source } = await open();
    expect(ask({}, ["maintenance-page", "invest"])).toEqual({ "maintenance-page": true, invest: false });
    expect(source()).toBe("default");
  });

  test("that protect are on while the Unleash server is away, and where no set can be read at all", async () => {
    const root = join(import.meta.dirname, "..", "..", "..");
    const PROTECTING = ["too-many-login-ban", "aml-check", "exclude-test-accounts"];
    const allOn = Object.fromEntries(PROTECTING.map((name) => [name, true]));
    await open();
    flags.close();
    flags = await openFlags({ ...config("http://127.0.0.1:9/api/"), rootDir: root });
    expect(flags.for({}, [...PROTECTING, "invest"])).toEqual({ ...allOn, invest: false });
    flags.close();
    write("default", "{");
    write("catalogue", {
      ...Object.fromEntries(PROTECTING.map((name) => [name, { owner: "x", protects: true }])),
      invest: { owner: "fund" },
    });
    await open();
    expect(flags.for({}, [...PROTECTING, "invest"])).toEqual({ ...allOn, invest: false });
  });

  test("come from an Unleash server where there is one, and are cautious until it answers", async () => {
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

  test("stay cautious while the Unleash server is away", async () => {
    write("development", set(on("invest")));
    write("default", set(off("invest")));
    const { for: ask } = await open("http://127.0.0.1:9/api/");
    expect(ask({}, ["invest"])).toEqual({ invest: false });
  });
});

describe("/api/frontend", () => {
  test("tells the flags that are on for the session, whatever the query claims", async () => {
    write("development", set(on("invest"), only("pilot", "person-1")));
    await open();
    const app = await createHttp(readConfig({ LOG_LEVEL: "silent" }));
    let id: string | null = null;
    app.addHook("onRequest", async (request) => {
      if (id !== null) request.person = { id, role: null, customerType: "INDIVIDUAL", language: "th" };
    });
    flagsRoutes(app, flags);
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
