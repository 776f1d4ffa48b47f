import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../../../engine/values/json.ts";
import { fileReferences } from "../../../server/flows/file-references.ts";
import { type Caller, loggedIn, openPortalHouse, type PortalHouse, stranger } from "../portal-house.ts";

describe("the ids of uploads in an answer", () => {
  const file = { type: "string", format: "file-ref" };
  test.each([
    ["a field", { properties: { a: file } }, { a: "1" }, ["/a"]],
    [
      "a field of a part",
      { properties: { a: { type: "object", properties: { b: file } } } },
      { a: { b: "1" } },
      ["/a/b"],
    ],
    [
      "items of a list",
      { properties: { a: { type: "array", items: file } } },
      { a: ["1", "2"] },
      ["/a/0", "/a/1"],
    ],
    [
      "a part of an item",
      { properties: { a: { items: { properties: { "b/c": file } } } } },
      { a: [{ "b/c": "1" }] },
      ["/a/0/b~1c"],
    ],
    [
      "a field behind a condition",
      JSON.parse('{"allOf":[{"if":{"required":["x"]},"then":{"properties":{"a":{"format":"file-ref"}}}}]}'),
      { a: "1" },
      ["/a"],
    ],
    ["no plain text field", { properties: { a: { type: "string" } } }, { a: "1" }, []],
    ["no property of an object's prototype", { properties: { toString: file } }, {}, []],
  ])("are found by the server in %s", (_where, schema, answer, pointers) => {
    expect(fileReferences(schema as JsonObject, answer as JsonObject).map(({ pointer }) => pointer)).toEqual(
      pointers,
    );
  });
});

describe("an upload in an answer", () => {
  let house: PortalHouse;
  let her: Caller;
  let id: string;
  let anothers: string;
  beforeAll(async () => {
    house = await openPortalHouse();
    her = await loggedIn(house, "fresh");
    anothers = await (await loggedIn(house, "investor")).upload("card-front");
    const opened = await her.call("POST", "/api/flows/kyc/instances", {});
    id = String(opened.body.id);
    await her.submit(id, "prepare", { answer: {} });
    const agreed = await her.submit(id, "biometrics", { answer: { accepted: true } });
    expect(agreed.body.at).toMatchObject({ kind: "form", step: "card-front" });
  });
  afterAll(() => house.close());

  const refused = {
    status: 422,
    body: {
      code: "not-valid",
      fields: [
        {
          pointer: "/cardFront",
          code: "file-not-yours",
          message: { th: expect.stringMatching(/[ก-๙]/), en: expect.stringMatching(/file/) },
        },
      ],
    },
  };
  const send = (cardFront: string) => her.submit(id, "card-front", { answer: { cardFront } });

  test("is rejected if it does not exist", async () => {
    expect(await send(randomUUID())).toMatchObject(refused);
  });

  test("is rejected if it belongs to another person", async () => {
    expect(await send(anothers)).toMatchObject(refused);
  });

  test("is rejected if it was uploaded for a different purpose", async () => {
    expect(await send(await her.upload("selfie"))).toMatchObject(refused);
  });

  test("is rejected if the scan found a virus", async () => {
    const hers = await her.upload("card-front");
    await house.database.db
      .updateTable("files")
      .set({ scanned: "infected" })
      .where("id", "=", hers)
      .execute();
    expect(await send(hers)).toMatchObject(refused);
  });

  test("is accepted if it belongs to the person, is clean and has the right purpose", async () => {
    const sent = await send(await her.upload("card-front"));
    expect(sent).toMatchObject({ status: 200, body: { at: { kind: "form", step: "card-back" } } });
  });

  test("is also checked if it belongs to a visitor's complaint", async () => {
    const page = stranger(house);
    const opened = await page.call("POST", "/api/flows/complaint/instances", {});
    const complaint = (attachment: string) =>
      page.submit(opened.body.id, "complaint", {
        answer: {
          email: "somchai@example.com",
          phone: "0812345678",
          problemType: "SERVICE",
          detail: "รอสายนานกว่าครึ่งชั่วโมง",
          attachment,
        },
      });
    expect(await complaint(anothers)).toMatchObject({
      status: 422,
      body: { fields: [{ pointer: "/attachment", code: "file-not-yours" }] },
    });
    expect((await complaint(await page.upload("complaint"))).status).toBe(200);
  });
});

test("the signature of every remote effect includes the error `unavailable`", () => {
  const folder = join(import.meta.dirname, "..", "..", "..", "schemas", "effects");
  const signatures = readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")));
  const remote = signatures.filter(({ mode }) => mode === "remote");
  expect(remote.length).toBeGreaterThan(0);
  expect(remote.filter(({ errors }) => errors.unavailable === undefined).map(({ id }) => id)).toEqual([]);
});
