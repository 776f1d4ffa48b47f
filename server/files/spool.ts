import { open, rm } from "node:fs/promises";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { refuseWhileHolding } from "../holding.ts";
import { inTime } from "../in-time.ts";
import type { Pace } from "./upload-limits.ts";

/** Reason why a request body was not read completely. */
export type NotSpooled = "too-large" | "too-slow";

/**
 * Writes an incoming request body to a file at the sender's speed. A slow sender holds no database connection
 * or other limited resource. Returns the number of bytes. Leaves no file on failure.
 */
export async function spool(
  content: AsyncIterable<Buffer>,
  path: string,
  { maxBytes, pace }: { readonly maxBytes: number; readonly pace: Pace },
): Promise<Result<number, NotSpooled>> {
  refuseWhileHolding("an upload's body");
  const file = await open(path, "wx", 0o600);
  try {
    // `write` is not used, because on an almost full disk it writes only a part and returns the length of
    // that part.
    const outcome = await take(content, (part) => file.appendFile(part), { maxBytes, pace });
    if (!outcome.ok) await rm(path, { force: true });
    return outcome;
  } catch (error) {
    await rm(path, { force: true }).catch(() => {});
    throw error;
  } finally {
    await file.close();
  }
}

async function take(
  content: AsyncIterable<Buffer>,
  write: (part: Buffer) => Promise<unknown>,
  { maxBytes, pace }: { readonly maxBytes: number; readonly pace: Pace },
): Promise<Result<number, NotSpooled>> {
  const began = performance.now();
  const parts = content[Symbol.asyncIterator]();
  let size = 0;
  for (;;) {
    const earnedMs = Math.max(pace.graceMs, (size / pace.bytesPerSecond) * 1_000);
    const leftMs = Math.min(pace.longestMs, earnedMs) - (performance.now() - began);
    const next = leftMs <= 0 ? "too-slow" : await inTime(leftMs, parts.next(), () => "too-slow" as const);
    if (next === "too-slow") {
      // The promise of the iterator's `return` is not awaited, because it settles only when the sender's
      // connection ends.
      void Promise.resolve(parts.return?.()).catch(() => {});
      return fail("too-slow");
    }
    if (next.done === true) return size > maxBytes ? fail("too-large") : ok(size);
    size += next.value.length;
    // The rest of a too large body is read and discarded, so that the browser gets the answer instead of a
    // connection error.
    if (size <= maxBytes) await write(next.value);
  }
}
