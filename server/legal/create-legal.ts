import type { LegalTexts } from "./documents.ts";
import { inForceOn, type Published, readPublished } from "./published.ts";
import type { Room } from "./room.ts";
import { takeFiles } from "./take-files.ts";

/** The room of legal documents. */
export type Legal = {
  readonly room: Room;
  /** What is in force today. Known in memory: every step of a flow asks for it. */
  readonly inForce: () => LegalTexts;
  /** Reads the published versions again, after one was published here. */
  readonly refresh: () => Promise<void>;
  readonly close: () => void;
};

/** Another process may publish: that is known here after so long at the latest. */
const LOOK_EVERY_MS = 5_000;

/** Opens the room: takes the documents that came with the program, and knows what is in force from then on. */
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
