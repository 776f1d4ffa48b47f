import type { Compiled } from "../../engine/flow/index.ts";
import type { RuleOutcome, Scope } from "../../engine/rules/rule.ts";
import type { Words } from "../../engine/verify/words/index.ts";
import type { Clock } from "../clock/index.ts";
import type { Config } from "../config.ts";
import type { Db, Tx } from "../db/index.ts";
import { createSealer, type Sealer, standingOf } from "../evidence/index.ts";
import type { Log } from "../http/index.ts";
import { compilerEdition, titleOfFlow } from "../sources/index.ts";
import { type Announcements, createAnnouncements, type PageEvent } from "./announcements.ts";
import { type CurrentVersion, currentVersions } from "./current-versions.ts";
import { createLocales, type Locales } from "./locales.ts";
import { createModules, type Modules } from "./modules.ts";
import { createUsedElsewhere, type UsedElsewhere } from "./used-elsewhere.ts";
import {
  listVersions,
  readVersion,
  type StoredVersion,
  type Version,
  type VersionSummary,
} from "./version-store.ts";
import "./tables.ts";

/**
 * The public interface of the definitions room. The room gives access to all stored versions of all flows,
 * and to their compiled modules.
 */
export type Definitions = {
  /** Returns the current version of a flow; `null` if none is published. */
  readonly current: (flow: string) => CurrentVersion | null;
  readonly flows: () => readonly string[];
  /** Returns a flow's title, or its name if no valid version has a title. */
  readonly titleOf: (flow: string) => Promise<Words>;
  /**
   * Returns the compiled definition of a published version; `null` if unknown. Throws `version-broken` if the
   * stored version is not the approved one.
   */
  readonly compiled: (hash: string) => Promise<Compiled | null>;
  /** Returns a version that waits for a decision, from its stored module; `null` if there is none (`Modules`). */
  readonly waiting: Modules["waiting"];
  /**
   * Returns whether this process has loaded that version, so that `compiled`, `rule` and `address` need no
   * query.
   */
  readonly isLoaded: (hash: string) => boolean;
  /** Returns a `must` rule of a published version; `null` if the version or the rule is unknown. */
  readonly rule: (hash: string, id: string) => Promise<((scope: Scope) => RuleOutcome) | null>;
  /** Returns the address of a version's module, compiled by the compiler edition of this process. */
  readonly address: (hash: string) => Promise<string>;
  /**
   * Returns the text of a version's module as an edition of the compiler wrote it, by default the edition of
   * this process.
   */
  readonly module: (flow: string, hash: string, edition?: string) => Promise<string | null>;
  readonly list: (flow?: string) => Promise<readonly VersionSummary[]>;
  readonly get: (id: string) => Promise<Version | null>;
  /** Compares a stored version with the version that was signed when people decided about it. */
  readonly standing: (version: StoredVersion) => "whole" | "broken" | "unsealed";
  readonly usedElsewhere: UsedElsewhere;
  readonly locales: Locales;
  /**
   * Registers a listener for events. It is called after this process has applied the event. Returns a
   * function that removes the listener.
   */
  readonly onEvent: (listener: (event: PageEvent) => void) => () => void;
  /** Sends an event to the open pages of this process. */
  readonly announce: (event: PageEvent) => void;
  /** Sends an event to the open pages of every process, once the transaction commits. */
  readonly publish: (tx: Tx, event: PageEvent) => Promise<void>;
  /** Reads the current versions again, without waiting for a notification. */
  readonly refresh: () => Promise<void>;
  /** The compiler's edition. It is part of the module addresses of this process. */
  readonly edition: string;
  readonly sealer: Sealer;
  readonly stop: () => Promise<void>;
};

/**
 * Creates the definitions room. It reads the current versions, and listens for versions that any process
 * publishes.
 */
export async function createDefinitions(deps: {
  readonly db: Db;
  readonly databaseUrl: string;
  readonly clock: Clock;
  readonly config: Pick<Config, "env" | "rootDir" | "dataDir"> & Partial<Pick<Config, "masterKey">>;
  readonly log: Log;
  /** Applies an event in this process, before its open pages are notified. */
  readonly take?: (event: PageEvent) => Promise<void>;
  /** Applies the events missed while the connection was lost. Returns the events for open pages. */
  readonly missed?: () => Promise<readonly PageEvent[]>;
  /** Compiler edition of the compiled modules, by default this code's edition. Only tests set it. */
  readonly edition?: string;
}): Promise<Definitions> {
  const { db, clock, config, log } = deps;
  const edition = deps.edition ?? compilerEdition();
  const announcements = createAnnouncements({ databaseUrl: deps.databaseUrl, log });
  const sealer = createSealer({ dataDir: config.dataDir, masterKey: config.masterKey ?? null });
  const modules = createModules({ db, clock, config, sealer, edition, log });
  const { text, ...running } = modules;
  const locales = await createLocales(config.rootDir);
  const { current, flows, refresh } = keepCurrent(db, modules);

  const onEvent = hearEvents(announcements, { ...deps, refresh });
  const catchUp = async (): Promise<void> => {
    await refresh();
    for (const event of (await deps.missed?.()) ?? []) announcements.emit(event);
  };
  await announcements.start(
    () => void catchUp().catch((error) => log.error({ err: error }, "definitions: after a lost connection")),
  );
  await refresh();

  return {
    current,
    flows,
    titleOf: async (flow) => {
      const hash = current(flow)?.hash;
      // A broken version cannot be compiled, so its title is unknown and the flow's name is shown.
      const compiled = hash === undefined ? null : await modules.compiled(hash).catch(() => null);
      if (compiled === null) return { th: flow, en: flow };
      return titleOfFlow(compiled.definition);
    },
    ...running,
    module: text,
    list: (flow) => listVersions(db, flow),
    get: (id) => readVersion(db, id),
    standing: (version) => standingOf(sealer, version),
    usedElsewhere: createUsedElsewhere(db),
    locales,
    onEvent,
    announce: (event) => announcements.emit(event),
    publish: announcements.publish,
    refresh,
    edition,
    sealer,
    stop: announcements.stop,
  };
}

/** Holds the current versions in memory, as of the last `refresh`. */
function keepCurrent(
  db: Db,
  modules: Pick<Modules, "compiled">,
): Pick<Definitions, "current" | "flows" | "refresh"> {
  let current = new Map<string, CurrentVersion>();
  // Notifications can arrive in quick succession, and an older query can then finish after a newer one. The
  // result of the older query is ignored.
  let asked = 0;
  let newest = 0;
  return {
    current: (flow) => current.get(flow) ?? null,
    flows: () => [...current.keys()],
    refresh: async () => {
      asked += 1;
      const turn = asked;
      const versions = await currentVersions(db);
      if (turn > newest) {
        newest = turn;
        current = new Map(versions.map((version) => [version.flow, version]));
      }
      // Modules are loaded in advance, so that no request must load one while it holds the lock of an
      // instance. If a version is broken, this is logged, and only its own flow stops working.
      await Promise.allSettled([...current.values()].map(({ hash }) => modules.compiled(hash)));
    },
  };
}

/**
 * Applies each event in this process before calling its listeners. Returns the function that registers a
 * listener.
 */
function hearEvents(
  announcements: Announcements,
  deps: Pick<Definitions, "refresh"> & {
    readonly log: Log;
    readonly take?: (event: PageEvent) => Promise<void>;
  },
): Definitions["onEvent"] {
  const listeners = new Set<(event: PageEvent) => void>();
  const refreshed = joined(deps.refresh);
  // Pages request the new version as soon as they are notified. So this process loads it before.
  const hear = async (event: PageEvent): Promise<void> => {
    if (event.event === "definition") await refreshed();
    await deps.take?.(event);
    for (const listener of listeners) listener(event);
  };
  announcements.on(
    (event) => void hear(event).catch((error) => deps.log.error({ err: error }, "definitions: refresh")),
  );
  return (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
}

/**
 * Joins calls: those that arrive while one runs share the next one. A change of many flows sends an event for
 * each of them at once.
 */
function joined(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;
  return () => {
    const ended = running.catch(() => {});
    next ??= ended.then(() => {
      next = null;
      running = run();
      return running;
    });
    return next;
  };
}
