import { currentSession } from "../../kit/api/session.ts";
import type { Unsaved } from "./draft-state.ts";

// Edits that the server does not have yet. They are also stored in the browser, so a draft survives a closed
// tab and a restart. Only the person who typed the edits gets them back, and never a colleague at the same
// computer.
const memory = new Map<string, Unsaved>();

/** Identifies the edits of a flow in a change. `change` is `null` before the first save. */
type Of = { readonly flow: string; readonly change: string | null };

/**
 * Stores edits in this browser. Returns whether the edits will survive when the tab is closed. They will not
 * if the browser's storage is full.
 */
export function keepEdits(of: Of, edits: Unsaved): boolean {
  const key = keyOf(of);
  memory.set(key, edits);
  try {
    localStorage.setItem(key, JSON.stringify(edits));
    return true;
  } catch {
    // The edits stored earlier are deleted. Otherwise the browser could later take them for the newest.
    remove(key);
    return false;
  }
}

/**
 * Returns the edits stored for a change. If there are none, returns edits that were stored before the change
 * existed, or else `null`.
 */
export function keptEdits({ flow, change }: Of): Unsaved | null {
  return read(keyOf({ flow, change })) ?? (change === null ? null : read(keyOf({ flow, change: null })));
}

/** Deletes the stored edits once the server has them. */
export function dropEdits({ flow, change }: Of): void {
  for (const key of [keyOf({ flow, change }), keyOf({ flow, change: null })]) {
    memory.delete(key);
    remove(key);
  }
}

function read(key: string): Unsaved | null {
  const held = memory.get(key);
  if (held !== undefined) return held;
  try {
    const kept = localStorage.getItem(key);
    return kept === null ? null : (JSON.parse(kept) as Unsaved);
  } catch {
    // If storage is unavailable, only edits in memory can be read.
    return null;
  }
}

function remove(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage is unavailable, so there is nothing to delete.
  }
}

function keyOf({ flow, change }: Of): string {
  return `studio:${currentSession()?.id ?? ""}:${flow}:${change ?? ""}`;
}
