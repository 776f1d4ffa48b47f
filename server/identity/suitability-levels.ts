/**
 * Highest risk level of a fund (1 to 8) for each suitability level (1 to 5), according to the standard Thai
 * suitability form. An order above this risk level is not rejected, but needs an acknowledgement.
 */
export const maxRiskOfLevel: Readonly<Record<number, number>> = { 1: 1, 2: 4, 3: 5, 4: 7, 5: 8 };

/** The fields of the suitability test: ten scored questions and some additional ones. */
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

/** The uploads of a submission, in the order in which reviewers prefer them. */
export const documentFields = [
  "cardFront",
  "cardBack",
  "selfie",
  "identityDocument",
  "lossOfNationality",
  "companyCertificate",
  "shareholderList",
] as const;
