import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Draft } from "../../../engine/edits/index.ts";
import { ROOT } from "../../definitions/definition-files.ts";

const FOLDERS = [
  "flows",
  "schemas/common",
  "schemas/kyc",
  "schemas/invest",
  "schemas/complaint",
  "schemas/contact-back",
  "locales",
  "flags",
];

let kept: Draft | null = null;

/** A draft of every file that an operation can change, as stored on disk. */
export function publishedDraft(): Draft {
  kept ??= Object.fromEntries(
    FOLDERS.flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(".json"))
        .map((name) => [`${folder}/${name}`, readFileSync(join(ROOT, folder, name), "utf8")]),
    ),
  );
  return kept;
}

/**
 * Returns the number of lines that only one of two texts has, counting both sides of each difference once.
 */
export function changedLines(before: string, after: string): number {
  const count = (text: string, other: string): number => {
    const left = new Map<string, number>();
    for (const line of other.split("\n")) left.set(line, (left.get(line) ?? 0) + 1);
    return text.split("\n").filter((line) => {
      const many = left.get(line) ?? 0;
      left.set(line, many - 1);
      return many <= 0;
    }).length;
  };
  return Math.max(count(before, after), count(after, before));
}
