import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { userRecord } from "../../../server/identity/index.ts";
import { statusesOf } from "../../../server/identity/move-status.ts";
import { type Browser, buildHouse, type House, logInAs } from "../accounts/harness.ts";
import { cardOf, newApplicant, runEffect, submission, until } from "./applicant.ts";

// For each answer of a vendor, whether late, repeated or missing, these tests check the status, the effect of
// the review, and the letter.
let house: House;
let reviewer: Browser;
let second: Browser;
beforeAll(async () => {
  // The first vendor uses workflow runs; `webhooks.test.ts` covers plain checks.
  house = await buildHouse({ sandbox: true, workflows: true });
  reviewer = await logInAs(house, "compliance@saphan.example");
  second = await logInAs(house, "compliance2@saphan.example");
});
afterAll(async () => await house.close());

type Decision = "approve" | "reject" | "ask-again";
type Standing = { readonly onfido: string; readonly verifio: string; readonly liveness: string };

/** Status for each vendor behaviour, first after the submission, then after an approval and the job. */
const SAYS = {
  good: ["VERIFIED", "VERIFIED"],
  bad: ["REJECT", "REJECT"],
  suspect: ["REVIEW", "VERIFIED"],
  slow: ["PENDING", "VERIFIED"],
  late: ["PENDING", "REJECT"],
  early: ["VERIFIED", "VERIFIED"],
  silent: ["PENDING", "PENDING"],
  lost: ["PENDING", "VERIFIED"],
  doubled: ["VERIFIED", "VERIFIED"],
  down: ["PENDING", "VERIFIED"],
} as const;
type Behaviour = keyof typeof SAYS;

/** Queries to the card register, each with the effect's answer; `null` stands for a good answer. */
const REGISTER = [
  ["JT0123456789", null],
  ["ZZ0000000001", "chip"],
  ["ZZ0000000002", "void"],
  ["ZZ0000000004", "no-match"],
  ["ZZ0000000005", "missing"],
  ["ZZ0000000053", "unavailable"],
  ["ZZ0000000060", null],
  ["ZZ0000000098", "unavailable"],
  ["ZZ0000000099", "unavailable"],
] as const;

type Row = {
  /** Behaviour of each vendor for documents, and of the first vendor for the selfie. */
  readonly does: { readonly onfido: Behaviour; readonly verifio: Behaviour; readonly face: Behaviour };
  readonly register: (typeof REGISTER)[number];
  readonly decision: Decision;
  readonly asked?: string;
};

// Each vendor shows each behaviour once, combined with others, which proves that no answer is attributed to
// the wrong vendor.
const BEHAVIOURS = Object.keys(SAYS) as Behaviour[];
const at = (index: number) => BEHAVIOURS[index % BEHAVIOURS.length] ?? "good";
const ROWS: readonly Row[] = [
  ...BEHAVIOURS.map(
    (onfido, index): Row => ({
      does: { onfido, verifio: at(index + 3), face: at(index + 7) },
      register: REGISTER[index % REGISTER.length] ?? REGISTER[0],
      decision: "approve",
    }),
  ),
  { does: { onfido: "good", verifio: "good", face: "good" }, register: REGISTER[0], decision: "reject" },
  {
    does: { onfido: "bad", verifio: "suspect", face: "suspect" },
    register: REGISTER[0],
    decision: "ask-again",
    asked: "cardFront",
  },
  // The correction is requested before the vendor answers, so the later answer no longer counts.
  {
    does: { onfido: "slow", verifio: "late", face: "bad" },
    register: REGISTER[0],
    decision: "ask-again",
    asked: "cardBack",
  },
  {
    does: { onfido: "late", verifio: "slow", face: "late" },
    register: REGISTER[0],
    decision: "ask-again",
    asked: "selfie",
  },
];

const KYC = { approve: "VERIFIED", reject: "REJECTED", "ask-again": "REJECTED" } as const;
const LETTER = { approve: "kyc-approved", reject: "kyc-rejected", "ask-again": "kyc-correct" } as const;

describe("the chain of checks gives the right status and letter if", () => {
  it.each(
    ROWS.map((row) => {
      const { onfido, verifio, face } = row.does;
      const asked = row.asked === undefined ? "" : ` of ${row.asked}`;
      return [
        `onfido is ${onfido}, verifio ${verifio}, the face ${face}, the register ${row.register[1] ?? "good"}: ${row.decision}${asked}`,
        row,
      ] as const;
    }),
  )("%s", async (_what, { does, register: [laserCode, dopa], decision, asked }) => {
    const tag = `onfido-${does.onfido}+verifio-${does.verifio}+face-${does.face}`;
    const applicant = await newApplicant(house, { tag });
    const { id, cardFront, cardBack, selfie } = applicant;
    const input = submission(house, applicant, { laserCode });
    const said = {
      // The card check runs first, because the register may be slow.
      dopa: await runEffect(house, id, "identity.checkDopa", cardOf(input)),
      documents: await runEffect(house, id, "identity.checkDocuments", { cardFront, cardBack }),
      liveness: await runEffect(house, id, "identity.checkLiveness", { selfie }),
    };
    const isDown = does.onfido === "down" || does.verifio === "down";
    expect(codeOf(said.dopa), "dopa").toBe(dopa);
    expect(codeOf(said.documents), "documents").toBe(isDown ? "unavailable" : null);
    expect(codeOf(said.liveness), "liveness").toBe(does.face === "down" ? "unavailable" : null);
    expect(await runEffect(house, id, "identity.submit", input)).toMatchObject({ ok: true });
    // The second vendor is not queried if the first one is unreachable.
    const verifio = does.onfido === "down" ? "down" : does.verifio;
    const first = {
      onfido: SAYS[does.onfido][0],
      verifio: SAYS[verifio][0],
      liveness: SAYS[does.face][0],
    };
    await stands(id, first, true);
    expect((await userRecord(house.identity, id))?.passDopa).toBe(dopa === null);

    const review = await house.db
      .selectFrom("identity_reviews")
      .select("id")
      .where("person_id", "=", id)
      .executeTakeFirstOrThrow();
    const decide = async (by: Browser) =>
      await by.call("POST", `/api/reviews/${review.id}/decision`, {
        decision,
        reason: "looked at card and face",
        ...(asked === undefined ? {} : { asked: [{ name: asked, reason: "blurred" }] }),
      });
    const decided = await decide(reviewer);
    expect(decided.status, JSON.stringify(decided.body)).toBe(200);
    // If a vendor has meanwhile rejected a check, a second person must approve.
    if ((decided.body as { state: string }).state === "proposed")
      expect((await decide(second)).body).toEqual({ state: "approved" });
    // Slow answers arrive at this time, and the job fetches the lost ones.
    house.clock.set("2026-03-02T10:30:00");
    await house.jobs.runNow("identity.chase");
    house.clock.set("2026-03-02T10:00:00");
    // Only an approval by the reviewer ends the status REVIEW; a correction request waits for another
    // picture.
    const ends = (entity: keyof Standing, behaviour: Behaviour) => {
      if (asked !== undefined && (asked === "selfie") === (entity === "liveness")) return "PENDING_REJECT";
      return decision === "approve" || behaviour !== "suspect" ? SAYS[behaviour][1] : "REVIEW";
    };
    await stands(
      id,
      {
        onfido: ends("onfido", does.onfido),
        verifio: ends("verifio", verifio),
        liveness: ends("liveness", does.face),
      },
      false,
    );
    expect((await statuses(id)).kyc).toBe(KYC[decision]);
    const letters = (await house.mailOf(applicant.email)).map(({ template }) => template);
    expect(letters.filter((template) => template.startsWith("kyc-")).sort()).toEqual(
      [LETTER[decision], "kyc-received"].sort(),
    );
  });
});

function codeOf(answer: Awaited<ReturnType<typeof runEffect>>): string | null {
  return answer.ok ? null : answer.error.code;
}

const statuses = (personId: string) => statusesOf(house.db, personId, house.clock.today());

/**
 * Waits until the documents of both vendors and the selfie have these statuses; on the first call, pending
 * ones are not waited for.
 */
async function stands(personId: string, wanted: Standing, first: boolean): Promise<void> {
  const seen = async () => {
    const { onfido, verifio, liveness } = await statuses(personId);
    return { onfido, verifio, liveness };
  };
  const holds = async () => JSON.stringify(await seen()) === JSON.stringify(wanted);
  await until(first ? "the vendors' first word" : "the vendors' last word", holds).catch(() => {});
  expect(await seen()).toEqual(wanted);
}
