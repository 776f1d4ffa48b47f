/** One screen of the chain: its picture's name, its mock-ups, and the comparison with them. */
export type Screen = {
  readonly name: string;
  readonly title: string;
  readonly mocks?: { readonly phone?: string; readonly desktop?: string };
  /** Whether it is as good or better, with the differences and reasons. */
  readonly differs: string;
};

/** The chain in the order in which investor and staff see it. */
export const SCREENS: readonly Screen[] = [
  {
    name: "home",
    title: "Home",
    mocks: { phone: "08-home.phone", desktop: "08-home.desktop" },
    differs:
      "Same order and words. The figures of the strategies are the server's own and marked as demonstration.",
  },
  {
    name: "sign-up-account",
    title: "Sign-up, step 1: who and where",
    differs:
      "No mock-up of its own. One decision more than the mock-up's second step needs: account type, e-mail, sale code.",
  },
  {
    name: "sign-up-errors",
    title: "Sign-up with errors",
    mocks: { phone: "05-kyc-2-general-errors.phone" },
    differs:
      "The summary takes the focus and links to each field, as in the mock-up of step 3; it also says that nothing typed was lost.",
  },
  {
    name: "sign-up-password",
    title: "Sign-up, step 2: password and consents",
    mocks: { phone: "06-sign-up.phone" },
    differs:
      "Same: rules tick off while she types, three separate consents that begin unticked, each text one tap away.",
  },
  {
    name: "sign-up-sent",
    title: "Sign-up, step 3: confirm the e-mail",
    differs: "No mock-up. A timeline instead of a dead end.",
  },
  { name: "email-confirmed", title: "The link of the e-mail", differs: "No mock-up." },
  {
    name: "overview-new",
    title: "Overview before the first investment",
    mocks: { phone: "01-overview.phone", desktop: "01-overview.desktop" },
    differs:
      "The empty state of the mock-up: what will stand here, and the steps that are left until the account is open, each with its button.",
  },
  {
    name: "kyc-prepare",
    title: "Verification, step 1: what to have at hand",
    differs: "No mock-up. Says how long it takes and what is needed.",
  },
  {
    name: "kyc-biometrics",
    title: "Verification, step 2: consent to face data",
    differs: "No mock-up. A consent of its own, as the law asks.",
  },
  {
    name: "kyc-card-front",
    title: "Verification, step 2: picture of the card",
    mocks: { phone: "05-kyc-1-card-photo.phone" },
    differs:
      "Same: frame, good and bad examples, the picture shown large before it is used. A file can be chosen where there is no camera.",
  },
  { name: "kyc-card-back", title: "Verification, step 2: back of the card", differs: "As the front." },
  {
    name: "kyc-selfie",
    title: "Verification, step 2: selfie",
    differs: "As the card, with an oval for the face.",
  },
  {
    name: "kyc-general",
    title: "Verification, step 3: as on the card",
    mocks: { phone: "05-kyc-2-general-errors.phone" },
    differs:
      "Same fields and order. The date takes both eras and shows the other one; the number groups itself as on the card.",
  },
  { name: "kyc-contact", title: "Verification, step 3: phone and address", differs: "No mock-up." },
  { name: "kyc-work", title: "Verification, step 3: work and income", differs: "No mock-up." },
  { name: "kyc-aml", title: "Verification, step 3: questions the law asks", differs: "No mock-up." },
  {
    name: "kyc-interests",
    title: "Verification, step 3: interests",
    differs: "No mock-up. At least two strategies and one way to deposit.",
  },
  {
    name: "kyc-general-review",
    title: "Verification, step 3: check before the card is looked up",
    differs: "No mock-up. Every answer has its change link.",
  },
  {
    name: "kyc-digital-id",
    title: "Verification, step 3: confirm with a bank's app as well",
    differs: "No mock-up. Offered while national-digital-id is on; nobody has to.",
  },
  {
    name: "kyc-reaction-to-loss",
    title: "Verification, step 4: suitability",
    mocks: { phone: "05-kyc-3-suitability.phone" },
    differs: "Same: one question a screen, choices as cards, no right or wrong.",
  },
  {
    name: "kyc-suitability-result",
    title: "Verification, step 4: result",
    differs: "No mock-up. Score and level before the answers they come from.",
  },
  { name: "kyc-us-person", title: "Verification, step 5: FATCA", differs: "No mock-up." },
  { name: "kyc-tax-residence", title: "Verification, step 5: CRS", differs: "No mock-up." },
  { name: "kyc-bank", title: "Verification, step 6: bank account", differs: "No mock-up." },
  {
    name: "kyc-contract",
    title: "Verification, step 7: contract",
    differs: "No mock-up. It can be accepted only after it was read to its end.",
  },
  {
    name: "kyc-sign",
    title: "Verification, step 7: signing with a one-time password",
    mocks: { phone: "07-otp.phone" },
    differs:
      "A screen instead of a sheet over one, so that the browser's back button works. Reference, countdown and masked address as in the mock-up.",
  },
  { name: "kyc-done", title: "Verification sent", differs: "No mock-up. What happens next, with times." },
  {
    name: "invest-choose",
    title: "Invest: which strategy",
    mocks: { phone: "02-strategies.phone", desktop: "02-strategies.desktop" },
    differs: "The mock-up shows the list of strategies; here they are choices with their risk.",
  },
  {
    name: "invest-amount",
    title: "Invest: how much",
    mocks: { phone: "04-invest-1-amount.phone" },
    differs: "Same: amount, quick choices, what becomes of the money, which NAV and until when.",
  },
  {
    name: "invest-amount-under",
    title: "Invest: below the minimum",
    differs: "No mock-up. The message stands at the field and in the summary.",
  },
  {
    name: "invest-acknowledge",
    title: "Invest: riskier than what suits her",
    differs: "No mock-up. Three figures side by side, then one tick for this order.",
  },
  {
    name: "invest-review",
    title: "Invest: check your answers",
    mocks: { phone: "04-invest-2-review.phone" },
    differs: "Same: each value with its change link, fees in baht, NAV date and allotment before the button.",
  },
  {
    name: "invest-pin",
    title: "Invest: PIN",
    mocks: { phone: "07-otp.phone" },
    differs: "Same cells as for the one-time password, dots instead of digits.",
  },
  {
    name: "invest-paid",
    title: "Invest: done",
    mocks: { phone: "04-invest-3-done.phone" },
    differs:
      "Same: reference with copy, timeline with dates. The sandbox bank clears at once, so the second point is passed already.",
  },
  {
    name: "order",
    title: "An order and its timeline",
    mocks: { phone: "04-invest-3-done.phone" },
    differs: "The same timeline, later.",
  },
  {
    name: "overview-invested",
    title: "Overview with units",
    mocks: { phone: "01-overview.phone", desktop: "01-overview.desktop" },
    differs:
      "Same: value first, her profit beside the strategy's return, never mixed. A chart comes with the second day of history.",
  },
  {
    name: "staff-review",
    title: "Review of an identity (compliance)",
    mocks: { desktop: "11-kyc-queue.desktop" },
    differs:
      "Same: queue beside the person on a desktop, one after the other on a phone; documents beside what was filled in. What a machine read off the card, its likeness score, filters and keyboard shortcuts come with identity in depth.",
  },
  {
    name: "staff-nav-approve",
    title: "NAV of the day (finance)",
    differs: "No mock-up. Who enters never approves.",
  },
];
