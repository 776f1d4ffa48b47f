import type { Json, JsonObject } from "../../engine/values/json.ts";
import { inTrail } from "../audit/index.ts";
import type { Db, Tx } from "../db/index.ts";
import type { OrdersRoom } from "./room.ts";
import "./tables.ts";

/**
 * Seals the reason of a rejection with the investor's key. The result is for the order and for the audit
 * line.
 */
export async function sealReason(
  { vault }: Pick<OrdersRoom, "vault">,
  tx: Tx,
  order: string,
  reason: string,
): Promise<JsonObject> {
  const row = await tx.selectFrom("orders").select("person_id").where("id", "=", order).executeTakeFirst();
  const place = `orders/${order}`;
  return inTrail({ place, sealed: await vault.sealWords(tx, row?.person_id ?? null, place, reason) });
}

/**
 * Opens the sealed reason of a rejection. Returns `null` if none was given, or if the investor was erased.
 */
export async function openReason(
  { vault }: { readonly vault: Pick<OrdersRoom["vault"], "openWords"> },
  db: Db | Tx,
  reason: Json | undefined,
): Promise<string | null> {
  const { place, sealed } = (reason ?? {}) as { readonly [name: string]: Json };
  if (typeof place !== "string" || typeof sealed !== "string") return null;
  return (await vault.openWords(db, [{ place, sealed: Buffer.from(sealed, "base64") }]))[0] ?? null;
}
