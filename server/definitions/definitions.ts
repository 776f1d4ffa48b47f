import { randomUUID } from "node:crypto";
import type { Compiled } from "../../engine/flow/index.ts";
import { compileInProcess } from "../../engine/flow/loading.ts";
import type { Finding, RuleOutcome, Scope } from "../../engine/rules/rule.ts";
import { canonicalJson } from "../../engine/values/canonical-json.ts";
import type { Json } from "../../engine/values/json.ts";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { record } from "../audit/index.ts";
import type { Clock } from "../clock/index.ts";
import type { Config } from "../config.ts";
import type { Db, Tx } from "../db/index.ts";
import type { Log } from "../http/index.ts";
import { createAnnouncements, type PageEvent } from "./announcements.ts";
import { assess, type Sound, unsound } from "./assess.ts";
import { changedPaths, isEditable } from "./bundle.ts";
import { compileModule } from "./compile.ts";
import { compilerEdition } from "./compiler-edition.ts";
import { asJson, covers, createSealer, type Evidence, evidenceOf, type VersionEvidence } from "./evidence.ts";
import { gate, type Passed } from "./gate.ts";
import { type Impact, impactOf, type Surroundings } from "./impact.ts";
import { createLocales, type Locales } from "./locales.ts";
import { createModules } from "./modules.ts";
import { listFlows, readSource } from "./source.ts";
import type { Files } from "./tables.ts";
import {
  addModule,
  addProposed,
  addPublished,
  keepEvidence,
  listVersions,
  publishVersion,
  readCurrent,
  readCurrentOf,
  readVersion,
  refuseVersion,
  summaryOf,
  type Version,
  type VersionSummary,
} from "./version-store.ts";
import "./tables.ts";

/** The version that new instances of a flow begin on. */
export type CurrentVersion = {
  readonly id: string;
  readonly flow: string;
  readonly number: number;
  readonly hash: string;
};

/** Why a proposal or a decision was refused. */
export type DefinitionFailure =
  | {
      readonly code:
        | "flow-unknown"
        | "version-unknown"
        | "already-decided"
        | "version-outdated"
        | "four-eyes"
        | "nothing-changed"
        /** Somebody approves other evidence than what is stored, or what the gate says has changed since. */
        | "evidence-changed"
        /** What is stored is not what was judged and signed. */
        | "evidence-broken";
    }
  | { readonly code: "file-not-editable"; readonly paths: readonly string[] }
  | { readonly code: "definition-unsound"; readonly findings: readonly Finding[] };

/** A change of files: path to new content; `null` removes the file. */
export type Changes = { readonly [path: string]: Json };

/** The definitions room: every version of every flow, and how a new one comes to be. */
export type Definitions = {
  /** The current version of a flow; `null` where no such flow is published. */
  readonly current: (flow: string) => CurrentVersion | null;
  readonly flows: () => readonly string[];
  /** The compiled definition of a published version; `null` where no such version is stored. */
  readonly compiled: (hash: string) => Promise<Compiled | null>;
  /** A `must` rule as a published version has it; `null` where the version or the rule is not there. */
  readonly rule: (hash: string, id: string) => Promise<((scope: Scope) => RuleOutcome) | null>;
  /** Where browsers get the module of a published version, as this process's compiler wrote it. */
  readonly address: (hash: string) => Promise<string>;
  /** The text of a published version's module, as that edition of the compiler (or this process's own) wrote it. */
  readonly module: (flow: string, hash: string, edition?: string) => Promise<string | null>;
  readonly list: (flow?: string) => Promise<readonly VersionSummary[]>;
  readonly get: (id: string) => Promise<Version | null>;
  /**
   * Proposes a change of the current version; it passes the gate at once, and nothing unsound is kept. What the gate
   * found is signed and stored with it.
   */
  readonly propose: (given: {
    readonly flow: string;
    readonly changes: Changes;
    readonly note: string | null;
    readonly by: string;
  }) => Promise<Result<VersionSummary, DefinitionFailure>>;
  /**
   * Approves and publishes; who proposed it cannot. It passes the gate again; `evidence` is the hash of the evidence that
   * was looked at, where the approver names one.
   */
  readonly approve: (given: {
    readonly id: string;
    readonly by: string;
    readonly evidence?: string;
  }) => Promise<Result<VersionSummary, DefinitionFailure>>;
  readonly refuse: (given: {
    readonly id: string;
    readonly by: string;
    readonly note: string | null;
  }) => Promise<Result<VersionSummary, DefinitionFailure>>;
  /** Reads the files again: development publishes what is sound, runtime makes drafts. Answers what was wrong per flow. */
  readonly reloadFiles: () => Promise<ReadonlyMap<string, readonly Finding[]>>;
  /** Gives the room what open instances are walked with; until then they are counted only. */
  readonly connect: (surroundings: Surroundings) => void;
  readonly locales: Locales;
  /** Calls back for what pages should hear, once this process knows it itself; answers a function that stops it. */
  readonly onEvent: (listener: (event: PageEvent) => void) => () => void;
  /** Tells the pages of this process. */
  readonly announce: (event: PageEvent) => void;
  readonly stop: () => Promise<void>;
};

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
  /** The compiler's edition; its own unless a test says otherwise. */
  readonly edition?: string;
}): Promise<Definitions> {
  const { db, clock, config, log } = deps;
  const edition = deps.edition ?? compilerEdition();
  const announcements = createAnnouncements({ databaseUrl: deps.databaseUrl, log });
  const modules = createModules({ db, clock, dataDir: config.dataDir, edition, log });
  const locales = await createLocales(config.rootDir);
  const sealer = createSealer({ dataDir: config.dataDir, masterKey: config.masterKey ?? null });
  let surroundings: Surroundings | null = null;
  let current = new Map<string, CurrentVersion>();

  const refresh = async (): Promise<void> => {
    const versions = await readCurrent(db);
    current = new Map(versions.map((version) => [version.flow, pointerOf(version)]));
    // Loaded before anybody asks: a request that holds an instance's lock should not wait for a module.
    await Promise.all([...current.values()].map(({ hash }) => modules.compiled(hash)));
  };

  const publishFiles = async (
    given: { readonly flow: string; readonly files: Files; readonly before: Version | null },
    { definition, hash, findings }: Sound,
  ): Promise<void> => {
    const { flow, files, before } = given;
    const { source: module } = await compileModule(definition);
    await db.transaction().execute(async (tx) => {
      await lockFlow(tx, flow);
      const now = await readCurrentOf(tx, flow);
      // Another process was faster with the same files.
      if (now?.hash === hash) return;
      await addModule(tx, { hash, edition, flow, module, at: clock.wall() });
      const version = await addPublished(tx, {
        flow,
        hash,
        files,
        findings,
        source: before === null ? "files" : "development",
        changed: before === null ? [] : changedPaths(before.files, files),
        at: clock.now().toJSDate(),
      });
      await record(tx, clock, {
        actor: "system:definitions",
        action: "definitions.publish",
        subject: `definition:${definition.flow.id}`,
        from: before?.hash ?? null,
        to: hash,
        version: hash,
        detail: { number: version.number, source: version.source },
      });
      await announcements.publish(tx, { event: "definition", data: { flow, hash } });
    });
  };

  const impact = async (before: Version, passed: Passed): Promise<Impact> => {
    const now = before.hash === null ? null : await modules.compiled(before.hash);
    if (now === null) throw new Error(`definitions: the current version ${before.id} has no module`);
    const { flow } = before;
    const next = compileInProcess(passed.definition, passed.judged.hash);
    return await impactOf({ db, clock, flow, current: now, next, compiled: modules.compiled, surroundings });
  };

  const draftFiles = async (given: {
    readonly flow: string;
    readonly files: Files;
    readonly before: Version;
  }): Promise<readonly Finding[]> => {
    const { flow, files, before } = given;
    const passed = await gate({ flow, files, before: before.files, edition });
    if (passed.kind === "unsound") return passed.findings;
    const { hash, findings } = passed.judged;
    const changed = changedPaths(before.files, files);
    const touched = await impact(before, passed);
    await db.transaction().execute(async (tx) => {
      await lockFlow(tx, flow);
      const known = await tx
        .selectFrom("definition_versions")
        .select("id")
        .where("flow", "=", flow)
        .where("hash", "=", hash)
        .executeTakeFirst();
      if (known !== undefined) return;
      const at = clock.now().toJSDate();
      const id = randomUUID();
      const content: Evidence = {
        format: 1,
        version: id,
        flow,
        basedOn: before.id,
        changed,
        judged: passed.judged,
        impact: touched,
        note: null,
        proposedBy: null,
        proposedAt: at.toISOString(),
      };
      await addProposed(tx, {
        id,
        flow,
        hash,
        source: "draft",
        files,
        changed,
        findings,
        evidence: sealed(content),
        note: null,
        by: null,
        at,
      });
      log.info({ flow, hash }, "definitions: files differ from the published version; kept as a draft");
    });
    return [];
  };

  const sealed = (content: Evidence) => {
    const stored: VersionEvidence = {
      basedOn: content.basedOn,
      proposal: sealer.seal(content),
      approval: null,
    };
    return asJson(stored);
  };

  const reloadFiles = async (): Promise<ReadonlyMap<string, readonly Finding[]>> => {
    const wrong = new Map<string, readonly Finding[]>();
    for (const flow of await listFlows(config.rootDir)) {
      const { source, findings } = await readSource(config.rootDir, flow);
      const files = source.files;
      const before = await readCurrentOf(db, flow);
      if (findings.length === 0 && before !== null && changedPaths(before.files, files).length === 0)
        continue;
      const assessed = findings.length > 0 ? unsound(findings) : assess(flow, files);
      if (assessed.kind === "unsound") wrong.set(flow, assessed.findings);
      // A text of the portal that this flow does not use, or the same values in another order.
      else if (before?.hash === assessed.hash) continue;
      else if (before === null || config.env === "development")
        await publishFiles({ flow, files, before }, assessed);
      else {
        const refused = await draftFiles({ flow, files, before });
        if (refused.length > 0) wrong.set(flow, refused);
      }
    }
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

  const decide = async (
    id: string,
    by: string,
    then: (tx: Tx, version: Version) => Promise<Result<VersionSummary, DefinitionFailure>>,
  ): Promise<Result<VersionSummary, DefinitionFailure>> =>
    await db.transaction().execute(async (tx) => {
      const found = await readVersion(tx, id);
      if (found === null) return fail({ code: "version-unknown" });
      await lockFlow(tx, found.flow);
      // Read again behind the lock: another person may have decided meanwhile.
      const version = (await readVersion(tx, id)) ?? found;
      if (version.state !== "proposed" && version.state !== "draft") return fail({ code: "already-decided" });
      if (version.proposed_by === by) return fail({ code: "four-eyes" });
      return await then(tx, version);
    });

  return {
    current: (flow) => current.get(flow) ?? null,
    flows: () => [...current.keys()],
    compiled: modules.compiled,
    rule: modules.rule,
    address: modules.address,
    module: modules.text,
    list: (flow) => listVersions(db, flow),
    get: (id) => readVersion(db, id),
    connect: (given) => {
      surroundings = given;
    },
    locales,
    onEvent: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    announce: (event) => announcements.emit(event),
    reloadFiles,
    stop: announcements.stop,

    propose: async ({ flow, changes, note, by }) => {
      const before = await readCurrentOf(db, flow);
      if (before === null) return fail({ code: "flow-unknown" });
      const forbidden = Object.keys(changes).filter((path) => !isEditable(path, flow));
      if (forbidden.length > 0) return fail({ code: "file-not-editable", paths: forbidden });
      const files = withChanges(before.files, changes);
      const changed = changedPaths(before.files, files);
      if (changed.length === 0) return fail({ code: "nothing-changed" });
      const passed = await gate({ flow, files, before: before.files, edition });
      if (passed.kind === "unsound") return fail({ code: "definition-unsound", findings: passed.findings });
      const { hash, findings } = passed.judged;
      const touched = await impact(before, passed);
      return await db.transaction().execute(async (tx) => {
        const at = clock.now().toJSDate();
        const id = randomUUID();
        const evidence = sealed({
          format: 1,
          version: id,
          flow,
          basedOn: before.id,
          changed,
          judged: passed.judged,
          impact: touched,
          note,
          proposedBy: by,
          proposedAt: at.toISOString(),
        });
        const version = await addProposed(tx, {
          id,
          flow,
          hash,
          source: "proposal",
          files,
          changed,
          findings,
          evidence,
          note,
          by,
          at,
        });
        await record(tx, clock, {
          actor: `person:${by}`,
          action: "definitions.propose",
          subject: `definition:${flow}`,
          from: before.hash,
          to: hash,
          detail: { version: id, changed: [...changed], evidence: summaryOf(version).evidence_hash },
        });
        return ok(summaryOf(version));
      });
    },

    approve: async ({ id, by, evidence }) => {
      const decided = await decide(id, by, async (tx, version) => {
        const { flow } = version;
        const before = await readCurrentOf(tx, flow);
        // It was written on top of another version: publishing it would silently undo what came between.
        if (before === null || version.evidence.basedOn !== before.id)
          return fail({ code: "version-outdated" });
        const stored = evidenceOf(version);
        if (stored === null || !covers(sealer, version)) return fail({ code: "evidence-broken" });
        const { proposal } = stored;
        if (evidence !== undefined && evidence !== proposal.hash) return fail({ code: "evidence-changed" });
        const passed = await gate({ flow, files: version.files, before: before.files, edition });
        if (passed.kind === "unsound") return fail({ code: "definition-unsound", findings: passed.findings });
        const { hash } = passed.judged;
        const touched = await impact(before, passed);
        if (canonicalJson(asJson(passed.judged)) !== canonicalJson(asJson(proposal.content.judged))) {
          // A newer release judges otherwise: what it says is there to be looked at before anybody approves.
          const content = { ...proposal.content, judged: passed.judged, impact: touched };
          await keepEvidence(tx, id, sealed(content));
          return fail({ code: "evidence-changed" });
        }
        const at = clock.now().toJSDate();
        const approval = sealer.seal({
          format: 1 as const,
          evidence: proposal.hash,
          approvedBy: by,
          approvedAt: at.toISOString(),
          impact: touched,
        });
        const { module } = passed;
        await addModule(tx, { hash, edition, flow, module, at: clock.wall() });
        const whole: VersionEvidence = { ...stored, approval };
        const published = await publishVersion(tx, { version, hash, evidence: asJson(whole), by, at });
        await record(tx, clock, {
          actor: `person:${by}`,
          action: "definitions.publish",
          subject: `definition:${version.flow}`,
          from: before.hash,
          to: hash,
          version: hash,
          detail: { version: id, number: published.number, evidence: proposal.hash },
        });
        await announcements.publish(tx, { event: "definition", data: { flow, hash } });
        return ok(summaryOf(published));
      });
      // This process need not wait until it hears itself.
      if (decided.ok) await refresh();
      return decided;
    },

    refuse: ({ id, by, note }) =>
      decide(id, by, async (tx, version) => {
        const refused = await refuseVersion(tx, { id, by, note, at: clock.now().toJSDate() });
        await record(tx, clock, {
          actor: `person:${by}`,
          action: "definitions.refuse",
          subject: `definition:${version.flow}`,
          from: version.hash,
          to: null,
          detail: { version: id },
        });
        return ok(summaryOf(refused));
      }),
  };
}

function pointerOf(version: Version): CurrentVersion {
  if (version.hash === null || version.number === null)
    throw new Error(`definitions: the current version ${version.id} of ${version.flow} is not published`);
  return { id: version.id, flow: version.flow, number: version.number, hash: version.hash };
}

function withChanges(files: Files, changes: Changes): Files {
  const next: Record<string, Json> = { ...files };
  for (const [path, content] of Object.entries(changes)) {
    if (content === null) delete next[path];
    else next[path] = content;
  }
  return next;
}

function spell(finding: Finding): string {
  return `${finding.file}${finding.pointer === "" ? "" : `#${finding.pointer}`}: ${finding.what}. ${finding.mend}`;
}

// One publication of a flow at a time; other flows go on.
async function lockFlow(tx: Tx, flow: string): Promise<void> {
  await tx
    .selectNoFrom((eb) =>
      eb.fn("pg_advisory_xact_lock", [eb.val(5_050_001), eb.fn("hashtext", [eb.val(flow)])]).as("lock"),
    )
    .execute();
}
