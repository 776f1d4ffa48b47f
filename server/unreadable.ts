import { readFile } from "node:fs/promises";
import type { Json } from "../engine/values/json.ts";

/** The error for a file or setting that cannot be used. Its message is for users, in whole sentences. */
export class Unreadable extends Error {}

/** Reads a JSON file that a user named. Throws `Unreadable` if it cannot be read or is not JSON. */
export async function readJson(path: string): Promise<Json> {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    throw new Unreadable(refusalOf(error, path) ?? `${path} cannot be read.`, { cause: error });
  });
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    throw new Unreadable(`${path} is no JSON: ${(error as Error).message}.`, { cause: error });
  }
}

/** Messages for users, by the error code of the file system. */
const REFUSALS: { readonly [code: string]: string } = {
  ENOENT: "is not there",
  EACCES: "may not be read or written by this user",
  EPERM: "may not be read or written by this user",
  EROFS: "lies where nothing can be written",
  EISDIR: "is a folder; a file belongs here",
  EEXIST: "is a file; a folder belongs here",
  ENOTDIR: "goes through a file as if it were a folder",
  ELOOP: "is a link that leads back to itself",
  ENAMETOOLONG: "is too long for a name",
  ERR_INVALID_ARG_VALUE: "is no path",
};

/** Returns the sentence for a file system error; `null` for other errors. */
export function refusalOf(error: unknown, named?: string): string | null {
  const { code = "", path = named } = error as { readonly code?: string; readonly path?: string };
  const refusal = REFUSALS[code];
  return refusal === undefined || path === undefined ? null : `${path} ${refusal}.`;
}
