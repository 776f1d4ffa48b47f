import type { Definitions } from "../definitions/index.ts";
import type { Log } from "../http/index.ts";
import type { Publishing } from "./publishing.ts";
import { watchFolders } from "./watch-folders.ts";

const FOLDERS = ["flows", "schemas", "flags", "locales"] as const;
// Time in milliseconds to wait after a change for further ones. An editor can write a file in several steps,
// and a search-and-replace writes many files.
const SETTLE_MS = 120;

/**
 * Watches the folders of the definitions, in development only. After an edit, open pages show the changed
 * file without a restart. If an edit is invalid, the last valid version stays in force, and the log and the
 * pages show the findings. Returns a function that ends the watching.
 */
export async function watchFiles(
  rooms: {
    readonly definitions: Pick<Definitions, "locales" | "announce">;
    readonly publishing: Pick<Publishing, "reloadFiles">;
  },
  given: {
    readonly rootDir: string;
    readonly log: Pick<Log, "info" | "warn" | "error">;
    /** Called after an edit of the flags, before the pages are told to ask for them again. */
    readonly flagsEdited?: () => Promise<void>;
  },
): Promise<() => void> {
  const { rootDir, log, flagsEdited } = given;
  const touched = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  const reload = async (folders: ReadonlySet<string>): Promise<void> => {
    const { announce, locales } = rooms.definitions;
    if (folders.has("locales")) {
      const { changed, wrong } = await locales.reload();
      if (wrong !== null) log.warn({ wrong }, "texts: the last readable ones stay");
      if (changed) announce({ event: "locales", data: {} });
    }
    if (folders.has("flags")) await flagsEdited?.();
    if (folders.has("flags")) announce({ event: "flags", data: {} });
    for (const [flow, findings] of await rooms.publishing.reloadFiles()) {
      log.warn({ flow, findings }, "definitions: the edit is unsound; the last sound version stays");
      announce({ event: "findings", data: { flow, findings } });
    }
  };

  const settle = () => {
    const folders = new Set(touched);
    touched.clear();
    // Each reading of the files waits for the one before. In parallel, the older one could publish its files
    // last.
    running = running
      .then(() => reload(folders))
      .catch((error) => log.error({ err: error }, "definitions: reading the edited files failed"));
  };

  const watching = await watchFolders({
    rootDir,
    folders: FOLDERS,
    onChange: (folder) => {
      touched.add(folder);
      clearTimeout(timer);
      timer = setTimeout(settle, SETTLE_MS);
    },
    onError: (error, folder) => log.warn({ err: error, folder }, "definitions: a folder is not watched"),
  });

  return () => {
    clearTimeout(timer);
    watching.stop();
  };
}
