import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";

/**
 * Returns the text of a file that is written only once, such as a key. The first caller creates the file, in
 * one piece; all other callers get the same text. Only the owner of the file can read it.
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
    // Another process created the file first, so the text of that file is used.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(staging, { force: true });
  }
  return readFileSync(path, "utf8");
}
