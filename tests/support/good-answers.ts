import type { JsonObject } from "../../engine/values/json.ts";

/** A valid answer to every form of a flow, by step. */
export type GoodAnswers = { readonly [step: string]: JsonObject };

const no = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, false]));

export const complaint = {
  complaint: {
    email: "somchai@example.com",
    phone: "0812345678",
    problemType: "SERVICE",
    detail: "รอสายนานกว่าครึ่งชั่วโมง",
  },
} as const satisfies GoodAnswers;

export const contactBack = {
  contact: {
    name: "สมชาย ใจดี",
    email: "somchai@example.com",
    phone: "0812345678",
    topic: "STRATEGIES",
  },
} as const satisfies GoodAnswers;

export const signUp = {
  account: { customerType: "INDIVIDUAL", email: "somying@example.com" },
  create: {
    password: "Sunrise#2026",
    confirmPassword: "Sunrise#2026",
    consents: { privacy: true, terms: true, publicity: true },
  },
} as const satisfies GoodAnswers;

export const invest = {
  choose: { strategy: "M-BLOCKCHAIN" },
  amount: { amount: "10000.00" },
  acknowledge: { accepted: true },
  pay: { method: "transfer" },
} as const satisfies GoodAnswers;

export const pin = { set: { pin: "507193", confirmPin: "507193" } } as const satisfies GoodAnswers;

/** References of the files that identity verification (KYC) asks for. */
export type KycFiles = {
  readonly cardFront: string;
  readonly cardBack: string;
  readonly selfie: string;
  readonly companyDocument: string;
  readonly usDocument: string;
};

/**
 * Returns the KYC answers of an individual without US indicia, and valid answers to the forms of other users.
 */
export function kycAnswers(files: KycFiles) {
  return {
    prepare: {},
    company: {
      companyName: "บริษัท ตัวอย่าง จำกัด",
      registrationNumber: "0105556789010",
      signatoryRole: "กรรมการ",
      companyCertificate: files.companyDocument,
      shareholderList: files.companyDocument,
    },
    biometrics: { accepted: true },
    "card-front": { cardFront: files.cardFront },
    "card-back": { cardBack: files.cardBack },
    selfie: { selfie: files.selfie },
    general: {
      nationalId: "1101700230708",
      cardHasLaserCode: true,
      laserCode: "JT0123456789",
      nameTitle: "MISS",
      firstNameTh: "สมหญิง",
      lastNameTh: "ใจดี",
      firstNameEn: "Somying",
      lastNameEn: "Jaidee",
      birthDate: "1990-04-01",
    },
    contact: {
      phone: "0812345678",
      address: {
        no: "1",
        subDistrict: "สีลม",
        district: "บางรัก",
        province: "กรุงเทพมหานคร",
        postalCode: "10500",
      },
    },
    work: { occupation: "EMPLOYEE", incomeLevel: "LEVEL4", incomeSources: ["SALARY"] },
    aml: {
      ...no("politicalRelatedPerson", "committedMoneyLaundering", "rejectFinancialTransaction"),
      beneficialOwnerSelf: true,
      controllerSelf: true,
    },
    interests: { strategies: ["M-BTCA", "M-STABLE"], depositMethods: ["promptpay"] },
    "digital-id": { useDigitalId: false },
    "digital-id-bank": { bank: "004" },
    "fixed-expenses": { fixedExpenses: 3 },
    "financial-position": { financialPosition: 3 },
    experience: { experience: [1, 3] },
    horizon: { horizon: 3 },
    "risk-ability": { riskAbility: 3 },
    "return-chart": { returnChart: 3 },
    feeling: { feeling: 3 },
    "intolerable-drop": { intolerableDrop: 3 },
    "reaction-to-loss": { reactionToLoss: 3 },
    "fx-risk": { canAcceptFxRisk: true },
    "digital-asset-risk": { canAcceptDigitalAssetRisk: true },
    "us-person": no("isUsCitizen", "isGreenCardHolder", "isUsTaxResident"),
    "us-indicia": no(
      "bornInUsRenounced",
      "usAddress",
      "usPhone",
      "usStandingInstruction",
      "usPowerOfAttorney",
      "usHoldMail",
    ),
    "us-documents": { identityDocument: files.usDocument },
    "us-loss-certificate": { lossOfNationality: files.usDocument },
    "tax-residence": {
      placeOfBirthCountry: "TH",
      placeOfBirthCity: "กรุงเทพมหานคร",
      taxResidenceInCountriesOtherThanTheUS: false,
    },
    "fatca-declaration": { declared: true },
    bank: { bank: "004", accountNumber: "1234567890", accountName: "สมหญิง ใจดี" },
    contract: { accepted: true },
  } as const satisfies GoodAnswers;
}
