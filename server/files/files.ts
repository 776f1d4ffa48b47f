import { createHash, randomUUID } from "node:crypto";
import { join } from "node:path";
import { sql } from "kysely";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { record } from "../audit/index.ts";
import type { Clock } from "../clock/index.ts";
import type { Config } from "../config.ts";
import type { Db, Tx } from "../db/index.ts";
import { refuseWhileHolding, whileHolding } from "../holding.ts";
import { inspect, previewOf, type Refusal, tooLarge } from "./inspect.ts";
import { PURPOSES } from "./purposes.ts";
import { diskStore, type FileStore } from "./store.ts";
import "./tables.ts";

/** What is known of an upload. */
export type StoredFile = {
  readonly id: string;
  readonly subject: string;
  readonly purpose: string;
  readonly type: string;
  readonly size: number;
  readonly width: number | null;
  readonly height: number | null;
  readonly name: string;
};

export type StoreFailure =
  | Refusal
  | {
      readonly code: "file-purpose" | "file-quota";
      readonly params: { readonly [name: string]: number | string };
    };

export type Files = {
  /** Checks, cleans and keeps an upload. Nothing is kept of one that is refused. */
  readonly store: (
    subject: string,
    content: AsyncIterable<Buffer>,
    about: { readonly purpose: string; readonly name: string },
  ) => Promise<Result<StoredFile, StoreFailure>>;
  /** The register's entry, or `null`. Whether the asker may see it is the caller's question. */
  readonly find: (id: string) => Promise<StoredFile | null>;
  /** The fact `document`: whether it is this subject's, what it is, whether it is clean. */
  readonly fact: (
    db: Db | Tx,
    id: string,
    subject: string,
  ) => Promise<{ readonly owned: boolean; readonly type: string; readonly clean: boolean } | null>;
  /** Whether it is this subject's, clean, and (where `purpose` is given) was uploaded for that. */
  readonly mayAttach: (
    db: Db | Tx,
    file: { readonly id: string; readonly subject: string; readonly purpose: string | null },
  ) => Promise<boolean>;
  /** Gives a visitor's uploads to the account that the visitor became (or to nobody), in that transaction. */
  readonly claim: (tx: Tx, from: string, to: string) => Promise<void>;
  /** The bytes as kept. */
  readonly read: (id: string) => Promise<Buffer>;
  /** A small JPEG of an image, or `null` where it is none. */
  readonly preview: (id: string) => Promise<Buffer | null>;
  /** Erases visitors' uploads that nobody claimed for seven days; answers how many. */
  readonly sweep: () => Promise<number>;
};

/** Uploads one subject may make in a day. */
const MOST_A_DAY = 60;
/** Pictures drawn at the same time: each may take some hundred megabytes for a moment. */
const AT_ONCE = 2;
const UNCLAIMED_DAYS = 7;

/** Sets up uploads: register in the database, bytes in `dataDir/files`. */
export function createFiles(deps: {
  readonly db: Db;
  readonly clock: Clock;
  readonly config: Pick<Config, "dataDir">;
  /** Another place for the bytes. */
  readonly store?: FileStore;
}): Files {
  const { db, clock } = deps;
  const store = deps.store ?? diskStore(join(deps.config.dataDir, "files"));
  const turn = takingTurns(AT_ONCE);

  return {
    store: async (subject, content, about) => {
      const purpose = PURPOSES[about.purpose];
      if (purpose === undefined) return fail({ code: "file-purpose", params: {} });
      const since = new Date(clock.wall().getTime() - 86_400_000);
      const { count } = await db
        .selectFrom("files")
        .select((e) => e.fn.countAll<number>().as("count"))
        .where("subject", "=", subject)
        .where("at", ">", since)
        .executeTakeFirstOrThrow();
      if (count >= MOST_A_DAY) return fail({ code: "file-quota", params: { limit: MOST_A_DAY } });
      // It comes as slowly as its sender likes; only what is whole takes a turn.
      const received = await collect(content, purpose.maxBytes);
      const inspected =
        received === null ? fail(tooLarge(purpose)) : await turn(() => inspect(received, purpose));
      if (!inspected.ok) return inspected;
      const { bytes, type, width, height } = inspected.value;
      const id = randomUUID();
      const name = safeName(about.name);
      await store.put(id, bytes);
      try {
        await db.transaction().execute(async (tx) => {
          await tx
            .insertInto("files")
            .values({
              id,
              subject,
              purpose: about.purpose,
              type,
              bytes: bytes.length,
              width,
              height,
              name,
              sha256: createHash("sha256").update(bytes).digest("hex"),
              // The place of a virus scanner's answer; what was drawn anew is clean by construction.
              clean: true,
              at: clock.wall(),
            })
            .execute();
          await record(tx, clock, {
            actor: subject,
            action: "files.store",
            subject: `file:${id}`,
            to: "STORED",
            detail: { purpose: about.purpose, type },
          });
        });
      } catch (error) {
        await store.remove(id).catch(() => {});
        throw error;
      }
      return ok({ id, subject, purpose: about.purpose, type, size: bytes.length, width, height, name });
    },
    find: async (id) => {
      if (!isId(id)) return null;
      const row = await db.selectFrom("files").selectAll().where("id", "=", id).executeTakeFirst();
      if (row === undefined) return null;
      const { subject, purpose, type, bytes, width, height, name } = row;
      return { id, subject, purpose, type, size: bytes, width, height, name };
    },
    fact: async (on, id, subject) => {
      if (!isId(id)) return null;
      const row = await on
        .selectFrom("files")
        .select(["subject", "type", "clean"])
        .where("id", "=", id)
        .executeTakeFirst();
      if (row === undefined) return null;
      // Of somebody else's file nothing is told but that it is not hers.
      if (row.subject !== subject) return { owned: false, type: "unknown", clean: false };
      return { owned: true, type: row.type, clean: row.clean };
    },
    mayAttach: async (on, { id, subject, purpose }) => {
      if (!isId(id)) return false;
      const row = await on
        .selectFrom("files")
        .select(["subject", "clean", "purpose"])
        .where("id", "=", id)
        .executeTakeFirst();
      if (row === undefined || row.subject !== subject || !row.clean) return false;
      return purpose === null || row.purpose === purpose;
    },
    claim: async (tx, from, to) => {
      if (!from.startsWith("visitor:"))
        throw new Error(`files.claim: only a visitor's files go to another, not those of ${from}`);
      await tx.updateTable("files").set({ subject: to }).where("subject", "=", from).execute();
    },
    read: (id) => store.get(id),
    preview: async (id) => {
      const row = await db.selectFrom("files").select("type").where("id", "=", id).executeTakeFirst();
      if (row === undefined || !row.type.startsWith("image/")) return null;
      const bytes = await store.get(id);
      return await turn(() => previewOf(bytes));
    },
    sweep: async () => {
      const before = new Date(clock.wall().getTime() - UNCLAIMED_DAYS * 86_400_000);
      const gone = await db
        .deleteFrom("files")
        .where(sql<boolean>`subject like 'visitor:%'`)
        .where("at", "<", before)
        .returning("id")
        .execute();
      for (const { id } of gone) await store.remove(id);
      return gone.length;
    },
  };
}

async function collect(content: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer | null> {
  refuseWhileHolding("an upload's body");
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of content) {
    size += part.length;
    // The rest is read and dropped, so that the browser hears the answer instead of a broken connection.
    if (size <= maxBytes) parts.push(part);
    else parts.length = 0;
  }
  return size > maxBytes ? null : Buffer.concat(parts);
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
      // A waiting one takes over our place; the count stays.
      if (next === undefined) running -= 1;
      else next();
    }
  };
}

function isId(id: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(id);
}

// Shown to its owner and used in a download's header: no path, no control characters, no end.
function safeName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? "";
  const clean = last
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}"<>:|?*;]/gu, "")
    .trim()
    .slice(-100);
  return clean === "" ? "file" : clean;
}
