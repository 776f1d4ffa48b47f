/**
 * Highest fund risk level (1 to 8) for each suitability level (1 to 5), by the standard Thai suitability form. Orders
 * above it need an acknowledgement but are not rejected.
 */
export const maxRiskOfLevel: Readonly<Record<number, number>> = { 1: 1, 2: 4, 3: 5, 4: 7, 5: 8 };

/** The fields of the test: ten scored questions and additional ones. */
export const suitabilityFields = [
  "ageScore",
  "fixedExpenses",
  "financialPosition",
  "experience",
  "horizon",
  "riskAbility",
  "returnChart",
  "feeling",
  "intolerableDrop",
  "reactionToLoss",
  "canAcceptFxRisk",
  "canAcceptDigitalAssetRisk",
] as const;

/** The fields of the FATCA and CRS answers. */
export const fatcaFields = [
  "isUsCitizen",
  "isGreenCardHolder",
  "isUsTaxResident",
  "bornInUsRenounced",
  "usAddress",
  "usPhone",
  "usStandingInstruction",
  "usPowerOfAttorney",
  "usHoldMail",
  "placeOfBirthCountry",
  "placeOfBirthCity",
  "taxResidenceInCountriesOtherThanTheUS",
  "crsDetails",
  "declared",
] as const;

/** The uploads of a submission, in the reviewer's preferred sequence. */
export const documentFields = [
  "cardFront",
  "cardBack",
  "selfie",
  "identityDocument",
  "lossOfNationality",
  "companyCertificate",
  "shareholderList",
] as const;
