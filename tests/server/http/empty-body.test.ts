import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../../../server/config.ts";
import { type App, anonymous, createHttp } from "../../../server/http/index.ts";

let app: App;
beforeAll(async () => {
  app = await createHttp(readConfig({ LOG_LEVEL: "silent" }));
  const words = { type: "object", required: ["name"], properties: { name: { type: "string" } } };
  const hide = { hide: true } as const;
  const routes = [
    ["/api/needs", { ...hide, body: words }],
    ["/api/may", { ...hide, body: { ...words, type: ["object", "null"], required: [] } }],
    ["/api/none", hide],
  ] as const;
  for (const [url, schema] of routes)
    app.post(url, { config: { access: anonymous }, schema }, async (request) => ({
      got: request.body ?? "no body",
    }));
});
afterAll(() => app.close());

async function post(url: string, headers: Record<string, string>, payload?: string) {
  const response = await app.inject({
    method: "POST",
    url,
    headers,
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: response.statusCode, said: response.json().code ?? response.json().got };
}

const json = { "content-type": "application/json" };
const urls = ["/api/needs", "/api/may", "/api/none"];

describe("an empty body that its headers announce as JSON", () => {
  it.each(urls)(
    "an empty body that is announced as JSON is rejected at %s, whether the call needs a body or not",
    async (url) => {
      const refused = { status: 400, said: "json-invalid" };
      expect(await post(url, json)).toEqual(refused);
      expect(await post(url, { ...json, "content-length": "0" }, "")).toEqual(refused);
      expect(await post(url, { "content-type": "application/json; charset=utf-8" }, "")).toEqual(refused);
      expect(await post(url, json, "  ")).toEqual(refused);
    },
  );
});

describe("a request without a body", () => {
  it("a request without a body is accepted if the call needs none, and is an error otherwise", async () => {
    expect(await post("/api/none", {})).toEqual({ status: 200, said: "no body" });
    expect(await post("/api/may", {})).toEqual({ status: 200, said: "no body" });
    expect(await post("/api/may", json, "null")).toEqual({ status: 200, said: "no body" });
    expect(await post("/api/needs", {})).toEqual({ status: 422, said: "not-valid" });
  });
});
