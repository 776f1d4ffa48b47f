import type { SwitchRoom } from "./room.ts";

/** The job that tells open pages that a day has begun or ended for a switch. */
export const daysJob = "switches.days";

/** Tells every page to ask again if a switch has days. Answers whether it did. */
export async function tellDays({ db, flagSet, announce }: SwitchRoom): Promise<boolean> {
  const revision = flagSet.revision();
  if (revision === null || !JSON.stringify(flagSet.set()).includes('"currentTime"')) return false;
  await db.transaction().execute((tx) => announce(tx, revision));
  return true;
}
