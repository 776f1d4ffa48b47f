import { record } from "../audit/index.ts";
import type { Tx } from "../db/index.ts";
import type { Change, Room } from "./room.ts";

/** Writes the audit line for a step of a change, such as a save or a submission. */
export async function recordStep(
  { clock }: Room,
  tx: Tx,
  change: Change,
  {
    by,
    what,
    from = null,
    to = null,
    reason,
  }: {
    readonly by: string;
    readonly what: string;
    readonly from?: string | null;
    readonly to?: string | null;
    readonly reason?: string;
  },
): Promise<void> {
  await record(tx, clock, {
    actor: `person:${by}`,
    action: `changes.${what}`,
    subject: `change:${change.id}`,
    from,
    to,
    detail: {
      title: change.title,
      flows: Object.keys(change.parts),
      ...(reason === undefined ? {} : { reason }),
    },
  });
}
