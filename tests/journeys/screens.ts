/** Screen of the chain: the name of its picture and of its mock-ups. */
export type Screen = {
  readonly name: string;
  readonly title: string;
  readonly mocks?: { readonly phone?: string; readonly desktop?: string };
};

/** Screens of the chain in the order in which investor and staff see them. */
export const SCREENS: readonly Screen[] = [
  {
    name: "home",
    title: "Home",
    mocks: { phone: "08-home.phone", desktop: "08-home.desktop" },
  },
  {
    name: "sign-up-account",
    title: "Sign-up, step 1: who and where",
  },
  {
    name: "sign-up-errors",
    title: "Sign-up with errors",
    mocks: { phone: "05-kyc-2-general-errors.phone" },
  },
  {
    name: "sign-up-password",
    title: "Sign-up, step 2: password and consents",
    mocks: { phone: "06-sign-up.phone" },
  },
  {
    name: "sign-up-sent",
    title: "Sign-up, step 3: confirm the e-mail",
  },
  { name: "email-confirmed", title: "The link of the e-mail" },
  {
    name: "overview-new",
    title: "Overview before the first investment",
    mocks: { phone: "01-overview.phone", desktop: "01-overview.desktop" },
  },
  {
    name: "kyc-prepare",
    title: "Verification, step 1: what to have at hand",
  },
  {
    name: "kyc-biometrics",
    title: "Verification, step 2: consent to face data",
  },
  {
    name: "kyc-card-front",
    title: "Verification, step 2: picture of the card",
    mocks: { phone: "05-kyc-1-card-photo.phone" },
  },
  { name: "kyc-card-back", title: "Verification, step 2: back of the card" },
  {
    name: "kyc-selfie",
    title: "Verification, step 2: selfie",
  },
  {
    name: "kyc-general",
    title: "Verification, step 3: as on the card",
    mocks: { phone: "05-kyc-2-general-errors.phone" },
  },
  { name: "kyc-contact", title: "Verification, step 3: phone and address" },
  { name: "kyc-work", title: "Verification, step 3: work and income" },
  { name: "kyc-aml", title: "Verification, step 3: questions the law asks" },
  {
    name: "kyc-interests",
    title: "Verification, step 3: interests",
  },
  {
    name: "kyc-general-review",
    title: "Verification, step 3: check before the card is looked up",
  },
  {
    name: "kyc-digital-id",
    title: "Verification, step 3: confirm with a bank's app as well",
  },
  {
    name: "kyc-reaction-to-loss",
    title: "Verification, step 4: suitability",
    mocks: { phone: "05-kyc-3-suitability.phone" },
  },
  {
    name: "kyc-suitability-result",
    title: "Verification, step 4: result",
  },
  { name: "kyc-us-person", title: "Verification, step 5: FATCA" },
  { name: "kyc-tax-residence", title: "Verification, step 5: CRS" },
  { name: "kyc-bank", title: "Verification, step 6: bank account" },
  {
    name: "kyc-contract",
    title: "Verification, step 7: contract",
  },
  {
    name: "kyc-sign",
    title: "Verification, step 7: signing with a one-time password",
    mocks: { phone: "07-otp.phone" },
  },
  { name: "kyc-done", title: "Verification sent" },
  {
    name: "invest-choose",
    title: "Invest: which strategy",
    mocks: { phone: "02-strategies.phone", desktop: "02-strategies.desktop" },
  },
  {
    name: "invest-amount",
    title: "Invest: how much",
    mocks: { phone: "04-invest-1-amount.phone" },
  },
  {
    name: "invest-amount-under",
    title: "Invest: below the minimum",
  },
  {
    name: "invest-acknowledge",
    title: "Invest: riskier than what suits her",
  },
  {
    name: "invest-review",
    title: "Invest: check your answers",
    mocks: { phone: "04-invest-2-review.phone" },
  },
  {
    name: "invest-pin",
    title: "Invest: PIN",
    mocks: { phone: "07-otp.phone" },
  },
  {
    name: "invest-paid",
    title: "Invest: done",
    mocks: { phone: "04-invest-3-done.phone" },
  },
  {
    name: "order",
    title: "An order and its timeline",
    mocks: { phone: "04-invest-3-done.phone" },
  },
  {
    name: "overview-invested",
    title: "Overview with units",
    mocks: { phone: "01-overview.phone", desktop: "01-overview.desktop" },
  },
  {
    name: "staff-review",
    title: "Review of an identity (compliance)",
    mocks: { desktop: "11-kyc-queue.desktop" },
  },
  {
    name: "staff-nav-approve",
    title: "NAV of the day (finance)",
  },
];
