import type { Vault } from "../accounts/index.ts";
import type { Clock } from "../clock/index.ts";
import type { Db } from "../db/index.ts";
import type { Scanner } from "./scanner.ts";
import type { FileStore } from "./store.ts";
import type { UploadDays } from "./upload-days.ts";
import type { Pace } from "./upload-limits.ts";

/** Dependencies of the functions in the files module. */
export type Room = {
  readonly db: Db;
  readonly clock: Clock;
  /** Returns the vault, which is opened on first use. */
  readonly vault: () => Vault;
  /** Storage of the bytes. */
  readonly store: FileStore;
  /** Folder of uploads that have not yet arrived completely. */
  readonly arriving: string;
  readonly pace: Pace;
  readonly days: UploadDays;
  /**
   * Takes a place for an upload from this network; returns `null` if no place is free. The returned function
   * frees the place.
   */
  readonly takePlace: (origin: string) => (() => void) | null;
  /** Runs a task as soon as one of few slots is free. */
  readonly turn: <Value>(task: () => Promise<Value>) => Promise<Value>;
  readonly scanner: Scanner | null;
  /** Function that is called if the scanner does not answer. */
  readonly onScannerAway: (error: unknown) => void;
};

/** Returns the id of the person if a subject is a person; `null` for visitors and objects. */
export function personOf(subject: string): string | null {
  return subject.startsWith("person:") ? subject.slice("person:".length) : null;
}
