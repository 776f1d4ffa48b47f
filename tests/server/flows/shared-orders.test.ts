import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoPeople } from "../../../server/accounts/development/index.ts";
import { copyPerson } from "../durability/copy-person.ts";
import { type Caller, openPortalHouse, type PortalHouse, stranger } from "../portal-house.ts";

const PEOPLE = 12;
const [first] = demoPeople;
const pin = first?.pin ?? "";

let house: PortalHouse;
let callers: readonly Caller[];
beforeAll(async () => {
  house = await openPortalHouse();
  const made: Caller[] = [];
  for (let number = 0; number < PEOPLE; number += 1) {
    const email = emailOf(number);
    await copyPerson(house.database.db, { from: first?.id ?? "", email });
    const caller = stranger(house);
    const { status } = await caller.call("POST", "/api/auth/login", { email, password: "Saphan#2026" });
    expect(status).toBe(200);
    made.push(caller);
  }
  callers = made;
}, 60_000);
afterAll(() => house.close());

const emailOf = (number: number) => `shared-${number}@example.test`;

/** Walks a new order of a person to its PIN, and returns the instance. */
async function upToPin(caller: Caller): Promise<string> {
  const { body } = await caller.call("POST", "/api/flows/invest/instances", { startOver: true });
  const id = String(body.id);
  await caller.submit(id, "choose", { answer: { strategy: "M-STABLE" } });
  let { at } = (await caller.submit(id, "amount", { answer: { amount: "10000.00" } })).body;
  if ((at as { step: string }).step === "acknowledge")
    ({ at } = (await caller.submit(id, "acknowledge", { answer: { accepted: true } })).body);
  ({ at } = (await caller.submit(id, "pay", { answer: { method: "transfer" } })).body);
  const { values } = at as { readonly values: never };
  const { status } = await caller.submit(id, "review", { answer: { values } });
  expect(status).toBe(200);
  return id;
}

test("orders that arrive together share transactions, and what one person does wrong concerns only that person", async () => {
  const { db } = house.database;
  const [mistyped, twoTabs, unlucky, ...others] = callers as readonly [Caller, Caller, Caller, ...Caller[]];
  const tabs = [await upToPin(twoTabs), await upToPin(twoTabs)];
  const ids = new Map<Caller, string>();
  for (const caller of [mistyped, unlucky, ...others]) ids.set(caller, await upToPin(caller));
  await sql`create function refuse_unlucky() returns trigger language plpgsql as $$ begin
    raise exception 'unlucky'; end $$`.execute(db);
  await sql`create trigger unlucky before insert on orders for each row
    when (new.person_id = ${sql.lit(await idOf(2))}) execute function refuse_unlucky()`.execute(db);

  const enter = (caller: Caller, id: string | undefined, code: string) => caller.submit(id, "pin", { code });
  const [placed, wrong, twice, failed] = await Promise.all([
    Promise.all(others.map((caller) => enter(caller, ids.get(caller), pin))),
    enter(mistyped, ids.get(mistyped), "999182"),
    Promise.all(tabs.map((id) => enter(twoTabs, id, "999182"))),
    enter(unlucky, ids.get(unlucky), pin),
  ]);

  expect(placed.map(({ status }) => status)).toEqual(others.map(() => 200));
  expect([wrong.status, wrong.body.code]).toEqual([422, "code-wrong"]);
  expect(twice.map(({ body }) => body.code)).toEqual(["code-wrong", "code-wrong"]);
  expect(failed.status).toBe(500);
  const { rows: orders } = await sql<{ email: string; at: string }>`
    select p.email, o.xmin::text as at from orders o join people p on p.id = o.person_id
    where p.email like 'shared-%' order by p.email`.execute(db);
  expect(orders.map(({ email }) => email).sort()).toEqual(others.map((_, n) => emailOf(n + 3)).sort());
  expect(await triesOf(0)).toBe(1);
  expect(await triesOf(1)).toBe(2);
  expect(await triesOf(3)).toBe(0);

  // Who failed can go on as if nothing had happened.
  await sql`drop trigger unlucky on orders`.execute(db);
  expect((await enter(unlucky, ids.get(unlucky), pin)).status).toBe(200);
  expect((await enter(mistyped, ids.get(mistyped), pin)).status).toBe(200);
});

test("orders that arrive together are committed together", async () => {
  const { db } = house.database;
  const able = callers.slice(3);
  const ids = await Promise.all(able.map(upToPin));
  const answers = await Promise.all(able.map((caller, at) => caller.submit(ids[at], "pin", { code: pin })));
  expect(answers.map(({ status }) => status)).toEqual(able.map(() => 200));
  const { rows } = await sql<{ commits: number }>`
    select count(distinct xmin::text)::int as commits from flow_submissions
    where step = 'pin' and instance = any(${ids})`.execute(db);
  expect(rows[0]?.commits).toBeLessThan(able.length);
});

async function idOf(number: number): Promise<string> {
  const { id } = await house.database.db
    .selectFrom("people")
    .select("id")
    .where("email", "=", emailOf(number))
    .executeTakeFirstOrThrow();
  return id;
}

async function triesOf(number: number): Promise<number> {
  const { pin_tries } = await house.database.db
    .selectFrom("credentials")
    .select("pin_tries")
    .where("person_id", "=", await idOf(number))
    .executeTakeFirstOrThrow();
  return pin_tries;
}
