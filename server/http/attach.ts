import type { Reply } from "./app.ts";

/** Marks an answer as a private file to save: never shown by the browser, never run, never stored by a cache. */
export function attach(reply: Reply, type: string, name: string): Reply {
  return reply
    .header("Content-Type", type)
    .header("Content-Disposition", `attachment; filename="${name}"`)
    .header("Content-Security-Policy", "default-src 'none'; sandbox")
    .header("X-Content-Type-Options", "nosniff")
    .header("Cache-Control", "private, no-store");
}
