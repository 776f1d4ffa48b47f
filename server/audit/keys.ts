import { createHmac, createPublicKey, type KeyObject, timingSafeEqual } from "node:crypto";
import type { Config } from "../config.ts";
import { keyFor } from "../keys.ts";
import { ed25519 } from "../signing.ts";

/** The keys of the audit trail. None of them is in the database. */
export type AuditKeys = {
  /** Key for the authentication codes of batches. */
  readonly mark: Buffer;
  /** Key that signs heads (Ed25519). */
  readonly head: KeyObject;
};

/** Returns the audit keys of this installation. */
export function auditKeys(config: Pick<Config, "masterKey" | "dataDir">): AuditKeys {
  return { mark: keyFor(config, "audit-batches"), head: ed25519(keyFor(config, "audit-head")) };
}

/** Returns the authentication code of a batch. The batch's hash covers its lines and the previous batch. */
export function markOf(
  keys: Pick<AuditKeys, "mark">,
  batch: { readonly number: number; readonly hash: string },
): string {
  return createHmac("sha256", keys.mark).update(`${batch.number}\n${batch.hash}`).digest("hex");
}

/** Returns whether a batch has a valid authentication code. */
export function isMarked(
  keys: Pick<AuditKeys, "mark">,
  batch: { readonly number: number; readonly hash: string; readonly mark: string | null },
): boolean {
  const ours = Buffer.from(markOf(keys, batch));
  const theirs = Buffer.from(batch.mark ?? "");
  return ours.length === theirs.length && timingSafeEqual(ours, theirs);
}

/** Returns the public key (SPKI in Base64) with which anyone can verify signed heads without the portal. */
export function publicHeadKey(keys: Pick<AuditKeys, "head">): string {
  return createPublicKey(keys.head).export({ type: "spki", format: "der" }).toString("base64");
}
