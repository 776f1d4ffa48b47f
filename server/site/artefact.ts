import { statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { JsonObject } from "../../engine/values/json.ts";
import { filesOfEntry, manifestIn } from "../http/index.ts";

/**
 * The built pages (`renderer/portal/site/render.tsx`). Server and renderer do not import each other, so the
 * type of the data is unknown here.
 */
export type Artefact = {
  readonly render: (data: JsonObject) => string;
  /** Addresses of the script and the style sheets that belong to the same build. */
  readonly assets: { readonly script: string; readonly styles: readonly string[] };
};

/**
 * Returns a function that loads the built pages from `dist`, again after a new build. It returns `null` while
 * there are none.
 */
export function artefactIn(dist: string): () => Promise<Artefact | null> {
  let kept: { readonly at: number; readonly artefact: Promise<Artefact> } | null = null;
  return async () => {
    const at = statSync(manifestIn(dist), { throwIfNoEntry: false })?.mtimeMs;
    if (at === undefined) return null;
    if (kept?.at !== at) kept = { at, artefact: open(dist, at) };
    return await kept.artefact;
  };
}

async function open(dist: string, at: number): Promise<Artefact> {
  // Modules are cached by address, so each build gets its own query.
  const address = `${pathToFileURL(join(dist, ".site", "render.js")).href}?at=${Math.round(at)}`;
  const { render } = (await import(address)) as Pick<Artefact, "render">;
  return { render, assets: filesOfEntry(dist, "portal/site/site-script.ts") };
}
