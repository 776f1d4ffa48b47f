import { hasConsent } from "../accounts/index.ts";
import type { Db, Tx } from "../db/index.ts";
import type { AskedAgain } from "../flows/index.ts";
import type { Room } from "./room.ts";
import type { AskedItem } from "./tables.ts";

/**
 * The last review's result, if the investor must know it: a correction was requested or the identity was
 * rejected. `reason` is the text that the investor reads.
 */
export type LastDecision = {
  readonly reference: string;
  readonly state: "asked-again" | "rejected";
  readonly reason: string;
  readonly asked: readonly AskedItem[];
};

/** Returns the decision of a person's last review; `null` if the person has submitted again since. */
export async function lastDecision(
  room: Pick<Room, "accounts">,
  db: Db | Tx,
  personId: string,
): Promise<LastDecision | null> {
  const row = await db
    .selectFrom("identity_reviews")
    .select(["id", "reference", "state", "reason", "told", "asked"])
    .where("person_id", "=", personId)
    .where("state", "<>", "replaced")
    // Open reviews are sorted first, because an open review is newer than all decided reviews.
    .orderBy((order) => order.case().when("state", "=", "open").then(0).else(1).end())
    .orderBy("decided_at", "desc")
    .executeTakeFirst();
  if (row?.state !== "asked-again" && row?.state !== "rejected") return null;
  const place = reviewPlace(row.id);
  const [reason, asked] = await room.accounts.vault.openWords(db, [
    { place, sealed: row.reason },
    { place, sealed: row.asked },
  ]);
  return {
    reference: row.reference,
    state: row.state,
    reason: row.told ?? reason ?? "",
    asked: asked == null ? [] : (JSON.parse(asked) as readonly AskedItem[]),
  };
}

/** Returns the `place` with which the vault seals the texts of the decision about a review. */
export function reviewPlace(reviewId: string): string {
  return `identity_reviews/${reviewId}`;
}

/**
 * Returns the items that a person must answer again: those that the reviewer named, and agreements to
 * versions that are no longer valid.
 */
export async function askedAgain(room: Room, tx: Tx, personId: string): Promise<AskedAgain | null> {
  const last = await lastDecision(room, tx, personId);
  if (last?.state !== "asked-again") return null;
  const named = last.asked.map(({ name, reason }) => ({ input: name, reason }));
  const agreements = await outdatedAgreements(room, tx, personId);
  const inputs = [...named, ...agreements.map((input) => ({ input, code: "agreement-changed" }))];
  return { by: `review:${last.reference}`, effect: "identity.submit", inputs };
}

/**
 * Returns the names of the agreements that the person gave only to versions that are no longer valid (ADR
 * 46).
 */
async function outdatedAgreements(room: Room, tx: Tx, personId: string): Promise<readonly string[]> {
  const { legal } = room.accounts;
  const signed = await tx
    .selectFrom("signed_contracts")
    .select("id")
    .where("person_id", "=", personId)
    .where("version", "in", [...legal().contract.counting])
    .executeTakeFirst();
  const biometrics = await hasConsent(tx, legal(), personId, "biometrics");
  return [
    ...(signed === undefined ? ["contractAccepted"] : []),
    ...(biometrics ? [] : ["biometricsAccepted"]),
  ];
}
