import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { userRecord } from "../../../server/identity/index.ts";
import { statusesOf } from "../../../server/identity/move-status.ts";
import { type Browser, buildHouse, type House, logInAs } from "../accounts/harness.ts";
import { cardOf, newApplicant, runEffect, submission, until } from "./applicant.ts";

// Whatever a vendor says, says late, twice or not at all: which status that makes, what a reviewer's word makes of it,
// and which letter goes out.
let house: House;
let reviewer: Browser;
beforeAll(async () => {
  house = await buildHouse({ sandbox: true });
  reviewer = await logInAs(house, "compliance@saphan.example");
});
afterAll(async () => await house.close());

type Decision = "approve" | "reject" | "ask-again";
type Row = {
  readonly what: string;
  readonly tag?: string;
  readonly laserCode?: string;
  /** What the effects answer that are asked, `ok` where nothing is said. */
  readonly answers?: { readonly documents?: string; readonly liveness?: string; readonly dopa?: string };
  /** How documents (both vendors alike) and face stand before the reviewer speaks, and whether the card register said good. */
  readonly before: { readonly documents: string; readonly liveness: string; readonly passDopa: boolean };
  readonly decision: Decision;
  readonly asked?: string;
  readonly after: { readonly documents: string; readonly liveness: string; readonly kyc: string };
  readonly letter: string;
};

const GOOD = { documents: "VERIFIED", liveness: "VERIFIED", passDopa: true };
const DONE = { documents: "VERIFIED", liveness: "VERIFIED", kyc: "VERIFIED" };
const approved = { decision: "approve", letter: "kyc-approved" } as const;

const ROWS: readonly Row[] = [
  { what: "all good", before: GOOD, after: DONE, ...approved },
  {
    what: "all good, rejected by a person",
    before: GOOD,
    decision: "reject",
    after: { ...DONE, kyc: "REJECTED" },
    letter: "kyc-rejected",
  },
  ...(["doc", "face"] as const).flatMap((part): readonly Row[] => {
    const of = part === "doc" ? "documents" : "liveness";
    const is = (status: string) => ({ before: { ...GOOD, [of]: status } });
    const ends = (status: string) => ({ after: { ...DONE, [of]: status } });
    const again = {
      decision: "ask-again",
      asked: part === "doc" ? "cardFront" : "selfie",
      letter: "kyc-correct",
    } as const;
    return [
      {
        what: `${of} bad, approved in spite of it`,
        tag: `${part}-bad`,
        ...is("REJECT"),
        ...ends("REJECT"),
        ...approved,
      },
      {
        what: `${of} bad, asked again`,
        tag: `${part}-bad`,
        ...is("REJECT"),
        ...again,
        after: { ...DONE, [of]: "PENDING_REJECT", kyc: "REJECTED" },
      },
      {
        what: `${of} in doubt, a person sees that all is well`,
        tag: `${part}-suspect`,
        ...is("REVIEW"),
        ...ends("VERIFIED"),
        ...approved,
      },
      { what: `${of} slow`, tag: `${part}-slow`, ...is("PENDING"), ...ends("VERIFIED"), ...approved },
      { what: `${of} silent`, tag: `${part}-silent`, ...is("PENDING"), ...ends("PENDING"), ...approved },
      {
        what: `${of} answered, the event lost`,
        tag: `${part}-lost`,
        ...is("PENDING"),
        ...ends("VERIFIED"),
        ...approved,
      },
      {
        what: `${of} good, the event doubled`,
        tag: `${part}-doubled`,
        ...is("VERIFIED"),
        ...ends("VERIFIED"),
        ...approved,
      },
      {
        what: `${of}: nobody there, a person looks`,
        tag: `${part}-down`,
        answers: { [of]: "unavailable" },
        ...is("PENDING"),
        ...ends("VERIFIED"),
        ...approved,
      },
    ];
  }),
  ...(
    [
      ["the card's chip is faulty", "ZZ0000000001", "chip"],
      ["the card is void", "ZZ0000000002", "void"],
      ["the card does not match", "ZZ0000000004", "no-match"],
      ["the card is unknown", "ZZ0000000005", "missing"],
      ["the register is down", "ZZ0000000053", "unavailable"],
    ] as const
  ).map(
    ([what, laserCode, dopa]): Row => ({
      what,
      laserCode,
      answers: { dopa },
      before: { ...GOOD, passDopa: false },
      after: DONE,
      ...approved,
    }),
  ),
];

describe("the chain reaches the right status and the right letter where", () => {
  it.each(ROWS)("$what", async (row) => {
    const applicant = await newApplicant(house, row.tag === undefined ? {} : { tag: row.tag });
    const { cardFront, cardBack, selfie } = applicant;
    const input = submission(
      house,
      applicant,
      row.laserCode === undefined ? {} : { laserCode: row.laserCode },
    );
    const said = {
      documents: await runEffect(house, applicant.id, "identity.checkDocuments", { cardFront, cardBack }),
      liveness: await runEffect(house, applicant.id, "identity.checkLiveness", { selfie }),
      dopa: await runEffect(house, applicant.id, "identity.checkDopa", cardOf(input)),
    };
    for (const [asked, answer] of Object.entries(said))
      expect(answer.ok ? undefined : answer.error.code, asked).toBe(
        row.answers?.[asked as keyof typeof said],
      );
    expect(await runEffect(house, applicant.id, "identity.submit", input)).toMatchObject({ ok: true });
    await stands(applicant.id, row.before, true);
    expect((await userRecord(house.identity, applicant.id))?.passDopa).toBe(row.before.passDopa);

    const { id } = await house.db
      .selectFrom("identity_reviews")
      .select("id")
      .where("person_id", "=", applicant.id)
      .executeTakeFirstOrThrow();
    const decided = await reviewer.call("POST", `/api/reviews/${id}/decision`, {
      decision: row.decision,
      reason: "looked at card and face",
      ...(row.asked === undefined ? {} : { asked: [{ name: row.asked, reason: "blurred" }] }),
    });
    expect(decided.status).toBe(200);
    // What is slow comes now; what was lost, the job asks for.
    house.clock.set("2026-03-02T10:30:00");
    await house.jobs.runNow("identity.chase");
    house.clock.set("2026-03-02T10:00:00");
    await stands(applicant.id, row.after, false);
    expect((await statuses(applicant.id)).kyc).toBe(row.after.kyc);
    const letters = (await house.mailOf(applicant.email)).map(({ template }) => template);
    expect(letters.filter((template) => template.startsWith("kyc-")).sort()).toEqual(
      [row.letter, "kyc-received"].sort(),
    );
  });
});

const statuses = (personId: string) => statusesOf(house.db, personId, house.clock.today());

/** Waits until documents of both vendors and face stand so; of what is open at first nothing is to be waited for. */
async function stands(
  personId: string,
  wanted: { readonly documents: string; readonly liveness: string },
  first: boolean,
): Promise<void> {
  const seen = async () => {
    const { onfido, verifio, liveness } = await statuses(personId);
    return { onfido, verifio, liveness };
  };
  const all = { onfido: wanted.documents, verifio: wanted.documents, liveness: wanted.liveness };
  const holds = async () => JSON.stringify(await seen()) === JSON.stringify(all);
  await until(first ? "the vendors' first word" : "the vendors' last word", holds).catch(() => {});
  expect(await seen()).toEqual(all);
}
