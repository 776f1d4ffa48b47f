/** Statuses of submissions that people or scores decide: `kyc` and `suit`. */
export type RecordStatus = "PRE_VERIFIED" | "PENDING" | "REVIEW" | "VERIFIED" | "REJECTED" | "OVERDUE";

/** Statuses of vendor checks (`onfido`, `verifio`, `liveness`) and of the account's block (`account`). */
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

/** Allowed transitions. `NONE`: no record yet. */
type Transitions<Of extends string> = Readonly<Record<Of | "NONE", readonly Of[]>>;

/**
 * The transitions of section 4 with the decisions. Intermediate statuses can be skipped, for example if a vendor
 * answers at once. The table `status_transitions` has the same rows, and the database rejects any other move.
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
 * Only a reviewer sets PENDING_REJECT, when another picture is requested and the old result withdrawn. No vendor
 * result leaves VERIFIED, so late or repeated events never lower it.
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

/** Like a vendor's, but a block can be lifted by two people who clear a confirmed hit (`clearHit`). */
export const accountTransitions: Transitions<VendorStatus> = {
  ...vendorTransitions,
  BLOCKED: ["REVIEW", "VERIFIED"],
};

/** The table of each entity. */
export const transitionsOf: Readonly<Record<Entity, Readonly<Record<string, readonly string[]>>>> = {
  kyc: recordTransitions,
  suit: recordTransitions,
  onfido: vendorTransitions,
  verifio: vendorTransitions,
  liveness: vendorTransitions,
  account: accountTransitions,
};

/** Returns whether an entity can move from one status (`null`: none) to another. */
export function mayMove(entity: Entity, from: Status | null, to: Status): boolean {
  return transitionsOf[entity][from ?? "NONE"]?.includes(to) === true;
}
