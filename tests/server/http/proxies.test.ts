import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { readConfig } from "../../../server/config.ts";
import { type App, anonymous, createHttp, networkOf } from "../../../server/http/index.ts";

const open: App[] = [];
afterAll(async () => {
  for (const app of open) await app.close();
});

/**
 * Returns the client address that a portal behind these proxies sees for a request through `peer` with this
 * forwarding header.
 */
async function addressSeen(trusted: string, peer: string, forwarded: string): Promise<string> {
  const app = await createHttp(readConfig({ LOG_LEVEL: "silent", TRUST_PROXY: trusted }));
  open.push(app);
  app.get("/api/address", { config: { access: anonymous } }, async (request) => ({ ip: request.ip }));
  const answer = await app.inject({
    url: "/api/address",
    remoteAddress: peer,
    headers: { "x-forwarded-for": forwarded },
  });
  return answer.json().ip;
}

describe("the client address behind proxies", () => {
  const forged = "1.1.1.1, 2.2.2.2, 203.0.113.9";
  test.each([
    ["no proxy is trusted by default", "", "10.0.0.1", forged, "10.0.0.1"],
    ["one proxy is trusted", "1", "10.0.0.1", forged, "203.0.113.9"],
    ["two proxies are trusted", "2", "10.0.0.1", forged, "2.2.2.2"],
    ["more proxies are trusted than exist", "9", "10.0.0.1", forged, "1.1.1.1"],
    ["a network is trusted", "10.0.0.0/8", "10.0.0.1", forged, "203.0.113.9"],
    [
      "the network of the second proxy is trusted as well",
      "10.0.0.0/8, 203.0.113.9",
      "10.0.0.1",
      forged,
      "2.2.2.2",
    ],
    ["the caller is outside the trusted network", "10.0.0.0/8", "192.0.2.5", forged, "192.0.2.5"],
  ])("is found correctly if %s", async (_what, trusted, peer, forwarded, seen) => {
    expect(await addressSeen(trusted, peer, forwarded)).toBe(seen);
  });

  test.each(["true", "yes", "0.5", "10", "-1", "10.0.0.0/33", "10.0.0.0/8/1", "proxy.example", "1,"])(
    "causes an error with TRUST_PROXY=%s, which states the allowed values",
    (given) => {
      expect(() => readConfig({ TRUST_PROXY: given })).toThrow(/TRUST_PROXY.*how many proxies/);
    },
  );
});

describe("rate limits by IP address", () => {
  test("do not apply to health and readiness checks", async () => {
    const app = await createHttp(readConfig({ LOG_LEVEL: "silent" }), { requestsPerMinute: 3 });
    open.push(app);
    const statuses = async (url: string) => {
      const seen: number[] = [];
      for (let time = 0; time < 5; time += 1) seen.push((await app.inject(url)).statusCode);
      return seen;
    };
    expect(await statuses("/readyz")).toEqual(Array(5).fill(200));
    expect(await statuses("/healthz")).toEqual(Array(5).fill(200));
    expect(await statuses("/api/settings")).toEqual([200, 200, 200, 429, 429]);
  });

  test.each([
    ["203.0.113.9", "203.0.113.9"],
    ["::ffff:203.0.113.9", "203.0.113.9"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:0db8:0001:0002::9", "2001:db8:1:2::/64"],
    ["2001:DB8::1", "2001:db8:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
  ])("rate limits count the address %s as %s", (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  test("rate limits count all addresses with the same first 64 bits as one", () => {
    const group = fc.integer({ min: 0, max: 0xffff }).map((bits) => bits.toString(16));
    const four = fc.array(group, { minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(four, four, four, (head, one, other) => {
        expect(networkOf([...head, ...one].join(":"))).toBe(networkOf([...head, ...other].join(":")));
      }),
    );
  });
});
