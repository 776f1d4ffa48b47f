import { createHmac, createPublicKey, type KeyObject, timingSafeEqual } from "node:crypto";
import type { Config } from "../config.ts";
import { keyFor } from "../keys.ts";
import { ed25519 } from "../signing.ts";

/** What the trail is sealed with; nothing of it is in the database. */
export type AuditKeys = {
  /** Marks batches. */
  readonly mark: Buffer;
  /** Signs heads: Ed25519. */
  readonly head: KeyObject;
};

/** The keys of this installation. */
export function auditKeys(config: Pick<Config, "masterKey" | "dataDir">): AuditKeys {
  return { mark: keyFor(config, "audit-batches"), head: ed25519(keyFor(config, "audit-head")) };
}

/** The mark of a batch: its hash covers its lines and the batch before. */
export function markOf(
  keys: Pick<AuditKeys, "mark">,
  batch: { readonly number: number; readonly hash: string },
): string {
  return createHmac("sha256", keys.mark).update(`${batch.number}\n${batch.hash}`).digest("hex");
}

/** Whether a batch carries our mark. */
export function isMarked(
  keys: Pick<AuditKeys, "mark">,
  batch: { readonly number: number; readonly hash: string; readonly mark: string | null },
): boolean {
  const ours = Buffer.from(markOf(keys, batch));
  const theirs = Buffer.from(batch.mark ?? "");
  return ours.length === theirs.length && timingSafeEqual(ours, theirs);
}

/** The public half of the key that signs heads, SPKI in Base64: whoever has it can check a head away from the portal. */
export function publicHeadKey(keys: Pick<AuditKeys, "head">): string {
  return createPublicKey(keys.head).export({ type: "spki", format: "der" }).toString("base64");
}
