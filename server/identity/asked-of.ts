import { type AskedConsent, askedConsents } from "../accounts/index.ts";
import { askedContract } from "./contract-again.ts";
import { userRecord } from "./investor.ts";
import type { Room } from "./room.ts";
import "./tables.ts";

/** What a person's records ask of them; what nothing is asked of is `null`, or false. */
export type AskedOf = {
  /** A new version of the contract that they signed; until that day the earlier one counts. */
  readonly contract: { readonly version: string; readonly graceUntil: string | null } | null;
  /** Texts that are asked anew, with the version in force. */
  readonly consents: readonly AskedConsent[];
  /** To send their identity in, or to correct or renew it. */
  readonly identity: "begin" | "again" | null;
  /** No account is bound that money could be paid out to. */
  readonly bank: boolean;
  readonly pin: boolean;
  readonly mayInvest: boolean;
};

const SENT_IN: readonly (string | null)[] = ["PENDING", "REVIEW", "VERIFIED", "OVERDUE"];

/** Reads what an investor's records ask of them; `null` for staff, and where there is no such person. */
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
