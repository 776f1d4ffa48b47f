import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readConfig } from "../../../server/config.ts";
import {
  type App,
  AppError,
  anonymous,
  createEvents,
  createHttp,
  idempotencyKey,
  STATUS,
} from "../../../server/http/index.ts";
import { createTexts } from "../../../server/texts.ts";

const config = { ...readConfig({ PORT: "3000", LOG_LEVEL: "info" }) };
const lines: string[] = [];
let app: App;
let events: ReturnType<typeof createEvents>;

beforeAll(async () => {
  app = await createHttp(config, {
    logStream: { write: (line) => lines.push(line) },
    ready: async () => ({ database: true, jobs: false, overdue: [], key: true, storage: true }),
  });
  events = createEvents(app);
  app.post("/api/echo", { config: { access: anonymous } }, async (request) => ({
    got: request.body ?? null,
  }));
  app.post("/api/hook", { config: { access: anonymous, crossOrigin: true } }, async () => ({ ok: true }));
  app.post("/api/key", { config: { access: anonymous } }, async (request) => ({
    key: idempotencyKey(request),
  }));
  app.get("/api/fails/:how", { config: { access: anonymous } }, async (request) => {
    const { how } = request.params as { how: string };
    if (how === "expected") throw new AppError("step-not-open", { params: {} });
    if (how === "fields")
      throw new AppError("not-valid", {
        fields: [{ pointer: "/email", code: "required", message: "form:errors.required" }],
      });
    if (how === "database") throw Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
    if (how === "socket") throw Object.assign(new Error("connect"), { code: "ENOENT", syscall: "connect" });
    if (how === "disk") throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
    throw new Error("secret-in-a-message somchai@example.com");
  });
  const limit = { type: "integer", minimum: 1, maximum: 500 };
  app.get(
    "/api/some",
    { config: { access: anonymous }, schema: { querystring: { type: "object", properties: { limit } } } },
    async () => ({}),
  );
  await app.ready();
});
afterAll(() => app.close());

const post = (url: string, body: string | Buffer, headers: Record<string, string> = {}) =>
  app.inject({
    method: "POST",
    url,
    payload: body,
    headers: { "content-type": "application/json", ...headers },
  });

describe("every answer", () => {
  test("carries the strict content policy and the other security headers", async () => {
    const { headers } = await app.inject("/healthz");
    expect(headers["content-security-policy"]).toBe(
      "default-src 'none';script-src 'self';style-src 'self';img-src 'self' blob: data:;font-src 'self';" +
        "connect-src 'self';manifest-src 'self';form-action 'self';frame-ancestors 'none';base-uri 'none';" +
        "report-uri /api/csp-report",
    );
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["x-frame-options"]).toBe("DENY");
    expect(headers["referrer-policy"]).toBe("no-referrer");
    expect(headers["permissions-policy"]).toContain("camera=(self)");
    expect(headers["permissions-policy"]).toContain("microphone=()");
  });

  test("makes browsers use TLS for a year, with all subdomains, in runtime", async () => {
    const origin = "https://portal.example";
    const real = await createHttp({ ...readConfig({ LOG_LEVEL: "silent" }), env: "runtime", origin });
    const { headers } = await real.inject("/healthz");
    await real.close();
    expect(headers["strict-transport-security"]).toBe("max-age=31536000; includeSubDomains");
  });

  test("a TRACE request gets an error", async () => {
    const method = "TRACE" as "GET";
    const answer = await app.inject({ method, url: "/healthz", headers: { "x-secret": "s1" } });
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.body).not.toContain("s1");
  });

  test("an answer of the API forbids browsers to cache it", async () => {
    expect((await app.inject("/api/settings")).headers["cache-control"]).toBe("no-store");
    expect((await app.inject("/api/fails/expected")).headers["cache-control"]).toBe("no-store");
  });
});

describe("an error answer", () => {
  test.each([
    ["expected", 409, "step-not-open"],
    ["database", 503, "database-unavailable"],
    ["socket", 503, "database-unavailable"],
    ["disk", 503, "storage-full"],
    ["unexpected", 500, "internal"],
  ])(
    "an error answer with the cause “%s” has the status %i, the code %s and a message in both languages",
    async (how, status, code) => {
      const response = await app.inject(`/api/fails/${how}`);
      expect(response.statusCode).toBe(status);
      const body = response.json();
      expect(body.code).toBe(code);
      expect(body.message.th).toMatch(/[ก-๙]/);
      expect(body.message.en).toMatch(/[a-z]/);
      expect(JSON.stringify(body)).not.toContain("somchai");
    },
  );

  test("contains the JSON pointer of each wrong field, with a message in both languages", async () => {
    const { fields } = (await app.inject("/api/fails/fields")).json();
    expect(fields).toHaveLength(1);
    expect(fields[0]).toMatchObject({ pointer: "/email", code: "required" });
    expect(fields[0].message.th).toMatch(/[ก-๙]/);
  });

  test.each(Object.keys(STATUS))("the error code %s has a separate message in both languages", (code) => {
    const texts = createTexts({ rootDir: config.rootDir, fresh: false });
    const words = texts.find(`warning:errors.${code}`, {});
    expect(words?.th).toMatch(/[ก-๙]/);
    expect(words?.en).toMatch(/[a-z]/);
  });
});

describe("the parsing of requests", () => {
  test.each([
    ["an object", '{"a":[1,2.5e3,true,null,"ก\\u0e01"]}'],
    ["a string alone", '"text"'],
    ["white space around the value", ' \n\t{"a" : 1} \r\n'],
    ["a key that occurs twice", '{"a":1,"a":2}'],
    ["an emoji as a surrogate pair", '"\\ud83d\\ude00"'],
    ["64 levels", `${"[".repeat(64)}${"]".repeat(64)}`],
  ])("accepts valid JSON: %s", async (_what, text) => {
    const response = await post("/api/echo", text);
    expect(response.statusCode).toBe(200);
    expect(response.json().got).toEqual(JSON.parse(text));
  });

  test.each([
    ["an unclosed brace", "{", "json-invalid"],
    ["an additional comma", "[1,]", "json-invalid"],
    ["single quotes", "{'a':1}", "json-invalid"],
    ["a comment", "{/**/}", "json-invalid"],
    ["NaN", "[NaN]", "json-invalid"],
    ["bytes that are not UTF-8", Buffer.from([0x22, 0xff, 0x22]), "json-invalid"],
    ["65 levels", `${"[".repeat(65)}${"]".repeat(65)}`, "json-too-deep"],
    ["100,000 levels", "[".repeat(100_000), "json-too-deep"],
    ["the character U+0000", '{"a":"\\u0000"}', "text-not-storable"],
    ["half of a surrogate pair", '{"a":"\\ud800"}', "text-not-storable"],
  ])("rejects invalid input with a code: %s", async (_what, text, code) => {
    const response = await post("/api/echo", text);
    expect(response.statusCode).toBe(400);
    expect(response.json().code).toBe(code);
  });

  test.each([
    ["/%", 400, "bad-request"],
    ["/api/%E0%A4%A", 400, "bad-request"],
    [`/api/fails/${"a".repeat(201)}`, 404, "not-found"],
  ])("gives an ordinary error for an address that cannot be parsed: %s", async (url, status, code) => {
    const answer = await app.inject({ url });
    expect(answer.statusCode).toBe(status);
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(answer.json()).toMatchObject({
      code,
      message: { th: expect.stringMatching(/[ก-๙]/), en: expect.stringMatching(/\w/) },
    });
  });

  test("rejects a body that could change the prototype", async () => {
    const response = await post("/api/echo", '{"__proto__":{"admin":true},"a":1}');
    expect(response.statusCode).toBe(400);
    expect(response.json().code).toBe("json-invalid");
  });

  test.each(["Infinity", "-Infinity", "1e999", "NaN", "501"])(
    "rejects a non-finite number: %s",
    async (limit) => {
      const refused = await app.inject(`/api/some?limit=${limit}`);
      expect({ status: refused.statusCode, code: refused.json().code }).toEqual({
        status: 422,
        code: "not-valid",
      });
      expect(refused.json().fields).toMatchObject([{ pointer: "/limit" }]);
    },
  );

  test("rejects a body that is too large, or of another type, with its error code", async () => {
    expect((await post("/api/echo", `"${"x".repeat(300_000)}"`)).json().code).toBe("too-large");
    expect((await post("/api/echo", "a=1", { "content-type": "text/plain" })).json().code).toBe(
      "unsupported-type",
    );
  });
});

describe("a call that changes data", () => {
  test.each([
    [{ origin: "https://other.example" }, 403],
    [{ origin: "null" }, 403],
    [{ "sec-fetch-site": "cross-site" }, 403],
    [{ "sec-fetch-site": "same-site" }, 403],
    [{ "sec-fetch-site": "same-origin", origin: "http://localhost:3000" }, 200],
    [{ origin: "http://portal.example", host: "portal.example" }, 200],
    [{}, 200],
  ])("a call that changes data answers the headers %o with %i", async (headers, status) => {
    expect((await post("/api/echo", "{}", headers)).statusCode).toBe(status);
  });

  test("a webhook can come from any origin", async () => {
    expect((await post("/api/hook", "{}", { origin: "https://vendor.example" })).statusCode).toBe(200);
  });

  test("needs an idempotency key of the right form", async () => {
    expect((await post("/api/key", "{}")).json().code).toBe("idempotency-key-missing");
    expect((await post("/api/key", "{}", { "idempotency-key": "a b" })).json().code).toBe(
      "idempotency-key-invalid",
    );
    expect((await post("/api/key", "{}", { "idempotency-key": "a1b2c3d4" })).json()).toEqual({
      key: "a1b2c3d4",
    });
  });

  test("is answered with a retry time if too many requests come from one IP address", async () => {
    const narrow = await createHttp({ ...config, logLevel: "silent" }, { requestsPerMinute: 2 });
    narrow.get("/api/thing", { config: { access: anonymous } }, async () => ({ ok: true }));
    await narrow.ready();
    await narrow.inject("/api/thing");
    await narrow.inject("/api/thing");
    const third = await narrow.inject("/api/thing");
    expect(third.statusCode).toBe(429);
    expect(third.json().code).toBe("too-many-requests");
    expect(Number(third.headers["retry-after"])).toBeGreaterThan(0);
    await narrow.close();
  });
});

describe("the log", () => {
  test("contains one line for each request, with route, status and id, but no personal data", async () => {
    lines.length = 0;
    await post("/api/echo?token=query-secret", '{"password":"body-secret"}', {
      cookie: "saphan_token=cookie-secret",
      authorization: "Bearer header-secret",
    });
    await app.inject("/api/fails/unexpected?email=query-secret");
    await post("/api/echo", '{"pin":"body-secret"');
    const log = lines.join("");
    for (const secret of [
      "query-secret",
      "body-secret",
      "cookie-secret",
      "header-secret",
      "secret-in-a-message",
      "somchai",
    ])
      expect(log).not.toContain(secret);
    const first = JSON.parse(lines[0] ?? "{}");
    expect(first).toMatchObject({ req: { method: "POST", route: "/api/echo" }, res: { status: 200 } });
    expect(first.reqId).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("does not show personal data that code logs by mistake", () => {
    lines.length = 0;
    app.log.info({ email: "somchai@example.com", person: { password: "planted" } }, "careless");
    expect(lines.join("")).not.toMatch(/somchai|planted/);
  });
});

describe("the routes for monitoring and events", () => {
  test("a server whose job queue is missing is reported as alive but not ready", async () => {
    expect((await app.inject("/healthz")).json()).toEqual({ ok: true });
    const ready = await app.inject("/readyz");
    expect(ready.statusCode).toBe(503);
    expect(ready.json()).toEqual({
      ok: false,
      database: true,
      jobs: false,
      overdue: [],
      key: true,
      storage: true,
    });
  });

  test("reports of blocked content are counted", async () => {
    const report = JSON.stringify({
      "csp-report": { "effective-directive": "script-src", "blocked-uri": "inline" },
    });
    const told = await post("/api/csp-report", report, { "content-type": "application/csp-report" });
    expect(told.statusCode).toBe(204);
    expect((await app.inject("/api/dev/csp-reports")).json()).toEqual({
      total: 1,
      byDirective: { "script-src": 1 },
    });
  });

  test.each([
    ['{"toString":1}', "application/json"],
    ["{}", "application/csp-report"],
    ["[]", "application/reports+json"],
  ])("tolerate a malformed report: %s", async (report, type) => {
    expect((await post("/api/csp-report", report, { "content-type": type })).statusCode).toBe(204);
  });

  test("are part of the API document", async () => {
    const described = (await app.inject("/api/openapi.json")).json();
    expect(Object.keys(described.paths)).toContain("/healthz");
  });

  test("send the security headers with an event stream as with every answer", async () => {
    const own = await createHttp({ ...config, logLevel: "silent" });
    createEvents(own);
    const address = await own.listen({ port: 0, host: "127.0.0.1" });
    const plain = (await fetch(`${address}/healthz`)).headers;
    const { headers } = await fetch(`${address}/api/events`);
    for (const name of [
      "content-security-policy",
      "x-content-type-options",
      "x-frame-options",
      "referrer-policy",
      "permissions-policy",
      "cross-origin-opener-policy",
      "cross-origin-resource-policy",
    ]) {
      expect(plain.get(name), name).not.toBeNull();
      expect(headers.get(name), name).toBe(plain.get(name));
    }
    await own.close();
  });

  test.each([
    ["one person", "00000000-0000-4000-8000-0000000000aa", 12],
    ["users behind one address without a log-in", null, 200],
  ])("limit the number of event streams of %s, and a closed stream makes room", async (_who, id, most) => {
    const own = await createHttp({ ...config, logLevel: "silent" });
    own.addHook("onRequest", async (request) => {
      if (id !== null) request.person = { id, role: null, customerType: "INDIVIDUAL", language: "th" };
    });
    const hub = createEvents(own);
    const address = await own.listen({ port: 0, host: "127.0.0.1" });
    const listen = async () => {
      const stop = new AbortController();
      const response = await fetch(`${address}/api/events`, { signal: stop.signal });
      // An answer without a reference would be garbage-collected, which closes its connection.
      return { status: response.status, stop, response };
    };
    const open = await Promise.all(Array.from({ length: most }, listen));
    expect(open.map(({ status }) => status)).toEqual(Array(most).fill(200));
    expect((await listen()).status).toBe(429);
    open[0]?.stop.abort();
    while (hub.listeners() === most) await new Promise((resolve) => setTimeout(resolve, 5));
    expect((await listen()).status).toBe(200);
    expect(open.every(({ response }) => response.body !== null)).toBe(true);
    await own.close();
  });

  test("an event stream ends soon after its session ended in a different process", async () => {
    const own = await createHttp({ ...config, logLevel: "silent" });
    const alive = new Set(["ends", "lives"]);
    own.addHook("onRequest", async (request) => {
      const proof = String(request.headers["x-proof"]);
      const renewal = { proof, prove: () => {}, handOver: async () => {} };
      request.person = { id: proof, role: null, customerType: "INDIVIDUAL", language: "th", renewal };
    });
    const hub = createEvents(own, { living: async () => alive, heartbeatMs: 5 });
    const address = await own.listen({ port: 0, host: "127.0.0.1" });
    const [ends, lives] = await Promise.all(
      ["ends", "lives"].map((proof) => fetch(`${address}/api/events`, { headers: { "x-proof": proof } })),
    );
    alive.delete("ends");
    expect(await ends?.text()).toContain("still here");
    expect(hub.listeners()).toBe(1);
    expect(lives?.body).not.toBeNull();
    await own.close();
  });

  test("send changes to event streams, and end the streams when the server stops", async () => {
    const own = await createHttp({ ...config, logLevel: "silent" });
    const hub = createEvents(own);
    const address = await own.listen({ port: 0, host: "127.0.0.1" });
    const response = await fetch(`${address}/api/events`);
    expect(response.headers.get("content-type")).toContain("text/event-stream");
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    while (hub.listeners() === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    hub.broadcast("definition", { flow: "invest", hash: "abc" });
    let heard = "";
    while (!heard.includes("abc")) heard += (await reader?.read())?.value ?? "";
    expect(heard).toContain('event: definition\ndata: {"flow":"invest","hash":"abc"}\n\n');
    await own.close();
    let last = await reader?.read();
    while (last !== undefined && !last.done) last = await reader?.read();
    expect(last?.done).toBe(true);
    expect(events.listeners()).toBe(0);
  });
});
