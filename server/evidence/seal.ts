import { createPublicKey, sign, verify } from "node:crypto";
import { canonicalJson } from "../../engine/values/canonical-json.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import type { Config } from "../config.ts";
import { keyFor } from "../keys.ts";
import { sha256 } from "../sha256.ts";
import { ed25519 } from "../signing.ts";

/** What is sealed says what it is, so that a seal of one thing is never taken for that of another. */
export type Sealable = { readonly kind: "evidence" | "approval" | "release" | "module"; readonly format: 1 };

/** Something signed: `hash` is SHA-256 over its canonical JSON, and the signature is over these same bytes. */
export type Sealed<Content> = {
  readonly content: Content;
  readonly hash: string;
  readonly signature: {
    readonly algorithm: "Ed25519";
    /** SPKI in Base64. */
    readonly publicKey: string;
    /** Base64. */
    readonly value: string;
  };
};

/** What is sealed of a module: the version's name, who compiled it, SHA-256 of its bytes. */
export type ModuleSeal = {
  readonly kind: "module";
  readonly format: 1;
  readonly hash: string;
  readonly edition: string;
  readonly module: string;
};

/** Seals things, and knows its own seal again. */
export type Sealer = {
  /** SPKI in Base64: whoever has it can check what was sealed here. */
  readonly publicKey: string;
  readonly seal: <Content extends Sealable>(content: Content) => Sealed<Content>;
  /** Whether this is a thing of that kind, unchanged since this installation's key sealed it. Never throws, whatever it is given. */
  readonly holds: (kind: Sealable["kind"], sealed: unknown) => boolean;
};

/** Opens the seal of this installation: Ed25519, so that whoever has the public key can check and only we can sign. */
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

/** What may be wrong with a seal: it is none of this kind, its hash, its signature, or another key than was asked for. */
export type BrokenSeal = "kind" | "hash" | "signature" | "key";

/** What is wrong with something sealed; `null` where nothing is. Without `publicKey`, whoever signed will do. */
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

/** Plain JSON: what the database gives back is the same again. */
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
