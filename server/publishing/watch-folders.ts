import { type FSWatcher, watch } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** Watches folders with everything below them, until it is ended. */
export type FolderWatch = { readonly stop: () => void };

/**
 * Watches folders, and calls back with the name of a folder if anything at any depth below it changes. A
 * change is also the renaming of a file or of a whole folder, with which editors and version control replace
 * files. The watch is always on folders, because the watch on a file ends when the file is replaced.
 */
export async function watchFolders(given: {
  readonly rootDir: string;
  readonly folders: readonly string[];
  readonly onChange: (folder: string) => void;
  readonly onError: (error: unknown, folder: string) => void;
}): Promise<FolderWatch> {
  const { rootDir, folders, onChange, onError } = given;
  const watches = openWatches();
  let running: Promise<void> = Promise.resolve();

  /**
   * Finds all subfolders and watches the new ones. Returns whether there are new ones. Files in these may
   * have been written before the watch began.
   */
  const look = async (folder: string): Promise<boolean> => {
    const top = join(rootDir, folder);
    const below = await readdir(top, { recursive: true, withFileTypes: true });
    const paths = [
      top,
      ...below.filter((one) => one.isDirectory()).map((one) => join(one.parentPath, one.name)),
    ];
    let isNew = false;
    for (const path of paths) if (await watches.keep(path, () => changed(folder))) isNew = true;
    watches.dropIf((path) => path.startsWith(`${top}/`) && !paths.includes(path));
    return isNew;
  };

  const changed = (folder: string): void => {
    onChange(folder);
    running = running
      .then(() => look(folder))
      .then((isNew) => {
        if (isNew && !watches.isOver()) onChange(folder);
      })
      .catch((error) => {
        // If a folder is missing for a moment, the watch on its parent reports the change. So the error is
        // ignored.
        if (!isGone(error)) onError(error, folder);
      });
  };

  await watches.keep(rootDir, (name) => {
    if (name !== null && folders.includes(name)) changed(name);
  });
  for (const folder of folders) await look(folder).catch((error) => onError(error, folder));
  return { stop: watches.end };
}

/** Holds the watches on single folders. `end` closes all of them, and no more can be opened. */
function openWatches() {
  const watched = new Map<string, { readonly watcher: FSWatcher; readonly inode: bigint }>();
  let isOver = false;
  const drop = (path: string): void => {
    watched.get(path)?.watcher.close();
    watched.delete(path);
  };
  const dropIf = (isPast: (path: string) => boolean): void => {
    for (const path of [...watched.keys()]) if (isPast(path)) drop(path);
  };
  return {
    /** Watches a folder, unless it is already watched. Returns whether a new watch was opened. */
    keep: async (path: string, onEvent: (name: string | null) => void): Promise<boolean> => {
      const { ino: inode } = await stat(path, { bigint: true });
      if (watched.get(path)?.inode === inode || isOver) return false;
      drop(path);
      const watcher = watch(path, (_, name) => onEvent(name));
      watcher.on("error", () => drop(path));
      watched.set(path, { watcher, inode });
      return true;
    },
    dropIf,
    isOver: (): boolean => isOver,
    end: (): void => {
      isOver = true;
      dropIf(() => true);
    },
  };
}

function isGone(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "ENOENT";
}
