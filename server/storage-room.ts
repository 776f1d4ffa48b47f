import { mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";

const PROBE = Buffer.alloc(64 * 1024);
const LOOK_AGAIN_AFTER_MS = 5_000;

/**
 * Returns a function that tells whether the data folder can be written. It cannot if it is full, over a quota
 * or read-only. The function tries to write at most every five seconds.
 */
export function storageRoom(dataDir: string): () => Promise<boolean> {
  let looked: { readonly at: number; readonly room: Promise<boolean> } | null = null;
  return async () => {
    const now = performance.now();
    if (looked === null || now - looked.at > LOOK_AGAIN_AFTER_MS)
      looked = { at: now, room: takesBytes(dataDir) };
    return await looked.room;
  };
}

async function takesBytes(dataDir: string): Promise<boolean> {
  const path = join(dataDir, `room.${process.pid}`);
  try {
    await mkdir(dataDir, { recursive: true });
    const file = await open(path, "w", 0o600);
    try {
      await file.writeFile(PROBE);
      await file.sync();
    } finally {
      await file.close();
    }
    return true;
  } catch {
    return false;
  } finally {
    await rm(path, { force: true }).catch(() => {});
  }
}
