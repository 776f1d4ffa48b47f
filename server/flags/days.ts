import type { SwitchRoom } from "./room.ts";

/** The job that announces the first and last days of switches to open pages. */
export const daysJob = "switches.days";

/** Makes every page ask again if a switch has days. Returns true if one has. */
export async function tellDays({ db, flagSet, announce }: SwitchRoom): Promise<boolean> {
  const revision = flagSet.revision();
  if (revision === null || !JSON.stringify(flagSet.set()).includes('"currentTime"')) return false;
  await db.transaction().execute((tx) => announce(tx, revision));
  return true;
}
