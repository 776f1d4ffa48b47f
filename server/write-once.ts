import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";

/**
 * The text of a file that is written once for ever, such as a key: made by the first who asks, whole before anybody can read
 * it, and the same for all who ask at once. Only its owner may read it.
 */
export function writeOnce(path: string, text: () => string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  const staging = `${path}.${process.pid}`;
  try {
    writeFileSync(staging, text(), { mode: 0o600 });
    linkSync(staging, path);
  } catch (error) {
    // Another process was first.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(staging, { force: true });
  }
  return readFileSync(path, "utf8");
}
