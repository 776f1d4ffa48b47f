import { open, rm } from "node:fs/promises";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { refuseWhileHolding } from "../holding.ts";
import type { Pace } from "./upload-limits.ts";

/** Why a body was not taken to its end. */
export type NotSpooled = "too-large" | "too-slow";

/**
 * Writes what arrives into a file, as slowly as the sender sends it, and answers how many bytes that were. Nothing scarce
 * is held meanwhile. Where it fails, no file is left.
 */
export async function spool(
  content: AsyncIterable<Buffer>,
  path: string,
  { maxBytes, pace }: { readonly maxBytes: number; readonly pace: Pace },
): Promise<Result<number, NotSpooled>> {
  refuseWhileHolding("an upload's body");
  const file = await open(path, "wx", 0o600);
  try {
    // Not `write`: on a disk that is almost full it writes what fits, and says how much that was.
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
    const next = leftMs <= 0 ? "too-slow" : await within(leftMs, parts.next());
    if (next === "too-slow") {
      // Not waited for: it ends when the sender's connection does.
      void Promise.resolve(parts.return?.()).catch(() => {});
      return fail("too-slow");
    }
    if (next.done === true) return size > maxBytes ? fail("too-large") : ok(size);
    size += next.value.length;
    // The rest of what is too large is read and dropped, so that the browser hears the answer instead of a broken connection.
    if (size <= maxBytes) await write(next.value);
  }
}

async function within<Value>(ms: number, promise: Promise<Value>): Promise<Value | "too-slow"> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"too-slow">((resolve) => {
    timer = setTimeout(() => resolve("too-slow"), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
    // What comes after all, or breaks off, is nobody's business any more.
    promise.catch(() => {});
  }
}
