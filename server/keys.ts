import { hkdfSync, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "./config.ts";

/**
 * A 32-byte key for one purpose, such as `session-token` or `outbox`: derived from the master key, so
 * that a key that leaks opens nothing else. The same installation always derives the same keys.
 */
export function keyFor(config: Pick<Config, "masterKey" | "dataDir">, purpose: string): Buffer {
  const master = config.masterKey === null ? keyFile(config.dataDir) : Buffer.from(config.masterKey, "hex");
  return Buffer.from(hkdfSync("sha256", master, "saphan", purpose, 32));
}

function keyFile(dataDir: string): Buffer {
  const path = join(dataDir, "master.key");
  mkdirSync(dataDir, { recursive: true });
  try {
    // `wx` refuses an existing file: two processes starting together end up with one key.
    writeFileSync(path, randomBytes(32).toString("hex"), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return Buffer.from(readFileSync(path, "utf8").trim(), "hex");
}
