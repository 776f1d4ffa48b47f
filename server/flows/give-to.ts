import type { Tx } from "../db/index.ts";
import type { FlowsDeps } from "./deps.ts";
import type { Subject } from "./registry.ts";
import "./tables.ts";

/**
 * Gives an instance to another subject. Only the key of the instance is sealed again, with the new owner's
 * key. The data that is sealed with this key stays as it is.
 */
export async function giveTo(
  deps: Pick<FlowsDeps, "vault">,
  tx: Tx,
  { id, key, owner }: { readonly id: string; readonly key: Buffer; readonly owner: Subject },
): Promise<void> {
  await tx
    .updateTable("flow_instances")
    .set({ subject: owner, locked_key: await deps.vault.lockKey(tx, owner, key) })
    .where("id", "=", id)
    .execute();
}

/** Gives all instances of a visitor to an account. */
export async function giveAll(
  deps: Pick<FlowsDeps, "vault">,
  tx: Tx,
  { from, owner }: { readonly from: Subject; readonly owner: Subject },
): Promise<void> {
  const rows = await tx
    .selectFrom("flow_instances")
    .select(["id", "locked_key"])
    .where("subject", "=", from)
    .forUpdate()
    .execute();
  for (const { id, locked_key } of rows) {
    const key = deps.vault.unlockKey(from, locked_key, null);
    if (key === null) throw new Error(`giveAll: instance ${id} has no key`);
    await giveTo(deps, tx, { id, key, owner });
  }
}
