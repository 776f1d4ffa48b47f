import { createHash } from "node:crypto";
import { accessSync, constants, mkdirSync, statfsSync } from "node:fs";
import { join, resolve } from "node:path";

const MEMORY = "/dev/shm";
/** Required free memory in bytes. A whole run needs about a third of it. */
const ROOM_BYTES = 3 * 1024 ** 3;

/**
 * Returns the folder in memory for temporary test data, one for each copy of the project; null if there is
 * none or it is too small. A database has a thousand files. To create and remove them on a disk took two
 * thirds of the processor time of a test with a database.
 */
export function memoryFolder(): string | null {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    if (bavail * bsize < ROOM_BYTES) return null;
    const root = resolve(import.meta.dirname, "..", "..");
    const folder = join(
      MEMORY,
      `saphan-tests-${createHash("sha256").update(root).digest("hex").slice(0, 8)}`,
    );
    mkdirSync(join(folder, "tmp"), { recursive: true });
    return folder;
  } catch {
    return null;
  }
}
