import { createHash, randomUUID } from "node:crypto";
import { mkdirSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { record } from "../audit/index.ts";
import { type Inspected, inspect, tooLarge } from "./inspect.ts";
import { type Purpose, purposeOf } from "./purposes.ts";
import { personOf, type Room } from "./room.ts";
import type { Scanned } from "./scanner.ts";
import { spool } from "./spool.ts";
import { namePlace, type StoredFile, type StoreFailure } from "./stored-file.ts";
import type { Uploader } from "./upload-days.ts";
import "./tables.ts";

/** Checks, cleans and stores an upload. Stores nothing if the upload is refused. */
export async function storeUpload(
  room: Room,
  subject: string,
  content: AsyncIterable<Buffer>,
  about: { readonly purpose: string; readonly name: string; readonly network?: string | null },
): Promise<Result<StoredFile, StoreFailure>> {
  const { network = null } = about;
  const purpose = purposeOf(about.purpose);
  if (purpose === null) return fail({ code: "file-purpose", params: {} });
  const leave = room.takePlace(network ?? "the portal itself");
  if (leave === null) return fail({ code: "upload-busy", params: {} });
  const arrived = join(room.arriving, randomUUID());
  try {
    const received = await receive(room, content, { arrived, purpose, uploader: { subject, network } });
    if (!received.ok) return received;
    // The upload is processed only after it has arrived completely, so that a slow sender does not delay
    // others. It is read inside the queue, so that only a few uploads are in memory.
    const inspected = await room.turn(async () => await inspect(await readFile(arrived), purpose));
    if (!inspected.ok) return inspected;
    const sha256 = createHash("sha256").update(inspected.value.bytes).digest("hex");
    const scanned = await scan(room, inspected.value.bytes);
    const checked = { ...inspected.value, subject, purpose: about.purpose, sha256, scanned };
    if (scanned !== "infected") return ok(await keepFile(room, checked, safeName(about.name)));
    await recordInfected(room, checked);
    return fail({ code: "file-infected", params: {} });
  } finally {
    leave();
    await rm(arrived, { force: true }).catch(() => {});
  }
}

/**
 * Writes an upload to a file in the folder of arriving uploads, within the limits of size, speed and number
 * per day.
 */
async function receive(
  { days, clock, arriving, pace }: Room,
  content: AsyncIterable<Buffer>,
  to: { readonly arrived: string; readonly purpose: Purpose; readonly uploader: Uploader },
): Promise<Result<null, StoreFailure>> {
  const { arrived, purpose, uploader } = to;
  const limit = await days.begin(uploader, clock.wall());
  if (limit !== null) return fail({ code: "file-quota", params: { limit } });
  mkdirSync(arriving, { recursive: true, mode: 0o700 });
  const spooled = await spool(content, arrived, { maxBytes: purpose.maxBytes, pace });
  if (!spooled.ok)
    return fail(spooled.error === "too-large" ? tooLarge(purpose) : { code: "upload-too-slow", params: {} });
  await days.add(uploader, spooled.value, clock.wall());
  return ok(null);
}

async function scan({ scanner, onScannerAway }: Room, bytes: Buffer): Promise<Scanned> {
  if (scanner === null) return "not-scanned";
  try {
    return await scanner.scan(bytes);
  } catch (error) {
    onScannerAway(error);
    return "not-scanned";
  }
}

/** An upload that was inspected and scanned. */
type Checked = Inspected & Pick<StoredFile, "subject" | "purpose" | "scanned"> & { readonly sha256: string };

async function recordInfected(
  { db, clock }: Room,
  { subject, sha256, purpose, type }: Checked,
): Promise<void> {
  await db.transaction().execute((tx) =>
    record(tx, clock, {
      actor: subject,
      action: "files.refuse",
      subject: `upload:${sha256}`,
      to: "INFECTED",
      detail: { purpose, type },
    }),
  );
}

/** Stores the bytes of an upload and registers the file. */
async function keepFile(room: Room, checked: Checked, name: string): Promise<StoredFile> {
  const { db, clock, store, vault } = room;
  const { subject, purpose, bytes, type, width, height, sha256, scanned } = checked;
  const id = randomUUID();
  await store.put(id, bytes);
  try {
    await db.transaction().execute(async (tx) => {
      await tx
        .insertInto("files")
        .values({
          id,
          subject,
          purpose,
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
        detail: { purpose, type, scanned },
      });
    });
  } catch (error) {
    await store.remove(id).catch(() => {});
    throw error;
  }
  return { id, subject, purpose, type, size: bytes.length, width, height, name, scanned };
}

// Returns a name that can be shown to the owner: no path, no control characters, limited length.
function safeName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? "";
  const clean = last
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}"<>:|?*;]/gu, "")
    .trim()
    .slice(-100);
  return clean === "" ? "file" : clean;
}
