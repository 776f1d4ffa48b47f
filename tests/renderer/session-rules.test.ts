import i18next from "i18next";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Language } from "../../engine/values/languages.ts";
import commonEn from "../../locales/en/common.json" with { type: "json" };
import commonTh from "../../locales/th/common.json" with { type: "json" };
import { sayFailure } from "../../renderer/flow/use-flow.ts";
import { call, callAt } from "../../renderer/kit/api/client.ts";
import { askFactorWith, proveFactor } from "../../renderer/kit/api/factor.ts";
import { checkMaintenance, maintenance } from "../../renderer/kit/api/maintenance.ts";
import { privateFile } from "../../renderer/kit/api/private-file.ts";
import { get, queryClient } from "../../renderer/kit/api/query.ts";
import {
  anotherPerson,
  checkExpiry,
  currentSession,
  endSession,
  logOut,
  peekSession,
  startSession,
} from "../../renderer/kit/api/session.ts";
import { enteredWith, rememberProvider } from "../../renderer/kit/api/social-hint.ts";
import { dropToast, toasts } from "../../renderer/kit/api/toast-store.ts";
import { outsideAddress } from "../../renderer/portal/account/social.ts";

// Tests what the page does for sections 4 and 7, in a simulated browser with a cookie jar, a network and an
// address.
const ID = "00000000-0000-4000-8000-000000000001";
const jar = new Map<string, string>();
/** Texts written to `document.cookie`. */
let written: string[] = [];
let asked: { readonly method: string; readonly path: string; readonly headers: Headers }[] = [];
let went: string[] = [];
/** Time of the server's clock, in seconds. */
let clock: number | null = null;
/** Answers of the server by path; any other path answers 200 without content. */
let answers: { [path: string]: { readonly status: number; readonly body?: unknown } | "offline" } = {};

const storage = (kept = new Map<string, string>()) => ({
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
});

function token(exp: number, uuid = ID): string {
  const part = (of: object) => Buffer.from(JSON.stringify(of)).toString("base64url");
  return `${part({ alg: "HS256" })}.${part({ uuid, exp })}.signature`;
}

const seconds = () => Math.floor(Date.now() / 1000);
const shown = () => toasts.get().map(({ id }) => id);
const said = () => toasts.get().map(({ text }) => text.replaceAll("\u2060", ""));

/** Sets the language of the page. */
async function speak(lng: Language): Promise<void> {
  const common = lng === "th" ? commonTh : commonEn;
  await i18next.init({ lng, resources: { [lng]: { common } }, interpolation: { escapeValue: false } });
}

beforeEach(() => {
  jar.clear();
  written = [];
  asked = [];
  went = [];
  clock = null;
  answers = { [`/api/user/${ID}`]: { status: 200, body: { uuid: ID } } };
  vi.stubGlobal("document", {
    documentElement: { dataset: { brand: "saphan" }, lang: "th" },
    get cookie() {
      return [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    },
    set cookie(line: string) {
      written.push(line);
      const [name = "", value = ""] = (line.split(";")[0] ?? "").split("=");
      if (/max-age=0/.test(line)) jar.delete(name);
      else jar.set(name, value);
    },
  });
  vi.stubGlobal("location", {
    hostname: "portal.example",
    pathname: "/overview",
    search: "?token=secret",
    assign: (to: string) => void went.push(to),
  });
  vi.stubGlobal("localStorage", storage());
  vi.stubGlobal("sessionStorage", storage());
  vi.stubGlobal("fetch", async (path: string, init: RequestInit = {}) => {
    asked.push({ method: init.method ?? "GET", path, headers: new Headers(init.headers) });
    const answer = answers[path] ?? { status: 200 };
    await Promise.resolve();
    if (answer === "offline") throw new TypeError("failed to fetch");
    return new Response(answer.body === undefined ? null : JSON.stringify(answer.body), {
      status: answer.status,
      headers: clock === null ? {} : { date: new Date(clock * 1000).toUTCString() },
    });
  });
});
afterEach(async () => {
  anotherPerson.set(false);
  queryClient.clear();
  jar.clear();
  peekSession();
  for (const { id } of toasts.get()) dropToast(id);
  vi.unstubAllGlobals();
});

async function loggedIn(exp = seconds() + 600): Promise<void> {
  jar.set("saphan_token", token(exp));
  await startSession();
}

const refused = { status: 401, body: { code: "log-in-first" } };

describe("the page at its start", () => {
  test("decodes the token cookie and requests the user's record, with the token as bearer and with cookies", async () => {
    await loggedIn();
    expect(currentSession()).toMatchObject({ id: ID, user: { uuid: ID } });
    const [record] = asked;
    expect(record).toMatchObject({ method: "GET", path: `/api/user/${ID}` });
    expect(record?.headers.get("authorization")).toBe(`Bearer ${jar.get("saphan_token")}`);
  });

  test("shows no user if the request for the user's record gets 401", async () => {
    answers[`/api/user/${ID}`] = refused;
    await loggedIn();
    expect(currentSession()).toBeNull();
  });

  test.each(["no.token", "", "a.b.c"])(
    "treats the cookie “%s” as no session, and sends no request",
    async (cookie) => {
      jar.set("saphan_token", cookie);
      await startSession();
      expect([currentSession(), asked]).toEqual([null, []]);
    },
  );
});

describe("a device with a wrong clock", () => {
  const HOUR = 3600;

  test.each([
    ["an hour ahead", HOUR],
    ["an hour behind", -HOUR],
  ])("a device whose clock is %s keeps the session as long as the server says", async (_what, ahead) => {
    const server = seconds() - ahead;
    clock = server;
    jar.set("saphan_token", token(server + 1800));
    peekSession();
    expect(currentSession()).toMatchObject({ id: ID });
    await startSession();
    checkExpiry();
    expect(shown()).toEqual([]);
    expect(currentSession()).toMatchObject({ id: ID });
    clock = server + 1801;
    await call("GET", "/strategies");
    checkExpiry();
    expect(shown()).toEqual(["expired"]);
    await vi.waitFor(() => expect(jar.has("saphan_token")).toBe(false));
  });

  test("the page reports after a log-in that the browser blocks cookies", async () => {
    await startSession({ entered: true });
    expect(shown()).toEqual([]);
    vi.stubGlobal("document", {
      documentElement: { dataset: { brand: "saphan" }, lang: "th" },
      get cookie() {
        return "";
      },
      set cookie(_line: string) {
        // This storage keeps no value.
      },
    });
    await startSession({ entered: true });
    expect(shown()).toEqual(["cookies"]);
  });
});

describe("a route change", () => {
  test("an expired token (exp in seconds) ends the session, and a toast in Thai asks the user to log in again", async () => {
    await speak("th");
    await loggedIn(seconds() + 10);
    checkExpiry(seconds() + 9);
    expect(shown()).toEqual([]);
    checkExpiry(seconds() + 11);
    checkExpiry(seconds() + 11);
    await vi.waitFor(() => expect(jar.has("saphan_token")).toBe(false));
    expect(shown()).toEqual(["expired"]);
    expect(said()).toEqual([expect.stringMatching(/หมดเวลา.*เข้าสู่ระบบอีกครั้ง/)]);
    expect(currentSession()).toBeNull();
    expect(asked.filter(({ path }) => path === "/api/auth/logout")).toHaveLength(1);
    // The page stays open, and the input is stored for the next log-in of the same person.
    expect(went).toEqual([]);
  });

  test("a missing token ends the session without a message", async () => {
    await loggedIn();
    jar.delete("saphan_token");
    checkExpiry();
    expect([currentSession(), shown()]).toEqual([null, []]);
  });
});

describe("an answer 401", () => {
  test("causes one repetition of the call if another call has meanwhile renewed the session", async () => {
    await loggedIn();
    answers["/api/overview"] = refused;
    const late = call("GET", "/overview");
    await vi.waitFor(() => expect(asked.some(({ path }) => path === "/api/overview")).toBe(true));
    answers["/api/overview"] = { status: 200, body: { total: "1.00" } };
    expect(await late).toEqual({ ok: true, value: { total: "1.00" } });
    expect([currentSession()?.id, shown()]).toEqual([ID, []]);
  });

  test("ends the session, clears the user and shows one toast, however many calls receive it", async () => {
    await speak("en");
    await loggedIn();
    for (const path of ["/orders", "/overview", "/transactions"]) answers[`/api${path}`] = refused;
    await Promise.all(["/orders", "/overview", "/transactions"].map((path) => callAt("GET", path)));
    await vi.waitFor(() => expect(jar.has("saphan_token")).toBe(false));
    expect(shown()).toEqual(["401"]);
    expect(said()).toEqual(["Unauthorized, please login again"]);
    expect(currentSession()).toBeNull();
    expect(asked.filter(({ path }) => path === "/api/auth/logout")).toHaveLength(1);
  });

  test.each([
    ["POST", "/auth/login"],
    ["POST", "/auth/logout"],
    ["POST", "/auth/forget-password"],
    ["GET", `/security/${ID}/security-locked`],
    ["GET", "/security"],
  ] as const)("a 401 from %s %s is a normal answer and does not end the session", async (method, path) => {
    await loggedIn();
    answers[`/api${path}`] = refused;
    await callAt(method, path);
    expect([shown(), currentSession()?.id]).toEqual([[], ID]);
  });

  test.each([["/auth/login-attempts"], ["/securityx"], ["/auth/google-match"]])(
    "a 401 from %s, a path that only resembles a log-in path, ends the session",
    async (path) => {
      await loggedIn();
      answers[`/api${path}`] = refused;
      await callAt("POST", path);
      expect(shown()).toEqual(["401"]);
      await vi.waitFor(() => expect(currentSession()).toBeNull());
    },
  );

  test("causes one message about the end of the session, and none about the action that the user started", async () => {
    await loggedIn();
    answers["/api/instances/1/steps/amount"] = refused;
    const answer = await callAt("POST", "/instances/1/steps/amount", { body: {} });
    if (!answer.ok) sayFailure(answer.error);
    await vi.waitFor(() => expect(jar.has("saphan_token")).toBe(false));
    // The cookie of a suspended tab is present again for a moment.
    await loggedIn(seconds() - 1);
    checkExpiry();
    expect(shown()).toEqual(["401"]);
  });

  test("causes no message for a visitor", async () => {
    await startSession();
    answers["/api/orders"] = refused;
    await call("GET", "/orders");
    expect(shown()).toEqual([]);
  });

  test("the end of a session causes one message, even if two calls notice the end", async () => {
    await loggedIn();
    await Promise.all([endSession(), endSession()]);
    expect(shown()).toEqual(["expired"]);
  });
});

describe("two tabs", () => {
  const OTHER = "00000000-0000-4000-8000-000000000002";
  const ways: readonly (readonly [string, () => unknown])[] = [
    ["loads data", () => queryClient.fetchQuery(get("/overview")).catch(() => undefined)],
    ["sends data", () => callAt("POST", "/orders", { body: {} })],
    ["fetches a file", () => privateFile("/api/files/1").catch(() => undefined)],
    ["goes to another page", () => checkExpiry()],
    ["logs out", () => logOut()],
  ];
  test.each(ways)(
    "after another person logged in in a second tab, the first tab shows no data and explains why when it %s",
    async (_what, act) => {
      await loggedIn();
      answers["/api/orders"] = { status: 200, body: { value: "of the first" } };
      await queryClient.fetchQuery(get("/orders"));
      // The other tab has logged out and logged in again as another person.
      jar.set("saphan_token", token(seconds() + 600, OTHER));
      asked = [];
      await act();
      expect(asked).toEqual([]);
      expect(anotherPerson.get()).toBe(true);
      expect(queryClient.getQueryCache().getAll()).toEqual([]);
      // The input of the first person is deleted as well (drafts-of-others.test.ts).
      expect(sessionStorage.getItem("drafts-of")).toBe(OTHER);
      expect(jar.has("saphan_token")).toBe(true);
    },
  );

  test("two tabs of one person both continue, also after one tab renewed the token", async () => {
    await loggedIn();
    jar.set("saphan_token", token(seconds() + 900));
    answers["/api/overview"] = { status: 200, body: { mine: true } };
    expect(await queryClient.fetchQuery(get("/overview"))).toEqual({ mine: true });
    expect(anotherPerson.get()).toBe(false);
    queryClient.clear();
  });

  test("show none of the first person's data once a second person logs in", async () => {
    await loggedIn();
    answers["/api/overview"] = { status: 200, body: { of: "the first" } };
    await queryClient.fetchQuery(get("/orders"));
    await endSession();
    jar.set("saphan_token", token(seconds() + 600, OTHER));
    await startSession();
    expect(queryClient.getQueryData(["overview"])).toBeUndefined();
    expect(anotherPerson.get()).toBe(false);
  });
});

describe("log-out", () => {
  test("sends one request however often the button is pressed, deletes both cookies, and leads to the home page", async () => {
    await loggedIn();
    jar.set("saphan_tmn_access_token", "wallet");
    rememberProvider("google");
    await Promise.all([logOut(), logOut(), logOut()]);
    expect(asked.filter(({ path }) => path === "/api/auth/logout")).toHaveLength(1);
    expect(enteredWith()).toBeNull();
    const deleted = ["saphan_token", "saphan_tmn_access_token"].flatMap((name) => [
      `${name}=; path=/; max-age=0`,
      `${name}=; path=/; max-age=0; domain=portal.example`,
    ]);
    expect(written.filter((line) => line.includes("max-age=0"))).toEqual(deleted);
    expect(went).toEqual(["/"]);
    expect(currentSession()).toBeNull();
  });

  test("leads to the path that the page gives", async () => {
    await loggedIn();
    await logOut("/login");
    expect(went).toEqual(["/login"]);
  });

  test("deletes the cookies even if the server cannot be reached", async () => {
    await loggedIn();
    answers["/api/auth/logout"] = "offline";
    await logOut();
    expect(jar.has("saphan_token")).toBe(false);
    expect(went).toEqual(["/"]);
  });
});

describe("identical requests", () => {
  test("become one request if they are sent within 2000 ms, and two otherwise", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    answers["/api/strategies"] = { status: 200, body: { strategies: [] } };
    queryClient.clear();
    await Promise.all([1, 2, 3].map(() => queryClient.fetchQuery(get("/strategies"))));
    vi.setSystemTime(Date.now() + 1_999);
    await queryClient.fetchQuery(get("/strategies"));
    expect(asked).toHaveLength(1);
    vi.setSystemTime(Date.now() + 2);
    await queryClient.fetchQuery(get("/strategies"));
    expect(asked).toHaveLength(2);
    queryClient.clear();
    vi.useRealTimers();
  });
});

describe("a request without an answer", () => {
  test("fails after two minutes, so that the user can press the button again", async () => {
    vi.useFakeTimers();
    vi.stubGlobal(
      "fetch",
      async (_: string, { signal }: RequestInit) =>
        await new Promise((_answered, lost) => signal?.addEventListener("abort", () => lost(signal.reason))),
    );
    const answer = callAt("POST", "/orders", { body: {} });
    await vi.advanceTimersByTimeAsync(120_000);
    vi.useRealTimers();
    expect(await answer).toEqual({ ok: false, error: { kind: "offline" } });
  });
});

describe("a proof of identity", () => {
  test("is discarded when the user leaves the page that asked for it, and the next page asks again", async () => {
    const stop = askFactorWith(() => new Promise(() => {}));
    const first = proveFactor();
    stop();
    expect(await first).toBe(false);
    askFactorWith(async () => true);
    expect(await proveFactor()).toBe(true);
  });
});

describe("maintenance", () => {
  test("is looked up with the current path in the header x-action, and with the query on the log-in page only", async () => {
    answers["/api/app-setting/maintenance"] = { status: 200, body: {} };
    await checkMaintenance();
    await checkMaintenance("/login", "?next=%2Fstaff");
    expect(asked.map(({ headers }) => headers.get("x-action"))).toEqual([
      "app-setting[/overview]",
      "app-setting[/login?next=%2Fstaff]",
    ]);
  });

  test("is shown on the page with the texts of the server", async () => {
    const body = { maintenance: true, maintenanceText: "22:00" };
    answers["/api/app-setting/maintenance"] = { status: 200, body };
    await checkMaintenance();
    expect(maintenance.get()).toEqual(body);
    maintenance.set({ maintenance: false, maintenanceText: null });
  });

  test.each([["offline" as const], [{ status: 503 }], [{ status: 401 }], [{ status: 200 }]])(
    "is not shown if the look-up fails (%o), which is logged",
    async (answer) => {
      const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
      answers["/api/app-setting/maintenance"] = answer;
      await checkMaintenance();
      expect(warned).toHaveBeenCalledTimes(1);
      expect([shown(), maintenance.get().maintenance]).toEqual([[], false]);
      warned.mockRestore();
    },
  );
});

describe("the system's browser", () => {
  const address = new URL("https://portal.example/login?next=%2Fkyc");
  test.each([
    [
      "Mozilla/5.0 (Linux; Android 15; wv)",
      /^intent:\/\/portal\.example\/login\?next=%2Fkyc#Intent;scheme=https;/,
    ],
    [
      "Mozilla/5.0 (iPhone) Line/14.0",
      /^https:\/\/portal\.example\/login\?next=%2Fkyc&openExternalBrowser=1$/,
    ],
    ["Mozilla/5.0 (iPhone) FBAN/FBIOS", /^x-safari-https:\/\/portal\.example\/login\?next=%2Fkyc$/],
  ])("is opened through an address that suits the current browser: %s", (agent, href) => {
    expect(outsideAddress(address, agent)).toMatch(href);
  });
});
