import { isObject } from "../../engine/flow/form-schema.ts";
import type { Language, Words } from "../../engine/values/languages.ts";
import type { Definitions } from "../definitions/index.ts";
import type { TypeOf } from "../http/index.ts";
import type { ChangeLine, ChangePage } from "./answers.ts";
import type { Change, Room } from "./room.ts";
import { statusOf } from "./status.ts";
import { commentsOn } from "./stored.ts";
import { type Part, writtenValue } from "./tables.ts";

/**
 * Dependencies for showing changes: the module, the titles of flows, and the names of colleagues (`null` if
 * unknown).
 */
export type Desk = {
  readonly room: Room;
  readonly definitions: Definitions;
  readonly nameOf: (person: string) => Promise<string | null>;
};

/** Returns a change in the form in which lists show it to a reader. */
export async function lineOf(
  { room, definitions, nameOf }: Desk,
  change: Change,
  reader: string,
): Promise<TypeOf<typeof ChangeLine>> {
  return {
    id: change.id,
    title: change.title,
    status: await statusOf(room.db, change),
    revision: change.revision,
    author: await nameOf(change.author),
    owner: await nameOf(change.owner),
    writers: await Promise.all(change.writers.map(nameOf)),
    own: change.owner === reader,
    wrote: change.writers.includes(reader),
    flows: await Promise.all(
      Object.entries(change.parts).map(async ([flow, { base, files }]) => ({
        flow,
        title: base === null ? newTitle(flow, files) : await definitions.titleOf(flow),
        files: Object.keys(files).length,
        outdated: change.state === "open" && (definitions.current(flow)?.id ?? null) !== base,
      })),
    ),
    reason: change.reason,
    versions: [...change.versions],
    schedule: change.schedule && {
      at: change.schedule.at,
      by: await nameOf(change.schedule.by),
      note: change.schedule.note,
      stopped: change.schedule.stopped,
    },
    taken: change.taken && {
      by: await nameOf(change.taken.by),
      from: await nameOf(change.taken.from),
      fromReader: change.taken.from === reader && change.owner !== reader,
      at: change.taken.at,
      reason: change.taken.reason,
    },
    begunAt: change.begun_at.toISOString(),
    savedAt: change.saved_at.toISOString(),
  };
}

/** Returns a change in the form in which its page shows it to a reader, with its parts and comments. */
export async function pageOf(desk: Desk, change: Change, reader: string): Promise<TypeOf<typeof ChangePage>> {
  return {
    ...(await lineOf(desk, change, reader)),
    parts: change.parts,
    comments: await Promise.all(
      (await commentsOn(desk.room, change.id)).map(async ({ at, by_person, text }) => ({
        at: at.toISOString(),
        by: await desk.nameOf(by_person),
        text,
      })),
    ),
  };
}

/** Returns the title of a new flow, from the texts in the change. */
function newTitle(flow: string, files: Part["files"]): Words {
  const said = (language: Language): string => {
    const texts = writtenValue(files[`locales/${language}/${flow}.json`] ?? null);
    const own = isObject(texts) ? texts[flow] : undefined;
    return isObject(own) && typeof own.title === "string" ? own.title : flow;
  };
  return { th: said("th"), en: said("en") };
}
