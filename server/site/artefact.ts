import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { JsonObject } from "../../engine/values/json.ts";

/**
 * The built pages (`renderer/portal/site/render.tsx`). Server and renderer do not import each other, so the data is
 * untyped here.
 */
export type Artefact = {
  readonly render: (data: JsonObject) => string;
  /** Addresses of script and styles of the same build. */
  readonly assets: { readonly script: string; readonly styles: readonly string[] };
};

type Chunk = {
  readonly file: string;
  readonly css?: readonly string[];
  readonly src?: string;
};

/** Loads the pages built into `dist`, again after a new build; `null` while there are none. */
export function artefactIn(dist: string): () => Promise<Artefact | null> {
  let kept: { readonly at: number; readonly artefact: Promise<Artefact> } | null = null;
  return async () => {
    const manifest = join(dist, ".vite", "manifest.json");
    const at = statSync(manifest, { throwIfNoEntry: false })?.mtimeMs;
    if (at === undefined) return null;
    if (kept?.at !== at) kept = { at, artefact: open(dist, at) };
    return await kept.artefact;
  };
}

async function open(dist: string, at: number): Promise<Artefact> {
  const chunks: Readonly<Record<string, Chunk>> = JSON.parse(
    readFileSync(join(dist, ".vite", "manifest.json"), "utf8"),
  );
  const site = Object.values(chunks).find((chunk) => chunk.src?.endsWith("portal/site/site-script.ts"));
  if (site === undefined) throw new Error("site: the built page has no script of the public pages");
  // A query per build, because modules are cached by address.
  const address = `${pathToFileURL(join(dist, ".site", "render.js")).href}?at=${Math.round(at)}`;
  const { render } = (await import(address)) as Pick<Artefact, "render">;
  return {
    render,
    // Shared styles come first, because the site's own build on them.
    assets: { script: `/${site.file}`, styles: (site.css ?? []).toReversed().map((file) => `/${file}`) },
  };
}
