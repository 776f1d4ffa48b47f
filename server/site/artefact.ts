import { statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { JsonObject } from "../../engine/values/json.ts";
import { filesOfEntry, manifestIn } from "../http/index.ts";

/**
 * The built public pages (`renderer/portal/site/render.tsx`). The server does not import the renderer, so it
 * does not know the type of the data.
 */
export type Artefact = {
  readonly render: (data: JsonObject) => string;
  /** Addresses of the script and the style sheets from the same build as the pages. */
  readonly assets: { readonly script: string; readonly styles: readonly string[] };
};

/**
 * Returns a function that loads the built pages from `dist`. After a new build, it loads them again. It
 * returns `null` as long as there are no built pages.
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
  // Node caches a module by its address. So the address gets another query after each build.
  const address = `${pathToFileURL(join(dist, ".site", "render.js")).href}?at=${Math.round(at)}`;
  const { render } = (await import(address)) as Pick<Artefact, "render">;
  return { render, assets: filesOfEntry(dist, "portal/site/site-script.ts") };
}
