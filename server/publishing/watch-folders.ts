import { type FSWatcher, watch } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** Folders that are watched with everything below them. */
export type FolderWatch = { readonly stop: () => void };

/**
 * Calls back with the name of a folder below a root whenever something in it, at any depth, was written, came, went, or was
 * replaced: also by renaming another file, a whole folder, or the very folder that is watched over it, as editors and version
 * control do. Only folders are watched, never files: a file's own watch ends with the file it began with.
 */
export async function watchFolders(given: {
  readonly rootDir: string;
  readonly folders: readonly string[];
  readonly onChange: (folder: string) => void;
  readonly onError: (error: unknown, folder: string) => void;
}): Promise<FolderWatch> {
  const { rootDir, folders, onChange, onError } = given;
  const watched = new Map<string, { readonly watcher: FSWatcher; readonly inode: bigint }>();
  let isOver = false;
  let running: Promise<void> = Promise.resolve();

  const drop = (path: string): void => {
    watched.get(path)?.watcher.close();
    watched.delete(path);
  };

  /** Watches a folder as it is now; answers whether it is a new one. */
  const keep = async (path: string, onEvent: (name: string | null) => void): Promise<boolean> => {
    const { ino: inode } = await stat(path, { bigint: true });
    if (watched.get(path)?.inode === inode || isOver) return false;
    drop(path);
    const watcher = watch(path, (_, name) => onEvent(name));
    watcher.on("error", () => drop(path));
    watched.set(path, { watcher, inode });
    return true;
  };

  /** Looks which folders there are below one; what is in a new one may have been written before it was watched. */
  const look = async (folder: string): Promise<boolean> => {
    const top = join(rootDir, folder);
    const below = await readdir(top, { recursive: true, withFileTypes: true });
    const paths = [
      top,
      ...below.filter((one) => one.isDirectory()).map((one) => join(one.parentPath, one.name)),
    ];
    let isNew = false;
    for (const path of paths) if (await keep(path, () => changed(folder))) isNew = true;
    for (const path of watched.keys()) if (path.startsWith(`${top}/`) && !paths.includes(path)) drop(path);
    return isNew;
  };

  const changed = (folder: string): void => {
    onChange(folder);
    running = running
      .then(() => look(folder))
      .then((isNew) => {
        if (isNew && !isOver) onChange(folder);
      })
      .catch((error) => {
        // A folder that is gone for a moment comes back as an event of the one above it.
        if (!isGone(error)) onError(error, folder);
      });
  };

  await keep(rootDir, (name) => {
    if (name !== null && folders.includes(name)) changed(name);
  });
  for (const folder of folders) await look(folder).catch((error) => onError(error, folder));
  return {
    stop: () => {
      isOver = true;
      for (const path of [...watched.keys()]) drop(path);
    },
  };
}

function isGone(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "ENOENT";
}
