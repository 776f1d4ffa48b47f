import { mkdirSync } from "node:fs";
import { open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { refuseWhileHolding } from "../holding.ts";

/** Where bytes lie: a folder here, a bucket elsewhere. */
export type FileStore = {
  /** Keeps the bytes; once it returns they are on disk, and if it throws nothing is there. */
  readonly put: (id: string, bytes: Buffer) => Promise<void>;
  readonly get: (id: string) => Promise<Buffer>;
  /** Removes the bytes; removing what is not there is fine. */
  readonly remove: (id: string) => Promise<void>;
};

/** Keeps files in a folder, two letters of the id a level. Ids are made by us, never taken from a request. */
export function diskStore(folder: string): FileStore {
  const pathOf = (id: string) => {
    if (!/^[0-9a-f-]{36}$/.test(id)) throw new Error(`diskStore: "${id}" is not one of our ids`);
    return join(folder, id.slice(0, 2), id);
  };
  return {
    put: async (id, bytes) => {
      refuseWhileHolding("the disk");
      const path = pathOf(id);
      const half = `${path}.part`;
      mkdirSync(join(path, ".."), { recursive: true, mode: 0o700 });
      try {
        const file = await open(half, "w", 0o600);
        try {
          await file.writeFile(bytes);
          await file.sync();
        } finally {
          await file.close();
        }
        // Whole or not at all: a name appears only over a file that is complete.
        await rename(half, path);
      } catch (error) {
        await rm(half, { force: true }).catch(() => {});
        throw error;
      }
    },
    get: async (id) => {
      refuseWhileHolding("the disk");
      return await readFile(pathOf(id));
    },
    remove: (id) => rm(pathOf(id), { force: true }),
  };
}
