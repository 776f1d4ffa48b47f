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
   * Checks, cleans and stores an upload. Stores nothing if the upload is refused. `network`: the network from
   * which the upload comes; `null` if the portal itself stores something.
   */
  readonly store: (
    subject: string,
    content: AsyncIterable<Buffer>,
    about: { readonly purpose: string; readonly name: string; readonly network?: string | null },
  ) => Promise<Result<StoredFile, StoreFailure>>;
  /** Returns the registered data of a file; `null` if the file is unknown. The caller checks access. */
  readonly find: (id: string) => Promise<StoredFile | null>;
  /**
   * Loads the fact `document`: whether the file belongs to this subject, its type, and whether a scan found
   * it clean.
   */
  readonly fact: (
    db: Db | Tx,
    id: string,
    subject: string,
  ) => Promise<{ readonly owned: boolean; readonly type: string; readonly clean: boolean } | null>;
  /**
   * Attaches a file to an answer, in the given transaction. Returns false if the file does not belong to this
   * subject, is infected, or (if `purpose` is given) was uploaded for another purpose. Files without an
   * answer are deleted after a while.
   */
  readonly attach: (
    db: Db | Tx,
    file: { readonly id: string; readonly subject: string; readonly purpose: string | null },
  ) => Promise<boolean>;
  /**
   * Transfers a visitor's uploads to the account that the visitor created (or to no one), in the given
   * transaction.
   */
  readonly claim: (tx: Tx, from: string, to: string) => Promise<void>;
  /**
   * Transfers some of a visitor's uploads to an object (`case:<id>`), so that they are not deleted with the
   * visitor's data.
   */
  readonly keep: (
    tx: Tx,
    ids: readonly string[],
    of: { readonly from: string; readonly to: string },
  ) => Promise<void>;
  /**
   * Removes the owner of a person's uploads, in the given transaction, so that the next sweep deletes them.
   * `ids`: `all`, or certain files. Files that belong to no answer are always included.
   */
  readonly forget: (tx: Tx, subject: string, ids: "all" | readonly string[]) => Promise<void>;
  /** Returns the stored bytes of a file. */
  readonly read: (id: string) => Promise<Buffer>;
  /** Returns a small JPEG of an image; `null` for other files. */
  readonly preview: (id: string) => Promise<Buffer | null>;
  /**
   * Deletes files without an answer, and visitors' uploads that no account took over within seven days.
   * Returns the number of deleted files.
   */
  readonly sweep: () => Promise<number>;
  /**
   * Scans files that are not yet scanned, oldest first, and returns their number. Does nothing without a
   * scanner.
   */
  readonly scanLater: () => Promise<number>;
};

/** Maximum number of images processed in parallel. Each can need several hundred megabytes for a moment. */
const AT_ONCE = 2;

type Deps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly config: Pick<Config, "dataDir" | "masterKey">;
  /** Storage for the bytes, in place of the folder in `dataDir`. */
  readonly store?: FileStore;
  /** The virus scanner. Without a scanner, uploads stay `not-scanned`. */
  readonly scanner?: Scanner | null;
  /** Function that is called if the scanner does not answer. The upload is then stored and scanned later. */
  readonly onScannerAway?: (error: unknown) => void;
  /** Minimum speed of an upload. */
  readonly pace?: Pace;
};

/** Creates the files module. The register is in the database, and the bytes are in `dataDir/files`. */
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
      // If a task waits, it takes over this slot, and the number of running tasks stays the same.
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
