import { join } from "node:path";
import {
  cautiousSet,
  checkFlags,
  type FlagCatalogue,
  type FlagSet,
  isFlagSet,
  type Reach,
  reachIn,
} from "../../engine/flags/index.ts";
import { isObject } from "../../engine/flow/form-schema.ts";
import { errorAt } from "../../engine/rules/report.ts";
import type { Finding } from "../../engine/rules/rule.ts";
import type { Json } from "../../engine/values/json.ts";
import { LANGUAGES } from "../../engine/values/languages.ts";
import { readFolder } from "../sources/index.ts";

/**
 * The flag sets below a root folder by name, the people for whom each flag is on, and the findings of the
 * files.
 */
export type FlagSets = {
  readonly sets: { readonly [set: string]: { readonly [flag: string]: Reach } };
  readonly findings: readonly Finding[];
};

/**
 * Reads the flag sets below a root folder and checks them against the catalogue. Returns no sets if the
 * folder does not exist.
 */
export async function readFlagSets(root: string): Promise<FlagSets> {
  const { files, findings: unread } = await readFolder(root, "flags");
  const findings = [...unread];
  const sets: { [name: string]: FlagSet } = {};
  for (const [path, content] of Object.entries(files)) {
    if (path === "flags/catalogue.json") continue;
    if (isFlagSet(content)) sets[path.slice("flags/".length, -".json".length)] = content;
    else
      findings.push(
        errorAt({ file: path, pointer: "/features" }, { key: "wrong-shape.type", params: { type: "array" } }),
      );
  }
  const catalogue = files["flags/catalogue.json"];
  if (isCatalogue(catalogue) && Object.keys(sets).length > 0)
    findings.push(...checkFlags({ catalogue, sets, hasMeaning: await meanings(root) }));
  return {
    sets: Object.fromEntries(
      Object.entries(sets).map(([name, set]) => [
        name,
        reachIn(name === "default" && isCatalogue(catalogue) ? cautiousSet(set, catalogue) : set),
      ]),
    ),
    findings,
  };
}

function isCatalogue(value: Json | undefined): value is Json & FlagCatalogue {
  return isObject(value) && Object.values(value).every(isObject);
}

async function meanings(root: string): Promise<(flag: string) => boolean> {
  const words = await Promise.all(
    LANGUAGES.map(async (language) => {
      const { files } = await readFolder(root, join("locales", language));
      return files[`locales/${language}/flag.json`];
    }),
  );
  return (flag) => words.every((texts) => isObject(texts) && Object.hasOwn(texts, flag));
}
