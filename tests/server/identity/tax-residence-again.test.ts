import { afterAll, beforeAll, expect, it } from "vitest";
import { type Caller, loggedIn, openPortalHouse, type PortalHouse } from "../portal-house.ts";

const INVESTOR = "investor@saphan.example";
let house: PortalHouse;
beforeAll(async () => {
  house = await openPortalHouse();
});
afterAll(async () => await house.close());

const NO_INDICIA = {
  bornInUsRenounced: false,
  usAddress: false,
  usPhone: false,
  usStandingInstruction: false,
  usPowerOfAttorney: false,
  usHoldMail: false,
};

/** Opens the flow, answers the US-person question by green card, and returns the instance. */
async function begin(caller: Caller, isGreenCardHolder: boolean): Promise<string> {
  const id = String((await caller.call("POST", "/api/flows/tax-residence/instances", {})).body.id);
  await caller.submit(id, "us-person", {
    answer: { isUsCitizen: false, isGreenCardHolder, isUsTaxResident: false },
  });
  return id;
}

/** Answers the questions for a non-US person, up to the review. */
async function answer(caller: Caller, id: string, indicia: Partial<typeof NO_INDICIA>): Promise<void> {
  await caller.submit(id, "us-indicia", { answer: { ...NO_INDICIA, ...indicia } });
  if (Object.keys(indicia).length > 0)
    await caller.submit(id, "us-documents", {
      answer: { identityDocument: await caller.upload("fatca-document") },
    });
  await caller.submit(id, "tax-residence", {
    answer: {
      placeOfBirthCountry: "TH",
      placeOfBirthCity: "เชียงใหม่",
      taxResidenceInCountriesOtherThanTheUS: true,
      crsDetails: [{ countryOfTaxResidence: "JP", tinStatus: "TIN", tin: "123456789012" }],
    },
  });
  await caller.submit(id, "fatca-declaration", { answer: { declared: true } });
}

async function confirm(caller: Caller, id: string, review: string) {
  const { at } = (await caller.call("GET", `/api/instances/${id}`)).body as { at: { values?: object } };
  const { body } = await caller.submit(id, review, { answer: { values: (at.values ?? {}) as never } });
  return body.at;
}

const profile = async (caller: Caller) => (await caller.call("GET", "/api/my-profile")).body.taxResidence;
const letters = async (template: string) => {
  await house.server.jobs.drain();
  const rows = house.database.db.selectFrom("mailbox").select("recipient").where("template", "=", template);
  return (await rows.execute()).map(({ recipient }) => recipient);
};
/** Returns the topics of the cases that wait for compliance. */
const topics = async () =>
  (await house.database.db.selectFrom("cases").select(["topic", "desk"]).execute()).map(
    ({ topic, desk }) => `${topic} ${desk}`,
  );
const mayInvest = async (caller: Caller): Promise<unknown> => {
  const { id } = await house.database.db
    .selectFrom("people")
    .select("id")
    .where("email", "=", INVESTOR)
    .executeTakeFirstOrThrow();
  return (await caller.call("GET", `/api/user/${id}`)).body.allowInvest;
};
const firstStep = async (caller: Caller, flow: string) =>
  ((await caller.call("POST", `/api/flows/${flow}/instances`, {})).body.at as { step: string }).step;

it("new answers about tax residence replace the old ones, and the person may continue to invest", async () => {
  const caller = await loggedIn(house, "investor");
  const id = await begin(caller, false);
  await answer(caller, id, {});
  expect(await confirm(caller, id, "review")).toMatchObject({ kind: "end", step: "done" });
  expect(await profile(caller)).toEqual({ declaredOn: "2026-03-02", form: "NONE", goodUntil: null });
  expect(await mayInvest(caller)).toBe(true);
  expect(await topics()).toEqual([]);
  expect(await letters("tax-residence-again")).toEqual([INVESTOR]);
});

it("answers with US indicia go to compliance together with their document", async () => {
  const caller = await loggedIn(house, "investor");
  const id = await begin(caller, false);
  await answer(caller, id, { usPhone: true });
  expect(await confirm(caller, id, "review")).toMatchObject({ kind: "end", step: "sent" });
  expect(await profile(caller)).toMatchObject({ form: "W8BEN", goodUntil: "2029-12-31" });
  expect(await mayInvest(caller)).toBe(true);
  expect(await topics()).toEqual(["TAX_RESIDENCE compliance"]);
});

it("a US person is warned that only redemptions remain possible, and may correct the answer", async () => {
  const caller = await loggedIn(house, "investor");
  const id = await begin(caller, true);
  expect(await confirm(caller, id, "review-us-person")).toMatchObject({ kind: "end", step: "us-person-end" });
  expect(await profile(caller)).toMatchObject({ form: "W9" });
  expect(await mayInvest(caller)).toBe(false);
  expect(await topics()).toHaveLength(2);
  expect(await letters("tax-residence-us")).toEqual([INVESTOR]);
  expect(await firstStep(caller, "kyc")).toBe("us-person-declared");
  expect(await firstStep(caller, "invest")).toBe("not-able");
  expect(await firstStep(caller, "reduce")).not.toBe("not-able");
  const again = await begin(caller, false);
  await answer(caller, again, {});
  expect(await confirm(caller, again, "review")).toMatchObject({ step: "done" });
  expect(await mayInvest(caller)).toBe(true);
  const kept = house.database.db.selectFrom("fatca_declarations").select("form").orderBy("seq");
  expect((await kept.execute()).map(({ form }) => form).slice(-4)).toEqual(["NONE", "W8BEN", "W9", "NONE"]);
});
