import { createPublicKey, sign, verify } from "node:crypto";
import { canonicalJson } from "../../engine/values/canonical-json.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import type { Config } from "../config.ts";
import { keyFor } from "../keys.ts";
import { sha256 } from "../sha256.ts";
import { ed25519 } from "../signing.ts";

/**
 * Content that can be sealed. It contains its own kind, so that sealed content of one kind cannot be passed
 * off as another kind.
 */
export type Sealable = { readonly kind: "evidence" | "approval" | "release" | "module"; readonly format: 1 };

/**
 * Content with a signature. `hash` is the SHA-256 of its canonical JSON, and the signature covers the same
 * bytes.
 */
export type Sealed<Content> = {
  readonly content: Content;
  readonly hash: string;
  readonly signature: {
    readonly algorithm: "Ed25519";
    /** The public key, as SPKI in Base64. */
    readonly publicKey: string;
    /** The signature, in Base64. */
    readonly value: string;
  };
};

/**
 * The sealed data of a module: hash of the version, edition of the compiler, SHA-256 of the module's bytes.
 */
export type ModuleSeal = {
  readonly kind: "module";
  readonly format: 1;
  readonly hash: string;
  readonly edition: string;
  readonly module: string;
};

/** Seals content, and verifies seals of this installation. */
export type Sealer = {
  /** The public key, as SPKI in Base64. With it, anyone can verify seals of this installation. */
  readonly publicKey: string;
  readonly seal: <Content extends Sealable>(content: Content) => Sealed<Content>;
  /**
   * Returns whether a value is sealed content of the given kind, unchanged since this installation sealed it.
   * Never throws.
   */
  readonly holds: (kind: Sealable["kind"], sealed: unknown) => boolean;
};

/**
 * Creates the sealer of this installation. It uses Ed25519: everyone can verify with the public key, but only
 * this installation can sign.
 */
export function createSealer(config: Pick<Config, "masterKey" | "dataDir">): Sealer {
  const privateKey = ed25519(keyFor(config, "definition-evidence"));
  const publicKey = createPublicKey(privateKey).export({ type: "spki", format: "der" }).toString("base64");
  return {
    publicKey,
    seal: (content) => {
      const bytes = bytesOf(content);
      const value = sign(null, bytes, privateKey).toString("base64");
      return {
        content,
        hash: sha256(bytes.toString()),
        signature: { algorithm: "Ed25519", publicKey, value },
      };
    },
    holds: (kind, sealed) => brokenSeal(kind, sealed, publicKey) === null,
  };
}

/** The fault of a seal: a wrong kind, hash, signature or key. */
export type BrokenSeal = "kind" | "hash" | "signature" | "key";

/**
 * Returns what is wrong with sealed content; `null` if nothing is. If `publicKey` is missing, a signature by
 * any key is accepted.
 */
export function brokenSeal(
  kind: Sealable["kind"],
  sealed: unknown,
  publicKey: string | null,
): BrokenSeal | null {
  if (!isSealed(sealed) || sealed.content.kind !== kind) return "kind";
  const { content, hash, signature } = sealed;
  const bytes = bytesOf(content);
  if (sha256(bytes.toString()) !== hash) return "hash";
  if (!signed(bytes, signature)) return "signature";
  return publicKey === null || signature.publicKey === publicKey ? null : "key";
}

/** Converts content to plain JSON, as it would be when read from the database. */
export function asJson<Content>(content: Content): JsonObject {
  return JSON.parse(JSON.stringify(content)) as JsonObject;
}

function isSealed(value: unknown): value is Sealed<Sealable> {
  const { content, hash, signature } = (value ?? {}) as Partial<Sealed<Sealable>>;
  return (
    typeof content === "object" &&
    content !== null &&
    typeof hash === "string" &&
    typeof signature?.publicKey === "string" &&
    typeof signature.value === "string"
  );
}

function signed(bytes: Buffer, { publicKey, value }: Sealed<unknown>["signature"]): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, "base64"), type: "spki", format: "der" });
    return key.asymmetricKeyType === "ed25519" && verify(null, bytes, key, Buffer.from(value, "base64"));
  } catch {
    return false;
  }
}

function bytesOf(content: unknown): Buffer {
  return Buffer.from(canonicalJson(asJson(content)));
}
