/**
 * Highest fund risk level (1 to 8) that each suitability level (1 to 5) fits: the standard Thai suitability form.
 * Above it an order needs an acknowledgement; nothing is refused for it.
 */
export const maxRiskOfLevel: Readonly<Record<number, number>> = { 1: 1, 2: 4, 3: 5, 4: 7, 5: 8 };

/** The ten scored questions and what else the test asks, by their names in the submitted data. */
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

/** FATCA and CRS answers by their names in the submitted data. */
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

/** Uploads by their names in the submitted data, in the order a reviewer wants them. */
export const documentFields = [
  "cardFront",
  "cardBack",
  "selfie",
  "identityDocument",
  "lossOfNationality",
  "companyCertificate",
  "shareholderList",
] as const;
