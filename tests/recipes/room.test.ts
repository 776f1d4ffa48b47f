import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fixedClock } from "../../server/clock/index.ts";
import { readConfig } from "../../server/config.ts";
import type { App, createHttp, Person } from "../../server/http/index.ts";
import { type TestDatabase, testDatabase } from "../support/database.ts";
import { type Kitchen, openKitchen } from "./recipe.ts";

const ROOM = "server/bulletins";

let kitchen: Kitchen;
let database: TestDatabase;
let app: App;
let person: Person | null = null;
beforeAll(async () => {
  kitchen = await openKitchen();
  await kitchen.cook("A room");
  database = await testDatabase();
  const migration = await readFile(join(kitchen.root, ROOM, "migrations/9001-bulletins.sql"), "utf8");
  await sql.raw(migration).execute(database.db);
  // The copy has its own module `http`, which must be the one that the added module imports.
  const http = (await load("server/http/index.ts")) as { readonly createHttp: typeof createHttp };
  const { bulletinsRoutes } = (await load(`${ROOM}/index.ts`)) as {
    readonly bulletinsRoutes: (app: App, room: object) => void;
  };
  app = await http.createHttp(readConfig({ PORT: "3000", LOG_LEVEL: "error" }), {
    ready: async () => ({ database: true, jobs: true, overdue: [], key: true, storage: true }),
  });
  app.addHook("onRequest", async (request) => {
    request.person = person;
  });
  bulletinsRoutes(app, { db: database.db, clock: fixedClock("2026-11-23T10:00:00") });
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await database.drop();
  await kitchen.clear();
});

const load = (path: string): Promise<unknown> =>
  import(/* @vite-ignore */ pathToFileURL(join(kitchen.root, path)).href);

async function colleague(role: "operations" | "finance"): Promise<Person> {
  const id = randomUUID();
  await sql`insert into people (id, email, email_key, customer_type, language, role, created_at)
    values (${id}, ${role}, ${role}, 'INDIVIDUAL', 'th', ${role}, '2026-11-23T03:00:00Z')`.execute(
    database.db,
  );
  return { id, role, factor: "proved" } as Person;
}

test("an added module passes the type check of the server", async () => {
  expect(await kitchen.typeErrors(`${ROOM}/**/*.ts`)).toEqual([]);
});

test("only operations staff can write the text that all users read, and an empty text is rejected", async () => {
  const post = (text: string) => app.inject({ method: "POST", url: "/api/bulletins", payload: { text } });
  person = null;
  expect((await post("The office is closed tomorrow")).statusCode).toBe(401);
  person = await colleague("finance");
  expect((await post("The office is closed tomorrow")).statusCode).toBe(403);
  person = await colleague("operations");
  expect((await post("")).statusCode).toBe(422);
  expect((await post("The office is closed tomorrow")).statusCode).toBe(204);
  person = null;
  const read = await app.inject("/api/bulletins");
  expect(read.json()).toEqual({ bulletins: ["The office is closed tomorrow"] });
});

test("the API document contains the calls of an added module, with the roles that may call them", async () => {
  const { paths } = (await app.inject("/api/openapi.json")).json();
  expect(paths["/api/bulletins"].post["x-access"]).toBeDefined();
});
