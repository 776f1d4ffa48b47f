import type { Tx } from "../db/index.ts";
import "./tables.ts";

/**
 * Deletes what the portal stored about how an investor uses their own pages, such as answers to prompts.
 * Documents stay; they are sealed with the person's key.
 */
export async function forgetHabits(tx: Tx, personId: string): Promise<void> {
  for (const table of ["prompt_answers", "saved_strategies", "letters_read", "declined_letters"] as const)
    await tx.deleteFrom(table).where("person_id", "=", personId).execute();
}
