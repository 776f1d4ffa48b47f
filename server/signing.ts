import { createPrivateKey, type KeyObject } from "node:crypto";

/** Returns the Ed25519 key of a 32-byte seed (RFC 8410, PKCS #8). */
export function ed25519(seed: Buffer): KeyObject {
  const head = Buffer.from("302e020100300506032b657004220420", "hex");
  return createPrivateKey({ key: Buffer.concat([head, seed]), format: "der", type: "pkcs8" });
}
