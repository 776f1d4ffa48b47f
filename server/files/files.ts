import { createHash, randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { createVault, type Vault } from "../accounts/index.ts";
import { record } from "../audit/index.ts";
import type { Clock } from "../clock/index.ts";
import type { Config } from "../config.ts";
import type { Db, Tx } from "../db/index.ts";
import { whileHolding } from "../holding.ts";
import { keyFor } from "../keys.ts";
import { inspect, previewOf, type Refusal, tooLarge } from "./inspect.ts";
import { places } from "./places.ts";
import { purposeOf } from "./purposes.ts";
import { scanLater } from "./scan-later.ts";
import type { Scanned, Scanner } from "./scanner.ts";
import { spool } from "./spool.ts";
import { diskStore, type FileStore } from "./store.ts";
import { uploadDays } from "./upload-days.ts";
import { type Pace, sideBySide, slowestPace } from "./upload-limits.ts";
import "./tables.ts";

/** The data of an upload. */
export type StoredFile = {
  readonly id: string;
  readonly subject: string;
  readonly purpose: string;
  readonly type: string;
  readonly size: number;
  readonly width: number | null;
  readonly height: number | null;
  /** The owner's name for the file: shown to people, never used for a download. */
  readonly name: string;
  readonly scanned: Scanned;
};

export type StoreFailure =
  | Refusal
  | {
      readonly code: "file-purpose" | "file-quota" | "file-infected" | "upload-busy" | "upload-too-slow";
      readonly params: { readonly [name: string]: number | string };
    };

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
const DAY_MS = 86_400_000;
const UNCLAIMED_MS = 7 * DAY_MS;
const NO_FILE = "00000000-0000-0000-0000-000000000000";
/** Maximum time between an upload and the answer that names it. */
const IN_THE_AIR_MS = { visitor: 2 * 3_600_000, person: 7 * DAY_MS } as const;

/** Creates the file room: register in the database, bytes in `dataDir/files`. */
export function createFiles(deps: {
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
}): Files {
  const { db, clock, config, scanner = null, onScannerAway = () => {}, pace = slowestPace } = deps;
  const store = deps.store ?? diskStore(join(config.dataDir, "files"));
  const arriving = join(config.dataDir, "arriving");
  const turn = takingTurns(AT_ONCE);
  const takePlace = places({ each: sideBySide.network, all: sideBySide.all });
  let key: Buffer | null = null;
  let opened: Vault | null = null;
  const vault = () => {
    opened ??= createVault(keyFor(config, "personal-values"), clock.wall);
    return opened;
  };
  const days = uploadDays(db, () => {
    key ??= keyFor(config, "upload-limits");
    return key;
  });

  const scan = async (bytes: Buffer): Promise<Scanned> => {
    if (scanner === null) return "not-scanned";
    try {
      return await scanner.scan(bytes);
    } catch (error) {
      onScannerAway(error);
      return "not-scanned";
    }
  };

  return {
    store: async (subject, content, { purpose: purposeName, name: given, network = null }) => {
      const purpose = purposeOf(purposeName);
      if (purpose === null) return fail({ code: "file-purpose", params: {} });
      const uploader = { subject, network };
      const leave = takePlace(network ?? "the portal itself");
      if (leave === null) return fail({ code: "upload-busy", params: {} });
      const arrived = join(arriving, randomUUID());
      try {
        const limit = await days.begin(uploader, clock.wall());
        if (limit !== null) return fail({ code: "file-quota", params: { limit } });
        mkdirSync(arriving, { recursive: true, mode: 0o700 });
        const spooled = await spool(content, arrived, { maxBytes: purpose.maxBytes, pace });
        if (!spooled.ok)
          return fail(
            spooled.error === "too-large" ? tooLarge(purpose) : { code: "upload-too-slow", params: {} },
          );
        await days.add(uploader, spooled.value, clock.wall());
        // Processed only after it has arrived completely, so that a slow line does not delay others. Read inside the
        // queue, so that few are in memory.
        const inspected = await turn(async () => await inspect(await readFile(arrived), purpose));
        if (!inspected.ok) return inspected;
        const { bytes, type, width, height } = inspected.value;
        const sha256 = createHash("sha256").update(bytes).digest("hex");
        const scanned = await scan(bytes);
        if (scanned === "infected") {
          await db.transaction().execute((tx) =>
            record(tx, clock, {
              actor: subject,
              action: "files.refuse",
              subject: `upload:${sha256}`,
              to: "INFECTED",
              detail: { purpose: purposeName, type },
            }),
          );
          return fail({ code: "file-infected", params: {} });
        }
        const id = randomUUID();
        const name = safeName(given);
        await store.put(id, bytes);
        try {
          await db.transaction().execute(async (tx) => {
            await tx
              .insertInto("files")
              .values({
                id,
                subject,
                purpose: purposeName,
                type,
                bytes: bytes.length,
                width,
                height,
                name: await vault().sealWords(tx, personOf(subject), namePlace(id), name),
                sha256,
                scanned,
                attached_at: null,
                at: clock.wall(),
              })
              .execute();
            await record(tx, clock, {
              actor: subject,
              action: "files.store",
              subject: `file:${id}`,
              to: "STORED",
              detail: { purpose: purposeName, type, scanned },
            });
          });
        } catch (error) {
          await store.remove(id).catch(() => {});
          throw error;
        }
        const size = bytes.length;
        return ok({ id, subject, purpose: purposeName, type, size, width, height, name, scanned });
      } finally {
        leave();
        await rm(arrived, { force: true }).catch(() => {});
      }
    },
    find: async (id) => {
      if (!isId(id)) return null;
      const row = await db.selectFrom("files").selectAll().where("id", "=", id).executeTakeFirst();
      if (row === undefined) return null;
      const { subject, purpose, type, bytes, width, height, scanned } = row;
      const [name] = await vault().openWords(db, [{ place: namePlace(id), sealed: row.name }]);
      return { id, subject, purpose, type, size: bytes, width, height, name: name ?? "file", scanned };
    },
    fact: async (on, id, subject) => {
      if (!isId(id)) return null;
      const row = await on
        .selectFrom("files")
        .select(["subject", "type", "scanned"])
        .where("id", "=", id)
        .executeTakeFirst();
      if (row === undefined) return null;
      // For another person's file only that fact is revealed.
      if (row.subject !== subject) return { owned: false, type: "unknown", clean: false };
      return { owned: true, type: row.type, clean: row.scanned === "clean" };
    },
    attach: async (on, { id, subject, purpose }) => {
      if (!isId(id)) return false;
      const taken = await on
        .updateTable("files")
        .set({ attached_at: sql`coalesce(attached_at, ${clock.wall()})` })
        .where("id", "=", id)
        .where("subject", "=", subject)
        .where("scanned", "<>", "infected")
        .$if(purpose !== null, (query) => query.where("purpose", "=", purpose as string))
        .returning("id")
        .executeTakeFirst();
      return taken !== undefined;
    },
    claim: async (tx, from, to) => {
      if (!from.startsWith("visitor:"))
        throw new Error(`files.claim: only a visitor's files go to another, not those of ${from}`);
      const theirs = await tx
        .updateTable("files")
        .set({ subject: to })
        .where("subject", "=", from)
        .returning(["id", "name"])
        .execute();
      const person = personOf(to);
      if (person === null) return;
      for (const { id, name } of theirs) {
        const given = await vault().giveWords(tx, person, { place: namePlace(id), sealed: name });
        if (given !== null) await tx.updateTable("files").set({ name: given }).where("id", "=", id).execute();
      }
    },
    keep: async (tx, ids, { from, to }) => {
      if (!from.startsWith("visitor:"))
        throw new Error(`files.keep: only a visitor's files go to another, not those of ${from}`);
      if (ids.length === 0) return;
      await tx
        .updateTable("files")
        .set({ subject: to })
        .where("subject", "=", from)
        .where("id", "in", [...ids])
        .execute();
    },
    forget: async (tx, subject, ids) => {
      await tx
        .updateTable("files")
        .set({ subject: `erased:${randomUUID()}`, attached_at: null, at: new Date(0) })
        .where("subject", "=", subject)
        .$if(ids !== "all", (query) =>
          query.where((where) =>
            where.or([where("attached_at", "is", null), where("id", "in", [NO_FILE, ...ids])]),
          ),
        )
        .execute();
    },
    read: (id) => store.get(id),
    preview: async (id) => {
      const row = await db.selectFrom("files").select("type").where("id", "=", id).executeTakeFirst();
      if (row === undefined || !row.type.startsWith("image/")) return null;
      const bytes = await store.get(id);
      return await turn(() => previewOf(bytes));
    },
    sweep: async () => {
      const now = clock.wall().getTime();
      const before = (ms: number) => new Date(now - ms);
      const gone = await db
        .deleteFrom("files")
        .where(sql<boolean>`(subject like 'visitor:%' and at < ${before(UNCLAIMED_MS)})
          or (attached_at is null and at < case when subject like 'visitor:%'
            then ${before(IN_THE_AIR_MS.visitor)}::timestamptz else ${before(IN_THE_AIR_MS.person)}::timestamptz end)`)
        .returning("id")
        .execute();
      for (const { id } of gone) await store.remove(id);
      await days.sweep(clock.wall());
      await sweepArriving(arriving, pace);
      return gone.length;
    },
    scanLater: async () => (scanner === null ? 0 : await scanLater({ db, clock, store, scanner })),
  };
}

/** Deletes partial uploads of processes that ended. */
async function sweepArriving(folder: string, pace: Pace): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const path = join(folder, name);
    const touched = await stat(path).catch(() => null);
    // By the machine's clock, like the file's time.
    if (touched !== null && Date.now() - touched.mtimeMs > 2 * pace.longestMs)
      await rm(path, { force: true });
  }
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

/** The vault place of a file's name. */
export const namePlace = (file: string) => `files/${file}`;

function personOf(subject: string): string | null {
  return subject.startsWith("person:") ? subject.slice("person:".length) : null;
}

function isId(id: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(id);
}

// Shown to the owner and used in a download's header: no path, no control characters, limited length.
function safeName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? "";
  const clean = last
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}"<>:|?*;]/gu, "")
    .trim()
    .slice(-100);
  return clean === "" ? "file" : clean;
}
