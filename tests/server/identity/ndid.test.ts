import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { isSigned, signWebhook } from "../../../server/identity/index.ts";
import { newNationalId } from "../../support/national-id.ts";
import { buildHouse, type House, logInAs } from "../accounts/harness.ts";
import { type Applicant, newApplicant, runEffect, submission, until } from "./applicant.ts";

let house: House;
beforeAll(async () => {
  house = await buildHouse({ sandbox: true });
});
afterAll(async () => await house.close());
beforeEach(() => {
  house.flags.add("national-digital-id");
});

const GOOD = "004";
const ask = async (
  applicant: Applicant,
  {
    bank = GOOD,
    nationalId = applicant.nationalId,
    key,
  }: { bank?: string; nationalId?: string; key?: string } = {},
) =>
  await runEffect(
    house,
    applicant.id,
    "identity.requestNdid",
    { nationalId, bank },
    key === undefined ? {} : { key },
  );
const requestsOf = async ({ id }: Applicant) =>
  await house.db.selectFrom("ndid_requests").selectAll().where("person_id", "=", id).orderBy("seq").execute();
const stateOf = async (applicant: Applicant) => (await requestsOf(applicant)).at(-1)?.state;
const answered = async (applicant: Applicant) =>
  await until(
    "the bank answers",
    async () => !["asking", "asked"].includes((await stateOf(applicant)) ?? ""),
  );
const pageOf = async (applicant: Applicant) => {
  const review = await house.db
    .selectFrom("identity_reviews")
    .select("id")
    .where("person_id", "=", applicant.id)
    .where("state", "=", "open")
    .executeTakeFirstOrThrow();
  const reviewer = await logInAs(house, "compliance@saphan.example");
  return (await reviewer.call("GET", `/api/reviews/${review.id}`)).body as {
    digitalId: { state: string; sameCard: boolean } | null;
  };
};
const callBack = async (body: string, signature: string) => {
  const answer = await house.app.inject({
    method: "POST",
    url: "/api/webhooks/ndid",
    headers: { "content-type": "application/json", "x-sha2-signature": signature },
    payload: body,
  });
  return { status: answer.statusCode, body: JSON.parse(answer.body) };
};

describe("a bank that answers through the national digital ID (NDID)", () => {
  it.each([
    ["confirms", "004", "accepted", "2.3"],
    ["confirms late", "014", "accepted", "2.3"],
    ["confirms, and sends the callback twice and then an older answer", "011", "accepted", "2.3"],
    ["rejects", "002", "rejected", "2.3"],
    ["rejects late", "022", "rejected", "2.3"],
    ["confirms with a lower assurance level than required", "025", "too-weak", "1.3"],
  ])("%s", async (_what, bank, state, ial) => {
    const applicant = await newApplicant(house);
    expect(await ask(applicant, { bank })).toMatchObject({ ok: true });
    await answered(applicant);
    const [row] = await requestsOf(applicant);
    expect([row?.state, row?.ial]).toEqual([state, ial]);
    await runEffect(house, applicant.id, "identity.submit", submission(house, applicant));
    expect((await pageOf(applicant)).digitalId).toMatchObject({ state, sameCard: true, bank });
    // A later answer never lowers the status.
    await house.sandbox().repeat(row?.request ?? "");
    expect(await stateOf(applicant)).toBe(state);
  });

  it("the job asks a bank for its answer if the bank's callback is lost", async () => {
    const applicant = await newApplicant(house);
    await ask(applicant, { bank: "065" });
    await until("the platform knows", async () => {
      const status = await house.identity.ndid().status((await requestsOf(applicant))[0]?.request ?? "");
      return status.ok && status.value?.state === "accepted";
    });
    expect(await stateOf(applicant)).toBe("asked");
    house.clock.set("2026-03-02T10:30:00");
    await house.jobs.runNow("identity.chase");
    house.clock.set("2026-03-02T10:00:00");
    expect(await stateOf(applicant)).toBe("accepted");
  });

  it("a bank that does not answer is asked again later, and the check stays open until the bank answers", async () => {
    const applicant = await newApplicant(house);
    await ask(applicant, { bank: "006" });
    house.clock.set("2026-03-02T10:30:00");
    await house.jobs.runNow("identity.chase");
    house.clock.set("2026-03-02T10:00:00");
    expect(await stateOf(applicant)).toBe("asked");
  });

  it("a bank that does not know the card number leads the person to choose a second bank", async () => {
    const applicant = await newApplicant(house);
    expect(await ask(applicant, { bank: "033" })).toEqual({ ok: false, error: { code: "not-enrolled" } });
    expect(await ask(applicant, { nationalId: "9101700000019" })).toMatchObject({
      error: { code: "not-enrolled" },
    });
    expect(await ask(applicant, { bank: "030" })).toEqual({ ok: false, error: { code: "unavailable" } });
    expect(await ask(applicant)).toMatchObject({ ok: true });
  });

  it("a bank is queried once per key, and not again once the bank has confirmed a card", async () => {
    const applicant = await newApplicant(house);
    const [first, again] = [await ask(applicant, { key: "k1" }), await ask(applicant, { key: "k1" })];
    expect(again).toEqual(first);
    await answered(applicant);
    expect(await ask(applicant, { bank: "002" })).toEqual(first);
    expect(await requestsOf(applicant)).toHaveLength(1);
  });

  it("a bank receives the whole card number, which is not stored in plain text", async () => {
    const applicant = await newApplicant(house);
    await ask(applicant);
    expect(await house.dump()).not.toContain(applicant.nationalId);
  });

  it("is not queried about a card that has opened an account before, or while national-digital-id is off", async () => {
    const [first, second] = [await newApplicant(house), await newApplicant(house)];
    await runEffect(house, first.id, "identity.submit", submission(house, first));
    expect(await ask(second, { nationalId: first.nationalId })).toEqual({
      ok: false,
      error: { code: "card-taken" },
    });
    expect(await requestsOf(second)).toEqual([]);
    house.flags.delete("national-digital-id");
    expect(await ask(second)).toEqual({ ok: false, error: { code: "unavailable" } });
    expect(await requestsOf(second)).toEqual([]);
  });

  it("does not affect a card that was corrected after the query", async () => {
    const [first, second] = [await newApplicant(house), await newApplicant(house)];
    await runEffect(house, first.id, "identity.submit", submission(house, first));
    await ask(second);
    await answered(second);
    const corrected = submission(house, second, { nationalId: newNationalId() });
    expect(await runEffect(house, second.id, "identity.submit", corrected)).toMatchObject({ ok: true });
    expect((await pageOf(second)).digitalId).toMatchObject({ state: "accepted", sameCard: false });
    const taken = submission(house, second, { nationalId: first.nationalId });
    expect(await runEffect(house, second.id, "identity.submit", taken)).toEqual({
      ok: false,
      error: { code: "card-taken" },
    });
  });
});

describe("a callback from NDID", () => {
  it("is accepted only with our signature, and does not confirm an identity by itself", async () => {
    const applicant = await newApplicant(house);
    await ask(applicant, { bank: "006" });
    const [row] = await requestsOf(applicant);
    const body = JSON.stringify({
      type: "request_status",
      request_id: row?.request,
      status: "completed",
      response_valid_list: [{ valid_signature: true }],
    });
    const secret = house.identity.webhookSecret();
    for (const forged of [
      "",
      "00",
      "f".repeat(64),
      signWebhook("another", body),
      signWebhook(secret, `${body} `),
    ])
      expect(await callBack(body, forged), forged).toMatchObject({ status: 401 });
    expect(isSigned(secret, Buffer.from(body), signWebhook(secret, body))).toBe(true);
    // A callback with the right signature makes the portal query the platform, which has no answer.
    expect(await callBack(body, signWebhook(secret, body))).toMatchObject({ body: { outcome: "ignored" } });
    expect(await stateOf(applicant)).toBe("asked");
    for (const strange of [
      "{}",
      "[]",
      "no JSON",
      JSON.stringify({ type: "request_status", request_id: "x" }),
    ])
      expect(await callBack(strange, signWebhook(secret, strange))).toMatchObject({
        body: { outcome: "ignored" },
      });
  });
});

it("the answers of the NDID calls match the API document exactly", () => {
  expect(house.answers.faults).toEqual([]);
});
