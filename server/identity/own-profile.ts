import { maskedPhone, walletFact } from "../accounts/index.ts";
import { type OwnAccount, ownAccounts } from "./payout.ts";
import { personSheet, type Work } from "./person-sheet.ts";
import type { Room } from "./room.ts";
import { signedContractsOf } from "./signed-contracts.ts";

/** A person's data as shown to themselves. Account and document numbers are masked. */
export type OwnProfile = {
  readonly names: { readonly th: string; readonly en: string } | null;
  readonly birthDate: string | null;
  /** The last four digits of the ID card or company registration, masked. */
  readonly document: string | null;
  readonly phone: string | null;
  /** Whether codes go to that number, because its owner proved it by one. */
  readonly phoneGetsCodes: boolean;
  readonly address: string | null;
  readonly work: Work | null;
  /** The account that money goes to, or the one that waits. */
  readonly bank: OwnAccount | null;
  /** The account that is to replace it: not approved yet, or money can go to it only later. */
  readonly nextBank: OwnAccount | null;
  /** The saved wallet, unmasked: it grants nothing, and its owner may copy it. */
  readonly wallet: { readonly address: string; readonly verified: boolean } | null;
  readonly contract: { readonly version: string; readonly signedAt: string } | null;
  /** The valid suitability test; `null` before the first. */
  readonly suitability: { readonly answeredAt: string; readonly goodUntil: string } | null;
  /** The valid FATCA and CRS self-certification and the resulting form; `null` before the first. */
  readonly taxResidence: {
    readonly declaredOn: string;
    readonly form: "W9" | "W8BEN" | "NONE";
    /** The last day of a W-8BEN; `null` for what stays valid until something changes. */
    readonly goodUntil: string | null;
  } | null;
};

/** Returns the data for its owner. */
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
 * Returns the last day of a W-8BEN signed on a day: the end of the third year after (Instructions for Form W-8BEN,
 * "Expiration of Form W-8BEN").
 */
function w8benGoodUntil(signedOn: string): string {
  return `${Number(signedOn.slice(0, 4)) + 3}-12-31`;
}
