import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { JsonObject } from "../../../engine/values/json.ts";
import { loggedIn, openPortalHouse, type PortalHouse, stranger } from "../portal-house.ts";

let house: PortalHouse;
beforeAll(async () => {
  house = await openPortalHouse();
});
afterAll(() => house.close());

test("a file that a visitor adds to a complaint is stored as long as the complaint", async () => {
  const visitor = stranger(house);
  const { id } = (await visitor.call("POST", "/api/flows/complaint/instances", {})).body;
  const attachment = await visitor.upload("complaint");
  const spare = await visitor.upload("complaint");
  const asked = await visitor.submit(id, "complaint", {
    answer: {
      email: "visitor@example.com",
      phone: "0812345678",
      problemType: "SERVICE",
      detail: "ตู้แถลงยอดหาย",
      attachment,
    },
  });
  const { values } = asked.body.at as { readonly values: JsonObject };
  const done = await visitor.submit(id, "review", { answer: { values } });
  expect(done.body.at).toMatchObject({ kind: "end", step: "done" });
  // Three weeks pass, and the answer is due thirty days after the complaint.
  await sql`update files set at = at - interval '21 days'`.execute(house.database.db);
  await house.server.jobs.runNow("files.sweep");
  const kept = await house.database.db
    .selectFrom("files")
    .select("id")
    .where("id", "in", [attachment, spare])
    .execute();
  expect(kept).toEqual([{ id: attachment }]);
  const support = await loggedIn(house, "support");
  const { cases } = await support.get("/cases");
  const file = await support.call("GET", `/api/cases/${cases[0]?.id}/files/${attachment}`);
  expect(file.status).toBe(200);

  // The complaint is answered and closed; five years later it is erased.
  const { db } = house.database;
  const [one] = cases as readonly { readonly id: string; readonly reference: string }[];
  for (const [step, body] of [
    ["take", {}],
    ["answer", { outcome: "answered", text: "The machine is mended" }],
    ["close", { text: "Done" }],
  ] as const)
    expect((await support.call("POST", `/api/cases/${one?.id}/${step}`, body)).status).toBe(200);
  const at = async (years: number) => {
    await sql`update cases set closed_at = ${house.clock.now().minus({ years, days: 1 }).toJSDate()}`.execute(
      db,
    );
    await house.server.jobs.runNow("cases.deadlines");
    await house.server.jobs.runNow("files.sweep");
    return (await support.call("GET", `/api/cases/${one?.id}`)).body;
  };
  const left = async () =>
    (await db.selectFrom("files").select("id").where("id", "=", attachment).execute()).length;
  expect((await at(4)).given).not.toEqual([]);
  expect(await left()).toBe(1);
  expect(await at(5)).toMatchObject({ given: [], from: "", entries: expect.arrayContaining([]) });
  expect(await left()).toBe(0);
  expect(await db.selectFrom("case_contacts").selectAll().execute()).toEqual([]);
  expect(
    (await support.call("GET", "/api/cases", undefined, { "x-find": String(one?.reference) })).body,
  ).toMatchObject({ total: 1 });
  expect((await at(6)).given).toEqual([]);
  await expect(sql`update cases set state = 'open'`.execute(db)).rejects.toThrow();
});
