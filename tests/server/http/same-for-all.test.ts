import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { readConfig } from "../../../server/config.ts";
import { type App, createHttp } from "../../../server/http/index.ts";
import { sharedLook } from "../../../server/http/shared-look.ts";

let app: App;
let looks = 0;
beforeAll(async () => {
  app = await createHttp(readConfig({ LOG_LEVEL: "silent" }), {
    ready: async () => {
      looks += 1;
      return { database: true, jobs: true, overdue: [], key: true, storage: true };
    },
  });
  await app.ready();
});
afterAll(() => app.close());

const ask = (headers: Record<string, string> = {}) => app.inject({ url: "/api/openapi.json", headers });

describe("an answer that is the same for every user", () => {
  test("is computed once for any number of requests", async () => {
    const made = vi.spyOn(app, "swagger");
    const bodies = await Promise.all(Array.from({ length: 20 }, async () => (await ask()).body));
    expect(made.mock.calls.length).toBeLessThanOrEqual(1);
    expect(new Set(bodies).size).toBe(1);
  });

  test.each([
    ["br, gzip", "br", brotliDecompressSync],
    ["gzip", "gzip", gunzipSync],
    ["gzip;q=1.0, br;q=0", "gzip", gunzipSync],
    ["GZIP", "gzip", gunzipSync],
  ])("is compressed as far as the client accepts: %s", async (accepted, how, unpack) => {
    const plain = await ask();
    const small = await ask({ "accept-encoding": accepted });
    expect(small.headers).toMatchObject({ "content-encoding": how, vary: "Accept-Encoding" });
    expect(unpack(small.rawPayload).toString()).toBe(plain.body);
    expect(small.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3);
  });

  test.each(["", "identity", "br;q=0", "zstd"])(
    "is not compressed for a client that accepts no compression: %s",
    async (accepted) => {
      const plain = await ask({ "accept-encoding": accepted });
      expect(plain.headers["content-encoding"]).toBeUndefined();
      expect(plain.json()).toMatchObject({ openapi: "3.1.0" });
    },
  );

  test("is sent once to a client, which keeps it", async () => {
    const { etag } = (await ask({ "accept-encoding": "br" })).headers;
    const again = await ask({ "if-none-match": `"other", ${etag}` });
    expect({ status: again.statusCode, body: again.body, etag: again.headers.etag }).toEqual({
      status: 304,
      body: "",
      etag,
    });
    expect((await ask({ "if-none-match": '"other"' })).statusCode).toBe(200);
  });
});

describe("the results of health checks", () => {
  test("are computed once for many simultaneous requests", async () => {
    looks = 0;
    const answers = await Promise.all(Array.from({ length: 50 }, () => app.inject("/readyz")));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(looks).toBe(1);
  });

  test("are updated after a while, even if the last check failed", async () => {
    let value = 0;
    const look = sharedLook(30, async () => {
      value += 1;
      if (value === 1) throw new Error("away");
      return value;
    });
    await expect(Promise.all([look(), look()])).rejects.toThrow("away");
    await new Promise((done) => setTimeout(done, 40));
    expect(await Promise.all([look(), look()])).toEqual([2, 2]);
  });
});
