/**
 * All letters and text messages, by template. `always`: the message is sent to everybody. `held`: it is never
 * sent to a person with a confirmed watch-list hit, not even later. Held are messages about identity, the
 * lock of an account, orders and payouts.
 */
export const LETTERS: Readonly<Record<string, "always" | "held">> = {
  // Messages about log-in, and about changes of the ways to log in. The owner of the mailbox must always
  // learn of these, to be able to react.
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

  // Answers to requests. Requests about personal data have deadlines set by law.
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

  // Letters that everybody who holds units gets.
  "nav-notified": "always",
  "statement-ready": "always",
  "strategy-suspended": "always",

  // Messages about identity verification. `kyc-not-opened` is the rejection, which a person on a watch list
  // may get.
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
 * Letters that a person can decline to get by e-mail, by kind. A declined letter is shown only in the
 * portal's list of messages. All other letters are about security, identity, money or answers, and are always
 * sent.
 */
const OPTIONAL = {
  nav: ["nav-notified"],
  statement: ["statement-ready"],
  payment: ["order-paid"],
} as const;
export type OptionalKind = keyof typeof OPTIONAL;
export const OPTIONAL_KINDS = Object.keys(OPTIONAL) as readonly OptionalKind[];

/** Returns the kind by which people can decline a letter; `null` for a letter that is always sent. */
export function optionalKindOf(template: string): OptionalKind | null {
  return OPTIONAL_KINDS.find((kind) => (OPTIONAL[kind] as readonly string[]).includes(template)) ?? null;
}

/**
 * Returns whether a letter is held if its recipient is on a watch list. A template that `LETTERS` does not
 * contain is held.
 */
export function isHeld(template: string): boolean {
  return LETTERS[template] !== "always";
}
