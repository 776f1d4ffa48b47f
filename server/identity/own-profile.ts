import { maskedPhone, walletFact } from "../accounts/index.ts";
import { type OwnAccount, ownAccounts } from "./payout.ts";
import { personSheet, type Work } from "./person-sheet.ts";
import type { Room } from "./room.ts";
import { signedContractsOf } from "./signed-contracts.ts";

/** The data that a person sees about themselves. Numbers of accounts and documents are masked. */
export type OwnProfile = {
  readonly names: { readonly th: string; readonly en: string } | null;
  readonly birthDate: string | null;
  /** Last four digits of the ID card or company registration, after a mask. */
  readonly document: string | null;
  readonly phone: string | null;
  /** Whether codes are sent to the phone number. This requires that its owner proved the number by a code. */
  readonly phoneGetsCodes: boolean;
  readonly address: string | null;
  readonly work: Work | null;
  /** Bank account to which money goes; if there is none, the account that waits for approval. */
  readonly bank: OwnAccount | null;
  /** Bank account that will replace `bank`. It is not yet approved, or money can go to it only later. */
  readonly nextBank: OwnAccount | null;
  /** Saved wallet, unmasked. Its address gives no access, and its owner may want to copy it. */
  readonly wallet: { readonly address: string; readonly verified: boolean } | null;
  readonly contract: { readonly version: string; readonly signedAt: string } | null;
  /** Latest suitability test; `null` before the first. */
  readonly suitability: { readonly answeredAt: string; readonly goodUntil: string } | null;
  /** Latest FATCA and CRS self-certification, with the form that follows from it; `null` before the first. */
  readonly taxResidence: {
    readonly declaredOn: string;
    readonly form: "W9" | "W8BEN" | "NONE";
    /** Last day on which a W-8BEN is valid; `null` for a form that stays valid until something changes. */
    readonly goodUntil: string | null;
  } | null;
};

/** Returns the profile data that a person sees about themselves. */
export async function ownProfile(room: Room, personId: string): Promise<OwnProfile> {
  const [sheet, proved, accounts, contracts, wallet, test, declaration] = await Promise.all([
    personSheet(room, personId),
    maskedPhone(room.db, personId),
    ownAccounts(room.db, { personId, at: room.clock.now().toJSDate() }),
    signedContractsOf(room.db, personId),
    walletFact(room.db, { personId, clock: room.clock }),
    room.db
      .selectFrom("suitability_results")
      .select(["at", "valid_until"])
      .where("person_id", "=", personId)
      .orderBy("seq", "desc")
      .executeTakeFirst(),
    room.db
      .selectFrom("fatca_declarations")
      .select(["declared_on", "form"])
      .where("person_id", "=", personId)
      .orderBy("seq", "desc")
      .executeTakeFirst(),
  ]);
  const [latest] = contracts;
  return {
    names: sheet.names,
    birthDate: sheet.birthDate,
    document: sheet.document === null ? null : `•••••••••${sheet.document.slice(-4)}`,
    phone: sheet.phone === null ? null : `••• ••• ${sheet.phone.slice(-4)}`,
    phoneGetsCodes: proved !== null,
    address: sheet.address,
    work: sheet.work,
    ...accounts,
    wallet:
      wallet.state === "NONE" ? null : { address: wallet.address, verified: wallet.state === "VERIFIED" },
    contract: latest === undefined ? null : { version: latest.version, signedAt: latest.signedAt },
    suitability:
      test === undefined ? null : { answeredAt: test.at.toISOString(), goodUntil: test.valid_until },
    taxResidence:
      declaration === undefined
        ? null
        : {
            declaredOn: declaration.declared_on,
            form: declaration.form,
            goodUntil: declaration.form === "W8BEN" ? w8benGoodUntil(declaration.declared_on) : null,
          },
  };
}

/**
 * Returns the last day on which a W-8BEN signed on the given day is valid. This is the end of the third year
 * after the year of signature (Instructions for Form W-8BEN, "Expiration of Form W-8BEN").
 */
function w8benGoodUntil(signedOn: string): string {
  return `${Number(signedOn.slice(0, 4)) + 3}-12-31`;
}
