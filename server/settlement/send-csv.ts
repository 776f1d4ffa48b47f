import type { Reply } from "../http/index.ts";

/** Answers with a CSV file for download, which no cache stores. */
export function sendCsv(reply: Reply, name: string, bytes: Buffer | string): Reply {
  return reply
    .header("content-type", "text/csv; charset=utf-8")
    .header("content-disposition", `attachment; filename="${name}"`)
    .header("cache-control", "no-store")
    .send(bytes);
}
