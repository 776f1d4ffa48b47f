import { fail, ok, type Result } from "../../../engine/values/result.ts";
import type { ChangeLine, ChangePage } from "../../kit/api/answers.ts";
import { type ApiFailure, call } from "../../kit/api/client.ts";
import { outdate } from "../../kit/api/query.ts";

/** Changed files of a flow, by file path; `null` marks a removed file. */
export type ChangedFiles = { readonly [file: string]: string | null };

/** The part of a change about one flow. */
export type Part = ChangePage["parts"][string];

/**
 * The server's state of one flow in a change. `id` is null before the first save, because no change exists
 * yet.
 */
export type Slot = { id: string | null; revision: number; part: Part | null };

/**
 * The result of a save. `kept`: the server stored the edits. `moved`: a colleague saved the same flow first.
 * `theirs` are the colleague's files, and `saved` the files before the colleague's save.
 */
export type Saved =
  | { readonly kind: "kept" }
  | {
      readonly kind: "moved";
      readonly saved: ChangedFiles;
      readonly theirs: ChangedFiles;
      readonly failure: ApiFailure;
    };

const slots = new Map<string, Slot>();
let saving: Promise<unknown> = Promise.resolve();

/** Returns the server's state of a flow in a change. All pages of this visit share one state. */
export function slotOf(flow: string, change: ChangePage | null): Slot {
  const key = `${flow} ${change?.id ?? ""}`;
  const known = slots.get(key);
  if (known !== undefined && (change === null || known.revision >= change.revision)) return known;
  const slot: Slot =
    change === null
      ? { id: null, revision: 0, part: null }
      : { id: change.id, revision: change.revision, part: change.parts[flow] ?? null };
  slots.set(key, slot);
  return slot;
}

/** Returns the flow's changed files as stored on the server. */
export function savedFiles({ part }: Slot): ChangedFiles {
  return part?.files ?? {};
}

/** Deletes the shared state of a flow after its change was submitted or withdrawn. */
export function closeSlot(slot: Slot): void {
  for (const [key, one] of slots) if (one === slot) slots.delete(key);
}

/**
 * Saves a flow's edits; saves run one after another. If no change exists yet, the first save creates one with
 * this title.
 */
export function savePart(
  slot: Slot,
  given: { readonly flow: string; readonly title: string; readonly part: Part },
): Promise<Result<Saved, ApiFailure>> {
  const next = saving.then(() => saveNow(slot, given));
  saving = next.catch(() => undefined);
  return next;
}

/** Resolves when all running saves have ended. */
export async function saves(): Promise<void> {
  await saving;
}

async function saveNow(
  slot: Slot,
  { flow, title, part }: Parameters<typeof savePart>[1],
): Promise<Result<Saved, ApiFailure>> {
  const saved = savedFiles(slot);
  if (slot.id === null) {
    const begun = await beginChange(flow, title);
    if (!begun.ok) return begun;
    slot.id = begun.value.id;
    slot.revision = begun.value.revision;
    slots.set(`${flow} ${slot.id}`, slot);
  }
  const { id } = slot;
  const send = () =>
    call("POST", "/changes/{id}/save", {
      path: { id },
      body: { revision: slot.revision, flow, part },
    });
  let kept = await send();
  if (!kept.ok && kept.error.kind === "refused" && kept.error.code === "change-moved") {
    const now = await call("GET", "/changes/{id}", { path: { id } });
    if (!now.ok) return now;
    const theirs = now.value.parts[flow];
    // The flow has another base version on the server, so the save fails. A reload shows the new state.
    if (theirs !== undefined && theirs.base !== part.base) return fail(kept.error);
    slot.revision = now.value.revision;
    slot.part = theirs ?? null;
    // A colleague saved another flow of the same change. This flow has not changed on the server, so the save
    // is repeated.
    if (!isSame(savedFiles(slot), saved))
      return ok({ kind: "moved", saved, theirs: savedFiles(slot), failure: kept.error });
    kept = await send();
  }
  if (!kept.ok) return kept;
  slot.revision = kept.value.revision;
  slot.part = part;
  void outdate(["/changes"]);
  return ok({ kind: "kept" });
}

/**
 * Returns the change that a first save belongs to. If another tab has begun one with this flow meanwhile, it
 * is that one, with the revision before its last save: the server then refuses the save as moved, and the
 * edits of both tabs are merged.
 */
async function beginChange(
  flow: string,
  title: string,
): Promise<Result<{ readonly id: string; readonly revision: number }, ApiFailure>> {
  const known = await call("GET", "/changes");
  if (!known.ok) return known;
  const own = ownOf(known.value.changes, flow);
  if (own !== null) return ok({ id: own.id, revision: Math.max(1, own.revision - 1) });
  return await call("POST", "/changes", { body: { title } });
}

/**
 * Returns the person's own open change that contains this flow. If there are several, returns the one that
 * was saved last.
 */
export function ownOf(changes: readonly ChangeLine[], flow: string): ChangeLine | null {
  const isOwn = ({ own, status, flows }: ChangeLine) =>
    own && status === "open" && flows.some((part) => part.flow === flow);
  return changes.find(isOwn) ?? null;
}

/** Whether the server has the same files on the same base version. */
export function isSaved(slot: Slot, part: Part): boolean {
  const isOn = slot.part === null || slot.part.base === part.base;
  return isOn && isSame(part.files, savedFiles(slot));
}

/** Whether two sets of files have the same content. */
export function isSame(one: ChangedFiles, other: ChangedFiles): boolean {
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && one[name] === other[name])
  );
}
