import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import { canonicalJson } from "../../engine/values/canonical-json.ts";
import type { Json, JsonObject } from "../../engine/values/json.ts";
import type { Config } from "../config.ts";
import { keyFor } from "../keys.ts";
import { hashesOf, type Judged, sha256 } from "./gate.ts";
import type { Impact } from "./impact.ts";
import type { Version } from "./version-store.ts";

/** Why a version may be published: what the gate found, whom it touches, who proposed it and when. */
export type Evidence = {
  readonly format: 1;
  readonly version: string;
  readonly flow: string;
  /** The version that it was written on top of; `null` where there was none. */
  readonly basedOn: string | null;
  readonly changed: readonly string[];
  readonly judged: Judged;
  readonly impact: Impact;
  readonly note: string | null;
  /** Id of who proposed it; `null` for files that changed on disk. */
  readonly proposedBy: string | null;
  readonly proposedAt: string;
};

/** An approval: of exactly one evidence, by whom, and how open instances stood then. */
export type Approval = {
  readonly format: 1;
  readonly evidence: string;
  readonly approvedBy: string;
  readonly approvedAt: string;
  readonly impact: Impact;
};

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

/** What is stored with a version that was proposed: its evidence, and the approval where there is one. */
export type VersionEvidence = {
  readonly basedOn: string | null;
  readonly proposal: Sealed<Evidence>;
  readonly approval: Sealed<Approval> | null;
};

/** Seals evidence, and knows its own seal again. */
export type Sealer = {
  readonly seal: <Content>(content: Content) => Sealed<Content>;
  /** Whether it is as it was sealed, by this installation's key. */
  readonly holds: (sealed: Sealed<unknown>) => boolean;
};

/** Opens the seal of this installation: Ed25519, so that whoever has the public key can check and only we can sign. */
export function createSealer(config: Pick<Config, "masterKey" | "dataDir">): Sealer {
  const privateKey = ed25519(keyFor(config, "definition-evidence"));
  const ours = createPublicKey(privateKey);
  const publicKey = ours.export({ type: "spki", format: "der" }).toString("base64");
  return {
    seal: (content) => {
      const bytes = bytesOf(content);
      const value = sign(null, bytes, privateKey).toString("base64");
      return {
        content,
        hash: sha256(bytes.toString()),
        signature: { algorithm: "Ed25519", publicKey, value },
      };
    },
    holds: ({ content, hash, signature }) => {
      const bytes = bytesOf(content);
      return (
        sha256(bytes.toString()) === hash && verify(null, bytes, ours, Buffer.from(signature.value, "base64"))
      );
    },
  };
}

/** The evidence stored with a version, as it lies there; `null` for files that were published without a proposal. */
export function evidenceOf({ evidence }: Pick<Version, "evidence">): VersionEvidence | null {
  return typeof evidence.proposal === "object" ? (evidence as unknown as VersionEvidence) : null;
}

/** Whether a stored version is still the one that was judged: sealed by us, and everything that will be published in it. */
export function covers(sealer: Sealer, version: Version): boolean {
  const stored = evidenceOf(version);
  if (stored === null || !sealer.holds(stored.proposal)) return false;
  const { content } = stored.proposal;
  const same = (one: unknown, other: unknown) => canonicalJson(one as Json) === canonicalJson(other as Json);
  return (
    content.version === version.id &&
    content.flow === version.flow &&
    content.judged.hash === version.hash &&
    content.basedOn === stored.basedOn &&
    content.proposedBy === version.proposed_by &&
    content.proposedAt === version.proposed_at.toISOString() &&
    same(content.changed, version.changed) &&
    same(content.judged.files, hashesOf(version.files))
  );
}

/** Plain JSON: what `jsonb` gives back is the same again. */
export function asJson<Content>(content: Content): JsonObject {
  return JSON.parse(JSON.stringify(content)) as JsonObject;
}

function bytesOf(content: unknown): Buffer {
  return Buffer.from(canonicalJson(asJson(content)));
}

/** RFC 8410: the 32 bytes of an Ed25519 key in PKCS #8. */
function ed25519(seed: Buffer): KeyObject {
  const head = Buffer.from("302e020100300506032b657004220420", "hex");
  return createPrivateKey({ key: Buffer.concat([head, seed]), format: "der", type: "pkcs8" });
}
