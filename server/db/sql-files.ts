import { readdirSync, readFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

/** An SQL file in a room's folder. `path` is below `server`. */
export type SqlFile = { readonly name: string; readonly path: string; readonly text: string };

const SERVER = fileURLToPath(new URL("..", import.meta.url));

/**
 * Returns the SQL files of all rooms, from `server/<room>/<folder>`. If a room is divided into parts, returns
 * those in the parts' folders too.
 */
export function sqlFiles(folder: "migrations" | "sql"): readonly SqlFile[] {
  return readdirSync(SERVER, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".sql") && basename(entry.parentPath) === folder)
    .map((entry) => {
      const file = join(entry.parentPath, entry.name);
      return { name: entry.name, path: relative(SERVER, file), text: readFileSync(file, "utf8") };
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}
