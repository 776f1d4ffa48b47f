import type { Reply } from "../http/index.ts";

/** Sends a CSV file for download. Caches must not store it. */
export function sendCsv(reply: Reply, name: string, bytes: Buffer | string): Reply {
  return reply
    .header("content-type", "text/csv; charset=utf-8")
    .header("content-disposition", `attachment; filename="${name}"`)
    .header("cache-control", "no-store")
    .send(bytes);
}
