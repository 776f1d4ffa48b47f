import type { JsonObject } from "../../../engine/values/json.ts";
import type { Caller } from "../portal-house.ts";

/** A valid answer to every form of every flow; uploads are made first, by whoever answers. */
export type GoodAnswers = { readonly [step: string]: JsonObject };

const no = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, false]));

export const complaint: GoodAnswers = {
  complaint: {
    email: "somchai@example.com",
    phone: "0812345678",
    problemType: "SERVICE",
    detail: "รอสายนานกว่าครึ่งชั่วโมง",
  },
};

export const contactBack: GoodAnswers = {
  contact: {
    name: "สมชาย ใจดี",
    email: "somchai@example.com",
    phone: "0812345678",
    topic: "STRATEGIES",
  },
};

export const signUp: GoodAnswers = {
  account: { customerType: "INDIVIDUAL", email: "somying@example.com" },
  create: {
    password: "Sunrise#2026",
    confirmPassword: "Sunrise#2026",
    consents: { privacy: true, terms: true, publicity: true },
  },
};

export const invest: GoodAnswers = {
  choose: { strategy: "M-BLOCKCHAIN" },
  amount: { amount: "10000.00" },
  acknowledge: { accepted: true },
  pay: { method: "transfer" },
};

export const pin: GoodAnswers = { set: { pin: "507193", confirmPin: "507193" } };

/** KYC with every form on the way, those for US indicia included. */
export async function kyc(her: Pick<Caller, "upload">): Promise<GoodAnswers> {
  const companyDocument = await her.upload("company-document");
  const usDocument = await her.upload("fatca-document");
  return {
    prepare: {},
    company: {
      companyName: "บริษัท ตัวอย่าง จำกัด",
      registrationNumber: "0105556789010",
      signatoryRole: "กรรมการ",
      companyCertificate: companyDocument,
      shareholderList: companyDocument,
    },
    biometrics: { accepted: true },
    "card-front": { cardFront: await her.upload("card-front") },
    "card-back": { cardBack: await her.upload("card-back") },
    selfie: { selfie: await her.upload("selfie") },
    general: {
      nationalId: "1101700000010",
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
    "us-indicia": {
      ...no("usPhone", "usStandingInstruction", "usPowerOfAttorney", "usHoldMail"),
      bornInUsRenounced: true,
      usAddress: true,
    },
    "us-documents": { identityDocument: usDocument },
    "us-loss-certificate": { lossOfNationality: usDocument },
    "tax-residence": {
      placeOfBirthCountry: "TH",
      placeOfBirthCity: "กรุงเทพมหานคร",
      taxResidenceInCountriesOtherThanTheUS: false,
    },
    "fatca-declaration": { declared: true },
    bank: { bank: "004", accountNumber: "1234567890", accountName: "สมหญิง ใจดี" },
    contract: { accepted: true },
  };
}
