import { createHash, randomUUID } from "node:crypto";
import { access, mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Compiled, type FlowModule, fromModule } from "../../engine/flow/index.ts";
import type { RuleOutcome, Scope } from "../../engine/rules/rule.ts";
import type { Clock } from "../clock/index.ts";
import type { Db } from "../db/index.ts";
import type { Log } from "../http/index.ts";
import { assess } from "./assess.ts";
import { compileModule } from "./compile.ts";
import {
  addModule,
  readLatestModule,
  readModule,
  readPublishedFiles,
  type StoredModule,
} from "./version-store.ts";

/** Published modules: their text for browsers, and what they compile to for this process. */
export type Modules = {
  /** The text behind an address; `null` where there is none. */
  readonly text: (flow: string, hash: string, edition?: string) => Promise<string | null>;
  readonly compiled: (hash: string) => Promise<Compiled | null>;
  /** A `must` rule of a version; `null` where the version or the rule is not there. */
  readonly rule: (hash: string, id: string) => Promise<((scope: Scope) => RuleOutcome) | null>;
  /** Where browsers get the module that this process runs. Throws where no such version is stored. */
  readonly address: (hash: string) => Promise<string>;
};

type Loaded = {
  readonly compiled: Compiled;
  readonly rules: FlowModule["rules"];
  readonly address: string;
};

/** Text kept in memory at most; the database has the rest. */
const MOST_TEXTS = 64;

/**
 * Opens the published modules. The server runs the very bytes that browsers run, from a file in `dataDir/modules`. A
 * version that was compiled by another edition of the compiler is compiled again from its stored files at first use.
 */
export function createModules(deps: {
  readonly db: Db;
  readonly clock: Pick<Clock, "wall">;
  readonly dataDir: string;
  readonly edition: string;
  readonly log: Pick<Log, "warn" | "info">;
}): Modules {
  const { db, clock, dataDir, edition, log } = deps;
  const texts = new Map<string, StoredModule>();
  const loaded = new Map<string, Promise<Loaded | null>>();

  const stored = async (hash: string, wanted: string): Promise<StoredModule | null> => {
    const key = `${hash}-${wanted}`;
    const known = texts.get(key);
    if (known !== undefined) return known;
    const found = await readModule(db, hash, wanted);
    if (found === null) return null;
    const oldest = texts.keys().next();
    if (texts.size >= MOST_TEXTS && !oldest.done) texts.delete(oldest.value);
    texts.set(key, found);
    return found;
  };

  /** Compiles a stored version anew, under its own hash: what it says did not change, only how it is written. */
  const compileAgain = async (hash: string): Promise<StoredModule | null> => {
    const version = await readPublishedFiles(db, hash);
    if (version === null) return null;
    const assessed = assess(version.flow, version.files);
    if (assessed.kind === "unsound") {
      log.warn(
        { flow: version.flow, hash, findings: assessed.findings },
        "definitions: a published version is not sound to this compiler; its older module stays",
      );
      return await readLatestModule(db, hash);
    }
    const { source } = await compileModule(assessed.definition, hash);
    await addModule(db, { hash, edition, flow: version.flow, module: source, at: clock.wall() });
    log.info({ flow: version.flow, hash, edition }, "definitions: compiled again by a newer compiler");
    return await stored(hash, edition);
  };

  const load = async (hash: string): Promise<Loaded | null> => {
    const found = (await stored(hash, edition)) ?? (await compileAgain(hash));
    if (found === null) return null;
    const module = await importModule({ dataDir, hash, text: found.module });
    const address = `/modules/${found.flow}.${hash}-${found.edition}.js`;
    return { compiled: fromModule(module), rules: module.rules, address };
  };

  const once = (hash: string): Promise<Loaded | null> => {
    const known = loaded.get(hash);
    if (known !== undefined) return known;
    const loading = load(hash);
    loaded.set(hash, loading);
    // A version that is not there, or a database that is away, is asked for again next time.
    loading.then((value) => value === null && loaded.delete(hash)).catch(() => loaded.delete(hash));
    return loading;
  };

  return {
    text: async (flow, hash, wanted = edition) => {
      const found = await stored(hash, wanted);
      return found?.flow === flow ? found.module : null;
    },
    compiled: async (hash) => (await once(hash))?.compiled ?? null,
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

/** Imports a module's text from a file that is named for it; two processes that write it at once write the same. */
async function importModule(given: {
  readonly dataDir: string;
  readonly hash: string;
  readonly text: string;
}): Promise<FlowModule> {
  const folder = join(given.dataDir, "modules");
  // Named for its bytes too: another compiler makes other bytes of the same definition.
  const bytes = createHash("sha256").update(given.text).digest("hex").slice(0, 12);
  const path = join(folder, `${given.hash}.${bytes}.mjs`);
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  if (!isThere) {
    await mkdir(folder, { recursive: true });
    const draft = `${path}.${randomUUID()}`;
    await writeFile(draft, given.text);
    await rename(draft, path);
  }
  return (await import(pathToFileURL(path).href)) as FlowModule;
}
