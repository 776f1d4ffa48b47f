import type { JsonObject } from "../../../engine/values/json.ts";

// In memory a draft is whole, so that a failed submission keeps even a password on the screen; what outlives the page
// has no secrets.
const memory = new Map<string, JsonObject>();

/** The draft of one step of one instance; `null` where nothing was typed. */
export function readDraft(instance: string, step: string): JsonObject | null {
  const key = keyOf(instance, step);
  const held = memory.get(key);
  if (held) return held;
  try {
    const kept = sessionStorage.getItem(key);
    return kept === null ? null : (JSON.parse(kept) as JsonObject);
  } catch {
    // A browser without storage still has the memory.
    return null;
  }
}

/** Keeps what was typed until it is answered; fields named in `secrets` stay in memory only. */
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
    // Full or forbidden: the memory has it.
  }
}

/** Forgets a draft once the server has the answer. */
export function dropDraft(instance: string, step: string): void {
  memory.delete(keyOf(instance, step));
  try {
    sessionStorage.removeItem(keyOf(instance, step));
  } catch {
    // Nothing was kept then.
  }
}

/**
 * Says who is here now: whatever somebody else left in this tab, in memory or storage, is forgotten. A visitor's own
 * drafts stay while they log in.
 */
export function draftsBelongTo(person: string | null): void {
  try {
    const before = sessionStorage.getItem(OWNER);
    if (before !== null && before !== person) {
      memory.clear();
      for (const key of Object.keys(sessionStorage))
        if (/^(draft|otp):/.test(key)) sessionStorage.removeItem(key);
    }
    if (person === null) sessionStorage.removeItem(OWNER);
    else sessionStorage.setItem(OWNER, person);
  } catch {
    // Without storage only the memory has anything.
    if (person === null) memory.clear();
  }
}

const OWNER = "drafts-of";

/** Keeps something small of this visit, such as that a code was sent. */
export function keepForVisit(key: string, value: JsonObject): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // It is only a convenience.
  }
}

/** What `keepForVisit` kept; `null` where nothing. */
export function keptForVisit(key: string): JsonObject | null {
  try {
    const kept = sessionStorage.getItem(key);
    return kept === null ? null : (JSON.parse(kept) as JsonObject);
  } catch {
    return null;
  }
}

/** Forgets what `keepForVisit` kept. */
export function dropForVisit(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept then.
  }
}

function keyOf(instance: string, step: string): string {
  return `draft:${instance}:${step}`;
}
