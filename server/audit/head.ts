import { createPublicKey, sign, verify } from "node:crypto";
import { canonicalJson } from "../../engine/values/canonical-json.ts";
import { type AuditKeys, publicHeadKey } from "./keys.ts";
import type { Position } from "./seal.ts";

/**
 * The signed state of the trail at a check. A copy stored elsewhere proves that no earlier line was removed
 * or changed.
 */
export type AuditHead = {
  readonly content: Position & {
    readonly kind: "audit-head";
    readonly format: 1;
    /** Time of the check, ISO 8601 in UTC, by the machine's clock. */
    readonly at: string;
  };
  readonly signature: {
    readonly algorithm: "Ed25519";
    /** Public key, SPKI in Base64. */
    readonly publicKey: string;
    /** Signature over the canonical JSON of `content` (sorted names, no spaces), in Base64. */
    readonly value: string;
  };
};

/** Signs the state of the trail. */
export function signHead(keys: AuditKeys, position: Position, at: Date): AuditHead {
  const content = { kind: "audit-head", format: 1, ...position, at: at.toISOString() } as const;
  return {
    content,
    signature: {
      algorithm: "Ed25519",
      publicKey: publicHeadKey(keys),
      value: sign(null, bytesOf(content), keys.head).toString("base64"),
    },
  };
}

/** Parses a signed head; returns `null` unless this installation signed it. */
export function readHead(keys: AuditKeys, value: unknown): AuditHead | null {
  const { content, signature } = (value ?? {}) as Partial<AuditHead>;
  if (content?.kind !== "audit-head" || content.format !== 1) return null;
  if (signature?.publicKey !== publicHeadKey(keys) || typeof signature.value !== "string") return null;
  const given = Buffer.from(signature.value, "base64");
  return verify(null, bytesOf(content), createPublicKey(keys.head), given) ? (value as AuditHead) : null;
}

function bytesOf(content: AuditHead["content"]): Buffer {
  return Buffer.from(canonicalJson(content));
}
