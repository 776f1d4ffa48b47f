import type { Definitions } from "../definitions/index.ts";
import type { Log } from "../http/index.ts";
import type { Publishing } from "./publishing.ts";
import { watchFolders } from "./watch-folders.ts";

const FOLDERS = ["flows", "schemas", "flags", "locales"] as const;
// Time in milliseconds to wait for further changes. Editors write a file in several steps, and a
// search-and-replace writes many files.
const SETTLE_MS = 120;

/**
 * Watches the definition folders (development only), so that an edited file appears in open pages without a
 * restart. After an invalid edit the last valid version stays, and the findings go to the log and the pages.
 * Returns a function that stops watching.
 */
export async function watchFiles(
  rooms: {
    readonly definitions: Pick<Definitions, "locales" | "announce">;
    readonly publishing: Pick<Publishing, "reloadFiles">;
  },
  given: {
    readonly rootDir: string;
    readonly log: Pick<Log, "info" | "warn" | "error">;
    /** Loads edited flags. Called before the pages ask for them. */
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
    // The reads run one after another. If two ran in parallel, the older one could be published last.
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
