import type { Compiled } from "../../engine/flow/index.ts";
import type { RuleOutcome, Scope } from "../../engine/rules/rule.ts";
import type { Words } from "../../engine/verify/words/index.ts";
import type { Clock } from "../clock/index.ts";
import type { Config } from "../config.ts";
import type { Db, Tx } from "../db/index.ts";
import { createSealer, type Sealer, standingOf } from "../evidence/index.ts";
import type { Log } from "../http/index.ts";
import { compilerEdition, wordsAt } from "../sources/index.ts";
import { createAnnouncements, type PageEvent } from "./announcements.ts";
import { type CurrentVersion, currentVersions } from "./current-versions.ts";
import { createLocales, type Locales } from "./locales.ts";
import { createModules } from "./modules.ts";
import { createUsedElsewhere, type UsedElsewhere } from "./used-elsewhere.ts";
import {
  listVersions,
  readVersion,
  type StoredVersion,
  type Version,
  type VersionSummary,
} from "./version-store.ts";
import "./tables.ts";

/** The definitions room: every stored version of every flow, and what runs of them. */
export type Definitions = {
  /** The current version of a flow; `null` where no such flow is published. */
  readonly current: (flow: string) => CurrentVersion | null;
  readonly flows: () => readonly string[];
  /** What a flow is called to people; its name where no sound version says it. */
  readonly titleOf: (flow: string) => Promise<Words>;
  /**
   * The compiled definition of a published version; `null` where no such version is stored. Throws `version-broken` where
   * what is stored is not what was approved.
   */
  readonly compiled: (hash: string) => Promise<Compiled | null>;
  /** Whether this process has run that version: `compiled`, `rule` and `address` then ask nobody. */
  readonly isLoaded: (hash: string) => boolean;
  /** A `must` rule as a published version has it; `null` where the version or the rule is not there. */
  readonly rule: (hash: string, id: string) => Promise<((scope: Scope) => RuleOutcome) | null>;
  /** Where browsers get the module of a published version, as this process's compiler wrote it. */
  readonly address: (hash: string) => Promise<string>;
  /** The text of a published version's module, as that edition of the compiler (or this process's own) wrote it. */
  readonly module: (flow: string, hash: string, edition?: string) => Promise<string | null>;
  readonly list: (flow?: string) => Promise<readonly VersionSummary[]>;
  readonly get: (id: string) => Promise<Version | null>;
  /** Whether a stored version is what was judged, approved and signed. */
  readonly standing: (version: StoredVersion) => "whole" | "broken" | "unsealed";
  readonly usedElsewhere: UsedElsewhere;
  readonly locales: Locales;
  /** Calls back for what pages should hear, once this process knows it itself; answers a function that stops it. */
  readonly onEvent: (listener: (event: PageEvent) => void) => () => void;
  /** Tells the pages of this process. */
  readonly announce: (event: PageEvent) => void;
  /** Tells the pages of every process, once the transaction commits. */
  readonly publish: (tx: Tx, event: PageEvent) => Promise<void>;
  /** Reads anew which versions are current, without waiting to hear of a publication. */
  readonly refresh: () => Promise<void>;
  /** The compiler's edition, which names the modules of this process. */
  readonly edition: string;
  readonly sealer: Sealer;
  readonly stop: () => Promise<void>;
};

/** Opens the room: reads which versions are current, and listens for publications by every process. */
export async function createDefinitions(deps: {
  readonly db: Db;
  readonly databaseUrl: string;
  readonly clock: Clock;
  readonly config: Pick<Config, "env" | "rootDir" | "dataDir"> & Partial<Pick<Config, "masterKey">>;
  readonly log: Log;
  /** What this process takes of an event before its pages hear of it. */
  readonly take?: (event: PageEvent) => Promise<void>;
  /** After a lost connection: takes what was not heard of, and answers what pages have to hear. */
  readonly missed?: () => Promise<readonly PageEvent[]>;
  /** The compiler's edition; its own unless a test says otherwise. */
  readonly edition?: string;
}): Promise<Definitions> {
  const { db, clock, config, log } = deps;
  const edition = deps.edition ?? compilerEdition();
  const announcements = createAnnouncements({ databaseUrl: deps.databaseUrl, log });
  const sealer = createSealer({ dataDir: config.dataDir, masterKey: config.masterKey ?? null });
  const modules = createModules({ db, clock, config, sealer, edition, log });
  const locales = await createLocales(config.rootDir);
  let current = new Map<string, CurrentVersion>();

  // Publications that follow closely are heard of at once, and a reading of before may end after one of later.
  let asked = 0;
  let newest = 0;
  const refresh = async (): Promise<void> => {
    asked += 1;
    const turn = asked;
    const versions = await currentVersions(db);
    if (turn > newest) {
      newest = turn;
      current = new Map(versions.map((version) => [version.flow, version]));
    }
    // Loaded before anybody asks: a request that holds an instance's lock should not wait for a module. One that may not
    // be used has said so; it stops its own flow and no other.
    await Promise.allSettled([...current.values()].map(({ hash }) => modules.compiled(hash)));
  };

  const listeners = new Set<(event: PageEvent) => void>();
  // A page that hears of a version asks for it at once, so this process knows it first.
  const hear = async (event: PageEvent): Promise<void> => {
    if (event.event === "definition") await refresh();
    await deps.take?.(event);
    for (const listener of listeners) listener(event);
  };
  announcements.on(
    (event) => void hear(event).catch((error) => log.error({ err: error }, "definitions: refresh")),
  );
  const catchUp = async (): Promise<void> => {
    await refresh();
    for (const event of (await deps.missed?.()) ?? []) announcements.emit(event);
  };
  await announcements.start(
    () => void catchUp().catch((error) => log.error({ err: error }, "definitions: after a lost connection")),
  );
  await refresh();

  return {
    current: (flow) => current.get(flow) ?? null,
    flows: () => [...current.keys()],
    titleOf: async (flow) => {
      const hash = current.get(flow)?.hash;
      // A version that may not be used has no title to show.
      const compiled = hash === undefined ? null : await modules.compiled(hash).catch(() => null);
      if (compiled === null) return { th: flow, en: flow };
      const { definition } = compiled;
      return wordsAt(definition, `${definition.flow.namespace}:${flow}.title`, flow);
    },
    compiled: modules.compiled,
    isLoaded: modules.isLoaded,
    rule: modules.rule,
    address: modules.address,
    module: modules.text,
    list: (flow) => listVersions(db, flow),
    get: (id) => readVersion(db, id),
    standing: (version) => standingOf(sealer, version),
    usedElsewhere: createUsedElsewhere(db),
    locales,
    onEvent: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    announce: (event) => announcements.emit(event),
    publish: announcements.publish,
    refresh,
    edition,
    sealer,
    stop: announcements.stop,
  };
}
