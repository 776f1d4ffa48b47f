import type { SwitchRoom } from "./room.ts";

/** The job that tells open pages to ask again, because a switch may begin or end on a certain day. */
export const daysJob = "switches.days";

/** Makes every page ask again if any switch has a first or last day. Returns whether one has. */
export async function tellDays({ db, flagSet, announce }: SwitchRoom): Promise<boolean> {
  const revision = flagSet.revision();
  if (revision === null || !JSON.stringify(flagSet.set()).includes('"currentTime"')) return false;
  await db.transaction().execute((tx) => announce(tx, revision));
  return true;
}
