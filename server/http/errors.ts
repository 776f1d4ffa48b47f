import type { JsonObject } from "../../engine/values/json.ts";
import type { Words } from "../../engine/values/languages.ts";

/** An error of one field of a request. */
export type ErrorField = {
  /** JSON pointer of the field in the body, such as `/email`; empty for the whole body. */
  readonly pointer: string;
  readonly code: string;
  /**
   * Message that replaces the text of the code: its key, or the text itself if it comes from a published
   * flow.
   */
  readonly message?: string | Words;
  readonly params?: JsonObject;
};

/**
 * An expected failure. Its code is stable. The status of the code is in the table below, and its text in
 * `locales/<language>/warning.json` under `errors.<code>`.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly fields: readonly ErrorField[];
  readonly params: JsonObject;
  readonly headers: Readonly<Record<string, string>>;
  /** Additional members of the error body, such as the findings of a refused definition. */
  readonly details: JsonObject;

  constructor(
    code: ErrorCode,
    options: {
      readonly fields?: readonly ErrorField[];
      readonly params?: JsonObject;
      readonly headers?: Readonly<Record<string, string>>;
      readonly details?: JsonObject;
    } = {},
  ) {
    super(code);
    this.name = "AppError";
    this.code = code;
    this.status = STATUS[code];
    this.fields = options.fields ?? [];
    this.params = options.params ?? {};
    this.headers = options.headers ?? {};
    this.details = options.details ?? {};
  }
}

/** All error codes with their HTTP status. Every code has a text in both languages. */
export const STATUS = {
  // Errors of the request itself
  "bad-request": 400,
  "json-invalid": 400,
  "json-too-deep": 400,
  "text-not-storable": 400,
  "number-not-storable": 400,
  "idempotency-key-missing": 400,
  "idempotency-key-invalid": 400,
  "not-valid": 422,
  "too-large": 413,
  "unsupported-type": 415,
  "not-found": 404,
  "method-not-allowed": 405,
  "too-many-requests": 429,
  "other-origin": 403,
  signature: 401,
  // Errors of the caller's identity and rights
  "log-in-first": 401,
  "not-allowed": 403,
  "factor-missing": 403,
  "factor-needed": 403,
  "proof-needed": 403,
  "account-locked": 423,
  "staff-hold-no-units": 403,
  // Errors of accounts
  "wrong-credentials": 401,
  "login-code-needed": 401,
  "login-code-wrong": 401,
  "two-factor-needed": 401,
  "two-factor-wrong": 401,
  "two-factor-by-password": 409,
  "two-factor-on": 409,
  "pin-blocked": 409,
  "recovery-codes-closed": 409,
  "passkey-invalid": 401,
  "passkey-limit": 409,
  "last-way-in": 409,
  "too-many-tries": 429,
  "link-invalid": 410,
  "phone-taken": 409,
  "password-needed": 409,
  "consents-missing": 422,
  "sale-code": 422,
  "social-invalid": 401,
  "social-email": 422,
  "social-not-for-staff": 403,
  "link-needed": 409,
  "transfer-needed": 409,
  "not-a-customer": 404,
  "wallet-invalid": 403,
  "wallet-taken": 409,
  "wallet-differs": 409,
  "otp-too-soon": 429,
  "otp-daily-limit": 429,
  "otp-no-channel": 409,
  "sms-failed": 503,
  "sms-not-offered": 422,
  // Errors of flows
  "step-not-open": 409,
  "idempotency-key-reused": 409,
  "values-changed": 409,
  "changed-elsewhere": 409,
  "effect-running": 409,
  "begin-again": 409,
  "not-your-instance": 404,
  "flow-unknown": 404,
  "flow-name-taken": 409,
  "flow-name-reserved": 422,
  "version-missing": 404,
  "facts-contradict": 503,
  "code-wrong": 422,
  "code-expired": 422,
  // Errors of customer service
  "requests-used-up": 429,
  "case-erased": 409,
  "case-moved": 409,
  "case-taken": 409,
  "case-not-yours": 403,
  "case-outcome": 409,
  "case-no-account": 409,
  "case-unticked": 409,
  "case-stays": 409,
  "case-objected": 409,
  "case-superseded": 409,
  "case-account-locked": 409,
  "case-identity-differs": 409,
  "not-a-colleague": 422,
  "erasure-in-the-way": 409,
  // Errors of calls by staff
  "same-person": 403,
  "four-eyes": 403,
  "message-gone": 409,
  "staff-are-no-tests": 409,
  "sale-code-known": 409,
  "sale-code-days": 422,
  "role-waits-already": 409,
  "email-not-confirmed": 409,
  "holds-units": 409,
  "last-admin": 409,
  "not-your-proposal": 403,
  "already-decided": 409,
  "decided-together": 409,
  "not-screened": 409,
  "asked-by-another": 409,
  "identity-open": 409,
  "watch-list-hits": 409,
  "watch-listed": 409,
  "version-unknown": 404,
  "version-outdated": 409,
  "nothing-changed": 422,
  "file-not-editable": 422,
  "change-moved": 409,
  "change-not-yours": 403,
  "change-closed": 409,
  "change-not-handed-in": 409,
  "schedule-moment": 422,
  "change-not-json": 422,
  "patch-does-not-fit": 422,
  "definition-unsound": 422,
  "evidence-changed": 409,
  "evidence-broken": 409,
  "version-broken": 503,
  "gate-too-long": 422,
  "gate-too-large": 422,
  "gate-busy": 503,
  "paths-too-long": 422,
  "legal-not-valid": 422,
  "legal-date-not-valid": 422,
  "legal-version-known": 409,
  "legal-waits-already": 409,
  "content-not-text": 422,
  "content-link": 422,
  "content-missing": 422,
  "content-too-long": 422,
  "content-count": 422,
  "content-date": 422,
  "content-period": 422,
  "content-block-unknown": 422,
  "content-table": 422,
  "content-not-valid": 422,
  "content-image": 422,
  "content-waits-already": 409,
  "content-changed": 409,
  "content-unchanged": 422,
  "content-hidden": 422,
  "content-of-another": 403,
  "switches-moved": 409,
  "switches-current": 409,
  "switches-elsewhere": 409,
  "switches-not-valid": 422,
  "switches-same": 422,
  "switches-not-yours": 403,
  "switches-not-read": 422,
  "switch-unknown": 422,
  "switch-not-protective": 422,
  "switch-days": 422,
  "switch-account-unknown": 422,
  "switch-twice": 422,
  // Errors of the fund
  "strategy-unknown": 422,
  "nav-not-valid": 422,
  "nav-two-readings": 422,
  "nav-date-not-valid": 422,
  "nav-not-business-day": 422,
  "nav-year-not-loaded": 422,
  "nav-too-early": 422,
  "nav-jump": 422,
  "nav-exists": 409,
  "nav-not-positive": 422,
  "nav-twice": 422,
  "nav-not-approved": 409,
  "nav-same": 422,
  "nav-correction-changed": 409,
  "nav-correction-replaced": 409,
  "nav-reason-missing": 422,
  "nav-file-not-read": 422,
  "nav-file-empty": 422,
  "nav-file-too-long": 422,
  "terms-date-not-valid": 422,
  "terms-amount-not-valid": 422,
  "terms-maximum-not-valid": 422,
  "terms-dates-not-valid": 422,
  "terms-same": 422,
  "terms-wait-already": 409,
  "dealing-same": 422,
  "dealing-waits-already": 409,
  "rate-not-valid": 422,
  "rate-date-not-valid": 422,
  "rate-waits-already": 409,
  "calendar-not-loaded": 503,
  "calendar-year-not-loaded": 422,
  "calendar-year-confirmed": 409,
  "calendar-change-waits": 409,
  "holiday-date-not-valid": 422,
  "holiday-weekend": 422,
  "holiday-known": 409,
  "holiday-unknown": 422,
  "holiday-over": 422,
  "holiday-has-nav": 409,
  // Errors of incoming payments
  "order-not-open": 409,
  "order-unknown": 422,
  "slip-used": 409,
  "slip-waiting": 409,
  "slip-not-yours": 422,
  "slip-bank": 422,
  "slip-reference": 422,
  "slip-amount": 422,
  "slip-time": 422,
  "slip-differs": 409,
  "slip-code-differs": 422,
  "transfer-ahead": 422,
  "amount-short": 422,
  "case-refund-only": 409,
  "case-not-alike": 409,
  "statement-header": 422,
  "statement-empty": 422,
  "statement-account": 422,
  "statement-not-ours": 422,
  "statement-date": 422,
  "statement-ahead": 422,
  "statement-reference": 422,
  "statement-twice": 422,
  "statement-amount": 422,
  "statement-two-readings": 422,
  "statement-balance": 422,
  "control-signed": 409,
  "control-no-statement": 409,
  "custodian-not-read": 422,
  "statement-known": 409,
  "controls-not-closed": 409,
  "bank-report-not-valid": 422,
  "sms-report-not-valid": 400,
  // Errors of payouts
  "nothing-due": 409,
  "paid-by-hand": 409,
  "paid-by-file": 409,
  "payment-file-changed": 409,
  "payment-file-too-long": 409,
  "return-file-empty": 422,
  "return-file-known": 409,
  "return-file-not-valid": 422,
  "return-line-twice": 422,
  "return-not-of-file": 422,
  "destination-not-verified": 422,
  "order-cancel-late": 409,
  "order-finished": 409,
  "approval-given": 409,
  "approval-own-nav": 403,
  "approval-turn": 403,
  // Errors of files
  "file-missing": 422,
  "file-kind": 415,
  "file-too-large": 413,
  "file-empty": 422,
  "file-pixels": 422,
  "file-small": 422,
  "file-damaged": 422,
  "file-pdf-script": 422,
  "file-pdf-locked": 422,
  "file-purpose": 422,
  "file-quota": 429,
  "period-not-valid": 422,
  "order-not-allotted": 409,
  "no-invoice": 404,
  "file-infected": 422,
  "upload-busy": 429,
  "upload-too-slow": 408,
  // Errors of the server
  "storage-full": 503,
  "database-unavailable": 503,
  "outcome-unknown": 503,
  "service-unavailable": 503,
  "not-ready": 503,
  internal: 500,
} as const satisfies Readonly<Record<string, number>>;

/** The error code of a failed request. */
export type ErrorCode = keyof typeof STATUS;

/**
 * Error codes that appear only at a field, in addition to schema keywords, rule clauses and effect errors.
 * Some explain why a person must repeat a step, because a code was wrong too often or a reviewer asks again.
 */
export const FIELD_CODES = [
  "file-not-yours",
  "exhausted",
  "asked-again",
  "agreement-changed",
  "password-wrong",
] as const;
