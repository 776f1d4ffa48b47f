import { trade } from "../../domain/index.ts";
import { type Draft, edits, merge } from "../../engine/edits/index.ts";
import type { Json, JsonObject } from "../../engine/values/json.ts";
import { load } from "../../engine/verify/lint/index.ts";
import { definitionHash, type Files } from "../sources/index.ts";
import { writtenValue } from "./tables.ts";

/** Written files by path; `null` where one is gone. */
export type Written = { readonly [path: string]: string | null };

/** A stored version: its files, and the hash of what was read of them. */
type Stored = { readonly flow: string; readonly files: Files; readonly hash: string | null };

/** Whether several flows may read a file: lists and forms that they share, rules, texts. */
export function isShared(path: string): boolean {
  return /^(?:flows\/shared|schemas\/common|locales\/(?:th|en))\//.test(path);
}

/** A file in the form in which drafts are written. */
export function asDraft(text: string | null): string | null {
  const value = writtenValue(text);
  return value === undefined || value === null ? text : `${JSON.stringify(value, null, 2)}\n`;
}

/**
 * What was written of files on `base`, put into a flow that has `theirs` of them: those that then differ, as drafts have
 * them. Where both wrote at one place, what was written now stands.
 */
export function writtenOn(written: Written, base: Draft, theirs: Draft): Written {
  const paths = Object.keys(written);
  const { draft } = merge({ base, ours: withWritten(base, written), theirs });
  return Object.fromEntries(
    paths.flatMap((path) => (draft[path] === theirs[path] ? [] : [[path, draft[path] ?? null]])),
  );
}

/** Those of the written files without which a flow would be as it is: another definition comes out with each. */
export function usedBy({ flow, files, hash }: Stored, written: Written): Written {
  const hashOf = (more: Written): string | null => {
    const loaded = load(rewritten({ flow, files, hash }, more), trade);
    return loaded.ok ? definitionHash(loaded.value) : null;
  };
  if (Object.keys(written).length === 0) return {};
  const now = hashOf(written);
  // A newer loader may read what is stored in other words.
  if (now !== null && (now === hash || now === hashOf({}))) return {};
  let used = written;
  for (const path of Object.keys(written)) {
    const { [path]: _, ...others } = used;
    if (Object.keys(others).length > 0 && now !== null && hashOf(others) === now) used = others;
  }
  return used;
}

/** What leads back from files that were written into a draft, as the studio's undo takes it. */
export function backFrom(draft: Draft, written: Written): JsonObject {
  const writing = Object.entries(written).map(([file, text]) => ({
    op: "set-file" as const,
    args: { file, text },
  }));
  const edited = edits(draft, writing);
  if (!edited.ok) throw new Error(`backFrom: ${edited.error.code} at ${edited.error.file}`);
  return { back: edited.value.inverse as unknown as JsonObject, op: "set-file" };
}

/** Some of the stored files as drafts have them. */
export function draftOf(files: Files, paths: readonly string[]): Draft {
  return Object.fromEntries(
    paths.flatMap((path) => (path in files ? [[path, `${JSON.stringify(files[path], null, 2)}\n`]] : [])),
  );
}

/** A version with what was written of its files; of one that is no JSON yet, as it was. */
export function rewritten({ flow, files }: Stored, written: Written): Stored {
  const next: { [path: string]: Json } = { ...files };
  for (const [path, text] of Object.entries(written)) {
    const value = writtenValue(text);
    if (text === null) delete next[path];
    else if (value !== undefined) next[path] = value;
  }
  return { flow, files: next, hash: null };
}

/** A draft with what was written of its files. */
export function withWritten(draft: Draft, written: Written): Draft {
  const next: { [path: string]: string } = { ...draft };
  for (const [path, text] of Object.entries(written)) {
    if (text === null) delete next[path];
    else next[path] = text;
  }
  return next;
}
