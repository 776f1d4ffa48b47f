import { describe, expect, test } from "vitest";
import { derive, factKey } from "../../engine/flow/index.ts";
import { compileInProcess } from "../../engine/flow/loading.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import { complaint, contactBack, kycAnswers, pin, signUp } from "../support/good-answers.ts";
import { loadFlow } from "./definition-files.ts";
import { type Journey, travel } from "./traveller.ts";

const file = (last: string) => `00000000-0000-4000-8000-00000000000${last}`;

const legal = {
  privacyVersion: "1",
  termsVersion: "1",
  publicityVersion: "1",
  contractVersion: "1",
  biometricsVersion: "1",
};

const consents = { privacy: true, terms: true, publicity: true };

describe("the flow sign-up", () => {
  const { account, create } = signUp;
  const journey = (change: Journey = {}): Journey => ({
    facts: { saleCode: { active: true }, legal },
    answers: { account, create },
    effects: { create: { output: { email: "somying@example.com" } } },
    ...change,
  });

  test("ends after the server has sent the confirmation mail, and stores no secret", async () => {
    const { walk, inputs, instance } = await travel("sign-up", journey());
    expect(walk.at).toMatchObject({ kind: "end", step: "mail-sent", outcome: "done" });
    expect(inputs.create).toEqual({ ...account, password: "Sunrise#2026", consents });
    expect(JSON.stringify(instance)).not.toContain("Sunrise#2026");
  });

  test("reports both differing passwords and missing agreements at once", async () => {
    const { refused } = await travel(
      "sign-up",
      journey({
        answers: {
          account,
          create: { password: "Sunrise#2026", confirmPassword: "Sunset#2026", consents: { privacy: true } },
        },
      }),
    );
    expect(refused.map(({ pointer }) => pointer).sort()).toEqual([
      "/confirmPassword",
      "/consents/publicity",
      "/consents/terms",
    ]);
  });

  test("asks a company for its name, but not an individual", async () => {
    const juristic = { customerType: "JURISTIC", email: "ops@example.com" };
    const { refused } = await travel("sign-up", journey({ answers: { account: juristic } }));
    expect(refused).toEqual([{ pointer: "/companyName", code: "required", params: expect.anything() }]);
    const { inputs } = await travel(
      "sign-up",
      journey({ answers: { account: { ...account, companyName: "x" }, create } }),
    );
    expect(inputs.create).not.toHaveProperty("companyName");
  });

  test.each([
    ["a code that is not active", "OLD2024", { active: false }, "active"],
    ["an unknown code", "NOBODY1", null, null],
  ])("stops asking after %s", async (_what, saleCode, fact, refused) => {
    const arrival = await travel(
      "sign-up",
      journey({ facts: { saleCode: fact, legal }, answers: { account: { ...account, saleCode }, create } }),
    );
    expect(arrival.refused.map(({ message }) => message)).toEqual(
      refused === null ? [] : ["warning:sign-up.saleCode"],
    );
  });

  test("returns to the question for the sale code if the server rejects the code at the end", async () => {
    const { walk } = await travel(
      "sign-up",
      journey({
        answers: { account: { ...account, saleCode: "SPRING26" }, create },
        effects: { create: { code: "sale-code" } },
      }),
    );
    expect(walk.at).toMatchObject({
      kind: "form",
      step: "account",
      errors: [{ pointer: "/saleCode", code: "sale-code" }],
    });
  });

  test.each([
    ["that is too short", "Sun#1a", ["minLength"]],
    ["that is too long", "Sunrise#2026Sunrise#2026", ["maxLength"]],
    ["without a lowercase letter", "SUNRISE#2026", ["pattern"]],
    ["without an uppercase letter", "sunrise#2026", ["pattern"]],
    ["without a digit", "Sunrise#Today", ["pattern"]],
    ["without a symbol", "Sunrise2026", ["pattern"]],
    ["with a blank", "Sunrise# 2026", ["pattern"]],
    ["with Thai letters", "Sunrise#2026ก", ["pattern"]],
  ])("rejects a password %s", async (_what, password, codes) => {
    const arrival = await travel(
      "sign-up",
      journey({ answers: { account, create: { password, confirmPassword: password, consents } } }),
    );
    const faults = arrival.refused.filter(({ pointer }) => pointer === "/password").map(({ code }) => code);
    expect([...new Set(faults)]).toEqual(codes);
  });

  test.each(["privacy", "terms", "publicity"])(
    "does not create an account without consent to %s",
    async (missing) => {
      for (const given of [false, undefined]) {
        const { refused } = await travel(
          "sign-up",
          journey({
            answers: {
              account,
              create: { ...create, consents: { ...consents, [missing]: given } } as JsonObject,
            },
          }),
        );
        expect(refused.map(({ pointer }) => pointer)).toEqual([`/consents/${missing}`]);
      }
    },
  );

  test("reports two passwords that differ", async () => {
    const { refused } = await travel(
      "sign-up",
      journey({ answers: { account, create: { ...create, confirmPassword: "Sunrise#2027" } } }),
    );
    expect(refused).toMatchObject([
      { pointer: "/confirmPassword", message: "warning:sign-up.passwordsNotMatched" },
    ]);
  });
});

describe("the flow pin", () => {
  test("sets a PIN if both entries agree, and asks again if the PIN is weak", async () => {
    const answers = pin;
    const facts = { investor: { hasPin: false, hadPin: false } };
    expect((await travel("pin", { facts, answers })).walk.at).toMatchObject({
      step: "done",
      outcome: "done",
    });
    const weak = await travel("pin", { facts, answers, effects: { set: { code: "weak-pin" } } });
    expect(weak.walk.at).toMatchObject({ step: "set", errors: [{ pointer: "/pin", code: "weak-pin" }] });
    const differ = await travel("pin", { facts, answers: { set: { pin: "507193", confirmPin: "507194" } } });
    expect(differ.refused).toMatchObject([{ pointer: "/confirmPin", message: "warning:pin.pinsNotMatched" }]);
  });

  test.each(["50719", "5071934", "50719a", "๕๐๗๑๙๓", "507 93", ""])(
    "accepts only a PIN of six digits, and so rejects %j",
    async (pin) => {
      const facts = { investor: { hasPin: false, hadPin: false } };
      const { refused } = await travel("pin", { facts, answers: { set: { pin, confirmPin: pin } } });
      expect(refused).toContainEqual(expect.objectContaining({ pointer: "/pin", code: "pin" }));
    },
  );

  test("skips a person who has a PIN", async () => {
    expect((await travel("pin", { facts: { investor: { hasPin: true } } })).walk.at).toMatchObject({
      step: "already",
    });
  });
});

const investor = {
  customerType: "INDIVIDUAL",
  email: "somying@example.com",
  isVerified: true,
  agreeFatca: true,
  passDopa: true,
  contractVerified: true,
  hasPin: true,
  hadPin: true,
  kycStatus: "VERIFIED",
  suitStatus: "VERIFIED",
  suitLevel: 4,
  suitMaxRisk: 7,
  livenessStatus: "VERIFIED",
};

describe("the flow invest", () => {
  const strategy = {
    code: "M-BTCA",
    riskLevel: 7,
    minFirst: "10000.00",
    minNext: "10000.00",
    maxOrder: "100000000.00",
    feeBps: 100,
    vatBps: 700,
    open: true,
    nav: "12.3456",
    navAsOf: "2026-11-23",
  };
  const dealing = {
    today: "2026-11-24",
    navDate: "2026-11-24",
    cutOff: "2026-11-24T07:00:00Z",
    allotmentDate: "2026-11-25",
    payBy: "2026-11-26T07:00:00Z",
    beforeCutOff: true,
  };
  const holding = { has: false, units: "0.0000" };
  const answers = {
    choose: { strategy: "M-BTCA" },
    amount: { amount: "10000.00" },
    acknowledge: { accepted: true },
    pay: { method: "qr" },
  };
  const place = {
    output: {
      order: file("9"),
      reference: "SP-1",
      payBy: "2026-11-26T07:00:00Z",
      navDate: "2026-11-24",
      allotmentDate: "2026-11-25",
    },
  };
  const events = { money: { order: file("9"), amount: "10000.00", at: "2026-11-24T04:00:00Z" } };
  const flags = { invest: true, "qr-payment-deposit": true };
  const journey = (change: Journey = {}): Journey => ({
    flags,
    facts: { investor, strategy, dealing, holding },
    answers,
    effects: { place },
    events,
    ...change,
  });

  test("places an order of 10,000 baht with its fee and VAT, and ends after the payment has arrived", async () => {
    const { walk, seen, inputs } = await travel("invest", journey());
    expect(seen).toEqual(["choose", "amount", "pay", "review", "pin", "place", "money", "paid"]);
    expect(walk.at).toMatchObject({ step: "paid", outcome: "done" });
    expect(inputs.place).toEqual({
      strategy: "M-BTCA",
      amount: "10000.00",
      method: "qr",
      fee: "100.00",
      vat: "7.00",
      navDate: "2026-11-24",
    });
    const { walk: shown } = await travel("invest", journey({ stopAt: ["review"] }));
    expect(shown.at).toMatchObject({ values: { "derived.net": "9893.00", "derived.units": "801.3381" } });
  });

  test("asks the investor to acknowledge a strategy riskier than the investor's profile, and submits the acknowledgement", async () => {
    const { seen, inputs } = await travel(
      "invest",
      journey({ facts: { investor, strategy: { ...strategy, riskLevel: 8 }, dealing, holding } }),
    );
    expect(seen).toContain("acknowledge");
    expect(inputs.place).toMatchObject({ riskAcknowledged: true });
  });

  test.each([
    [
      "of one satang less than the minimum of a first investment",
      false,
      "9999.99",
      "warning:invest.minimumFirst",
    ],
    ["of one satang less than the minimum of a top-up", true, "9999.99", "warning:invest.minimumNext"],
  ])(
    "does not leave the step “amount” if the user enters an amount %s",
    async (_what, has, amount, message) => {
      const arrival = await travel(
        "invest",
        journey({
          facts: { investor, strategy, dealing, holding: { ...holding, has } },
          answers: { ...answers, amount: { amount } },
        }),
      );
      expect(arrival.refused).toMatchObject([
        { pointer: "/amount", message, params: { limit: "10,000.00" } },
      ]);
    },
  );

  test.each(["10000", "10000.001", "-10000.00", "1e21", "NaN", ""])(
    "rejects the text %j as an amount",
    async (amount) => {
      const { refused } = await travel("invest", journey({ answers: { ...answers, amount: { amount } } }));
      expect(refused).toMatchObject([{ pointer: "/amount", code: "baht" }]);
    },
  );

  test("offers payment by QR code only while the switch for it is on", async () => {
    const { refused } = await travel("invest", journey({ flags: { invest: true } }));
    expect(refused).toMatchObject([{ pointer: "/method", message: "warning:invest.methodNotOffered" }]);
    const transfer = await travel(
      "invest",
      journey({ flags: { invest: true }, answers: { ...answers, pay: { method: "transfer" } } }),
    );
    expect(transfer.walk.at).toMatchObject({ step: "paid" });
  });

  test("asks for a one-time password only while the switch for it is on", async () => {
    expect((await travel("invest", journey())).seen).not.toContain("otp");
    expect(
      (await travel("invest", journey({ flags: { ...flags, "otp-on-buy-sell": true } }))).seen,
    ).toContain("otp");
  });

  const other = (change: JsonObject) => ({
    investor: { ...investor, ...change },
    strategy,
    dealing,
    holding,
  });
  test.each<[string, Journey, string]>([
    ["is closed while its switch is off", { flags: {} }, "closed"],
    [
      "ends as not possible without a signed contract",
      { facts: other({ contractVerified: false }) },
      "not-able",
    ],
    [
      "leads to setting a PIN if the investor has none",
      { facts: other({ hasPin: false, hadPin: false }) },
      "no-pin",
    ],
    [
      "ends for the time being if the order cannot be stored",
      { effects: { place: { code: "unavailable" } } },
      "later",
    ],
    [
      "ends as not possible if the server finds a reason at the last moment",
      { effects: { place: { code: "not-able" } } },
      "not-able",
    ],
    ["ends as expired if no money arrived", { events: { money: "timeout" } }, "expired"],
    [
      "reports the blocked PIN after too many wrong tries, and does not ask to set a first PIN",
      { facts: other({ hasPin: false }) },
      "pin-locked",
    ],
    [
      "leads to setting a first PIN after a strategy was chosen",
      { facts: other({ hasPin: false, hadPin: false }), answers: {} },
      "choose",
    ],
    [
      "returns to the choice of a strategy if the chosen strategy has closed meanwhile",
      { effects: { place: { code: "strategy-closed" } } },
      "choose",
    ],
    [
      "returns to the amount if the minimum has risen meanwhile",
      { effects: { place: { code: "minimum" } } },
      "amount",
    ],
  ])("%s", async (_what, change, step) => {
    expect((await travel("invest", journey(change))).walk.at.step).toBe(step);
  });

  test.each(["pin", "otp"])(
    "keeps every choice after too many wrong tries at the step %s, and explains why a confirmation is needed again",
    async (step) => {
      const on = { ...flags, "otp-on-buy-sell": true };
      const { walk } = await travel("invest", journey({ flags: on, exhausted: [step] }));
      expect(walk.at).toMatchObject({
        kind: "review",
        step: "review",
        changed: false,
        errors: [{ pointer: "", code: "exhausted", by: step }],
      });
      const { choose, amount, pay } = answers;
      expect(walk.answers).toMatchObject({ choose, amount, pay });
    },
  );

  test("shows the review and asks for the PIN again if the NAV day has changed", async () => {
    const { seen, walk } = await travel(
      "invest",
      journey({ effects: { place: [{ code: "nav-day-changed" }, place] } }),
    );
    expect(seen.filter((step) => step === "review" || step === "pin")).toEqual([
      "review",
      "pin",
      "review",
      "pin",
    ]);
    expect(walk.at).toMatchObject({ step: "paid" });
  });

  test("lists the steps that are still missing, in order", async () => {
    const { walk } = await travel(
      "invest",
      journey({ facts: other({ contractVerified: false, agreeFatca: false, kycStatus: "PRE_VERIFIED" }) }),
    );
    expect(walk.at.kind === "end" && walk.at.explanation.map(({ id, mend }) => [id, mend])).toEqual([
      ["identity", "flow:kyc"],
      ["fatca", "flow:kyc"],
      ["contract", "flow:kyc"],
    ]);
  });
});

describe("the flow of identity verification", () => {
  const flags = {
    "new-kyc": true,
    "revamped-kyc": true,
    "use-identity-vendor": true,
    "national-digital-id": true,
  };
  const fresh = {
    customerType: "INDIVIDUAL",
    email: "somying@example.com",
    isVerified: true,
    agreeFatca: false,
    passDopa: false,
    contractVerified: false,
    hasPin: false,
    hadPin: false,
  };
  const answers = kycAnswers({
    cardFront: file("1"),
    cardBack: file("2"),
    selfie: file("3"),
    companyDocument: file("6"),
    usDocument: file("4"),
  });
  const journey = (change: Journey = {}): Journey => ({
    flags,
    facts: {
      investor: fresh,
      legal,
      today: { date: "2026-11-24" },
      bankHolder: { likeness: "SAME" },
      place: { fault: "NONE" },
    },
    answers,
    effects: { submit: { output: { reference: "KYC-1", status: "PENDING" } } },
    ...change,
  });
  const changed = (step: keyof typeof answers, change: JsonObject): Journey =>
    journey({ answers: { ...answers, [step]: { ...answers[step], ...change } } });

  test("leads through its seven steps to the end", async () => {
    const { walk, seen, inputs } = await travel("kyc", journey());
    expect(walk.at).toMatchObject({ step: "done", outcome: "done", reason: "kyc-submitted" });
    expect(seen.slice(0, 8)).toEqual([
      "prepare",
      "biometrics",
      "card-front",
      "card-back",
      "documents",
      "selfie",
      "liveness",
      "general",
    ]);
    expect(inputs.dopa).toEqual({
      firstName: "สมหญิง",
      lastName: "ใจดี",
      birthDate: "1990-04-01",
      nationalId: "1101700230708",
      laserCode: "JT0123456789",
    });
    expect(inputs.submit).toMatchObject({
      ageScore: 3,
      score: 30,
      level: 4,
      fatcaForm: "NONE",
      bank: "004",
      contractVersion: "1",
    });
  });

  test.each<[string, Journey, string]>([
    [
      "ends if the user refuses the risk of digital assets",
      changed("digital-asset-risk", { canAcceptDigitalAssetRisk: false }),
      "no-digital-asset",
    ],
    ["refers a US citizen to customer service", changed("us-person", { isUsCitizen: true }), "us-person-end"],
    [
      "refers a green card holder to customer service",
      changed("us-person", { isGreenCardHolder: true }),
      "us-person-end",
    ],
    [
      "refers a US tax resident to customer service",
      changed("us-person", { isUsTaxResident: true }),
      "us-person-end",
    ],
    [
      "continues on the day of the user's 20th birthday",
      changed("general", { birthDate: "2006-11-24" }),
      "done",
    ],
    [
      "refers to customer service on the day before the 20th birthday",
      changed("general", { birthDate: "2006-11-25" }),
      "under-age",
    ],
    [
      "reads a birth year without a month as the lowest possible age",
      changed("general", { birthDate: "2006" }),
      "under-age",
    ],
    ["accepts a birth year alone", changed("general", { birthDate: "2005" }), "done"],
    ["is closed while its switch is off", journey({ flags: {} }), "closed"],
    [
      "asks to confirm the e-mail first",
      journey({
        facts: {
          investor: { ...fresh, isVerified: false },
          legal,
          today: { date: "2026-11-24" },
          bankHolder: { likeness: "SAME" },
          place: { fault: "NONE" },
        },
      }),
      "confirm-email",
    ],
    [
      "ends at once if nothing is left to do",
      journey({ facts: { investor, legal, today: { date: "2026-11-24" } } }),
      "already",
    ],
    [
      "informs a rejected user before the first question",
      journey({
        facts: {
          investor: {
            ...investor,
            kycStatus: "REJECTED",
            kycDecision: "rejected",
            kycReason: "Another card.",
          },
          legal,
          today: { date: "2026-11-24" },
        },
      }),
      "rejected",
    ],
    [
      "asks again for the data if the user must correct it",
      journey({
        facts: {
          investor: {
            ...investor,
            kycStatus: "REJECTED",
            kycDecision: "asked-again",
            kycReason: "The back.",
          },
          legal,
          today: { date: "2026-11-24" },
        },
        stopAt: ["prepare"],
      }),
      "prepare",
    ],
    ["stops for a card that is void", journey({ effects: { dopa: { code: "void" } } }), "card-void"],
    [
      "returns to the card if the data does not match at DOPA",
      journey({ effects: { dopa: { code: "no-match" } } }),
      "general",
    ],
    [
      "returns to the card if DOPA does not know the card",
      journey({ effects: { dopa: { code: "missing" } } }),
      "general",
    ],
    [
      "continues to manual review if the chip is faulty",
      journey({ effects: { dopa: { code: "chip" }, submit: { output: {} } } }),
      "done",
    ],
    [
      "continues to manual review if no vendor answers",
      journey({
        effects: {
          dopa: { code: "unavailable" },
          documents: { code: "unavailable" },
          liveness: { code: "unavailable" },
        },
      }),
      "done",
    ],
    [
      "asks for the picture of an unreadable card again",
      journey({ effects: { documents: { code: "unreadable" } } }),
      "card-front",
    ],
    ["asks for an unclear selfie again", journey({ effects: { liveness: { code: "unclear" } } }), "selfie"],
  ])("%s", async (_what, given, step) => {
    expect((await travel("kyc", given)).walk.at.step).toBe(step);
  });

  test.each([
    ["PROVINCE", "/address/province"],
    ["DISTRICT", "/address/district"],
    ["SUB_DISTRICT", "/address/subDistrict"],
    ["POSTAL_CODE", "/address/postalCode"],
  ])("asks again for exactly the part of the address that is wrong: %s", async (fault, pointer) => {
    const given = journey();
    const { refused, walk } = await travel("kyc", { ...given, facts: { ...given.facts, place: { fault } } });
    expect(walk.at.step).toBe("contact");
    expect(refused.map((error) => error.pointer)).toEqual([pointer]);
  });

  test("asks again for an address that was saved before the list of areas existed, until the register answers", async () => {
    const compiled = compileInProcess(await loadFlow("kyc"));
    const given = journey();
    const known = Object.entries({ ...given.facts, place: { fault: "SUB_DISTRICT" } });
    const stands = async (step: string) => {
      const { instance } = await travel("kyc", { ...given, stopAt: [step] });
      const { address } = answers.contact;
      const facts = Object.fromEntries(
        known.map(([name, value]) => {
          const { province, district, subDistrict, postalCode } = address;
          const args = name === "place" ? { province, district, subDistrict, postalCode } : {};
          return [factKey(name, args), value];
        }),
      );
      return derive(compiled, instance, facts, flags).at;
    };
    expect(await stands("interests")).toMatchObject({
      step: "contact",
      errors: [{ pointer: "/address/subDistrict" }],
    });
    expect(await stands("fixed-expenses")).toMatchObject({ step: "fixed-expenses", errors: [] });
  });

  test("keeps all answers after too many wrong codes, and asks the user to confirm these answers again", async () => {
    const given = journey({ exhausted: ["sign"] });
    const { walk, instance } = await travel("kyc", given);
    expect(walk.at).toMatchObject({
      kind: "review",
      step: "review",
      errors: [{ pointer: "", code: "exhausted", by: "sign" }],
    });
    expect(Object.keys(instance.answers)).toEqual(expect.arrayContaining(Object.keys(kycAnswers)));
  });

  test.each<
    readonly [what: string, step: "general" | "work", change: JsonObject, pointers: readonly string[]]
  >([
    [
      "another source of income without its name",
      "work",
      { incomeSources: ["OTHER"] },
      ["/incomeSourceOther"],
    ],
    [
      "another source of income with its name",
      "work",
      { incomeSources: ["OTHER"], incomeSourceOther: "มรดก" },
      [],
    ],
    ["a name of punctuation only", "general", { firstNameTh: "฿฿฿" }, ["/firstNameTh"]],
    ["a name of tone marks only", "general", { lastNameTh: "่่่" }, ["/lastNameTh"]],
    ["a name of digits only", "general", { firstNameTh: "๑๒๓" }, ["/firstNameTh"]],
    ["a single name", "general", { lastNameTh: "-", lastNameEn: "-" }, []],
    ["a father's name", "general", { firstNameEn: "Kumar", lastNameEn: "a/l Raju" }, []],
    ["a name with a typographic apostrophe", "general", { lastNameEn: "O\u2019Neil" }, []],
  ])("gives the expected verdict for %s", async (_what, step, change, pointers) => {
    const { refused } = await travel("kyc", changed(step, change));
    expect(refused.map(({ pointer }) => pointer)).toEqual(pointers);
  });

  test("begins without the preparation screen while the switch for this screen is off", async () => {
    const { seen } = await travel("kyc", journey({ flags: { ...flags, "revamped-kyc": false } }));
    expect(seen[0]).toBe("biometrics");
  });

  test("queries no vendor while the switch for vendors is off", async () => {
    const { seen, walk } = await travel(
      "kyc",
      journey({ flags: { ...flags, "use-identity-vendor": false } }),
    );
    expect(seen).not.toContain("documents");
    expect(seen).not.toContain("liveness");
    expect(walk.at.step).toBe("done");
  });

  test("skips DOPA for a card without a code on its back", async () => {
    const { seen, inputs } = await travel("kyc", changed("general", { cardHasLaserCode: false }));
    expect(seen).not.toContain("dopa");
    expect(inputs.submit).not.toHaveProperty("laserCode");
  });

  test("offers the national digital ID to people, but not to companies, while the switch for it is on", async () => {
    const used = changed("digital-id", { useDigitalId: true });
    const on = await travel("kyc", used);
    expect(on.seen).toEqual(expect.arrayContaining(["digital-id", "digital-id-bank", "ndid"]));
    expect(on.inputs.ndid).toEqual({ nationalId: "1101700230708", bank: "004" });
    expect(on.walk.at).toMatchObject({ step: "done" });
    const refused = await travel("kyc", journey());
    expect(refused.seen).toContain("digital-id");
    expect(refused.seen).not.toContain("ndid");
    const off = await travel("kyc", { ...used, flags: { ...flags, "national-digital-id": false } });
    expect(off.seen).not.toContain("digital-id");
    expect(off.walk.at).toMatchObject({ step: "done" });
    for (const [code, step] of [
      ["unavailable", "done"],
      ["not-enrolled", "digital-id-bank"],
      ["card-taken", "other-account"],
    ] as const) {
      const { walk } = await travel("kyc", { ...used, effects: { ...used.effects, ndid: { code } } });
      expect(walk.at, code).toMatchObject({ step });
    }
  });

  test("asks a company for its documents, skips suitability and FATCA, and refers to customer service at the end", async () => {
    const { seen, walk, inputs } = await travel(
      "kyc",
      journey({
        facts: {
          investor: { ...fresh, customerType: "JURISTIC" },
          legal,
          today: { date: "2026-11-24" },
          bankHolder: { likeness: "CLOSE" },
          place: { fault: "NONE" },
        },
      }),
    );
    expect(seen).toContain("company");
    for (const step of ["fixed-expenses", "suitability-result", "us-person", "tax-residence"])
      expect(seen).not.toContain(step);
    expect(walk.at.step).toBe("done-company");
    expect(inputs.submit).toMatchObject({ companyName: "บริษัท ตัวอย่าง จำกัด" });
    expect(inputs.submit).not.toHaveProperty("score");
  });

  test("asks for documents if there are US indicia, and for the certificate if the user was born in the US", async () => {
    const phone = await travel("kyc", changed("us-indicia", { usPhone: true }));
    expect(phone.seen).toContain("us-documents");
    expect(phone.seen).not.toContain("us-loss-certificate");
    expect(phone.inputs.submit).toMatchObject({ fatcaForm: "W8BEN", identityDocument: file("4") });
    const born = await travel("kyc", changed("us-indicia", { bornInUsRenounced: true }));
    expect(born.seen).toContain("us-loss-certificate");
  });

  test.each<[string, Journey, readonly string[]]>([
    ["a wrong checksum", changed("general", { nationalId: "1101700230709" }), ["/nationalId thai-id"]],
    [
      "a missing code although the card has one",
      changed("general", { laserCode: "" }),
      ["/laserCode laser-code"],
    ],
    [
      "English letters in the Thai name",
      changed("general", { firstNameTh: "Somying" }),
      ["/firstNameTh pattern"],
    ],
    [
      "only one strategy of interest",
      changed("interests", { strategies: ["M-BTCA"] }),
      ["/strategies minItems"],
    ],
    [
      "strategies of interest that are not specified",
      journey({ answers: { ...answers, interests: { depositMethods: answers.interests.depositMethods } } }),
      ["/strategies required"],
    ],
    [
      "an empty strategy of interest",
      changed("interests", { strategies: ["M-BTCA", ""] }),
      ["/strategies/1 enum"],
    ],
    [
      "the same strategy twice",
      changed("interests", { strategies: ["M-BTCA", "M-BTCA"] }),
      ["/strategies uniqueItems"],
    ],
    ["no deposit method", changed("interests", { depositMethods: [] }), ["/depositMethods minItems"]],
    [
      "a political position without its details",
      changed("aml", { politicalRelatedPerson: true }),
      ["/politicalPosition required", "/politicalPeriod required", "/politicalRelationship required"],
    ],
    [
      "another beneficial owner without a name",
      changed("aml", {
        beneficialOwnerSelf: false,
        beneficialOwnerRelationship: "บิดา",
        beneficialOwnerOccupation: "เกษียณ",
      }),
      ["/beneficialOwnerName required"],
    ],
    ["no selected experience", changed("experience", { experience: [] }), ["/experience minItems"]],
    [
      "another tax residence without a country",
      changed("tax-residence", { taxResidenceInCountriesOtherThanTheUS: true }),
      ["/crsDetails required"],
    ],
    [
      "a tax residence without its number",
      changed("tax-residence", {
        taxResidenceInCountriesOtherThanTheUS: true,
        crsDetails: [{ countryOfTaxResidence: "JP", tinStatus: "TIN" }],
      }),
      ["/crsDetails/0/tin required"],
    ],
    [
      "a missing tax number without a reason",
      changed("tax-residence", {
        taxResidenceInCountriesOtherThanTheUS: true,
        crsDetails: [{ countryOfTaxResidence: "JP", tinStatus: "B" }],
      }),
      ["/crsDetails/0/reasonDesc required"],
    ],
    ["a contract that is not accepted", changed("contract", { accepted: false }), ["/accepted const"]],
    ["letters in the phone number", changed("contact", { phone: "08one345678" }), ["/phone pattern"]],
  ])("rejects %s", async (_what, given, faults) => {
    const { refused } = await travel("kyc", given);
    expect(refused.map(({ pointer, code }) => `${pointer} ${code}`).sort()).toEqual([...faults].sort());
  });

  test.each([
    ["004", "123456789", false],
    ["004", "1234567890", true],
    ["004", "12345678901", false],
    ["030", "123456789012", true],
    ["030", "1234567890123", false],
    ["030", "123456789012345", true],
    ["033", "123456789012", true],
    ["033", "1234567890", false],
    ["034", "123456789012", true],
    ["067", "12345678901234", true],
    ["067", "1234567890", false],
    ["069", "1234567890", true],
    ["069", "123456789012", false],
    ["069", "12345678901234", true],
    ["070", "1234567890123456", true],
    ["070", "12345678901234567", false],
    ["071", "123456789012", true],
  ])(
    "gives for bank %s and account number %s the expected verdict: %s",
    async (bank, accountNumber, valid) => {
      const { refused } = await travel("kyc", changed("bank", { bank, accountNumber }));
      expect(refused.length === 0).toBe(valid);
    },
  );
});

describe("the flows complaint and contact-back", () => {
  test("a user can file a complaint, and gets its reference", async () => {
    const { seen, inputs, walk } = await travel("complaint", { answers: complaint });
    expect(seen).toEqual(["complaint", "review", "file", "done"]);
    expect(inputs.file).toEqual({
      ...{ topic: "COMPLAINT", desk: "support", days: 30, counting: "CALENDAR" },
      ...{ acknowledgeDays: 3, answer: "LETTER", series: "CMP", keepYears: 5 },
      ...complaint.complaint,
    });
    expect(walk.at).toMatchObject({ outcome: "done", reason: "complaint-filed" });
  });

  test("a user can ask to be called back", async () => {
    const { seen, inputs } = await travel("contact-back", { answers: contactBack });
    expect(seen).toEqual(["contact", "review", "send", "done"]);
    const { topic: about, ...contact } = contactBack.contact;
    expect(inputs.send).toEqual({
      ...{
        topic: "CALL_BACK",
        desk: "support",
        days: 1,
        counting: "BUSINESS",
        answer: "NOTE",
        series: "CON",
        keepYears: 1,
      },
      ...contact,
      about,
    });
  });
});
