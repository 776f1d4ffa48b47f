import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** A file of SQL in the folder of a room. `path` is below `server`. */
export type SqlFile = { readonly name: string; readonly path: string; readonly text: string };

const SERVER = fileURLToPath(new URL("..", import.meta.url));

/** The SQL files in `server/<room>/<folder>` of all rooms. */
export function sqlFiles(folder: "migrations" | "sql"): readonly SqlFile[] {
  return readdirSync(SERVER, { withFileTypes: true })
    .filter((room) => room.isDirectory())
    .flatMap((room) =>
      names(join(SERVER, room.name, folder)).map((name) => {
        const path = `${room.name}/${folder}/${name}`;
        return { name, path, text: readFileSync(join(SERVER, path), "utf8") };
      }),
    );
}

/** SHA-256 of a text, in hex. */
export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function names(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith(".sql"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
