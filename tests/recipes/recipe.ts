import { spawnSync } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { trade } from "../../domain/index.ts";
import type { Compiled } from "../../engine/flow/index.ts";
import { compileInProcess } from "../../engine/flow/loading.ts";
import type { Finding } from "../../engine/rules/rule.ts";
import type { Json, JsonObject } from "../../engine/values/json.ts";
import { load, verify } from "../../engine/verify/lint/index.ts";
import { spell } from "../../engine/verify/words/index.ts";
import { readSource } from "../../server/sources/source.ts";

/** The catalogues that declare the keys of messages, for `typeErrors`. */
export const CATALOGUES = ["engine/**/messages.ts", "server/**/messages.ts"] as const;

/**
 * One block of a recipe: a new file, a change to an existing file, or lines of code to insert after others
 * (`after`).
 */
export type Block = {
  readonly how: "New" | "Into" | "After";
  readonly path: string;
  readonly text: string;
  readonly after: string;
};

/**
 * A copy of the project that a recipe may change. It includes code, but `engine` and most of `server` are
 * linked to the real ones.
 */
export type Kitchen = {
  readonly root: string;
  /** Follows the instructions in `docs/recipes.md` under a heading. */
  readonly cook: (heading: string) => Promise<readonly Block[]>;
  /** Returns everything that `npm run verify` would report about a flow. */
  readonly findings: (flow: string) => Promise<readonly Finding[]>;
  /**
   * Returns the flow in the copy.
   * @throws an error with the findings if the flow is unsound.
   */
  readonly compiled: (flow: string) => Promise<Compiled>;
  readonly json: (path: string) => Promise<JsonObject>;
  /** Checks the types of files of the copy and their imports. Returns the compiler's errors, one per line. */
  readonly typeErrors: (...include: readonly string[]) => Promise<readonly string[]>;
  /** Loads a file of the copy, with the copies of its imports. */
  readonly load: <Exports>(path: string) => Promise<Exports>;
  readonly clear: () => Promise<void>;
};

export const ROOT = resolve(import.meta.dirname, "..", "..");
const DATA = ["flows", "schemas", "flags", "locales"] as const;
/**
 * Modules to which recipes add something (an effect, an order kind), and the module with the types of every
 * effect.
 */
const ROOMS = ["server/cases", "server/orders", "server/flows"];

/**
 * Creates a copy of the project for recipes. The copy is inside the project, so that copied code finds its
 * packages. With `code`, all code is copied instead of linked.
 */
export async function openKitchen({ code = false } = {}): Promise<Kitchen> {
  await mkdir(join(ROOT, ".cache"), { recursive: true });
  const root = await mkdtemp(join(ROOT, ".cache", "recipe-"));
  for (const folder of DATA) await cp(join(ROOT, folder), join(root, folder), { recursive: true });
  const copies = code ? ["domain", "engine", "server", "renderer"] : ["domain", ...ROOMS];
  for (const folder of copies) await cp(join(ROOT, folder), join(root, folder), { recursive: true });
  if (!code) {
    await symlink(join(ROOT, "engine"), join(root, "engine"));
    for (const entry of await readdir(join(ROOT, "server")))
      if (!ROOMS.includes(`server/${entry}`))
        await symlink(join(ROOT, "server", entry), join(root, "server", entry));
  }

  const read = async (flow: string) => {
    const { source, findings } = await readSource(root, flow);
    if (findings.length > 0) throw new Error(findings.map(spell).join("\n"));
    return source;
  };
  return {
    root,
    cook: async (heading) => {
      const blocks = await readRecipe(heading);
      for (const block of blocks) await put(root, block);
      return blocks;
    },
    findings: async (flow) => verify(await read(flow), trade).findings,
    compiled: async (flow) => {
      const loaded = load(await read(flow), trade);
      if (!loaded.ok) throw new Error(loaded.error.map(spell).join("\n"));
      return compileInProcess(loaded.value);
    },
    json: async (path) => JSON.parse(await readFile(join(root, path), "utf8")) as JsonObject,
    typeErrors: async (...include) => {
      const config = join(root, "tsconfig.json");
      await writeFile(config, JSON.stringify({ extends: join(ROOT, "tsconfig.json"), include }));
      const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
      const done = spawnSync(process.execPath, [compiler, "-p", config], { encoding: "utf8" });
      const errors = done.stdout.split("\n").filter((line) => line.includes("error TS"));
      if (errors.length === 0 && done.status !== 0) throw new Error(done.stdout + done.stderr);
      return errors;
    },
    load: async <Exports>(path: string) =>
      (await import(/* @vite-ignore */ pathToFileURL(join(root, path)).href)) as Exports,
    clear: () => rm(root, { recursive: true, force: true }),
  };
}

/**
 * Returns the blocks of `docs/recipes.md` under a heading, in order.
 * @throws if there are none.
 */
export async function readRecipe(heading: string): Promise<readonly Block[]> {
  const page = await readFile(join(ROOT, "docs", "recipes.md"), "utf8");
  const section = page.split(/^## /m).find((part) => part.startsWith(`${heading}\n`));
  const blocks = [
    ...(section ?? "").matchAll(
      /\b(New|Into|After `([^`]+)` in) `([^`]+)`:\n```(?:json|tsx?|sql)\n([\s\S]*?)```/g,
    ),
  ].map(
    ([, how = "", after = "", path = "", text = ""]): Block => ({
      how: how === "New" || how === "Into" ? how : "After",
      path,
      text,
      after,
    }),
  );
  if (blocks.length === 0) throw new Error(`readRecipe: docs/recipes.md has no recipe "${heading}"`);
  return blocks;
}

async function put(root: string, { how, path, text, after }: Block): Promise<void> {
  const file = join(root, path);
  if (how === "After") {
    const [head, tail, ...more] = (await readFile(file, "utf8")).split(`${after}\n`);
    if (tail === undefined || more.length > 0) throw new Error(`put: "${after}" stands not once in ${path}`);
    await writeFile(file, `${head}${after}\n${text}${tail}`);
    return;
  }
  if (how === "New") {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text, { flag: "wx" });
    return;
  }
  const before = JSON.parse(await readFile(file, "utf8")) as Json;
  await writeFile(file, JSON.stringify(layOver(before, JSON.parse(text) as Json), null, 2));
}

/**
 * Merges a change into a JSON value. Objects are merged; a list keeps its existing items at the position of
 * "…"; any other value is replaced.
 */
export function layOver(before: Json | undefined, over: Json): Json {
  if (Array.isArray(over))
    return over.flatMap((item: Json) => (item === "…" ? (Array.isArray(before) ? before : []) : [item]));
  if (typeof over !== "object" || over === null) return over;
  const joined: { [name: string]: Json } = isObject(before) ? { ...before } : {};
  for (const [name, value] of Object.entries(over)) joined[name] = layOver(joined[name], value as Json);
  return joined;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
