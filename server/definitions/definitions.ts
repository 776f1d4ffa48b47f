import { createHash } from "node:crypto";
import type { Compiled } from "../../engine/flow/index.ts";
import { compileInProcess } from "../../engine/flow/loading.ts";
import type { RuleOutcome, Scope } from "../../engine/rules/rule.ts";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { type SpokenFinding, spell, type Words } from "../../engine/verify/words/index.ts";
import type { Clock } from "../clock/index.ts";
import type { Config } from "../config.ts";
import type { Db, Tx } from "../db/index.ts";
import { standingOf } from "../evidence/evidence.ts";
import {
  type Impact,
  impactOf,
  NOT_COUNTED,
  type SurveyOpen,
  type SurveyOptions,
} from "../evidence/impact.ts";
import { createSealer } from "../evidence/seal.ts";
import type { Passed } from "../gate/gate.ts";
import { createGateRunner, type GateLimits } from "../gate/gate-runner.ts";
import { createTurns, type Log } from "../http/index.ts";
import { createFilesOnDisk } from "../publishing/files-on-disk.ts";
import type { DefinitionFailure, Proposals } from "../publishing/proposal-types.ts";
import { createProposals } from "../publishing/proposals.ts";
import { assess } from "../sources/assess.ts";
import { compilerEdition } from "../sources/compiler-edition.ts";
import { wordsAt } from "../sources/titles.ts";
import { createAnnouncements, type PageEvent } from "./announcements.ts";
import { type CurrentVersion, currentVersions, readCurrentOf } from "./current-versions.ts";
import { createLocales, type Locales } from "./locales.ts";
import { createModules } from "./modules.ts";
import { createUsedElsewhere, type UsedElsewhere } from "./used-elsewhere.ts";
import { listVersions, readVersion, type Version, type VersionSummary } from "./version-store.ts";
import "./tables.ts";

/** The definitions room: every version of every flow, and how a new one comes to be. */
export type Definitions = Omit<Proposals, "keepDraft"> & {
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
  readonly standing: (version: Version) => "whole" | "broken" | "unsealed";
  readonly usedElsewhere: UsedElsewhere;
  /** Reads the files again: development publishes what is sound, runtime makes drafts. Answers what was wrong per flow. */
  readonly reloadFiles: () => Promise<ReadonlyMap<string, readonly SpokenFinding[]>>;
  /** Counts what becomes of every open instance on a version that waits for its decision; as long as it takes. */
  readonly countOpen: (id: string, options: SurveyOptions) => Promise<Result<Impact, DefinitionFailure>>;
  /** Gives the room whom to ask about open instances; until then they are not counted. */
  readonly connect: (survey: SurveyOpen) => void;
  readonly locales: Locales;
  /** Calls back for what pages should hear, once this process knows it itself; answers a function that stops it. */
  readonly onEvent: (listener: (event: PageEvent) => void) => () => void;
  /** Tells the pages of this process. */
  readonly announce: (event: PageEvent) => void;
  readonly stop: () => Promise<void>;
};

/** Versions that wait for their decision and are kept compiled. */
const MOST_NEXTS = 8;
/** Open work that is counted at the same time, of different versions. */
const COUNTS_AT_ONCE = 2;

/**
 * Opens the room: registers the files of flows that the database does not know as version 1, compares the others, and
 * listens for publications by other processes. Throws when a flow has no sound version at all.
 */
export async function createDefinitions(deps: {
  readonly db: Db;
  readonly databaseUrl: string;
  readonly clock: Clock;
  readonly config: Pick<Config, "env" | "rootDir" | "dataDir"> & Partial<Pick<Config, "masterKey">>;
  readonly log: Log;
  /** Whether somebody may decide about proposals at this moment: a role may go while the gate still judges. */
  readonly mayDecide: (on: Db | Tx, personId: string) => Promise<boolean>;
  /** The compiler's edition and the gate's bounds; its own unless a test says otherwise. */
  readonly edition?: string;
  readonly gateLimits?: Partial<GateLimits>;
}): Promise<Definitions> {
  const { db, clock, config, log } = deps;
  const edition = deps.edition ?? compilerEdition();
  const announcements = createAnnouncements({ databaseUrl: deps.databaseUrl, log });
  const sealer = createSealer({ dataDir: config.dataDir, masterKey: config.masterKey ?? null });
  const modules = createModules({ db, clock, config, sealer, edition, log });
  const locales = await createLocales(config.rootDir);
  const gate = createGateRunner({ log, ...(deps.gateLimits ? { limits: deps.gateLimits } : {}) });
  let survey: SurveyOpen | null = null;
  let current = new Map<string, CurrentVersion>();

  const refresh = async (): Promise<void> => {
    current = new Map((await currentVersions(db)).map((version) => [version.flow, version]));
    // Loaded before anybody asks: a request that holds an instance's lock should not wait for a module. One that may not
    // be used has said so; it stops its own flow and no other.
    await Promise.allSettled([...current.values()].map(({ hash }) => modules.compiled(hash)));
  };

  const isBroken = (version: Version): boolean => standingOf(sealer, version) === "broken";

  const impact = async (before: Version, passed: Passed): Promise<Impact> => {
    if (isBroken(before)) return NOT_COUNTED;
    const now = before.hash === null ? null : await modules.compiled(before.hash);
    if (now === null) throw new Error(`definitions: the current version ${before.id} has no module`);
    const next = compileInProcess(passed.definition, passed.judged.hash);
    return await impactOf({ current: now, next, survey });
  };

  // A version that waits is judged by this loader and compiled once, however often its open work is asked for.
  const nexts = new Map<string, Result<Compiled, DefinitionFailure>>();
  const nextOf = ({ id, flow, files }: Version): Result<Compiled, DefinitionFailure> => {
    const key = `${id} ${createHash("sha256").update(JSON.stringify(files)).digest("hex")}`;
    const known = nexts.get(key);
    if (known !== undefined) return known;
    const oldest = nexts.keys().next();
    if (nexts.size >= MOST_NEXTS && !oldest.done) nexts.delete(oldest.value);
    const assessed = assess(flow, files);
    const next: Result<Compiled, DefinitionFailure> =
      assessed.kind === "unsound"
        ? fail({ code: "definition-unsound", findings: assessed.findings })
        : ok(compileInProcess(assessed.definition, assessed.hash));
    nexts.set(key, next);
    return next;
  };
  const counting = createTurns({ each: 1, atOnce: COUNTS_AT_ONCE });

  const { keepDraft, ...proposals } = createProposals({
    db,
    clock,
    log,
    edition,
    sealer,
    gate,
    impact,
    mayDecide: deps.mayDecide,
    publish: announcements.publish,
    published: refresh,
  });

  const filesOnDisk = createFilesOnDisk({
    db,
    clock,
    config,
    edition,
    sealer,
    keepDraft,
    judge: async (flow, files, flows) => {
      const judged = await gate.run({
        flow,
        files,
        before: null,
        keepsOffers: false,
        flows,
        edition,
        today: clock.today(),
      });
      if (judged.kind === "not-judged") log.warn({ flow, code: judged.code }, "definitions: not judged");
      return judged.kind === "unsound" ? judged.findings.filter(({ severity }) => severity === "error") : [];
    },
    publish: announcements.publish,
  });
  const reloadFiles = async () => {
    const wrong = await filesOnDisk.reload();
    await refresh();
    return wrong;
  };

  const listeners = new Set<(event: PageEvent) => void>();
  // A page that hears of a version asks for it at once, so this process knows it first.
  const hear = async (event: PageEvent): Promise<void> => {
    if (event.event === "definition") await refresh();
    for (const listener of listeners) listener(event);
  };
  announcements.on(
    (event) => void hear(event).catch((error) => log.error({ err: error }, "definitions: refresh")),
  );
  await announcements.start(() => void refresh().catch(() => {}));
  for (const [flow, findings] of await reloadFiles()) {
    if (current.has(flow))
      log.warn({ flow, findings }, "definitions: files are unsound; the last sound version stays");
    else {
      await announcements.stop();
      throw new Error(`createDefinitions: flow "${flow}" is unsound\n${findings.map(spell).join("\n")}`);
    }
  }

  return {
    ...proposals,
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
    countOpen: async (id, options) => {
      const version = await readVersion(db, id);
      if (version === null) return fail({ code: "version-unknown" });
      const before = await readCurrentOf(db, version.flow);
      const now = before?.hash ? await modules.compiled(before.hash) : null;
      if (now === null || survey === null) return fail({ code: "flow-unknown" });
      const next = nextOf(version);
      if (!next.ok) return next;
      return await counting(id, async () =>
        ok(await impactOf({ current: now, next: next.value, survey, options })),
      );
    },
    standing: (version) => standingOf(sealer, version),
    usedElsewhere: createUsedElsewhere(db),
    connect: (given) => {
      survey = given;
    },
    locales,
    onEvent: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    announce: (event) => announcements.emit(event),
    reloadFiles,
    stop: async () => {
      await Promise.all([announcements.stop(), gate.stop()]);
    },
  };
}
