import type { Db } from "../db/index.ts";
import type { Sealer } from "../evidence/index.ts";
import type { Log } from "../http/index.ts";
import { sha256 } from "../sha256.ts";
import { readModules, type StoredModule } from "./version-store.ts";

/** Gives access to the stored modules whose bytes match their seals. */
export type SealedModules = {
  /** Returns the newest sealed module of a version: of the given compiler edition, or of any edition. */
  readonly find: (hash: string, edition: string | null) => Promise<StoredModule | null>;
  /** Keeps a module in memory and returns it. */
  readonly keep: (hash: string, module: StoredModule) => StoredModule;
};

/**
 * Maximum number of module texts in memory. Modules beyond this number are read from the database each time.
 */
const MOST_TEXTS = 64;

/** Creates the reader of stored modules. */
export function createSealedModules({
  db,
  sealer,
  log,
}: {
  readonly db: Db;
  readonly sealer: Sealer;
  readonly log: Pick<Log, "error">;
}): SealedModules {
  const texts = new Map<string, StoredModule>();

  const keep = (hash: string, module: StoredModule): StoredModule => {
    const oldest = texts.keys().next();
    if (texts.size >= MOST_TEXTS && !oldest.done) texts.delete(oldest.value);
    texts.set(`${hash}-${module.edition}`, module);
    return module;
  };

  const find = async (hash: string, wanted: string | null): Promise<StoredModule | null> => {
    const known = texts.get(`${hash}-${wanted}`);
    if (known !== undefined) return known;
    const rows = await readModules(db, hash, wanted);
    const found = rows.find((row) => isSealed(sealer, hash, row));
    if (found !== undefined) return keep(hash, found);
    for (const { flow, seal } of rows)
      if (seal !== null) log.error({ flow, hash }, "definitions: a module was changed; it is not used");
    return null;
  };

  return { find, keep };
}

function isSealed(sealer: Sealer, hash: string, { seal, edition, module }: StoredModule): boolean {
  return (
    seal !== null &&
    sealer.holds("module", seal) &&
    seal.content.hash === hash &&
    seal.content.edition === edition &&
    seal.content.module === sha256(module)
  );
}
