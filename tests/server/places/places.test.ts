import { brotliDecompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../engine/values/json.ts";
import { fuzzFlow } from "../fuzz/fuzz-flow.ts";
import { kyc } from "../fuzz/good-answers.ts";
import { type Caller, loggedIn, openPortalHouse, type PortalHouse, stranger } from "../portal-house.ts";

let house: PortalHouse;
beforeAll(async () => {
  house = await openPortalHouse();
});
afterAll(() => house.close());

describe("the list of places", () => {
  test("is public, is compressed if the browser accepts that, and is sent again only if it changed", async () => {
    const { app } = house.server;
    const plain = await app.inject({ url: "/api/places" });
    const { provinces } = plain.json() as { provinces: { th: string; en: string }[] };
    expect(provinces).toHaveLength(77);
    expect(provinces).toContainEqual(expect.objectContaining({ th: "กรุงเทพมหานคร", en: "Bangkok" }));
    const small = await app.inject({ url: "/api/places", headers: { "accept-encoding": "gzip, br" } });
    expect(small.headers["content-encoding"]).toBe("br");
    expect(small.rawPayload.length).toBeLessThan(100_000);
    expect(brotliDecompressSync(small.rawPayload).toString()).toBe(plain.body);
    const etag = String(plain.headers.etag);
    expect((await app.inject({ url: "/api/places", headers: { "if-none-match": etag } })).statusCode).toBe(
      304,
    );
  });
});

describe("an address in an identity verification", () => {
  let her: Caller;
  let instance: string;
  let contact: JsonObject;
  beforeAll(async () => {
    her = await loggedIn(house, "fresh");
    const good = await kyc(her);
    contact = good.contact as JsonObject;
    const route = { flow: "kyc", who: her, good, email: "fresh@saphan.example", until: "contact" };
    await fuzzFlow(house, route, { bodies: () => [], seen: () => {} });
    instance = String((await her.call("POST", "/api/flows/kyc/instances", {})).body.id);
  }, 60_000);

  const send = async (change: JsonObject) => {
    const address = { ...(contact.address as JsonObject), ...change };
    return await her.submit(instance, "contact", { answer: { ...contact, address } });
  };

  test.each<[JsonObject, string]>([
    [{ province: "สมมุติธานี" }, "/address/province"],
    [{ district: "เมืองเชียงใหม่" }, "/address/district"],
    [{ subDistrict: "ลุมพินี" }, "/address/subDistrict"],
    [{ postalCode: "50200" }, "/address/postalCode"],
  ])("is rejected, if its parts do not match, at the wrong part: %j", async (change, pointer) => {
    const answer = await send(change);
    expect(answer.status).toBe(422);
    const fields = (answer.body.error as JsonObject | undefined)?.fields ?? answer.body.fields;
    const [field, ...others] = fields as readonly JsonObject[];
    expect(others).toEqual([]);
    expect(field).toMatchObject({ pointer });
    expect(field?.message).toMatchObject({
      th: expect.stringMatching(/[ก-๙]/),
      en: expect.stringMatching(/[a-z] [a-z]/),
    });
  });

  test("is accepted in the spelling of the list of places, in either language", async () => {
    expect((await send({})).status).toBe(200);
    const english = { subDistrict: "Si Lom", district: "Bang Rak", province: "Bangkok" };
    expect((await send(english)).status).toBe(200);
  });
});

test("a user who is not logged in can read the list of places, which contains no personal data", async () => {
  expect((await stranger(house).call("GET", "/api/places")).status).toBe(200);
});
