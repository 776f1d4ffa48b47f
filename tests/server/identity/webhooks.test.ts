import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cardDifferences } from "../../../server/identity/card-differences.ts";
import { applyReport, startCheck } from "../../../server/identity/checks.ts";
import { statusesOf } from "../../../server/identity/move-status.ts";
import { openReviewPage } from "../../../server/identity/review-page.ts";
import type { CheckReport } from "../../../server/identity/vendor.ts";
import { signAtTime, signWebhook } from "../../../server/identity/webhook-signature.ts";
import { type Browser, buildHouse, type House, logInAs } from "../accounts/harness.ts";
import { type Applicant, newApplicant, runEffect, submission, until } from "./applicant.ts";

let house: House;
beforeAll(async () => {
  house = await buildHouse({ sandbox: true });
});
afterAll(async () => await house.close());

const statuses = (applicant: Applicant) => statusesOf(house.db, applicant.id, house.clock.today());

async function checkDocuments(applicant: Applicant, key?: string) {
  const { cardFront, cardBack } = applicant;
  const options = key === undefined ? {} : { key };
  return await runEffect(house, applicant.id, "identity.checkDocuments", { cardFront, cardBack }, options);
}

async function checksOf(applicant: Applicant) {
  return await house.db
    .selectFrom("identity_checks")
    .selectAll()
    .where("person_id", "=", applicant.id)
    .orderBy("seq")
    .execute();
}

describe("a vendor's answer about an identity", () => {
  it.each([
    ["good", undefined, "VERIFIED"],
    ["bad", "doc-bad", "REJECT"],
    ["suspicion", "doc-suspect", "REVIEW"],
    ["good, sent three times", "doc-doubled", "VERIFIED"],
    ["good, but late", "doc-slow", "VERIFIED"],
    ["an expired card", "doc-expired", "REJECT"],
    ["a minor's card", "doc-minor", "REVIEW"],
    ["a card that was reported stolen", "doc-stolen", "REVIEW"],
    ["unknown result values", "doc-odd", "REVIEW"],
  ])("leads to the right status: %s", async (_what, tag, status) => {
    const applicant = await newApplicant(house, tag === undefined ? {} : { tag });
    expect(await checkDocuments(applicant)).toMatchObject({ ok: true });
    if (tag === "doc-slow") expect(await statuses(applicant)).toMatchObject({ onfido: "PENDING" });
    await until(`${status} arrives`, async () => {
      const now = await statuses(applicant);
      return now.onfido === status && now.verifio === status;
    });
    const moves = await house.db
      .selectFrom("audit_lines")
      .select("to_state")
      .where("subject", "=", `person:${applicant.id}`)
      .where("action", "=", "identity.onfido")
      .execute();
    expect(moves.map((move) => move.to_state)).toEqual(["PENDING", status]);
  });

  it("the status stays PENDING if the vendor's answer never arrives, and the answer is then fetched later", async () => {
    const silent = await newApplicant(house, { tag: "doc-silent" });
    const lost = await newApplicant(house, { tag: "doc-lost" });
    await checkDocuments(silent);
    await checkDocuments(lost);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await house.jobs.runNow("identity.chase");
    expect(await statuses(lost)).toMatchObject({ onfido: "PENDING" });
    house.clock.set("2026-03-02T10:15:00");
    await house.jobs.runNow("identity.chase");
    expect(await statuses(lost)).toMatchObject({ onfido: "VERIFIED", verifio: "VERIFIED" });
    expect(await statuses(silent)).toMatchObject({ onfido: "PENDING", verifio: "PENDING" });
    house.clock.set("2026-03-02T10:00:00");
  });

  it("the reviewer sees the data of both cards if the vendor's answer concerns a different card", async () => {
    const applicant = await newApplicant(house, { tag: "doc-mismatch" });
    await checkDocuments(applicant);
    await until("a person is asked for", async () => (await statuses(applicant)).verifio === "REVIEW");
    await runEffect(house, applicant.id, "identity.submit", submission(house, applicant));
    const { id } = await house.db
      .selectFrom("identity_reviews")
      .select("id")
      .where("person_id", "=", applicant.id)
      .executeTakeFirstOrThrow();
    const opened = await openReviewPage(house.identity, id, randomUUID());
    const page = opened.ok ? opened.value : null;
    const read = { name: "Somsri Jaidee", birthDate: "1975-04-12", nationalIdEnd: "0017" };
    const differs = ["name", "birthDate", "nationalId"];
    expect(page?.checks.map(({ vendor }) => vendor).sort()).toEqual(["onfido", "verifio"]);
    for (const check of page?.checks ?? [])
      expect(check, check.vendor).toMatchObject({ concerns: ["mismatch"], read, differs });
    // A check that a vendor doubts needs two people's approval, also with direct SQL.
    const [one, two] = [
      await logInAs(house, "compliance@saphan.example"),
      await logInAs(house, "compliance2@saphan.example"),
    ];
    const approve = (by: Browser, reason: string) =>
      by.call("POST", `/api/reviews/${id}/decision`, { decision: "approve", reason });
    expect((await approve(one, "the old card")).body).toEqual({ state: "proposed" });
    expect(await approve(one, "the old card")).toMatchObject({ status: 403, body: { code: "same-person" } });
    expect((await two.call("GET", `/api/reviews/${id}`)).body).toMatchObject({
      state: "open",
      approval: { byTwo: true, first: { reason: "the old card", own: false } },
    });
    const alone = house.db
      .updateTable("identity_reviews")
      .set((row) => ({ state: "approved" as const, decided_by: row.ref("approved_first_by") }))
      .where("id", "=", id);
    await expect(alone.execute()).rejects.toThrow("check constraint");
    expect((await approve(two, "I see the same face")).body).toEqual({ state: "approved" });
    // The card number is encrypted, and the card's data are erased with the person's key.
    expect(await house.dump()).not.toContain("1000000000017");
  });

  it("counts as missing if it is malformed: the status stays PENDING, and the event is fetched again", async () => {
    const applicant = await newApplicant(house, { tag: "doc-garbage" });
    const { refused } = house.sandbox().deliveries();
    await checkDocuments(applicant);
    await until("both events were refused", async () => house.sandbox().deliveries().refused >= refused + 2);
    expect(await statuses(applicant)).toMatchObject({ onfido: "PENDING", verifio: "PENDING" });
  });

  it("leads to a review if the vendor no longer knows the check", async () => {
    const applicant = await newApplicant(house, { tag: "doc-silent" });
    await checkDocuments(applicant);
    await house.db
      .updateTable("identity_checks")
      .set({ vendor_check: "00000000-0000-4000-8000-0000000000ff" })
      .where("person_id", "=", applicant.id)
      .where("vendor", "=", "onfido")
      .execute();
    house.clock.set("2026-03-02T10:15:00");
    await house.jobs.runNow("identity.chase");
    house.clock.set("2026-03-02T10:00:00");
    expect(await checksOf(applicant)).toMatchObject([
      { vendor: "onfido", state: "answered", result: "unknown" },
      { vendor: "verifio", state: "asked", result: null },
    ]);
    expect(await statuses(applicant)).toMatchObject({ onfido: "PENDING" });
  });

  it("can state that the picture is unreadable, or be missing while the vendor is down", async () => {
    const unreadable = await newApplicant(house, { tag: "doc-unreadable" });
    expect(await checkDocuments(unreadable)).toEqual({ ok: false, error: { code: "unreadable" } });
    const down = await newApplicant(house, { tag: "doc-down" });
    expect(await checkDocuments(down)).toEqual({ ok: false, error: { code: "unavailable" } });
    expect((await statuses(down)).onfido).toBeUndefined();
    const blurred = await newApplicant(house, { tag: "face-unclear" });
    expect(await runEffect(house, blurred.id, "identity.checkLiveness", { selfie: blurred.selfie })).toEqual({
      ok: false,
      error: { code: "unclear" },
    });
  });

  it("is requested once per key, however often the effect runs", async () => {
    const applicant = await newApplicant(house);
    const first = await checkDocuments(applicant, "the-same-key");
    const second = await checkDocuments(applicant, "the-same-key");
    expect(second).toEqual(first);
    expect(await checksOf(applicant)).toHaveLength(2);
  });

  it("a late, repeated or outdated vendor's answer leaves the status VERIFIED unchanged", async () => {
    const applicant = await newApplicant(house);
    await checkDocuments(applicant);
    await until("verified", async () => (await statuses(applicant)).onfido === "VERIFIED");
    const [check] = await checksOf(applicant);
    expect(await house.sandbox().repeat(check?.vendor_check ?? "")).toBe(200);
    // A second check of the same person fails: it is stored for the reviewer, and the status stays.
    await house.db
      .updateTable("identity_checks")
      .set({ state: "asked", result: null })
      .where("id", "=", check?.id ?? "")
      .execute();
    await house.db.transaction().execute((tx) =>
      applyReport(house.identity, tx, "onfido", {
        check: check?.vendor_check ?? "",
        applicant: check?.vendor_applicant ?? "",
        kind: "document",
        complete: true,
        result: "consider",
        subResult: "rejected",
        concerns: [],
        read: null,
      }),
    );
    expect(await statuses(applicant)).toMatchObject({ onfido: "VERIFIED" });
    expect((await checksOf(applicant))[0]).toMatchObject({ state: "answered", sub_result: "rejected" });
  });

  it("is requested only for pictures of that same person", async () => {
    const one = await newApplicant(house);
    const other = await newApplicant(house);
    await expect(checkDocuments({ ...one, cardFront: other.cardFront })).rejects.toThrow(/is not person/);
  });
});

describe("a vendor's late answer", () => {
  const told = async (report: Omit<CheckReport, "complete">) =>
    await house.db
      .transaction()
      .execute((tx) => applyReport(house.identity, tx, "onfido", { ...report, complete: true }));
  const clear = { result: "clear", subResult: "clear", concerns: [], read: null };
  const rejected = { ...clear, result: "consider", subResult: "rejected" };
  /**
   * Requests a check; `ask` replaces the vendor: it gets the applicant and returns the check's number or
   * null.
   */
  const start = (
    applicant: Applicant,
    kind: "document" | "liveness",
    ask: (applicant: string) => Promise<string | null>,
  ) =>
    startCheck(
      house.identity,
      {
        personId: applicant.id,
        kind,
        vendor: "onfido",
        pictures: [randomUUID()],
        idempotencyKey: randomUUID(),
      },
      async (_vendor, of) => {
        const check = await ask(of);
        return check === null
          ? { ok: false, error: { code: "unavailable" } }
          : { ok: true, value: { check } };
      },
    );

  it.each([
    ["a document check never got a number", true],
    ["there is no open document check", false],
  ])("cannot pass a face check with a document result: %s", async (_what, asksDocument) => {
    const person = await newApplicant(house);
    const face = `face-${person.id}`;
    const card = `card-${person.id}`;
    if (asksDocument) {
      await start(person, "document", async () => `first-${person.id}`);
      await start(person, "document", async () => null);
    }
    await start(person, "liveness", async (applicant) => {
      await told({ check: card, applicant, kind: "document", ...clear });
      return face;
    });
    expect(await statuses(person)).toMatchObject({ liveness: "PENDING" });
    const [row] = (await checksOf(person)).filter(({ kind }) => kind === "liveness");
    expect(row).toMatchObject({ vendor_check: face, state: "asked", result: null });
    await told({ check: face, applicant: row?.vendor_applicant ?? "", kind: "liveness", ...rejected });
    expect(await statuses(person)).toMatchObject({ liveness: "REJECT" });
    expect((await statuses(person)).onfido).toBe(asksDocument ? "REVIEW" : undefined);
  });

  it("a review replaces a vendor's late answer if the check number was never received", async () => {
    const person = await newApplicant(house);
    let applicant = "";
    await start(person, "liveness", async (of) => {
      applicant = of;
      return null;
    });
    await told({ check: `late-${person.id}`, applicant, kind: "liveness", ...clear });
    expect(await statuses(person)).toMatchObject({ liveness: "REVIEW" });
  });

  it("is accepted as soon as its check number matches the earlier event", async () => {
    const person = await newApplicant(house);
    const check = `quick-${person.id}`;
    await start(person, "liveness", async (applicant) => {
      await told({ check, applicant, kind: "liveness", ...clear });
      expect(await statuses(person)).toMatchObject({ liveness: "REVIEW" });
      return check;
    });
    expect(await statuses(person)).toMatchObject({ liveness: "VERIFIED" });
  });

  it("is accepted for the right check even if an earlier check of the same kind came first", async () => {
    const person = await newApplicant(house);
    let applicant = "";
    await start(person, "liveness", async (of) => {
      applicant = of;
      await told({ check: `earlier-${person.id}`, applicant, kind: "liveness", ...clear });
      return `true-${person.id}`;
    });
    expect(await statuses(person)).toMatchObject({ liveness: "REVIEW" });
    await told({ check: `true-${person.id}`, applicant, kind: "liveness", ...rejected });
    expect(await statuses(person)).toMatchObject({ liveness: "REJECT" });
  });

  it.each([
    ["is about another kind of check", { kind: "document" }],
    ["does not name its check", { kind: null }],
    ["is about another applicant", { applicant: "somebody-else" }],
  ] as const)("is replaced by a review if the report %s", async (_what, change) => {
    const person = await newApplicant(house);
    const check = `odd-${person.id}`;
    let applicant = "";
    await start(person, "liveness", async (of) => {
      applicant = of;
      return check;
    });
    await told({ check, applicant, kind: "liveness", ...clear, ...change });
    expect(await statuses(person)).toMatchObject({ liveness: "REVIEW" });
  });
});

describe("the card register (DOPA)", () => {
  it.each([
    ["JT0123456789", "1101700000010", { ok: true, value: { code: 0 } }],
    ["ZZ0000000001", "1101700000010", { ok: false, error: { code: "chip" } }],
    ["ZZ0000000002", "1101700000010", { ok: false, error: { code: "void" } }],
    ["ZZ0000000004", "1101700000010", { ok: false, error: { code: "no-match" } }],
    ["ZZ0000000005", "1101700000010", { ok: false, error: { code: "missing" } }],
    ["ZZ0000000053", "1101700000010", { ok: false, error: { code: "unavailable" } }],
    ["JT0123456789", "1000000000041", { ok: false, error: { code: "no-match" } }],
    [undefined, "1101700000010", { ok: false, error: { code: "unavailable" } }],
  ])(
    "gives the right answer for the laser code %s of the card %s",
    async (laserCode, nationalId, expected) => {
      const applicant = await newApplicant(house);
      const card = { firstName: "กาญจนก", lastName: "วงศ์สวัสดิ์", birthDate: "1990", nationalId };
      const input = laserCode === undefined ? card : { ...card, laserCode };
      expect(await runEffect(house, applicant.id, "identity.checkDopa", input)).toEqual(expected);
    },
  );
});

it("data on a card differ from the entered data only if the two contradict each other", () => {
  const entered = {
    firstNameTh: "กาญจนก",
    lastNameTh: "วงศ์สวัสดิ์",
    firstNameEn: "Kanchanok",
    lastNameEn: "Wongsawat",
    birthDate: "1990-05",
    nationalId: "1101700000010",
  };
  const read = { name: "KANCHANOK WONGSAWAT", birthDate: "1990-05-17", nationalId: "1 1017 00000 01 0" };
  expect(cardDifferences(read, entered)).toEqual([]);
  expect(cardDifferences({ ...read, name: "น.ส. กาญจนก วงศ์สวัสดิ์" }, entered)).toEqual([]);
  expect(cardDifferences({ name: null, birthDate: null, nationalId: null }, entered)).toEqual([]);
  expect(cardDifferences({ ...read, birthDate: "1990-06-17" }, entered)).toEqual(["birthDate"]);
  expect(cardDifferences({ ...read, nationalId: "1101700000011" }, entered)).toEqual(["nationalId"]);
  expect(cardDifferences({ ...read, name: "Somsri Wongsawat" }, entered)).toEqual(["name"]);
});

describe("the webhook for vendors", () => {
  const body = (check: string) =>
    JSON.stringify({ payload: { resource_type: "check", action: "check.completed", object: { id: check } } });
  const finished = (check: string, event = "e") =>
    JSON.stringify({ eventId: event, type: "verification.finished", verificationId: check });
  const post = (text: string, signature?: string, header = "x-sha2-signature") =>
    house.app.inject({
      method: "POST",
      url: "/api/webhooks/identity",
      headers: {
        "content-type": "application/json",
        ...(signature === undefined ? {} : { [header]: signature }),
      },
      payload: text,
    });

  it.each([
    ["no signature", undefined],
    ["a forged signature", signWebhook("another secret", "{}")],
    ["a signature of the wrong length", "abcd"],
    ["a signature that is not hex", "z".repeat(64)],
    ["an empty signature", ""],
  ])("answers 401 to %s and changes nothing", async (_what, signature) => {
    const answer = await post(body("x"), signature);
    expect(answer.statusCode).toBe(401);
    const events = await house.db
      .selectFrom("identity_events")
      .select("event_id")
      .where("check_id", "is", null)
      .execute();
    expect(events).toHaveLength(0);
  });

  it.each([
    ["a forged signature", (text: string) => signAtTime("another secret", text, new Date())],
    ["a signature over other bytes", (text: string) => signAtTime("sandbox-secret", `${text} `, new Date())],
    [
      "a signature of yesterday",
      (text: string) => signAtTime("sandbox-secret", text, new Date(Date.now() - 86_400_000)),
    ],
    [
      "a signature of tomorrow",
      (text: string) => signAtTime("sandbox-secret", text, new Date(Date.now() + 86_400_000)),
    ],
    ["a signature without its time", (text: string) => `v1=${signWebhook("sandbox-secret", text)}`],
    ["a time without a signature", () => `t=${Math.floor(Date.now() / 1000)}`],
    ["a signature of the other vendor's kind", (text: string) => signWebhook("sandbox-secret", text)],
  ])("answers 401 to %s in the second vendor's header", async (_what, sign) => {
    const text = finished("x");
    expect((await post(text, sign(text), "verifio-signature")).statusCode).toBe(401);
  });

  it("processes the second vendor's event once, even if it is repeated, late or out of order", async () => {
    const applicant = await newApplicant(house, { tag: "verifio-lost" });
    await checkDocuments(applicant);
    const check = (await checksOf(applicant)).find(({ vendor }) => vendor === "verifio");
    const number = check?.vendor_check ?? "";
    const send = async (text: string, at = new Date()) =>
      (await post(text, signAtTime("sandbox-secret", text, at), "verifio-signature")).json();
    await until("it is complete", async () => {
      const report = await house.identity.vendors().verifio.report(number);
      return report.ok && report.value?.complete === true;
    });
    expect(await send(finished(number, "second"))).toEqual({ outcome: "applied" });
    expect(await send(finished(number, "second"), new Date(Date.now() - 60_000))).toEqual({
      outcome: "known",
    });
    expect(await send(finished(number, "first"))).toEqual({ outcome: "applied" });
    expect(await statuses(applicant)).toMatchObject({ verifio: "VERIFIED" });
    expect((await checksOf(applicant)).filter(({ state }) => state === "answered").length).toBeGreaterThan(0);
  });

  it("answers 401 if one byte of the body changed", async () => {
    const signature = signWebhook("sandbox-secret", body("x"));
    expect((await post(body("y"), signature)).statusCode).toBe(401);
  });

  it("answers 200 to a signed event about an unknown check and to a signed body that is not an event, and ignores both", async () => {
    for (const text of [body("00000000-0000-4000-8000-00000000abcd"), "not json", "{}", "[]", ""]) {
      const answer = await post(text, signWebhook("sandbox-secret", text));
      expect(answer.statusCode, text).toBe(200);
      expect(answer.json(), text).toEqual({ outcome: "ignored" });
    }
  });

  it("processes an event once when it arrives twenty times at once", async () => {
    const applicant = await newApplicant(house, { tag: "doc-lost" });
    await checkDocuments(applicant);
    await new Promise((resolve) => setTimeout(resolve, 100));
    const check = (await checksOf(applicant))[0]?.vendor_check ?? "";
    const text = body(check);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => post(text, signWebhook("sandbox-secret", text))),
    );
    const outcomes = answers.map((answer) => answer.json().outcome);
    expect(outcomes.filter((outcome) => outcome === "applied")).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === "known")).toHaveLength(19);
  });
});
