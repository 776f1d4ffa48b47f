import { join } from "node:path";
import { type FlagCatalogue, isFlagSet } from "../../engine/flags/index.ts";
import { isObject } from "../../engine/flow/form-schema.ts";
import type { Definition } from "../../engine/flow/index.ts";
import type { Json } from "../../engine/values/json.ts";
import { LANGUAGES, type Language } from "../../engine/values/languages.ts";
import { alike, compareFlows, compareReach, withSameNames } from "../../engine/verify/compare/index.ts";
import { proveFollow } from "../../engine/verify/prove/index.ts";
import type { Ordinary } from "../../engine/verify/witness/index.ts";
import { inBoth, namingOf } from "../../engine/verify/words/index.ts";
import type { FlowText, Versions } from "../differences/index.ts";
import {
  catalogueLost,
  type FlagChanges,
  flagChanges,
  lostProtections,
  questionsLeft,
} from "../differences/index.ts";
import { jsonFilesIn, readFolder } from "../sources/index.ts";

/**
 * Compares two versions of a flow: what changes for which people, which protections are lost, and which
 * people with open instances cannot continue.
 */
export function compareVersions(
  { before: older, after }: Versions<Definition>,
  ordinary: Ordinary,
): FlowText {
  const comparison = compareFlows(older, after, ordinary);
  const { before } = withSameNames(older, after);
  const lost = lostProtections({ before, after }, comparison, namingOf(after, before));
  const { ways, unasked } = compareReach(before, after);
  return {
    comparison,
    lost,
    reach: { ways, unasked: questionsLeft(unasked, lost) },
    follow: proveFollow(older, after, ordinary),
  };
}

/** A changed flag file, with the changed effect of a flag set or the protections that a catalogue loses. */
export type ChangedFlags = ChangedFile & FlagChanges;

/**
 * Determines the effect of each changed flag file. `definitions`: the flows that have a version in both
 * roots.
 */
export async function changedFlags(
  files: readonly ChangedFile[],
  roots: Versions<string>,
  definitions: readonly Definition[],
): Promise<readonly ChangedFlags[]> {
  const catalogues = { before: await catalogueIn(roots.before), after: await catalogueIn(roots.after) };
  const titles = await titlesOf(roots.after);
  const titleOf = (flag: string) => inBoth((language) => titles[language](flag));
  // A protection in the old catalogue is checked even if both the new catalogue and the flag set drop it.
  const catalogue = { ...catalogues.after, ...catalogues.before };
  return files.map((file): ChangedFlags => {
    if (file.file === CATALOGUE)
      return { ...file, lost: catalogueLost(catalogues, titleOf), switches: [], says: [] };
    const [before, after] = [file.before ?? EMPTY_SET, file.after ?? EMPTY_SET];
    return isFlagSet(before) && isFlagSet(after)
      ? { ...file, ...flagChanges({ before, after }, { catalogue, titleOf, definitions }) }
      : { ...file, lost: [], switches: [], says: [] };
  });
}

const CATALOGUE = "flags/catalogue.json";
const EMPTY_SET: Json = { version: 2, features: [] };

async function catalogueIn(root: string): Promise<FlagCatalogue> {
  const { files } = await readFolder(root, "flags");
  const found = files[CATALOGUE];
  return isObject(found) && Object.values(found).every(isObject) ? (found as FlagCatalogue) : {};
}

async function titlesOf(
  root: string,
): Promise<{ readonly [language in Language]: (flag: string) => string }> {
  const [th, en] = await Promise.all(
    LANGUAGES.map(async (language) => {
      const { files } = await readFolder(root, `locales/${language}`);
      const texts = files[`locales/${language}/flag.json`];
      return (flag: string) => {
        const title = isObject(texts) && isObject(texts[flag]) ? texts[flag].title : undefined;
        return typeof title === "string" ? title : flag;
      };
    }),
  );
  return { th, en } as { readonly [language in Language]: (flag: string) => string };
}

/** A file with its content in two roots. In one of them the file may be missing. */
export type ChangedFile = { readonly file: string } & Versions<Json | undefined>;

/**
 * Returns the files outside the flows that differ between two roots: flags, texts that no flow shows, and
 * shared files.
 */
export async function changedFiles(
  roots: Versions<string>,
  definitions: readonly Definition[],
): Promise<{
  readonly flags: readonly ChangedFile[];
  readonly texts: readonly ChangedFile[];
  readonly shared: readonly string[];
}> {
  const changed = async (folders: readonly string[]): Promise<readonly ChangedFile[]> => {
    const all = await Promise.all(folders.map((folder) => changedIn(roots, folder)));
    return all.flat();
  };
  const texts = (await changed(LOCALES)).flatMap(({ file, before, after }): readonly ChangedFile[] => {
    const [, language = "", name = ""] = file.split("/");
    const isShown = (path: readonly string[]): boolean =>
      definitions.some(({ texts: all }) => {
        const own = all[language as Language]?.[name.replace(/\.json$/, "")];
        return (
          path.reduce<Json | undefined>((at, key) => (isObject(at) ? at[key] : undefined), own) !== undefined
        );
      });
    const [old, now] = [before, after].map((one) => textsIn(one, isShown));
    return alike(old, now) ? [] : [{ file, before: old, after: now }];
  });
  return {
    flags: await changed(["flags"]),
    texts,
    shared: (await changed(SHARED)).map(({ file }) => file),
  };
}

const LOCALES = LANGUAGES.map((language) => `locales/${language}`);
const SHARED = [
  "flows/shared",
  "flows/shared/rules",
  "flows/shared/assumptions",
  "schemas/common",
  "schemas/effects",
  "schemas/events",
];

async function changedIn(
  { before, after }: Versions<string>,
  folder: string,
): Promise<readonly ChangedFile[]> {
  const [old, now] = await Promise.all([readFolder(before, folder), readFolder(after, folder)]);
  const files = [...new Set([...Object.keys(old.files), ...Object.keys(now.files)])].sort();
  return files
    .filter((file) => !alike(old.files[file], now.files[file]))
    .map((file) => ({ file, before: old.files[file], after: now.files[file] }));
}

/** Returns those texts of a file, by key, that no flow shows. */
function textsIn(
  file: Json | undefined,
  isShown: (path: readonly string[]) => boolean,
  path: readonly string[] = [],
): { readonly [key: string]: Json } {
  if (!isObject(file)) return file === undefined || isShown(path) ? {} : { [path.join(".")]: file };
  return Object.assign(
    {},
    ...Object.entries(file).map(([key, inner]) => textsIn(inner, isShown, [...path, key])),
  );
}

/**
 * Returns whether a folder is a root of definitions. A root contains flows and schemas, and is not a flow
 * itself.
 */
export async function isRoot(folder: string): Promise<boolean> {
  const own = await jsonFilesIn(folder, ".");
  if (own.some((file) => file.endsWith("/flow.json"))) return false;
  return (await jsonFilesIn(folder, join("flows", "shared"))).length > 0;
}
