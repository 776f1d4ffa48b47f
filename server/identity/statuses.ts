/** Statuses of submissions, on which people or a score decide: `kyc` and `suit`. */
export type RecordStatus = "PRE_VERIFIED" | "PENDING" | "REVIEW" | "VERIFIED" | "REJECTED" | "OVERDUE";

/** Statuses of vendor checks (`onfido`, `verifio`, `liveness`) and of the account (`account`). */
export type VendorStatus =
  | "WAITING"
  | "PENDING"
  | "REVIEW"
  | "VERIFIED"
  | "REJECT"
  | "PENDING_REJECT"
  | "BLOCKED";

export type Status = RecordStatus | VendorStatus;
export type RecordEntity = "kyc" | "suit";
export type VendorEntity = "onfido" | "verifio" | "liveness";
export type Entity = RecordEntity | VendorEntity | "account";

/** Allowed transitions from each status. `NONE`: no record exists yet. */
type Transitions<Of extends string> = Readonly<Record<Of | "NONE", readonly Of[]>>;

/**
 * The transitions of section 4 of the specification, as changed by later decisions. Intermediate statuses can
 * be skipped, for example if a vendor answers at once. The table `status_transitions` has the same rows, and
 * the database rejects any other transition.
 */
export const recordTransitions: Transitions<RecordStatus> = {
  NONE: ["PRE_VERIFIED", "PENDING"],
  PRE_VERIFIED: ["PENDING"],
  PENDING: ["REVIEW", "VERIFIED", "REJECTED"],
  REVIEW: ["VERIFIED", "REJECTED"],
  VERIFIED: ["OVERDUE"],
  REJECTED: ["PENDING"],
  OVERDUE: ["PENDING"],
};

/**
 * Transitions of vendor checks. Only a reviewer sets PENDING_REJECT, by requesting another picture, which
 * withdraws the old result. A vendor's result never changes VERIFIED, so late or repeated events do no harm.
 */
export const vendorTransitions: Transitions<VendorStatus> = {
  NONE: ["WAITING", "PENDING", "BLOCKED"],
  WAITING: ["PENDING", "BLOCKED"],
  PENDING: ["REVIEW", "VERIFIED", "REJECT", "PENDING_REJECT", "BLOCKED"],
  REVIEW: ["VERIFIED", "REJECT", "PENDING_REJECT", "BLOCKED"],
  VERIFIED: ["PENDING_REJECT", "BLOCKED"],
  REJECT: ["PENDING", "PENDING_REJECT", "BLOCKED"],
  PENDING_REJECT: ["PENDING", "BLOCKED"],
  BLOCKED: [],
};

/**
 * Transitions of the account: the transitions of vendor checks, and one more. Two people who clear a
 * confirmed hit can lift a block (`clearHit`).
 */
export const accountTransitions: Transitions<VendorStatus> = {
  ...vendorTransitions,
  BLOCKED: ["REVIEW", "VERIFIED"],
};

/** The allowed transitions of each entity. */
export const transitionsOf: Readonly<Record<Entity, Readonly<Record<string, readonly string[]>>>> = {
  kyc: recordTransitions,
  suit: recordTransitions,
  onfido: vendorTransitions,
  verifio: vendorTransitions,
  liveness: vendorTransitions,
  account: accountTransitions,
};

/** Returns whether an entity's status can change from one status (`null`: none) to another. */
export function mayMove(entity: Entity, from: Status | null, to: Status): boolean {
  return transitionsOf[entity][from ?? "NONE"]?.includes(to) === true;
}
