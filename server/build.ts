import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const ROOT = resolve(import.meta.dirname, "..");
const DIST = join(ROOT, "dist");
/** What the page is made of; nothing else changes it. */
const SOURCES = ["renderer", "engine", "package-lock.json", "vite.config.ts"];

/**
 * Builds the page into `dist/`, unless what is there was made of these very sources. Answers whether it
 * built. Throws with the bundler's message when the sources do not build.
 */
export async function buildPage(options: { readonly quiet?: boolean } = {}): Promise<boolean> {
  const stamp = sourcesHash();
  if (isFresh(stamp)) return false;
  // Loaded only where something is to be built: it is most of the time that a start takes.
  const { build } = await import("vite");
  const staging = join(ROOT, ".cache", `dist-${process.pid}`);
  try {
    await build({
      configFile: join(ROOT, "vite.config.ts"),
      mode: "production",
      logLevel: options.quiet === true ? "error" : "warn",
      build: { outDir: staging, emptyOutDir: true },
    });
    await compressAssets(join(staging, "assets"));
    writeFileSync(join(staging, ".stamp"), stamp);
    replaceDist(staging);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
  return true;
}

/** Hash over everything that the page is made of. */
export function sourcesHash(): string {
  const hash = createHash("sha256");
  for (const source of SOURCES) addTo(hash, join(ROOT, source));
  return hash.digest("hex");
}

function addTo(hash: ReturnType<typeof createHash>, path: string): void {
  if (!existsSync(path)) return;
  const entries = entriesOf(path);
  if (entries === null) {
    hash.update(path.slice(ROOT.length)).update("\0").update(readFileSync(path)).update("\0");
    return;
  }
  for (const entry of entries) addTo(hash, join(path, entry));
}

function entriesOf(path: string): readonly string[] | null {
  try {
    return readdirSync(path).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOTDIR") return null;
    throw error;
  }
}

function isFresh(stamp: string): boolean {
  return (
    existsSync(join(DIST, "index.html")) &&
    existsSync(stampFile()) &&
    readFileSync(stampFile(), "utf8") === stamp
  );
}

function stampFile(): string {
  return join(DIST, ".stamp");
}

// Built elsewhere and put in place whole: who is served meanwhile gets the old page, never half a new one.
function replaceDist(staging: string): void {
  const before = `${staging}-before`;
  if (existsSync(DIST)) renameSync(DIST, before);
  renameSync(staging, DIST);
  rmSync(before, { recursive: true, force: true });
}

/** Compresses once what is sent often; the server picks what the browser takes. */
async function compressAssets(folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  const names = readdirSync(folder).filter((name) => /\.(js|css|svg|json)$/.test(name));
  await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      const bytes = await readFile(path);
      await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
      const params = { [constants.BROTLI_PARAM_QUALITY]: 10 };
      await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, { params }));
    }),
  );
}

if (import.meta.main) {
  const built = await buildPage();
  process.stdout.write(built ? "dist/ is built.\n" : "dist/ is as new as its sources.\n");
}
