import { mkdirSync } from "node:fs";
import { open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { refuseWhileHolding } from "../holding.ts";

/** Storage of bytes, such as a folder on this machine or a bucket. */
export type FileStore = {
  /** Stores the bytes. When the promise resolves, they are on disk. If it rejects, nothing is stored. */
  readonly put: (id: string, bytes: Buffer) => Promise<void>;
  readonly get: (id: string) => Promise<Buffer>;
  /** Removes the bytes, if they exist. */
  readonly remove: (id: string) => Promise<void>;
};

/**
 * Creates a store in a folder, with a subfolder per two characters of the id. The portal generates all ids,
 * so they are safe in paths.
 */
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
        // The rename is atomic, so a name exists only for a complete file.
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
