/**
 * All letters and text messages. `always`: sent to every recipient. `held`: not sent to a person with a
 * confirmed watch-list hit, not even later. These are the portal's messages about identity, lock, orders and
 * payouts.
 */
export const LETTERS: Readonly<Record<string, "always" | "held">> = {
  // Log-in, and changes of log-in methods. The owner of a mailbox must always be able to react to these.
  "access-asked": "always",
  "access-restored": "always",
  "account-recovery": "always",
  "already-registered": "always",
  "confirm-email": "always",
  "email-changed": "always",
  "login-code": "always",
  "new-device": "always",
  otp: "always",
  "passkey-added": "always",
  "passkey-removed": "always",
  "password-changed": "always",
  "phone-changed": "always",
  "phone-restored": "always",
  "phone-set": "always",
  "pin-changed": "always",
  "pin-set": "always",
  "recovery-code-used": "always",
  "reset-password": "always",
  "reset-password-later": "always",
  "social-linked": "always",
  "two-factor-off": "always",
  "two-factor-on": "always",
  "wallet-changed": "always",
  "wallet-removed": "always",
  "wallet-saved": "always",
  welcome: "always",

  // Answers to requests, including data-protection requests, which have legal deadlines.
  "account-erased": "always",
  "account-erased-in-part": "always",
  "case-acknowledged": "always",
  "case-acknowledged-visitor": "always",
  "case-answered": "always",
  "case-answered-visitor": "always",
  "case-asked": "always",
  "case-asked-visitor": "always",
  "case-granted": "always",
  "case-granted-visitor": "always",
  "case-received": "always",
  "case-received-acknowledge": "always",
  "case-received-acknowledge-visitor": "always",
  "case-received-call": "always",
  "case-received-call-visitor": "always",
  "case-received-visitor": "always",
  "case-refused": "always",
  "case-refused-visitor": "always",
  "consent-given-biometrics": "always",
  "consent-given-publicity": "always",
  "consent-withdrawn": "always",

  // Letters that all holders of units get.
  "nav-notified": "always",
  "statement-ready": "always",
  "strategy-suspended": "always",

  // Identity verification. `kyc-not-opened` is the rejection that a listed person can get.
  "kyc-not-opened": "always",
  "bank-change-approved": "held",
  "bank-change-asked": "held",
  "bank-change-rejected": "held",
  "contract-again": "held",
  "contract-again-now": "held",
  "contract-signed": "held",
  "kyc-approved": "held",
  "kyc-approved-company": "held",
  "kyc-correct": "held",
  "kyc-due-soon": "held",
  "kyc-overdue": "held",
  "kyc-received": "held",
  "kyc-rejected": "held",
  "kyc-waiting": "held",
  "personal-changed": "held",
  "suitability-again": "held",
  "tax-residence-again": "held",
  "tax-residence-us": "held",

  // Messages about the lock of an account.
  "account-locked": "held",
  "account-unlocked": "held",

  // Messages about orders and payouts.
  "made-good-baht": "held",
  "made-good-leg": "held",
  "made-good-paid-out": "held",
  "made-good-switch": "held",
  "made-good-units": "held",
  "money-held": "held",
  "nav-corrected": "held",
  "order-allotted": "held",
  "order-approved": "held",
  "order-cancelled": "held",
  "order-cancelled-paid": "held",
  "order-expired": "held",
  "order-expired-held": "held",
  "order-moved": "held",
  "order-paid": "held",
  "order-paid-out": "held",
  "order-received": "held",
  "order-rejected": "held",
  "order-sold": "held",
  "order-switched-in": "held",
  "order-switched-out": "held",
  "payout-returned": "held",
  "redemption-received": "held",
  "refund-returned": "held",
  "refund-sent": "held",
  "sell-expired": "held",
  "slip-refused": "held",
  "switch-received": "held",

  // Messages to staff about their work.
  "approval-nobody": "always",
  "approval-waits": "always",
  "audit-broken": "always",
  "bank-change-waits": "always",
  "calendar-missing": "always",
  "calendar-unconfirmed": "always",
  "cases-due": "always",
  "change-approved": "always",
  "change-sent-back": "always",
  "change-stopped": "always",
  "change-taken": "always",
  "change-waits": "always",
  "holiday-added": "always",
  "maintenance-began": "always",
  "maintenance-ended": "always",
  "nav-missing": "always",
  "nav-reminder": "always",
  "orders-set-aside": "always",
  "reviews-overdue": "always",
  "role-changed": "always",
  "role-ended": "always",
  "role-given": "always",
  "role-proposed": "always",
  "step-worse": "always",
  "strategy-suspended-staff": "always",
  "switch-unconfirmed": "always",
  "watch-list-hits": "always",
  "work-handed-on": "always",
};

/**
 * Letters that a person can decline to get by e-mail, by kind. They are then only in the portal's list of
 * messages. All others are always sent, because they are about security, identity, money, or an answer.
 */
const OPTIONAL = {
  nav: ["nav-notified"],
  statement: ["statement-ready"],
  payment: ["order-paid"],
} as const;
export type OptionalKind = keyof typeof OPTIONAL;
export const OPTIONAL_KINDS = Object.keys(OPTIONAL) as readonly OptionalKind[];

/** Returns the kind under which a letter can be declined; `null` for a letter that is always sent. */
export function optionalKindOf(template: string): OptionalKind | null {
  return OPTIONAL_KINDS.find((kind) => (OPTIONAL[kind] as readonly string[]).includes(template)) ?? null;
}

/** Returns whether a letter is held for people on a watch list. An unlisted template is held. */
export function isHeld(template: string): boolean {
  return LETTERS[template] !== "always";
}
