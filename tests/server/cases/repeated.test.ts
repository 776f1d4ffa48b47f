import { afterAll, beforeAll, expect, test } from "vitest";
import type { Json, JsonObject } from "../../../engine/values/json.ts";
import { type Caller, loggedIn, openPortalHouse, type PortalHouse, stranger } from "../portal-house.ts";

let house: PortalHouse;
let support: Caller;
let compliance: Caller;
beforeAll(async () => {
  house = await openPortalHouse();
  [support, compliance] = (await Promise.all([
    loggedIn(house, "support"),
    loggedIn(house, "compliance"),
  ])) as [Caller, Caller];
});
afterAll(() => house.close());

/** Sends a complaint and returns the id of its case. */
async function complain(by: Caller, more: JsonObject, how: JsonObject = {}): Promise<string> {
  const { id } = (await by.call("POST", "/api/flows/complaint/instances", how)).body;
  const at = await by.submit(id, "complaint", {
    answer: { email: "asks@example.com", phone: "0812345678", problemType: "SERVICE", ...more },
  });
  const { values } = at.body.at as { readonly values: JsonObject };
  const done = (await by.submit(id, "review", { answer: { values } })).body.effects as JsonObject;
  const reference = String((done.file as JsonObject).reference);
  const found = (await support.call("GET", "/api/cases", undefined, { "x-find": reference })).body;
  return String((found.cases as readonly JsonObject[])[0]?.id);
}

const read = async (by: Caller, id: string) => (await by.call("GET", `/api/cases/${id}`)).body;
const sentAs = (given: Json | undefined, name: string) =>
  (given as readonly JsonObject[]).find((one) => one.name === name)?.value;

test.each(["fresh", null])("a second submission by %s is shown beside the first one", async (name) => {
  const by = name === null ? stranger(house) : await loggedIn(house, name);
  const attachment = await by.upload("complaint");
  const first = await complain(by, { detail: "Nobody came to the counter", attachment });
  expect(await read(support, first)).toMatchObject({ before: null });
  const second = await complain(by, { detail: "Nobody came, twice now" }, { again: true });
  const shown = await read(support, second);
  const before = shown.before as JsonObject;
  expect(before).toMatchObject({ case: first, module: shown.module });
  expect(sentAs(shown.given, "detail")).toBe("Nobody came, twice now");
  expect(sentAs(before.given, "detail")).toBe("Nobody came to the counter");
  expect(before.given).toContainEqual(expect.objectContaining({ name: "attachment", files: [attachment] }));
  // The earlier case's document can be opened from the new case as well.
  expect((await support.call("GET", `/api/cases/${second}/files/${attachment}`)).status).toBe(200);
  const third = await complain(by, { detail: "Another matter altogether" }, { again: true, blank: true });
  expect(await read(support, third)).toMatchObject({ before: null });
  expect((await support.call("GET", `/api/cases/${third}/files/${attachment}`)).status).toBe(404);
});

test("a case is compared with the latest earlier submission, not with a draft that was never sent", async () => {
  const by = stranger(house);
  await complain(by, { detail: "The first complaint" });
  const second = await complain(by, { detail: "The second complaint" }, { again: true });
  await by.call("POST", "/api/flows/complaint/instances", { again: true });
  await by.call("POST", "/api/flows/complaint/instances", { startOver: true });
  const last = await complain(by, { detail: "The third complaint" });
  expect(await read(support, last)).toMatchObject({ before: { case: second } });
});

test("a case is compared only with earlier cases of its own desk", async () => {
  const by = stranger(house);
  const attachment = await by.upload("complaint");
  const first = await complain(by, { detail: "About a colleague", attachment });
  const second = await complain(by, { detail: "About a colleague again" }, { again: true });
  const handed = await support.call("POST", `/api/cases/${first}/hand-on`, {
    desk: "compliance",
    text: "About one of us",
  });
  expect(handed.status).toBe(200);
  expect(await read(support, second)).toMatchObject({ before: null });
  expect((await support.call("GET", `/api/cases/${second}/files/${attachment}`)).status).toBe(404);
  expect(await read(compliance, second)).toMatchObject({ before: { case: first } });
  expect((await compliance.call("GET", `/api/cases/${second}/files/${attachment}`)).status).toBe(200);
});

test("a case is compared only with earlier cases whose retention period is not over", async () => {
  const by = stranger(house);
  const first = await complain(by, { detail: "Something long ago" });
  const second = await complain(by, { detail: "Today once more" }, { again: true });
  await support.call("POST", `/api/cases/${first}/take`, {});
  await support.call("POST", `/api/cases/${first}/answer`, { outcome: "answered", text: "Done" });
  await support.call("POST", `/api/cases/${first}/close`, { text: "Done" });
  await house.database.db
    .updateTable("cases")
    .set({ locked_key: Buffer.alloc(0) })
    .where("id", "=", first)
    .execute();
  expect(await read(support, second)).toMatchObject({ before: null });
});
