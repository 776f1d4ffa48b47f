import { type AskedConsent, askedConsents } from "../accounts/index.ts";
import { askedContract } from "./contract-again.ts";
import { userRecord } from "./investor.ts";
import type { Room } from "./room.ts";
import "./tables.ts";

/**
 * The tasks that a person still has to do, according to their records. A member is `null` or false if there
 * is no such task.
 */
export type AskedOf = {
  /**
   * The version of the contract to sign, if the person signed only an earlier version. The signed version
   * stays valid until `graceUntil`.
   */
  readonly contract: { readonly version: string; readonly graceUntil: string | null } | null;
  /** Texts that need a new consent, with the version in force. */
  readonly consents: readonly AskedConsent[];
  /** Task for the identity: submit it (`begin`), or correct or renew it (`again`); `null` if none. */
  readonly identity: "begin" | "again" | null;
  /** Whether a verified bank account for payouts is missing. */
  readonly bank: boolean;
  readonly pin: boolean;
  readonly mayInvest: boolean;
};

const SENT_IN: readonly (string | null)[] = ["PENDING", "REVIEW", "VERIFIED", "OVERDUE"];

/** Returns what an investor still has to do; `null` for staff and unknown people. */
export async function askedOf(room: Room, personId: string): Promise<AskedOf | null> {
  const user = await userRecord(room, personId);
  if (user === null || user.role !== null) return null;
  const { status } = user.kyc;
  const known = user.isVerified && SENT_IN.includes(status);
  return {
    contract: await askedContract(room, room.db, personId),
    consents: await askedConsents(room.accounts, room.db, personId),
    identity: !user.isVerified
      ? null
      : status === null || status === "PRE_VERIFIED"
        ? "begin"
        : status === "OVERDUE" || user.decision?.state === "asked-again"
          ? "again"
          : null,
    bank: known && user.bankName === null && user.walletAddress === null,
    pin: known && !user.hasPin,
    mayInvest: user.allowInvest,
  };
}
