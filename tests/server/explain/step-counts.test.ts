import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Definition } from "../../../engine/flow/index.ts";
import type { Json, JsonObject } from "../../../engine/values/json.ts";
import { comparedSteps } from "../../../server/explain/step-counts.ts";
import type { StepCounts } from "../../../server/flows/index.ts";
import { type Caller, loggedIn, openPortalHouse, type PortalHouse, stranger } from "../portal-house.ts";

let house: PortalHouse;
let operations: Caller;
beforeAll(async () => {
  house = await openPortalHouse();
  operations = await loggedIn(house, "operations");
});
afterAll(() => house.close());

const contact = {
  name: "Somchai Jaidee",
  email: "somchai@mail.example",
  phone: "0812345678",
  topic: "STRATEGIES",
};

/** Opens the flow as a new visitor and continues to a step. */
async function goneTo(step: "contact" | "review" | "done"): Promise<void> {
  const who = stranger(house);
  let { body } = await who.call("POST", "/api/flows/contact-back/instances", {});
  const send = async (given: JsonObject) => {
    const answer = await who.submit(body.id, String((body.at as JsonObject).step), given);
    expect(answer.status).toBe(200);
    body = answer.body;
  };
  if (step !== "contact") await send({ answer: contact });
  if (step === "done") await send({ answer: { values: (body.at as JsonObject).values as Json } });
  expect(body.at).toMatchObject({ step });
}

/**
 * Simulates people who started at a given time, sent the first step and then either stopped at the review or
 * sent the review as well.
 */
async function crowd(
  began: string,
  { stopped, others }: { readonly stopped: number; readonly others: number },
): Promise<void> {
  const { db } = house.database;
  const opened = await sql<{ id: string }>`
    insert into flow_instances
      (id, flow, version, subject, opened_by, language, opened_at, touched_at, locked_key)
    select gen_random_uuid(), flow, version, subject, opened_by, language, ${began}, ${began}, locked_key
    from (select * from flow_instances where flow = 'contact-back' limit 1) one,
      generate_series(1, ${stopped + others}::int)
    returning id`.execute(db);
  for (const [at, { id }] of opened.rows.entries())
    await sql`insert into flow_submissions (instance, key, step, body_hash, outcome, at)
      select ${id}, 'key-' || step, step, '', json_build_object('kind', 'done', 'to', next), ${began}
      from (values ('contact', 'review'), ('review', 'done')) way (step, next)
      where step = 'contact' or ${at >= stopped}`.execute(db);
}

async function current(): Promise<string> {
  const { body } = await operations.call("GET", "/api/definitions?flow=contact-back");
  const all = body.current as readonly JsonObject[];
  return String(all.find(({ flow }) => flow === "contact-back")?.id);
}
const countsOf = async (id: string, who = operations) =>
  await who.call("GET", `/api/definitions/versions/${id}/step-counts`);
const step = (body: JsonObject, name: string) =>
  (body.steps as readonly JsonObject[]).find((one) => one.step === name);

describe("the statistics of the people at each step of a flow's version", () => {
  test("count the people who entered, submitted, left and remained at a step, without previews", async () => {
    await goneTo("contact");
    await goneTo("review");
    await goneTo("review");
    house.clock.set("2026-03-04T10:00:00");
    await goneTo("review");
    await goneTo("done");
    const { status, body } = await countsOf(await current());
    expect(status).toBe(200);
    expect(body).toMatchObject({ opened: 5, silent: 1, finished: 1, until: null, before: null });
    expect(step(body, "contact")).toMatchObject({ arrived: 4, sent: 4, stopped: 0, here: 0, worse: false });
    expect(step(body, "review")).toMatchObject({
      ...{ arrived: 4, sent: 1, stopped: 2, here: 1, failed: 0, before: null },
      title: { en: expect.stringMatching(/\w/), th: expect.stringMatching(/[ก-ฮ]/) },
    });
    expect((body.steps as readonly JsonObject[]).map((one) => one.step)).toEqual(["contact", "review"]);
  });

  test("the statistics stand beside those of the previous version, each for the people who began in that version", async () => {
    const first = await current();
    const file = "locales/en/about.json";
    const { files } = (await operations.call("GET", `/api/definitions/versions/${first}`)).body;
    const changed = JSON.parse(
      JSON.stringify((files as JsonObject)[file]).replace(/"title":"([^"]*)"/, '"title":"$1 now"'),
    ) as Json;
    const proposed = await operations.call("POST", "/api/definitions/contact-back/versions", {
      files: { [file]: changed },
    });
    expect(proposed.status).toBe(201);
    house.clock.set("2026-03-05T10:00:00");
    const approved = await (await loggedIn(house, "compliance")).call(
      "POST",
      `/api/definitions/versions/${proposed.body.id}/approve`,
      { evidence: proposed.body.evidence as Json },
    );
    expect(approved.status).toBe(200);
    await goneTo("done");
    const { body } = await countsOf(await current());
    expect(body).toMatchObject({
      ...{ opened: 1, silent: 0, finished: 1 },
      before: { id: first, number: 1, opened: 5, finished: 1 },
    });
    expect(step(body, "review")).toMatchObject({ arrived: 1, sent: 1, before: { arrived: 4, stopped: 3 } });
    expect((await countsOf(first)).body).toMatchObject({ opened: 5, until: body.from as string });
  });

  test("are reported to operations in one letter if clearly more people stop at a step than before", async () => {
    const id = await current();
    await crowd("2026-03-04T11:00:00+07:00", { stopped: 6, others: 54 });
    house.clock.set("2026-03-07T07:30:00");
    await crowd("2026-03-05T11:00:00+07:00", { stopped: 13, others: 47 });
    expect(step((await countsOf(id)).body, "review")).toMatchObject({ worse: false });
    await crowd("2026-03-05T12:00:00+07:00", { stopped: 9, others: 0 });
    expect(step((await countsOf(id)).body, "review")).toMatchObject({ worse: true, stopped: 22 });
    for (let day = 0; day < 2; day += 1) {
      await house.server.jobs.runNow("definitions.step-counts");
      await house.server.jobs.drain();
    }
    const { body } = await stranger(house).call("GET", "/api/dev/mailbox?to=operations@saphan.example");
    const letters = (body.messages as readonly JsonObject[]).filter(
      ({ template }) => template === "step-worse",
    );
    expect(letters.map((letter) => letter.body)).toEqual([expect.stringContaining("22")]);
    expect(letters[0]?.body).toContain(`/staff/definitions/${id}`);
  });

  test("are visible only to roles that work on definitions, and exist only for published versions", async () => {
    const id = await current();
    expect((await countsOf(id, await loggedIn(house, "finance"))).status).toBe(403);
    expect((await countsOf(id, stranger(house))).status).toBe(401);
    expect((await countsOf("00000000-0000-4000-8000-000000000000")).status).toBe(404);
  });
});

describe("the comparison of a step's counts with the previous version", () => {
  const definition = {
    flow: { id: "a", namespace: "a", steps: { one: { kind: "review" } } },
    texts: { th: {}, en: {} },
  } as unknown as Definition;
  const at = (one: Partial<StepCounts>) => ({
    definition,
    counts: {
      opened: 100,
      silent: 0,
      steps: {
        one: { arrived: 100, sent: 0, stopped: 0, here: 0, seconds: null, failed: 0, ...one },
      },
    },
  });
  test.each<[string, Partial<StepCounts>, Partial<StepCounts> | null, boolean]>([
    ["finds the step worse if at least a tenth more people stop", { stopped: 20 }, { stopped: 10 }, true],
    [
      "does not find the step worse if fewer than a tenth more people stop",
      { stopped: 19 },
      { stopped: 10 },
      false,
    ],
    [
      "does not find the step worse if fewer than fifty people arrive now",
      { arrived: 49, stopped: 49 },
      { stopped: 0 },
      false,
    ],
    [
      "does not find the step worse if fewer than fifty people arrived before",
      { stopped: 100 },
      { arrived: 49 },
      false,
    ],
    [
      "does not find the step worse because of people who are still at the step",
      { arrived: 100, here: 51, stopped: 49 },
      {},
      false,
    ],
    [
      "finds the step worse even if exactly fifty people arrive",
      { arrived: 50, stopped: 5 },
      { arrived: 50 },
      true,
    ],
    ["does not find the step worse without a previous version", { stopped: 100 }, null, false],
  ])("%s", (_, now, before, worse) => {
    expect(comparedSteps(at(now), before === null ? null : at(before))[0]?.worse).toBe(worse);
  });
});
