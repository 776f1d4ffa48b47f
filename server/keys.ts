import { hkdfSync, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "./config.ts";
import { seal, unseal } from "./seal.ts";
import { writeOnce } from "./write-once.ts";

/** The settings from which the keys of an installation are read. */
type Keys = Pick<Config, "masterKey" | "dataDir">;

/**
 * Derives a key of 32 bytes for one purpose, such as `session-token` or `outbox`, from the root key. If one
 * such key leaks, the others remain secret. An installation always derives the same keys, even after its
 * master key was changed. Throws if the master key belongs to another installation.
 */
export function keyFor(config: Keys, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", rootKey(config), "saphan", purpose, 32));
}

/**
 * Adds a second master key (32 bytes). From then on both the present and the new key work, until
 * `keepOneMasterKey` is called. If the present key is in a file of the data folder, the new key replaces it
 * there.
 */
export function addMasterKey(config: Keys, next: Buffer): void {
  const root = rootKey(config);
  const copies = readCopies(config.dataDir) ?? [seal(masterKey(config), root, ROOT)];
  writeWhole(copiesFile(config.dataDir), JSON.stringify([...copies, seal(next, root, ROOT)].map(toText)));
  if (config.masterKey === null) writeWhole(masterFile(config.dataDir), next.toString("hex"));
}

/** Makes all master keys invalid except the one that is configured now. */
export function keepOneMasterKey(config: Keys): void {
  writeWhole(
    copiesFile(config.dataDir),
    JSON.stringify([toText(seal(masterKey(config), rootKey(config), ROOT))]),
  );
}

/**
 * Sealed copies of the root key are bound to this name. Therefore they cannot be used in place of other
 * sealed data.
 */
const ROOT = "root-key";
const copiesFile = (dataDir: string) => join(dataDir, "root.key");
const masterFile = (dataDir: string) => join(dataDir, "master.key");
const toText = (bytes: Buffer) => bytes.toString("base64");

/**
 * Returns the root key. As long as the master key was never changed, the two are equal. After the first
 * change, the root key is stored in a file, sealed once with each master key.
 */
function rootKey(config: Keys): Buffer {
  const master = masterKey(config);
  const copies = readCopies(config.dataDir);
  if (copies === null) return master;
  for (const copy of copies)
    try {
      return unseal(master, copy, ROOT);
    } catch {
      // This copy may be sealed with another master key, so the next copy is tried.
    }
  throw new Error(
    `The master key (${config.masterKey === null ? masterFile(config.dataDir) : "SAPHAN_KEY"}) opens nothing in ` +
      `${copiesFile(config.dataDir)}. Start with this installation's key; after it was changed, with the new one.`,
  );
}

function masterKey({ masterKey: given, dataDir }: Keys): Buffer {
  if (given !== null) return Buffer.from(given, "hex");
  mkdirSync(dataDir, { recursive: true });
  const text = writeOnce(masterFile(dataDir), () => randomBytes(32).toString("hex")).trim();
  if (!/^[0-9a-f]{64}$/i.test(text))
    throw new Error(
      `${masterFile(dataDir)} holds no key (64 hexadecimal digits). Put the backup of this installation's key ` +
        "there: nothing that is sealed opens without it.",
    );
  return Buffer.from(text, "hex");
}

function readCopies(dataDir: string): readonly Buffer[] | null {
  if (!existsSync(copiesFile(dataDir))) return null;
  const texts = JSON.parse(readFileSync(copiesFile(dataDir), "utf8")) as readonly string[];
  return texts.map((text) => Buffer.from(text, "base64"));
}

/** Writes a file in one piece. If the program crashes meanwhile, the old file remains complete. */
function writeWhole(path: string, text: string): void {
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(`${path}.${process.pid}`, text, { mode: 0o600, flush: true });
  renameSync(`${path}.${process.pid}`, path);
}
