import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { JsonObject } from "../../../engine/values/json.ts";
import { loggedIn, openPortalHouse, type PortalHouse, stranger } from "../portal-house.ts";

let house: PortalHouse;
beforeAll(async () => {
  house = await openPortalHouse();
});
afterAll(() => house.close());

test("a visitor's file in a complaint stays at the desk as long as the complaint", async () => {
  const visitor = stranger(house);
  const { id } = (await visitor.call("POST", "/api/flows/complaint/instances", {})).body;
  const attachment = await visitor.upload("complaint");
  const spare = await visitor.upload("complaint");
  const at = await visitor.submit(id, "complaint", {
    answer: {
      email: "visitor@example.com",
      phone: "0812345678",
      problemType: "SERVICE",
      detail: "ตู้แถลงยอดหาย",
      attachment,
    },
  });
  const { values } = at.body.at as { readonly values: JsonObject };
  const done = await visitor.submit(id, "review", { answer: { values } });
  expect(done.body.at).toMatchObject({ kind: "end", step: "done" });
  // Three weeks pass; the answer is due in thirty days.
  await sql`update files set at = at - interval '21 days'`.execute(house.database.db);
  await house.server.jobs.runNow("files.sweep");
  const left = await house.database.db
    .selectFrom("files")
    .select("id")
    .where("id", "in", [attachment, spare])
    .execute();
  expect(left).toEqual([{ id: attachment }]);
  const support = await loggedIn(house, "support");
  const { cases } = (await support.call("GET", "/api/cases")).body as {
    readonly cases: readonly { readonly id: string }[];
  };
  const file = await support.call("GET", `/api/cases/${cases[0]?.id}/files/${attachment}`);
  expect(file.status).toBe(200);
});
