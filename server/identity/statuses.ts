/** Statuses of what a person sends in and somebody looks at: `kyc` and `suit`. */
export type RecordStatus = "PRE_VERIFIED" | "PENDING" | "REVIEW" | "VERIFIED" | "REJECTED" | "OVERDUE";

/** Statuses of what a vendor looks at (`onfido`, `verifio`, `liveness`), and of the account's block (`account`). */
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

/** Where each status may go. `NONE` is no record yet: not started, never complete. */
type Transitions<Of extends string> = Readonly<Record<Of | "NONE", readonly Of[]>>;

/**
 * Section 4 with the decisions beside it. A status between two may be passed over (a vendor that answers at once). The same
 * tables lie in the database (`status_transitions`), which refuses every other move, whoever writes it.
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
 * PENDING_REJECT is a reviewer's word alone: who asks for another picture takes back what was said of the old one. Nothing
 * that a vendor says leaves VERIFIED: a late or repeated event never lowers it.
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

/** As a vendor's, but a block has a way back: two people who clear what two people confirmed (`clearHit`). */
export const accountTransitions: Transitions<VendorStatus> = {
  ...vendorTransitions,
  BLOCKED: ["REVIEW", "VERIFIED"],
};

/** Which table an entity follows. */
export const transitionsOf: Readonly<Record<Entity, Readonly<Record<string, readonly string[]>>>> = {
  kyc: recordTransitions,
  suit: recordTransitions,
  onfido: vendorTransitions,
  verifio: vendorTransitions,
  liveness: vendorTransitions,
  account: accountTransitions,
};

/** Whether an entity may go from one status (`null` where there is none) to another. */
export function mayMove(entity: Entity, from: Status | null, to: Status): boolean {
  return transitionsOf[entity][from ?? "NONE"]?.includes(to) === true;
}
