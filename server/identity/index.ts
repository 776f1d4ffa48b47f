export { listedAtAddress } from "./aml/listed-address.ts";
export { RecordStatus, User, VendorStatus } from "./answers.ts";
export { askedAgain } from "./asked-again.ts";
export { type AskedOf, askedOf } from "./asked-of.ts";
export { bankAccountOf } from "./bank-account.ts";
export { bankChangesOf } from "./bank-changes.ts";
export { CHANGES_NAME, changeName } from "./change-name.ts";
export { undoPhoneChange } from "./change-phone.ts";
export {
  createIdentity,
  demonstrationLists,
  type IdentityDeps,
  nobodySettings,
  sandboxSettings,
} from "./create-identity.ts";
export { identityEffects } from "./effects.ts";
export { identityFacts } from "./facts.ts";
export { type FoundBy, findPeople } from "./find-people.ts";
export { forgetIdentity, hideIdentity } from "./forget-identity.ts";
export { investorFact, userRecord } from "./investor.ts";
export { payerLikeness } from "./payer-likeness.ts";
export { type PayoutAccount, payoutAccount } from "./payout.ts";
export { personOfReference } from "./person-of-reference.ts";
export { type PersonSheet, personSheet } from "./person-sheet.ts";
export { birthDateOf, namesOf } from "./profile.ts";
export type { Room as Identity } from "./room.ts";
export { identityRoutes } from "./routes.ts";
export { sameAsAccount } from "./same-as-account.ts";
export { signedContractsOf } from "./signed-contracts.ts";
export { isSigned, signWebhook } from "./webhook-signature.ts";
