import { hkdfSync, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "./config.ts";
import { seal, unseal } from "./seal.ts";
import { writeOnce } from "./write-once.ts";

/** Where an installation's keys are. */
type Keys = Pick<Config, "masterKey" | "dataDir">;

/**
 * A 32-byte key for one purpose, such as `session-token` or `outbox`: derived from the root key, so that a key that leaks
 * opens nothing else. The same installation always derives the same keys, also after its master key was changed. Throws where
 * the master key is not this installation's.
 */
export function keyFor(config: Keys, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", rootKey(config), "saphan", purpose, 32));
}

/**
 * Lets another master key (32 bytes) open this installation beside the present one, until `keepOneMasterKey`. Where the key
 * lies in the data folder, it is replaced there.
 */
export function addMasterKey(config: Keys, next: Buffer): void {
  const root = rootKey(config);
  const copies = readCopies(config.dataDir) ?? [seal(masterKey(config), root, ROOT)];
  writeWhole(copiesFile(config.dataDir), JSON.stringify([...copies, seal(next, root, ROOT)].map(toText)));
  if (config.masterKey === null) writeWhole(masterFile(config.dataDir), next.toString("hex"));
}

/** From now on only the present master key opens this installation. */
export function keepOneMasterKey(config: Keys): void {
  writeWhole(
    copiesFile(config.dataDir),
    JSON.stringify([toText(seal(masterKey(config), rootKey(config), ROOT))]),
  );
}

/** What the copies of the root key are sealed as. */
const ROOT = "root-key";
const copiesFile = (dataDir: string) => join(dataDir, "root.key");
const masterFile = (dataDir: string) => join(dataDir, "master.key");
const toText = (bytes: Buffer) => bytes.toString("base64");

/** Until the master key is changed for the first time, it is the root key itself; from then on the root key is kept sealed. */
function rootKey(config: Keys): Buffer {
  const master = masterKey(config);
  const copies = readCopies(config.dataDir);
  if (copies === null) return master;
  for (const copy of copies)
    try {
      return unseal(master, copy, ROOT);
    } catch {
      // Sealed for another master key.
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

/** Whole or not at all: a process that dies in between leaves what was there. */
function writeWhole(path: string, text: string): void {
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(`${path}.${process.pid}`, text, { mode: 0o600, flush: true });
  renameSync(`${path}.${process.pid}`, path);
}
