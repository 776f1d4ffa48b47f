import type { Db, Tx } from "../db/index.ts";
import type { Review } from "./answers.ts";
import { cardDifferences } from "./card-differences.ts";
import { ASKED_AGAIN } from "./checks.ts";
import type { Profile } from "./profile.ts";
import type { Room } from "./room.ts";
import type { CardRead } from "./vendor.ts";

/** Returns the vendors' results about a person's documents and face, newest first. */
export async function checksOf(
  room: Room,
  db: Db | Tx,
  { personId, profile }: { readonly personId: string; readonly profile: Profile | null },
): Promise<Review["checks"]> {
  const rows = await db
    .selectFrom("identity_checks")
    .select(["kind", "vendor", "state", "result", "sub_result", "concerns", "read_sealed", "asked_at"])
    .select("answered_at")
    .where("person_id", "=", personId)
    .orderBy("seq", "desc")
    .limit(20)
    .execute();
  const checks: Review["checks"][number][] = [];
  for (const row of rows) {
    const opened =
      row.read_sealed === null ? null : await room.accounts.vault.open(db, personId, row.read_sealed);
    const read = opened === null ? null : (JSON.parse(opened) as CardRead);
    checks.push({
      kind: row.kind,
      vendor: row.vendor,
      state: row.state,
      result: row.result,
      subResult: row.sub_result,
      concerns: row.concerns,
      read:
        read === null
          ? null
          : { name: read.name, birthDate: read.birthDate, nationalIdEnd: read.nationalId?.slice(-4) ?? null },
      differs: read === null || profile === null ? [] : [...cardDifferences(read, profile.general)],
      askedAt: row.asked_at.toISOString(),
      answeredAt: row.answered_at?.toISOString() ?? null,
    });
  }
  return checks;
}

/**
 * Returns whether two people must approve. They must if the newest check of a vendor reported a problem, or
 * read other data on the card than the person entered.
 */
export function needsTwo(checks: Review["checks"]): boolean {
  const newest = checks.filter(
    (one, at) => checks.findIndex(({ kind, vendor }) => kind === one.kind && vendor === one.vendor) === at,
  );
  return newest.some(
    ({ state, result, concerns, differs }) =>
      state === "answered" &&
      result !== ASKED_AGAIN &&
      (result !== "clear" || concerns.length + differs.length > 0),
  );
}
