import { createPrivateKey, type KeyObject } from "node:crypto";

/** The Ed25519 key that 32 bytes make (RFC 8410: the seed in PKCS #8). */
export function ed25519(seed: Buffer): KeyObject {
  const head = Buffer.from("302e020100300506032b657004220420", "hex");
  return createPrivateKey({ key: Buffer.concat([head, seed]), format: "der", type: "pkcs8" });
}
