import type { Tx } from "../db/index.ts";
import "./tables.ts";

/**
 * Removes the preferences that the portal stored for an investor's own pages. Documents stay, sealed with the
 * person's key.
 */
export async function forgetHabits(tx: Tx, personId: string): Promise<void> {
  for (const table of ["prompt_answers", "saved_strategies", "letters_read", "declined_letters"] as const)
    await tx.deleteFrom(table).where("person_id", "=", personId).execute();
}
