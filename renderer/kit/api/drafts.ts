import type { JsonObject } from "../../../engine/values/json.ts";

// Drafts in memory are complete, so that even a password survives a failed submission. Drafts in
// `sessionStorage` contain no secrets.
const memory = new Map<string, JsonObject>();

/** Returns the draft of one step of one instance; `null` if nothing was typed. */
export function readDraft(instance: string, step: string): JsonObject | null {
  const key = keyOf(instance, step);
  const held = memory.get(key);
  if (held) return held;
  try {
    const kept = sessionStorage.getItem(key);
    return kept === null ? null : (JSON.parse(kept) as JsonObject);
  } catch {
    // If storage is unavailable, only drafts in memory can be read.
    return null;
  }
}

/** Saves input until it is submitted. The fields named in `secrets` stay in memory only. */
export function keepDraft(of: {
  readonly instance: string;
  readonly step: string;
  readonly data: JsonObject;
  readonly secrets: readonly string[];
}): void {
  const key = keyOf(of.instance, of.step);
  memory.set(key, of.data);
  const lasting = Object.fromEntries(Object.entries(of.data).filter(([name]) => !of.secrets.includes(name)));
  try {
    sessionStorage.setItem(key, JSON.stringify(lasting));
  } catch {
    // Storage is full or forbidden. The draft is still in memory.
  }
}

/** Deletes a draft once the server has stored the answer. */
export function dropDraft(instance: string, step: string): void {
  memory.delete(keyOf(instance, step));
  try {
    sessionStorage.removeItem(keyOf(instance, step));
  } catch {
    // Storage is unavailable, so there is no stored draft to delete.
  }
}

/**
 * Sets the current person, and deletes the data that another person left in this tab, in memory and storage.
 * A visitor who logs in keeps their own drafts.
 */
export function draftsBelongTo(person: string | null): void {
  try {
    const before = sessionStorage.getItem(OWNER);
    if (before !== null && before !== person) {
      memory.clear();
      for (const key of Object.keys(sessionStorage))
        if (key.startsWith("draft:")) sessionStorage.removeItem(key);
      for (const key of Object.keys(localStorage))
        if (key.startsWith(SENT_CODE)) localStorage.removeItem(key);
    }
    if (person === null) sessionStorage.removeItem(OWNER);
    else sessionStorage.setItem(OWNER, person);
  } catch {
    // Without storage, drafts exist only in memory.
    if (person === null) memory.clear();
  }
}

const OWNER = "drafts-of";

/**
 * Prefix of the keys of sent codes. The stored value contains the code's reference and where it was sent, but
 * never the code itself. All tabs share these values.
 */
export const SENT_CODE = "otp:";

function storageOf(key: string): Storage {
  return key.startsWith(SENT_CODE) ? localStorage : sessionStorage;
}

/** Stores a small value for this visit, such as where a code was sent (`SENT_CODE`). */
export function keepForVisit(key: string, value: JsonObject): void {
  try {
    storageOf(key).setItem(key, JSON.stringify(value));
  } catch {
    // The value is only a convenience, so the page ignores it if storing fails.
  }
}

/** Returns the value stored by `keepForVisit`; `null` if there is none. */
export function keptForVisit(key: string): JsonObject | null {
  try {
    const kept = storageOf(key).getItem(key);
    return kept === null ? null : (JSON.parse(kept) as JsonObject);
  } catch {
    return null;
  }
}

/** Deletes a value stored by `keepForVisit`. */
export function dropForVisit(key: string): void {
  try {
    storageOf(key).removeItem(key);
  } catch {
    // Storage is unavailable, so there is no value to delete.
  }
}

function keyOf(instance: string, step: string): string {
  return `draft:${instance}:${step}`;
}
