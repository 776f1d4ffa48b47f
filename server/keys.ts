import { hkdfSync, randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "./config.ts";
import { writeOnce } from "./write-once.ts";

/**
 * A 32-byte key for one purpose, such as `session-token` or `outbox`: derived from the master key, so
 * that a key that leaks opens nothing else. The same installation always derives the same keys.
 */
export function keyFor(config: Pick<Config, "masterKey" | "dataDir">, purpose: string): Buffer {
  const master = config.masterKey === null ? keyFile(config.dataDir) : Buffer.from(config.masterKey, "hex");
  return Buffer.from(hkdfSync("sha256", master, "saphan", purpose, 32));
}

function keyFile(dataDir: string): Buffer {
  mkdirSync(dataDir, { recursive: true });
  const text = writeOnce(join(dataDir, "master.key"), () => randomBytes(32).toString("hex")).trim();
  if (!/^[0-9a-f]{64}$/i.test(text))
    throw new Error(
      `${join(dataDir, "master.key")} holds no key (64 hexadecimal digits). Put the backup of this installation's key ` +
        "there: nothing that is sealed opens without it.",
    );
  return Buffer.from(text, "hex");
}
