import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { erasedAddress } from "../../../domain/erased-address.ts";
import { isFlagSet } from "../../../engine/flags/index.ts";
import type { Json, JsonObject } from "../../../engine/values/json.ts";
import { fail } from "../../../engine/values/result.ts";
import { accountsOf } from "../../../server/flags/accounts.ts";
import { type Answer, type Caller, loggedIn, openPortalHouse, type PortalHouse } from "../portal-house.ts";

let house: PortalHouse;
let ann: Caller;
let bob: Caller;
let cat: Caller;
beforeAll(async () => {
  house = await openPortalHouse();
  ann = await loggedIn(house, "operations");
  bob = await loggedIn(house, "operations2");
  cat = await loggedIn(house, "compliance");
});
afterAll(() => house.close());

const reason = "customers asked for it";
const desk = async (caller = ann) => (await caller.call("GET", "/api/switches")).body;
const revision = async () => Number((await desk()).revision);
const shown = async (name: string) =>
  ((await desk()).switches as readonly JsonObject[]).find((one) => one.name === name);
const propose = async (changes: JsonObject, caller = ann, base?: number) =>
  await caller.call("POST", "/api/switches/changes", {
    base: base ?? (await revision()),
    reason,
    changes: Object.entries(changes).map(([name, position]) => ({ name, position: position as Json })),
  });
const proposed = async (changes: JsonObject, caller = ann) => {
  const { status, body } = await propose(changes, caller);
  expect({ status, body }).toMatchObject({ status: 201 });
  return String(body.id);
};
const decide = (caller: Caller, id: string, how = "approve") =>
  caller.call("POST", `/api/switches/changes/${id}/${how}`, { note: "seen" });
const press = (caller: Caller, name: string) =>
  caller.call("POST", `/api/switches/of/${name}/press`, { reason: "something is wrong" });
const toggles = async (caller: Caller) => (await caller.get("/frontend")).toggles.map(({ name }) => name);
const saidOf = ({ status, body }: Answer) => [status, body.code];

describe("a proposed change of switches", () => {
  test("is compared, approved by a second person, in force at once on pages, and visible to auditors", async () => {
    const before = await revision();
    const id = await proposed({ "market-menu": { on: true } });
    expect(await toggles(ann)).not.toContain("market-menu");
    const { body } = await cat.call("GET", `/api/switches/changes/${id}`);
    expect(body.switches).toEqual([
      {
        name: "market-menu",
        title: expect.objectContaining({ en: "Market menu" }),
        before: expect.objectContaining({ en: "off for everybody" }),
        after: expect.objectContaining({ en: "on for everybody" }),
      },
    ]);
    expect(saidOf(await decide(ann, id))).toEqual([403, "four-eyes"]);
    expect(saidOf(await decide(cat, id))).toEqual([403, "not-allowed"]);
    expect((await decide(bob, id)).body).toEqual({ id, revision: before + 1 });
    expect(await toggles(ann)).toContain("market-menu");
    expect(await shown("market-menu")).toMatchObject({
      enabled: true,
      position: { on: true },
      changed: { by: "operations@saphan.example", approvedBy: "operations2@saphan.example", reason },
    });
    const lines = await sql<{ action: string; to_state: string }>`
      select action, to_state from audit_lines where subject = ${`switches:${id}`} order by id`.execute(
      house.database.db,
    );
    expect(lines.rows).toEqual([
      { action: "switches.propose", to_state: "PROPOSED" },
      { action: "switches.approve", to_state: String(before + 1) },
    ]);
    const page = await cat.call("GET", "/api/switches/of/market-menu");
    expect(page.body.history).toMatchObject([
      { revision: before + 1, before: { en: "off for everybody" }, after: { en: "on for everybody" } },
    ]);
  });

  test("with a start day reaches open pages when that day begins", async () => {
    const job = () => house.server.jobs.runNow("switches.days");
    expect(await job()).toBe(false);
    const id = await proposed({ "tools-menu": { on: true, from: "2026-03-03" } });
    expect((await decide(bob, id)).status).toBe(200);
    expect(await toggles(ann)).not.toContain("tools-menu");
    house.clock.set("2026-03-03T00:00:00");
    expect([await job(), await toggles(ann)]).toEqual([true, expect.arrayContaining(["tools-menu"])]);
    house.clock.set("2026-03-02T10:00:00");
    expect(await shown("tools-menu")).toMatchObject({ whom: { en: "on for everybody, from 2026-03-03 on" } });
    const back = await proposed({ "tools-menu": { on: false } });
    expect((await decide(bob, back)).status).toBe(200);
  });

  test("shows the steps of flows that become active or inactive", async () => {
    const id = await proposed({ "otp-on-buy-sell": { on: true } });
    const { body } = await bob.call("GET", `/api/switches/changes/${id}`);
    expect((body.says as readonly JsonObject[]).map(({ en }) => en)).toContain(
      "Invest: these steps are awake now: Enter the code from your e-mail",
    );
    expect((await decide(ann, id, "withdraw")).status).toBe(200);
    const { body: page } = await ann.call("GET", "/api/switches/of/invest");
    expect(page.turned).toMatchObject({
      on: false,
      says: [{ en: expect.stringMatching(/^Invest: these steps sleep now: (?!choose)[A-Z]/) }, {}],
    });
  });

  test("is approved once if two people approve at the same time", async () => {
    const id = await proposed({ "tools-menu": { on: true } }, cat).catch(() => null);
    expect(id).toBeNull();
    const mine = await proposed({ "tools-menu": { on: true } });
    const answers = await Promise.all([decide(bob, mine), decide(bob, mine), decide(bob, mine, "send-back")]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  test("can be approved on the newest set after a comparison if a newer change concerns other switches", async () => {
    const base = await revision();
    const [one, other] = [await proposed({ scb: { on: true } }), await proposed({ eagle: { on: false } })];
    expect((await decide(bob, one)).status).toBe(200);
    const { body } = await bob.call("GET", `/api/switches/changes/${other}`);
    expect(body).toMatchObject({ against: base + 1, change: { base, conflicts: [] } });
    expect((body.switches as readonly JsonObject[]).map(({ name }) => name)).toEqual(["eagle"]);
    const late = await decide(bob, other);
    expect(saidOf(late)).toEqual([409, "switches-moved"]);
    expect((late.body.message as JsonObject).en).toContain(`revision ${base}, and ${base + 1} is in force`);
    expect(saidOf(await propose({ eagle: { on: false } }, ann, base))).toEqual([409, "switches-moved"]);
    const approve = `/api/switches/changes/${other}/approve`;
    const approved = await bob.call("POST", approve, { note: "seen", against: base + 1 });
    expect(approved).toMatchObject({ status: 200, body: { revision: base + 2 } });
    expect([await shown("scb"), await shown("eagle")]).toMatchObject([{ enabled: true }, { enabled: false }]);
    expect(await shown("eagle")).toMatchObject({ changed: { by: "operations@saphan.example" } });
    expect(saidOf(await decide(bob, other))).toEqual([409, "already-decided"]);
    const back = await proposed({ scb: { on: false }, eagle: { on: true } });
    expect((await decide(bob, back)).status).toBe(200);
  });

  test("cannot be approved if a newer change concerns the same switch; it names the switch and can be renewed with one press", async () => {
    const changes: JsonObject = { scb: { on: true }, eagle: { on: false } };
    const [one, other] = [
      await proposed({ scb: { on: true, until: "2026-12-31" } }),
      await proposed(changes),
    ];
    expect((await decide(bob, one)).status).toBe(200);
    const { body } = await bob.call("GET", `/api/switches/changes/${other}`);
    expect(body.change).toMatchObject({ conflicts: [{ name: "scb" }] });
    const against = await revision();
    const approved = await bob.call("POST", `/api/switches/changes/${other}/approve`, {
      note: "seen",
      against,
    });
    expect(saidOf(approved)).toEqual([409, "switches-moved"]);
    expect((await cat.call("POST", `/api/switches/changes/${other}/renew`)).status).toBe(403);
    const renewed = await bob.call("POST", `/api/switches/changes/${other}/renew`);
    const id = String(renewed.body.id);
    expect(saidOf(await decide(bob, id))).toEqual([403, "four-eyes"]);
    expect(saidOf(await decide(ann, other))).toEqual([409, "already-decided"]);
    expect((await decide(ann, id)).status).toBe(200);
    expect([await shown("scb"), await shown("eagle")]).toMatchObject([
      { position: { on: true }, changed: { by: "operations2@saphan.example" } },
      { enabled: false },
    ]);
    const back = await proposed({ scb: { on: false }, eagle: { on: true } });
    const early = await bob.call("POST", `/api/switches/changes/${back}/renew`);
    expect(saidOf(early)).toEqual([409, "switches-current"]);
    expect((await decide(bob, back)).status).toBe(200);
  });

  test.each<[string, JsonObject, string]>([
    ["an unknown name", { "no-such-switch": { on: true } }, "switch-unknown"],
    ["a name that every object inherits", { constructor: { on: true } }, "switch-unknown"],
    ["a share for a portal-wide switch", { invest: { on: true, percent: 20 } }, "switches-not-valid"],
    ["accounts for a portal-wide switch", { invest: { on: true, tiers: ["plus"] } }, "switches-not-valid"],
    [
      "days in the wrong order",
      { invest: { on: true, from: "2026-04-02", until: "2026-04-01" } },
      "switch-days",
    ],
    ["a day that does not exist", { invest: { on: true, from: "2026-02-30" } }, "switch-days"],
    ["a last day that is over", { invest: { on: true, until: "2026-03-01" } }, "switch-days"],
    ["a share of zero percent", { switching: { on: true, percent: 0 } }, "not-valid"],
    ["an invalid account", { switching: { on: true, accounts: ["somebody"] } }, "not-valid"],
    ["its current position", { invest: { on: true } }, "switches-same"],
  ])("is rejected for %s", async (_, changes, code) => {
    expect(saidOf(await propose(changes))).toEqual([422, code]);
  });

  test("can be limited to accounts by their e-mail addresses, and reports an address without an account", async () => {
    const [known, id] = ["Investor@saphan.example", "00000000-0000-4000-8000-00000000dead"];
    const unknown = await propose({
      switching: { on: true, accounts: [known, "nobody@saphan.example", id] },
    });
    expect(saidOf(unknown)).toEqual([422, "switch-account-unknown"]);
    expect((unknown.body.message as JsonObject).en).toContain(`No account has: nobody@saphan.example, ${id}`);
    expect(unknown.body.fields).toMatchObject([{ message: unknown.body.message }]);
    const some = await proposed({ switching: { on: true, accounts: [known] } });
    const { body } = await bob.call("GET", `/api/switches/changes/${some}`);
    expect(body.switches).toMatchObject([{ after: { en: "on for the accounts investor@saphan.example" } }]);
    expect((await decide(bob, some)).status).toBe(200);
    expect(await shown("switching")).toMatchObject({ position: { accounts: ["investor@saphan.example"] } });
    expect(await toggles(await loggedIn(house, "investor"))).toContain("switching");
    expect(await toggles(await loggedIn(house, "fresh"))).not.toContain("switching");
    const back = await proposed({ switching: { on: true } });
    expect((await decide(bob, back)).status).toBe(200);
  });

  test("never displays the e-mail of an erased account, even if the account is given by id", async () => {
    const id = "00000000-0000-4000-8000-00000000dead";
    const addresses = { nameOf: async () => erasedAddress("x"), idOf: async () => null };
    expect(await accountsOf([id], addresses)).toEqual(fail([id]));
  });

  test("is rejected if a switch is in the list twice", async () => {
    const twice = [true, false].map((on) => ({ name: "user-tier", position: { on } }));
    const given = { base: await revision(), reason, changes: twice };
    expect(saidOf(await ann.call("POST", "/api/switches/changes", given))).toEqual([422, "switch-twice"]);
  });

  test("for a share of people gives each person the same result in all sessions", async () => {
    const id = await proposed({
      switching: { on: true, percent: 50 },
      "tools-menu": { on: true, tiers: ["plus"] },
    });
    expect((await decide(bob, id)).status).toBe(200);
    expect(await shown("switching")).toMatchObject({
      position: { on: true, percent: 50 },
      whom: { en: "on for 50% of people" },
    });
    for (const name of ["investor", "fresh"]) {
      const person = await loggedIn(house, name);
      const first = (await toggles(person)).includes("switching");
      const again = await toggles(await loggedIn(house, name));
      expect(again.includes("switching")).toBe(first);
    }
    const back = await proposed({ switching: { on: true }, "tools-menu": { on: true } });
    expect((await decide(bob, back)).status).toBe(200);
  });

  test("is explained for a single account: the switch's value, each condition, and who looked", async () => {
    const id = await proposed({
      switching: { on: true, percent: 100, customerTypes: ["JURISTIC"], accounts: ["fresh@saphan.example"] },
      "tools-menu": { on: true, tiers: ["standard", "plus"], from: "2026-04-01" },
    });
    expect((await decide(bob, id)).status).toBe(200);
    const look = async (email: string, caller = cat) =>
      await caller.call("GET", "/api/switches/account", undefined, { "x-find": encodeURIComponent(email) });
    const of = async (email: string, name: string) => {
      const { switches } = (await look(email)).body as { switches: readonly JsonObject[] };
      return switches.find((one) => one.name === name);
    };
    const companies = {
      says: expect.objectContaining({ en: "those whose customer type is one of Company" }),
    };
    const named = { says: expect.objectContaining({ en: "the accounts fresh@saphan.example" }) };
    expect(await of("investor@saphan.example", "switching")).toMatchObject({
      on: false,
      ways: [[{ ...companies, holds: false }], [{ ...named, holds: false }]],
    });
    expect(await of("FRESH@saphan.example", "switching")).toMatchObject({
      on: true,
      ways: [[{ ...companies, holds: false }], [{ ...named, holds: true }]],
    });
    expect(await of("investor@saphan.example", "tools-menu")).toMatchObject({
      on: false,
      ways: [
        [
          { says: { en: "from 2026-04-01 on" }, holds: false },
          { says: { en: "those whose tier is one of Standard, Plus" }, holds: true },
        ],
      ],
    });
    expect(await of("investor@saphan.example", "invest")).toMatchObject({ on: true, ways: [], needs: [] });
    expect(saidOf(await look("nobody@saphan.example"))).toEqual([422, "switch-account-unknown"]);
    expect(saidOf(await look("not an address"))).toEqual([422, "not-valid"]);
    expect((await look("investor@saphan.example", await loggedIn(house, "support"))).status).toBe(403);
    const lines = await sql<{ subject: string }>`
      select subject from audit_lines where action = 'switches.ofAccount' order by id`.execute(
      house.database.db,
    );
    expect(lines.rows).toHaveLength(5);
    // A look-up that finds no account is recorded as well.
    expect(lines.rows.at(-1)).toEqual({ subject: "account:unknown" });
    const back = await proposed({ switching: { on: true }, "tools-menu": { on: true } });
    expect((await decide(bob, back)).status).toBe(200);
  });

  test("can be proposed by operations only, and read by compliance and auditors as well", async () => {
    expect(saidOf(await propose({ invest: { on: false } }, cat, 1))).toEqual([403, "not-allowed"]);
    expect((await (await loggedIn(house, "auditor")).call("GET", "/api/switches")).status).toBe(200);
    expect((await (await loggedIn(house, "support")).call("GET", "/api/switches")).status).toBe(403);
    const id = await proposed({ invest: { on: true, until: "2026-12-31" } });
    expect(saidOf(await decide(bob, id, "withdraw"))).toEqual([403, "switches-not-yours"]);
    expect(saidOf(await decide(ann, id, "send-back"))).toEqual([403, "four-eyes"]);
    expect((await decide(ann, id, "withdraw")).status).toBe(200);
  });
});

describe("an emergency switch to the protecting position", () => {
  test("takes effect at once, is shown until a second person confirms it, and is escalated after a day", async () => {
    const before = await revision();
    const waits = await proposed({ eagle: { on: false } });
    expect((await press(ann, "invest")).body.revision).toBe(before + 1);
    expect(await shown("invest")).toMatchObject({ enabled: false, changed: { approvedBy: null } });
    // The pending change is based on the revision that the emergency press replaced.
    expect(saidOf(await decide(bob, waits))).toEqual([409, "switches-moved"]);
    const [waiting] = ((await desk()).waiting as readonly JsonObject[]).filter(
      ({ kind }) => kind === "PRESS",
    );
    expect(waiting).toMatchObject({ own: true, escalatedAt: null, switches: [{ name: "invest" }] });
    const id = String(waiting?.id);
    const tasks = async (caller: Caller) => (await caller.call("GET", "/api/switches/tasks")).body;
    expect([await tasks(ann), await tasks(bob), await tasks(cat)]).toEqual([
      { toDecide: 0, unconfirmed: 0 },
      { toDecide: 2, unconfirmed: 0 },
      { toDecide: 0, unconfirmed: 0 },
    ]);
    expect(saidOf(await decide(ann, id, "confirm"))).toEqual([403, "four-eyes"]);
    expect(saidOf(await decide(bob, id, "approve"))).toEqual([404, "not-found"]);
    const job = () => house.server.jobs.runNow("switches.escalate");
    expect(await job()).toBe(0);
    house.clock.set("2026-03-03T10:00:00");
    expect([await job(), await job()]).toEqual([1, 0]);
    house.clock.set("2026-03-02T10:00:00");
    await house.server.jobs.drain();
    const { body } = await bob.call("GET", "/api/dev/mailbox?to=compliance@saphan.example");
    expect((body.messages as readonly JsonObject[]).map(({ template }) => template)).toContain(
      "switch-unconfirmed",
    );
    expect(await shown("invest")).toMatchObject({ enabled: false });
    expect((await decide(bob, id, "confirm")).status).toBe(200);
    expect(await shown("invest")).toMatchObject({ changed: { approvedBy: "operations2@saphan.example" } });
    expect((await decide(ann, waits, "withdraw")).status).toBe(200);
  });

  test("also affects a person who is in the middle of a flow", async () => {
    const page = await loggedIn(house, "investor");
    const { body: begun } = await page.call("POST", "/api/flows/invest/instances", {});
    const look = async () => (await page.call("GET", `/api/instances/${begun.id}`)).body.at as JsonObject;
    const open = await look();
    const back = await proposed({ invest: { on: true } });
    expect((await decide(bob, back)).status).toBe(200);
    const before = await look();
    expect([open.step, before.step]).toEqual(["closed", "choose"]);
    expect((await press(ann, "invest")).status).toBe(200);
    expect(await look()).toMatchObject({ step: "closed" });
    const late = await page.submit(begun.id, "choose", { answer: { strategy: "M-BTCA" } });
    expect(late.status).toBe(409);
  });

  test("counts as confirmed once two people decide about the switch", async () => {
    expect((await press(ann, "switching")).status).toBe(200);
    const id = await proposed({ switching: { on: true }, invest: { on: true } });
    expect((await decide(bob, id)).status).toBe(200);
    expect((await desk()).waiting).toEqual([]);
    expect((await desk()).earlier).toContainEqual(
      expect.objectContaining({ kind: "PRESS", state: "REPLACED" }),
    );
  });

  test.each([
    ["market-menu", 422, "switch-not-protective"],
    ["no-such-switch", 422, "switch-unknown"],
    ["too-many-login-ban", 422, "switches-same"],
  ])("is rejected for %s", async (name, status, code) => {
    expect(saidOf(await press(ann, name))).toEqual([status, code]);
  });
});

describe("a flag set as a file", () => {
  test("can be imported as a proposal of the differences, after the same checks as any proposal", async () => {
    const { body } = await ann.call("GET", "/api/switches/export");
    const file = String(body.file);
    const set = JSON.parse(file);
    expect(isFlagSet(set)).toBe(true);
    const base = await revision();
    const give = (text: string) => ann.call("POST", "/api/switches/import", { base, reason, file: text });
    expect(saidOf(await give(file))).toEqual([422, "switches-same"]);
    expect(saidOf(await give("{ }"))).toEqual([422, "switches-not-read"]);
    const turned = (name: string, more: object) =>
      JSON.stringify({
        ...set,
        features: set.features.map((one: JsonObject) => (one.name === name ? { ...one, ...more } : one)),
      });
    const strategies = [{ name: "gradualRolloutRandom", parameters: { percentage: "5" } }];
    const refused = await give(turned("switching", { strategies }));
    expect(saidOf(refused)).toEqual([422, "switches-not-valid"]);
    expect(refused.body.fields).toMatchObject([
      { pointer: "/changes/switching", message: { en: expect.stringContaining("gradualRolloutRandom") } },
    ]);
    // A file from an environment that does not know a switch yet leaves that switch unchanged.
    const without = set.features.filter(({ name }: JsonObject) => name !== "invest");
    expect(saidOf(await give(JSON.stringify({ ...set, features: without })))).toEqual([422, "switches-same"]);
    const twice = [...set.features, set.features.find(({ name }: JsonObject) => name === "invest")];
    const both = await give(
      JSON.stringify({ ...set, features: [...twice, { ...twice.at(-1), enabled: false }] }),
    );
    expect(saidOf(both)).toEqual([422, "switches-not-valid"]);
    const given = await give(turned("fund-banner", { enabled: false }));
    expect(given.status).toBe(201);
    const { body: compared } = await bob.call("GET", `/api/switches/changes/${given.body.id}`);
    expect((compared.switches as readonly JsonObject[]).map(({ name }) => name)).toEqual(["fund-banner"]);
    expect((await decide(bob, String(given.body.id))).status).toBe(200);
    const after = await ann.call("GET", "/api/switches/export");
    expect(after.body.patch).toContain("flags/development.json");
  });

  test("that is exported from one approved change contains only the changed switches, and names the approver", async () => {
    const turn = async (on: boolean) => {
      const { body } = await propose({ "fund-banner": { on } });
      expect(saidOf(await ann.call("GET", `/api/switches/changes/${body.id}/export`))).toEqual([
        404,
        "not-found",
      ]);
      expect((await decide(bob, String(body.id))).status).toBe(200);
      return String(body.id);
    };
    const before = JSON.parse(String((await ann.call("GET", "/api/switches/export")).body.file));
    const isOn = before.features.find(({ name }: JsonObject) => name === "fund-banner").enabled as boolean;
    const id = await turn(!isOn);
    const { file } = (await ann.call("GET", `/api/switches/changes/${id}/export`)).body;
    const patch = JSON.parse(String(file));
    expect(patch).toMatchObject({
      features: [{ name: "fund-banner", enabled: !isOn }],
      evidence: {
        environment: "development",
        proposedBy: "operations@saphan.example",
        approvedBy: "operations2@saphan.example",
      },
    });
    await turn(isOn);
    const give = async (content: object) =>
      await ann.call("POST", "/api/switches/import", {
        ...{ base: await revision(), reason },
        file: JSON.stringify(content),
      });
    const forged = { ...patch, evidence: { ...patch.evidence, revision: "many" } };
    expect(saidOf(await give(forged))).toEqual([422, "switches-not-read"]);
    const given = await give(patch);
    const { change, switches } = (await bob.call("GET", `/api/switches/changes/${given.body.id}`)).body;
    expect((switches as readonly JsonObject[]).map(({ name }) => name)).toEqual(["fund-banner"]);
    expect((change as JsonObject).reason).toMatch(
      /\(development, revision \d+: operations@saphan.example, operations2@saphan.example, /,
    );
    expect((await decide(bob, String(given.body.id))).status).toBe(200);
    const { content } = await house.database.db
      .selectFrom("flag_sets")
      .select("content")
      .orderBy("revision", "desc")
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(Object.keys(content)).not.toContain("evidence");
  });

  test("counts as changed at import even if only a segment's conditions differ", async () => {
    const set = JSON.parse(String((await ann.call("GET", "/api/switches/export")).body.file));
    const strategies = [{ name: "default", segments: [77] }];
    const forTier = async (tier: string) => {
      const constraints = [{ contextName: "tier", operator: "IN", values: [tier] }];
      const features = set.features.map((one: JsonObject) =>
        one.name === "tools-menu" ? { ...one, enabled: true, strategies } : one,
      );
      const file = JSON.stringify({ ...set, features, segments: [{ id: 77, name: "Few", constraints }] });
      return await ann.call("POST", "/api/switches/import", { base: await revision(), reason, file });
    };
    const first = await forTier("plus");
    expect((await decide(bob, String(first.body.id))).status).toBe(200);
    expect(saidOf(await forTier("plus"))).toEqual([422, "switches-same"]);
    expect((await forTier("prestige")).status).toBe(201);
  });
});

test("a portal with an Unleash server lets staff read the switches, but rejects every change of a switch", async () => {
  const other = await openPortalHouse({ UNLEASH_URL: "http://127.0.0.1:9/api/" });
  const person = await loggedIn(other, "operations");
  expect((await person.call("GET", "/api/switches")).body).toMatchObject({
    source: "server",
    revision: null,
  });
  expect(saidOf(await propose({ scb: { on: true } }, person, 1))).toEqual([409, "switches-elsewhere"]);
  expect(saidOf(await press(person, "invest"))).toEqual([409, "switches-elsewhere"]);
  await other.close();
});
