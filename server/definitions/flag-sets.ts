import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** Which flags are on in a set. */
type Switches = { readonly [flag: string]: boolean };

/** The sets of flags below a root folder, by name: which flags are on for everybody. None where there is no such folder. */
export async function readFlagSets(root: string): Promise<{ readonly [set: string]: Switches }> {
  const names = await readdir(join(root, "flags")).catch(() => []);
  const sets: { [set: string]: Switches } = {};
  for (const name of names.filter((one) => one.endsWith(".json") && one !== "catalogue.json").sort()) {
    const { features = [] } = JSON.parse(await readFile(join(root, "flags", name), "utf8")) as {
      readonly features?: readonly { readonly name: string; readonly enabled: boolean }[];
    };
    sets[name.replace(/\.json$/, "")] = Object.fromEntries(features.map((one) => [one.name, one.enabled]));
  }
  return sets;
}
