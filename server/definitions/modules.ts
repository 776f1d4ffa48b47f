import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { trade } from "../../domain/index.ts";
import { type Compiled, type FlowModule, fromModule } from "../../engine/flow/index.ts";
import type { RuleOutcome, Scope } from "../../engine/rules/rule.ts";
import type { Clock } from "../clock/index.ts";
import type { Config } from "../config.ts";
import type { Db, Tx } from "../db/index.ts";
import { type ModuleSeal, type Sealed, type Sealer, standingOf } from "../evidence/index.ts";
import { AppError, type Log } from "../http/index.ts";
import { sha256 } from "../sha256.ts";
import { assess, compileModule } from "../sources/index.ts";
import { createSealedModules, type SealedModules } from "./sealed-modules.ts";
import { withFiles } from "./version-files.ts";
import {
  addModule,
  readPublished,
  type StoredModule,
  type StoredVersion,
  type Version,
} from "./version-store.ts";

/**
 * The compiled modules of published versions. A module is text that browsers load, and the same code runs in
 * this process.
 */
export type Modules = {
  /**
   * Returns the text of a published version's module; `null` if the address is unknown or the bytes do not
   * match the seal.
   */
  readonly text: (flow: string, hash: string, edition?: string) => Promise<string | null>;
  /**
   * Returns the compiled version; `null` if it is unknown. Throws `version-broken` if the stored version does
   * not match its seal.
   */
  readonly compiled: (hash: string) => Promise<Compiled | null>;
  /**
   * Returns a version that waits for a decision, ready to run. Returns `null` if no module of this compiler
   * edition with these bytes (`module`, their SHA-256) is stored.
   */
  readonly waiting: (hash: string, module: string) => Promise<Compiled | null>;
  /** Returns whether this process has loaded that version, so that `compiled` needs no query. */
  readonly isLoaded: (hash: string) => boolean;
  /** Returns a `must` rule of a version; `null` if the version or the rule is unknown. */
  readonly rule: (hash: string, id: string) => Promise<((scope: Scope) => RuleOutcome) | null>;
  /** Returns the address of the module that this process runs. Throws if the version is unknown. */
  readonly address: (hash: string) => Promise<string>;
};

type Loaded = {
  readonly compiled: Compiled;
  readonly rules: FlowModule["rules"];
  readonly address: string;
};

type Deps = {
  readonly db: Db;
  readonly clock: Pick<Clock, "wall">;
  readonly config: Pick<Config, "env" | "dataDir">;
  readonly sealer: Sealer;
  readonly edition: string;
  readonly log: Pick<Log, "error" | "warn" | "info">;
};

/**
 * Creates the store of published modules. The server runs the same bytes as browsers, from a file in
 * `dataDir/modules`. If a version was compiled by another compiler edition, it is compiled again from its
 * stored files on first use. Before a module runs, the server verifies the seals of the version's files and
 * approver, of the module's bytes, and of the copy on disk.
 */
export function createModules(deps: Deps): Modules {
  const { config, edition, log } = deps;
  const modules = createSealedModules(deps);
  const loaded = new Map<string, Promise<Loaded | null>>();
  const ready = new Set<string>();
  const published = new Set<string>();

  const load = async (hash: string): Promise<Loaded | null> => {
    const version = await wholeVersion(deps, hash);
    if (version === null) return null;
    const found =
      (await modules.find(hash, edition)) ?? (await compileAgain(deps, modules, { hash, version }));
    if (found === null) throw new AppError("version-broken");
    const module = await importModule({ dataDir: config.dataDir, hash, text: found.module, log });
    const address = `/modules/${found.flow}.${hash}-${found.edition}.js`;
    return { compiled: fromModule(module, trade), rules: module.rules, address };
  };

  const isPublished = async (hash: string): Promise<boolean> => {
    if (!published.has(hash) && (await readPublished(deps.db, hash)).length > 0) published.add(hash);
    return published.has(hash);
  };

  const once = (hash: string): Promise<Loaded | null> => {
    const known = loaded.get(hash);
    if (known !== undefined) return known;
    const loading = load(hash);
    loaded.set(hash, loading);
    // The result is not cached if the version is missing or the query failed, so the next call tries again.
    loading
      .then((value) => (value === null ? loaded.delete(hash) : ready.add(hash)))
      .catch(() => loaded.delete(hash));
    return loading;
  };

  return {
    text: async (flow, hash, wanted = edition) => {
      const found = await modules.find(hash, wanted);
      return found?.flow === flow && (await isPublished(hash)) ? found.module : null;
    },
    compiled: async (hash) => (await once(hash))?.compiled ?? null,
    waiting: async (hash, module) => {
      const found = await modules.find(hash, edition);
      if (found === null || sha256(found.module) !== module) return null;
      const { dataDir } = config;
      return fromModule(await importModule({ dataDir, hash, text: found.module, log }), trade);
    },
    isLoaded: (hash) => ready.has(hash),
    rule: async (hash, id) => {
      const must = (await once(hash))?.rules.must;
      return must !== undefined && Object.hasOwn(must, id) ? (must[id] ?? null) : null;
    },
    address: async (hash) => {
      const found = await once(hash);
      if (found === null) throw new Error(`modules.address: no version ${hash} is stored`);
      return found.address;
    },
  };
}

/** Returns the published version with this hash and a valid seal; `null` if unknown. */
async function wholeVersion({ db, sealer, config, log }: Deps, hash: string): Promise<StoredVersion | null> {
  const versions = await readPublished(db, hash);
  const [newest] = versions;
  if (newest === undefined) return null;
  for (const version of versions) {
    const standing = standingOf(sealer, version);
    // Only old data folders have versions without seals. They are accepted only in development.
    if (standing !== "whole" && !(standing === "unsealed" && config.env === "development")) continue;
    return version;
  }
  const { flow, id } = newest;
  log.error({ flow, version: id, hash }, "definitions: a version is not what was approved; it is not used");
  throw new AppError("version-broken");
}

/**
 * Compiles a stored version with the current compiler. The hash of the version stays the same, because only
 * the form of the module changes.
 */
async function compileAgain(
  { db, clock, sealer, edition, log }: Deps,
  modules: SealedModules,
  { hash, version }: { readonly hash: string; readonly version: StoredVersion },
): Promise<StoredModule | null> {
  const [{ flow, files }] = (await withFiles(db, [version])) as readonly [Version];
  const assessed = assess(flow, files);
  if (assessed.kind === "unsound") {
    log.warn(
      { flow, hash, findings: assessed.findings },
      "definitions: a published version is not sound to this compiler; its older module stays",
    );
    return await modules.find(hash, null);
  }
  const { source: module } = await compileModule(assessed.definition, hash);
  const stored = await keepModule(db, { clock, definitions: { edition, sealer } }, { flow, hash, module });
  log.info({ flow, hash, edition }, "definitions: compiled again by this compiler");
  return modules.keep(hash, stored);
}

/** Stores a module with its seal. If a module for this version and edition is already stored, that one stays. */
export async function keepModule(
  on: Db | Tx,
  {
    clock,
    definitions: { edition, sealer },
  }: {
    readonly clock: Pick<Clock, "wall">;
    readonly definitions: { readonly edition: string; readonly sealer: Sealer };
  },
  { flow, hash, module }: { readonly flow: string; readonly hash: string; readonly module: string },
): Promise<StoredModule> {
  const seal = sealOf(sealer, { hash, edition, module });
  await addModule(on, { hash, edition, flow, module, seal, at: clock.wall() });
  return { flow, edition, module, seal };
}

/** Signs the hash of a module's bytes. */
export function sealOf(
  sealer: Sealer,
  given: { readonly hash: string; readonly edition: string; readonly module: string },
): Sealed<ModuleSeal> {
  const { hash, edition, module } = given;
  return sealer.seal({ kind: "module", format: 1, hash, edition, module: sha256(module) });
}

/**
 * Writes the text of a module to a file named by its hashes, and imports it. Parallel processes can write the
 * same file, because they write the same bytes.
 */
async function importModule(given: {
  readonly dataDir: string;
  readonly hash: string;
  readonly text: string;
  readonly log: Pick<Log, "warn">;
}): Promise<FlowModule> {
  const { hash, text, log } = given;
  const folder = join(given.dataDir, "modules");
  // The name contains a hash of the bytes, because another compiler edition writes other bytes for the same
  // definition.
  const path = join(folder, `${hash}.${sha256(text).slice(0, 12)}.mjs`);
  const there = await readFile(path, "utf8").catch(() => null);
  if (there !== text) {
    if (there !== null) log.warn({ hash }, "definitions: a module's copy on disk was changed; written again");
    await mkdir(folder, { recursive: true });
    const draft = `${path}.${randomUUID()}`;
    await writeFile(draft, text);
    await rename(draft, path);
  }
  return (await import(pathToFileURL(path).href)) as FlowModule;
}
