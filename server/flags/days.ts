import type { SwitchRoom } from "./room.ts";

/**
 * Name of the job that makes open pages ask for the switches again, because a switch can begin or end on a
 * certain day.
 */
export const daysJob = "switches.days";

/**
 * Makes all open pages ask for the switches again, if any switch has a first or last day. Returns whether one
 * has.
 */
export async function tellDays({ db, flagSet, announce }: SwitchRoom): Promise<boolean> {
  const revision = flagSet.revision();
  if (revision === null || !JSON.stringify(flagSet.set()).includes('"currentTime"')) return false;
  await db.transaction().execute((tx) => announce(tx, revision));
  return true;
}
