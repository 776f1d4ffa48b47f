import type { LegalTexts } from "./documents.ts";
import { inForceOn, type Published, readPublished } from "./published.ts";
import type { Room } from "./room.ts";
import { takeFiles } from "./take-files.ts";

/** The module of legal documents. */
export type Legal = {
  readonly room: Room;
  /** Returns the texts in force today, from a cache, because every flow step needs them. */
  readonly inForce: () => LegalTexts;
  /** Reads the published versions again. Called after a publication by this process. */
  readonly refresh: () => Promise<void>;
  readonly close: () => void;
};

/** Interval in milliseconds at which this process reads publications of other processes. */
const LOOK_EVERY_MS = 5_000;

/** Creates the module: stores the documents of the release, and caches the texts in force. */
export async function createLegal(room: Room): Promise<Legal> {
  await takeFiles(room);
  let published: readonly Published[] = await readPublished(room.db);
  const refresh = async () => {
    published = await readPublished(room.db);
  };
  const timer = setInterval(() => {
    refresh().catch((error: unknown) => room.log.warn({ err: error }, "legal: versions could not be read"));
  }, LOOK_EVERY_MS);
  timer.unref();
  return {
    room,
    inForce: () => inForceOn(room.clock.today(), published),
    refresh,
    close: () => clearInterval(timer),
  };
}
