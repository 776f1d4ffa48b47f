import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { readWatchList, type WatchList } from "./watch-list.ts";

/** The lists for screening. `hash` changes with any of them. */
export type WatchLists = { readonly hash: string; readonly lists: readonly WatchList[] };

/** The source of the lists; `null` if unavailable, in which case no one is cleared. */
export type WatchSource = { readonly current: () => WatchLists | null };

/**
 * Reads the lists of a folder, one per `*.json`, again when a file changes. Returns `null` for a folder that is
 * missing, empty or contains an invalid list.
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

/** Returns a key of the files' state without reading them, because every screening asks for it. */
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
