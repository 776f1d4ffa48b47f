import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { readWatchList, type WatchList } from "./watch-list.ts";

/** The watch lists for screening. `hash` changes if any list changes. */
export type WatchLists = { readonly hash: string; readonly lists: readonly WatchList[] };

/**
 * The source of the watch lists. `current` returns `null` if they are unavailable; then no one is cleared.
 */
export type WatchSource = { readonly current: () => WatchLists | null };

/**
 * Reads the watch lists of a folder, one per `*.json`, and reads them again when a file changes. Returns
 * `null` for a folder that is missing, empty or contains an invalid list.
 */
export function folderSource(
  folder: string | null,
  log: { readonly error: (what: object, message: string) => void },
): WatchSource {
  let last: { readonly key: string; readonly lists: WatchLists | null } | null = null;
  return {
    current: () => {
      const key = keyOf(folder);
      if (last?.key === key) return last.lists;
      const lists = folder === null ? null : readFolder(folder, log);
      last = { key, lists };
      return lists;
    },
  };
}

function filesOf(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .sort();
}

/**
 * Returns a key that changes when the files change. Does not read the files, because every screening needs
 * the key.
 */
function keyOf(folder: string | null): string {
  if (folder === null) return "none";
  try {
    const stats = filesOf(folder).map((name) => {
      const { mtimeMs, size } = statSync(join(folder, name));
      return [name, mtimeMs, size];
    });
    return JSON.stringify(stats);
  } catch {
    return "unreadable";
  }
}

function readFolder(
  folder: string,
  log: { readonly error: (what: object, message: string) => void },
): WatchLists | null {
  try {
    const lists = filesOf(folder).map((name) =>
      readWatchList(name.replace(/\.json$/, ""), readFileSync(join(folder, name), "utf8")),
    );
    if (lists.length === 0) throw new Error(`readFolder: there is no list in ${folder}`);
    const hash = createHash("sha256").update(JSON.stringify(lists.map(({ name, hash }) => [name, hash])));
    return { hash: hash.digest("hex"), lists };
  } catch (error) {
    log.error({ err: error }, "watch lists cannot be read: nobody is cleared");
    return null;
  }
}
