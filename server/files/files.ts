import { join } from "node:path";
import type { Result } from "../../engine/values/result.ts";
import { createVault, type Vault } from "../accounts/index.ts";
import type { Clock } from "../clock/index.ts";
import type { Config } from "../config.ts";
import type { Db, Tx } from "../db/index.ts";
import { whileHolding } from "../holding.ts";
import { keyFor } from "../keys.ts";
import { previewOf } from "./inspect.ts";
import { places } from "./places.ts";
import { attachFile, claimFiles, documentFact, findFile, forgetFiles, keepFiles } from "./register.ts";
import type { Room } from "./room.ts";
import { scanLater } from "./scan-later.ts";
import type { Scanner } from "./scanner.ts";
import { diskStore, type FileStore } from "./store.ts";
import { storeUpload } from "./store-upload.ts";
import type { StoredFile, StoreFailure } from "./stored-file.ts";
import { sweepFiles } from "./sweep-files.ts";
import { uploadDays } from "./upload-days.ts";
import { type Pace, sideBySide, slowestPace } from "./upload-limits.ts";
import "./tables.ts";

export type Files = {
  /**
   * Checks, cleans and stores an upload. Nothing of a refused one is stored. `network`: its origin, `null` if the
   * portal itself stores something.
   */
  readonly store: (
    subject: string,
    content: AsyncIterable<Buffer>,
    about: { readonly purpose: string; readonly name: string; readonly network?: string | null },
  ) => Promise<Result<StoredFile, StoreFailure>>;
  /** Returns the register's entry, or `null`. The caller checks access. */
  readonly find: (id: string) => Promise<StoredFile | null>;
  /** Loads the fact `document`: whether it belongs to this subject, its type, and whether a scan found it clean. */
  readonly fact: (
    db: Db | Tx,
    id: string,
    subject: string,
  ) => Promise<{ readonly owned: boolean; readonly type: string; readonly clean: boolean } | null>;
  /**
   * Attaches a file to an answer, in that transaction. Returns whether it belongs to this subject, is not infected and
   * (if `purpose` is given) was uploaded for that purpose. Files without an answer are deleted after a while.
   */
  readonly attach: (
    db: Db | Tx,
    file: { readonly id: string; readonly subject: string; readonly purpose: string | null },
  ) => Promise<boolean>;
  /** Transfers a visitor's uploads to the account they created (or to no one), in that transaction. */
  readonly claim: (tx: Tx, from: string, to: string) => Promise<void>;
  /** Transfers some of a visitor's uploads to an object (`case:<id>`), so that they outlive the visit. */
  readonly keep: (
    tx: Tx,
    ids: readonly string[],
    of: { readonly from: string; readonly to: string },
  ) => Promise<void>;
  /**
   * Gives up a person's uploads, in that transaction: all of them, or the unused ones and those of `ids`. The next sweep
   * deletes them.
   */
  readonly forget: (tx: Tx, subject: string, ids: "all" | readonly string[]) => Promise<void>;
  /** Returns the stored bytes. */
  readonly read: (id: string) => Promise<Buffer>;
  /** Returns a small JPEG of an image; `null` for other files. */
  readonly preview: (id: string) => Promise<Buffer | null>;
  /** Deletes files without an answer, and visitors' uploads unclaimed for seven days. Returns their number. */
  readonly sweep: () => Promise<number>;
  /** Scans files that were not scanned, oldest first, and returns their number. Does nothing without a scanner. */
  readonly scanLater: () => Promise<number>;
};

/** Parallel image processing: each can need several hundred megabytes for a moment. */
const AT_ONCE = 2;

type Deps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly config: Pick<Config, "dataDir" | "masterKey">;
  /** Another storage for the bytes. */
  readonly store?: FileStore;
  /** The virus scanner. Without one, uploads stay `not-scanned`. */
  readonly scanner?: Scanner | null;
  /** Called if the scanner does not answer. The upload is stored and scanned later. */
  readonly onScannerAway?: (error: unknown) => void;
  /** Minimum speed of an upload. */
  readonly pace?: Pace;
};

/** Creates the file room: register in the database, bytes in `dataDir/files`. */
export function createFiles(deps: Deps): Files {
  const room = openRoom(deps);
  const { db, clock, store, scanner } = room;
  return {
    store: async (subject, content, about) => await storeUpload(room, subject, content, about),
    find: async (id) => await findFile(room, id),
    fact: documentFact,
    attach: async (on, file) => await attachFile(room, on, file),
    claim: async (tx, from, to) => await claimFiles(room, tx, from, to),
    keep: keepFiles,
    forget: forgetFiles,
    read: (id) => store.get(id),
    preview: async (id) => {
      const row = await db.selectFrom("files").select("type").where("id", "=", id).executeTakeFirst();
      if (row === undefined || !row.type.startsWith("image/")) return null;
      const bytes = await store.get(id);
      return await room.turn(() => previewOf(bytes));
    },
    sweep: async () => await sweepFiles(room),
    scanLater: async () => (scanner === null ? 0 : await scanLater({ db, clock, store, scanner })),
  };
}

function openRoom(deps: Deps): Room {
  const { db, clock, config, scanner = null, onScannerAway = () => {}, pace = slowestPace } = deps;
  let key: Buffer | null = null;
  let opened: Vault | null = null;
  return {
    ...{ db, clock, scanner, onScannerAway, pace },
    store: deps.store ?? diskStore(join(config.dataDir, "files")),
    arriving: join(config.dataDir, "arriving"),
    turn: takingTurns(AT_ONCE),
    takePlace: places({ each: sideBySide.network, all: sideBySide.all }),
    vault: () => {
      opened ??= createVault(keyFor(config, "personal-values"), clock.wall);
      return opened;
    },
    days: uploadDays(db, () => {
      key ??= keyFor(config, "upload-limits");
      return key;
    }),
  };
}

function takingTurns(most: number): <Value>(task: () => Promise<Value>) => Promise<Value> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await whileHolding("one of few slots", task);
    } finally {
      const next = waiting.shift();
      // A waiting task takes this slot, so the count stays.
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
