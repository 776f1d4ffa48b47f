import { trade } from "../../domain/index.ts";
import { type Draft, edits, merge } from "../../engine/edits/index.ts";
import type { Json, JsonObject } from "../../engine/values/json.ts";
import { load } from "../../engine/verify/lint/index.ts";
import { definitionHash, type Files } from "../sources/index.ts";
import { writtenValue } from "./tables.ts";

/** Changed files by path; `null` if deleted. */
export type Written = { readonly [path: string]: string | null };

/** A stored version: its files, and the hash of its definition. */
type Stored = { readonly flow: string; readonly files: Files; readonly hash: string | null };

/** Returns whether several flows can use a file. Lists, forms, rules and texts can be shared. */
export function isShared(path: string): boolean {
  return /^(?:flows\/shared|schemas\/common|locales\/(?:th|en))\//.test(path);
}

/** Returns a file in the format of the studio's drafts. */
export function asDraft(text: string | null): string | null {
  const value = writtenValue(text);
  return value === undefined || value === null ? text : `${JSON.stringify(value, null, 2)}\n`;
}

/**
 * Applies files that were written on `base` to a flow that has its own copies. Returns the files that differ
 * from these copies, in draft format. In a conflict, the written text is used.
 */
export function writtenOn(written: Written, base: Draft, theirs: Draft): Written {
  const paths = Object.keys(written);
  const { draft } = merge({ base, ours: withWritten(base, written), theirs });
  return Object.fromEntries(
    paths.flatMap((path) => (draft[path] === theirs[path] ? [] : [[path, draft[path] ?? null]])),
  );
}

/**
 * Returns the written files that a flow uses. A flow uses a file if the file alters the flow's definition.
 */
export function usedBy({ flow, files, hash }: Stored, written: Written): Written {
  const hashOf = (more: Written): string | null => {
    const loaded = load(rewritten({ flow, files, hash }, more), trade);
    return loaded.ok ? definitionHash(loaded.value) : null;
  };
  if (Object.keys(written).length === 0) return {};
  const now = hashOf(written);
  // A newer loader may compute another hash for the stored files, so the hash of the unchanged files is also
  // compared.
  if (now !== null && (now === hash || now === hashOf({}))) return {};
  let used = written;
  for (const path of Object.keys(written)) {
    const { [path]: _, ...others } = used;
    if (Object.keys(others).length > 0 && now !== null && hashOf(others) === now) used = others;
  }
  return used;
}

/** Returns the undo step for files written into a draft, in the format of the studio. */
export function backFrom(draft: Draft, written: Written): JsonObject {
  const writing = Object.entries(written).map(([file, text]) => ({
    op: "set-file" as const,
    args: { file, text },
  }));
  const edited = edits(draft, writing);
  if (!edited.ok) throw new Error(`backFrom: ${edited.error.code} at ${edited.error.file}`);
  return { back: edited.value.inverse, op: "set-file" };
}

/** Returns some of the stored files in draft format. */
export function draftOf(files: Files, paths: readonly string[]): Draft {
  return Object.fromEntries(
    paths.flatMap((path) => (path in files ? [[path, `${JSON.stringify(files[path], null, 2)}\n`]] : [])),
  );
}

/** Applies written files to a version. If a written file is not valid JSON, the stored content stays. */
export function rewritten({ flow, files }: Stored, written: Written): Stored {
  const next: { [path: string]: Json } = { ...files };
  for (const [path, text] of Object.entries(written)) {
    const value = writtenValue(text);
    if (text === null) delete next[path];
    else if (value !== undefined) next[path] = value;
  }
  return { flow, files: next, hash: null };
}

/** Applies written files to a draft. */
export function withWritten(draft: Draft, written: Written): Draft {
  const next: { [path: string]: string } = { ...draft };
  for (const [path, text] of Object.entries(written)) {
    if (text === null) delete next[path];
    else next[path] = text;
  }
  return next;
}
