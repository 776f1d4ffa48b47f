import { DateTime } from "luxon";
import { ZONE } from "../clock/index.ts";
import type { Db, Tx } from "../db/index.ts";
import "./tables.ts";

/** Returns the contracts that a person signed, latest first, each with version, language and text hash. */
export async function signedContractsOf(on: Db | Tx, personId: string) {
  const rows = await on
    .selectFrom("signed_contracts")
    .select(["version", "language", "text_hash as textHash", "at"])
    .where("person_id", "=", personId)
    .orderBy("at", "desc")
    .orderBy("id")
    .execute();
  return rows.map(({ at, ...contract }) => ({
    ...contract,
    signedAt: DateTime.fromJSDate(new Date(at), { zone: ZONE }).toISO({ suppressMilliseconds: true }) ?? "",
  }));
}
