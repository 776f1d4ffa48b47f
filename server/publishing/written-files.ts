import type { Json } from "../../engine/values/json.ts";
import { LANGUAGES } from "../../engine/values/languages.ts";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { readCurrentOf } from "../definitions/index.ts";
import type { Files } from "../sources/index.ts";
import { isEditable } from "../sources/index.ts";
import { isReserved } from "./flow-names.ts";
import type { Written } from "./judged-files.ts";
import type { Changes, DefinitionFailure } from "./proposal-types.ts";
import type { Room } from "./room.ts";

/**
 * Applies a change to the current version of a flow. `base` is the version that the writer of the change had
 * before them, if known.
 */
export async function writtenOnCurrent(
  { db, judging }: Room,
  given: { readonly flow: string; readonly changes: Changes; readonly base?: string },
): Promise<Result<Written, DefinitionFailure>> {
  const { flow, changes } = given;
  const before = await readCurrentOf(db, flow);
  if (before === null) return fail({ code: "flow-unknown" });
  if (given.base !== undefined && given.base !== before.id) return fail({ code: "version-outdated" });
  const forbidden = Object.keys(changes).filter((path) => !isEditable(path, flow));
  if (forbidden.length > 0) return fail({ code: "file-not-editable", paths: forbidden });
  if (judging.isBroken(before)) return fail({ code: "version-broken" });
  const files = withChanges(before.files, changes);
  return ok({ flow, before, base: before.files, files, restores: null });
}

/** Adds the files of a new flow to the files that all flows share. */
export async function writtenNew(
  room: Room,
  { flow, changes }: { readonly flow: string; readonly changes: Changes },
): Promise<Result<Written, DefinitionFailure>> {
  const base = await room.release.shared(flow);
  const name = await nameFault(room, flow, base);
  if (name !== null) return fail({ code: name });
  const forbidden = Object.keys(changes).filter((path) => !isOwn(path, flow));
  if (forbidden.length > 0) return fail({ code: "file-not-editable", paths: forbidden });
  return ok({ flow, before: null, base, files: withChanges(base, changes), restores: null });
}

/** Returns the reason why a new flow cannot have this name; `null` if it can. */
export async function nameFault(
  { db, release }: Room,
  flow: string,
  base: Files,
): Promise<"flow-name-reserved" | "flow-name-taken" | null> {
  const isPublished = (await readCurrentOf(db, flow)) !== null;
  if (isPublished || (await release.flows()).includes(flow)) return "flow-name-taken";
  return isReserved(flow, base) ? "flow-name-reserved" : null;
}

/**
 * Returns whether a person may write this file for a new flow. These are the flow's own files and texts, and
 * the texts of forms. Shared files and texts of the portal can be changed only together with an existing
 * flow.
 */
function isOwn(path: string, flow: string): boolean {
  const own = [`flows/${flow}/`, `schemas/${flow}/`];
  const texts = LANGUAGES.flatMap((language) =>
    [flow, "form"].map((namespace) => `locales/${language}/${namespace}.json`),
  );
  return isEditable(path, flow) && (texts.includes(path) || own.some((folder) => path.startsWith(folder)));
}

/** Returns a copy of files in which a change is applied. */
export function withChanges(files: Files, changes: Changes): Files {
  const next: Record<string, Json> = { ...files };
  for (const [path, content] of Object.entries(changes)) {
    if (content === null) delete next[path];
    else next[path] = content;
  }
  return next;
}
