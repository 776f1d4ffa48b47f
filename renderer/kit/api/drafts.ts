import type { JsonObject } from "../../../engine/values/json.ts";

// In memory a draft is complete, so that a failed submission keeps even a password. Stored drafts contain no secrets.
const memory = new Map<string, JsonObject>();

/** The draft of one step of one instance; `null` if nothing was typed. */
export function readDraft(instance: string, step: string): JsonObject | null {
  const key = keyOf(instance, step);
  const held = memory.get(key);
  if (held) return held;
  try {
    const kept = sessionStorage.getItem(key);
    return kept === null ? null : (JSON.parse(kept) as JsonObject);
  } catch {
    // Without storage, the memory still works.
    return null;
  }
}

/** Keeps input until it is submitted; fields named in `secrets` stay in memory only. */
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
    // Storage is full or forbidden; the memory still has it.
  }
}

/** Deletes a draft once the server has stored the answer. */
export function dropDraft(instance: string, step: string): void {
  memory.delete(keyOf(instance, step));
  try {
    sessionStorage.removeItem(keyOf(instance, step));
  } catch {
    // Nothing was stored.
  }
}

/**
 * Sets the current person: data that another person left in this tab, in memory or storage, is deleted. A visitor's own
 * drafts survive their log-in.
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
    // Without storage, only the memory has drafts.
    if (person === null) memory.clear();
  }
}

const OWNER = "drafts-of";

/** Keys of sent codes: where a code went and its reference, never the code. All tabs share them. */
export const SENT_CODE = "otp:";

function storageOf(key: string): Storage {
  return key.startsWith(SENT_CODE) ? localStorage : sessionStorage;
}

/** Stores a small value for this visit, such as where a code was sent (`SENT_CODE`). */
export function keepForVisit(key: string, value: JsonObject): void {
  try {
    storageOf(key).setItem(key, JSON.stringify(value));
  } catch {
    // It is only a convenience.
  }
}

/** The value stored by `keepForVisit`; `null` if there is none. */
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
    // Nothing was stored.
  }
}

function keyOf(instance: string, step: string): string {
  return `draft:${instance}:${step}`;
}
