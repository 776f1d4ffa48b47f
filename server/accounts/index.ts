export { type AccountLock, accountLock, liftLock, setAccountLock } from "./account-locks.ts";
export { twoFactorSince } from "./authenticator.ts";
export { walletFact } from "./bind-wallet.ts";
export { createChallenges } from "./challenges.ts";
export { closeAccount, type Reached } from "./close-account.ts";
export { type AskedConsent, askedConsents, type ConsentState, consentStates } from "./consent-states.ts";
export { type Consent, hasConsent, recordConsent, withdrawConsent } from "./consents.ts";
export { contactChangesOf, keepContactChange } from "./contact-changes.ts";
export { type AccountsDeps, createAccounts } from "./create-accounts.ts";
export { accountsEffects } from "./effects.ts";
export { emailKey, mailboxOf, maskEmail } from "./email.ts";
export { sendConfirmationAgain } from "./email-confirmation.ts";
export { accountsFacts } from "./facts.ts";
export { findInvestorByEmail, findPersonIdByEmail } from "./find-by-email.ts";
export type { LegalPurpose } from "./legal-texts.ts";
export { localMoment } from "./local-moment.ts";
export { readMaintenance, staysOpen } from "./maintenance.ts";
export {
  companyNameOf,
  findPerson,
  lockPerson,
  noteVendorBlock,
  type PersonRecord,
  peopleWithRole,
} from "./people.ts";
export { keepPhone, maskedPhone, maskPhone, phoneProof, provedPhone } from "./phones.ts";
export { providersOf } from "./providers.ts";
export { RESTORES_ACCESS, restoreAccess, tellAccessAsked } from "./restore-access.ts";
export { lockPhoneLink, type PhoneChange, restorePhone } from "./restore-phone.ts";
export { colleaguesAt, everColleagues, handedOn, roleChanges, waitingRoles } from "./role-lists.ts";
export {
  decideRole,
  endRole,
  keepRoleChange,
  makeFirstAdmin,
  type OpenWork,
  proposeRole,
} from "./roles.ts";
export type { Room as Accounts } from "./room.ts";
export { accountsRoutes } from "./routes.ts";
export type { AccountsRoutesDeps } from "./routes-deps.ts";
export { randomReference } from "./secrets.ts";
export { livingProofs } from "./session-renewal.ts";
export { endSessionsOf, personSessions } from "./session-routes.ts";
export { accountsJobs } from "./sweep.ts";
export { tellPerson } from "./tell-person.ts";
export {
  isCounted,
  leavesTestsOut,
  markTest,
  type TestAccount,
  testAccounts,
  testProposal,
} from "./test-accounts.ts";
export { createVault, type Vault } from "./vault.ts";
