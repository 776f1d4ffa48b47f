import type { Definitions } from "../definitions/index.ts";
import type { Log } from "../http/index.ts";
import type { Publishing } from "./publishing.ts";
import { watchFolders } from "./watch-folders.ts";

const FOLDERS = ["flows", "schemas", "flags", "locales"] as const;
// Editors write a file in several strokes, and a search-and-replace many files at once.
const SETTLE_MS = 120;

/**
 * Watches the definitions' folders (development only): an edited file shows in the open page without a restart.
 * An unsound edit keeps the last sound version; its findings go to the log and to the pages. Answers how to stop.
 */
export async function watchFiles(
  rooms: {
    readonly definitions: Pick<Definitions, "locales" | "announce">;
    readonly publishing: Pick<Publishing, "reloadFiles">;
  },
  given: {
    readonly rootDir: string;
    readonly log: Pick<Log, "info" | "warn" | "error">;
    /** Takes the edited switches, before pages ask for them. */
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
    // One after another: two readings at once could publish the older one last.
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
