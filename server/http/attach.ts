import type { Reply } from "./app.ts";

/**
 * Marks an answer as a private file to save. The browser never shows or runs it, and caches never store it.
 */
export function attach(reply: Reply, type: string, name: string): Reply {
  return reply
    .header("Content-Type", type)
    .header("Content-Disposition", `attachment; filename="${name}"`)
    .header("Content-Security-Policy", "default-src 'none'; sandbox")
    .header("X-Content-Type-Options", "nosniff")
    .header("Cache-Control", "private, no-store");
}
