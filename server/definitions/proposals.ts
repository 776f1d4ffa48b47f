import { randomUUID } from "node:crypto";
import { canonicalJson } from "../../engine/values/canonical-json.ts";
import type { Json } from "../../engine/values/json.ts";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import type { SpokenFinding } from "../../engine/verify/words/finding-words.ts";
import { record } from "../audit/index.ts";
import type { Clock } from "../clock/index.ts";
import type { Db, Tx } from "../db/index.ts";
import type { Log } from "../http/index.ts";
import type { PageEvent } from "./announcements.ts";
import { changedPaths, isEditable } from "./bundle.ts";
import {
  type Approval,
  covers,
  type Evidence,
  evidenceOf,
  standingOf,
  type VersionEvidence,
} from "./evidence.ts";
import type { Passed } from "./gate.ts";
import type { GateRunner, NotJudged } from "./gate-runner.ts";
import type { Impact } from "./impact.ts";
import { sealOf } from "./modules.ts";
import { asJson, type Sealed, type Sealer } from "./seal.ts";
import type { Files } from "./tables.ts";
import {
  addModule,
  addProposed,
  keepEvidence,
  lockFlow,
  publishVersion,
  readCurrentOf,
  readVersion,
  refuseVersion,
  summaryOf,
  type Version,
  type VersionSummary,
} from "./version-store.ts";

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
        | "evidence-broken"
        /** The version in force is not what was approved, so nothing is built on it. */
        | "version-broken"
        | NotJudged["code"];
    }
  | { readonly code: "file-not-editable"; readonly paths: readonly string[] }
  | { readonly code: "definition-unsound"; readonly findings: readonly SpokenFinding[] };

/** A change of files: path to new content; `null` removes the file. */
export type Changes = { readonly [path: string]: Json };

type Answer = Promise<Result<VersionSummary, DefinitionFailure>>;

/** How a version comes to be: proposed by one person, judged by the gate, decided by another. */
export type Proposals = {
  /**
   * Proposes a change of the current version; it passes the gate at once, and nothing unsound is kept. What the gate
   * found is signed and stored with it.
   */
  readonly propose: (given: {
    readonly flow: string;
    readonly changes: Changes;
    readonly note: string | null;
    readonly by: string;
  }) => Answer;
  /** Proposes the files of an earlier version again, on top of the current one: the way back. */
  readonly proposeAgain: (given: {
    readonly id: string;
    readonly note: string | null;
    readonly by: string;
  }) => Answer;
  /**
   * Approves and publishes; who proposed it cannot. It passes the gate again; `evidence` is the hash of the evidence that
   * was looked at, where the approver names one.
   */
  readonly approve: (given: {
    readonly id: string;
    readonly by: string;
    readonly evidence?: string;
    readonly note?: string | null;
  }) => Answer;
  readonly refuse: (given: {
    readonly id: string;
    readonly by: string;
    readonly note: string | null;
  }) => Answer;
  /** Keeps files that changed on disk as a draft that waits for a decision. Answers why not, where they are unsound. */
  readonly keepDraft: (given: {
    readonly flow: string;
    readonly files: Files;
    readonly before: Version;
  }) => Promise<Result<null, DefinitionFailure>>;
};

export type ProposalsDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Pick<Log, "info">;
  readonly edition: string;
  readonly sealer: Sealer;
  readonly gate: GateRunner;
  readonly impact: (before: Version, passed: Passed) => Promise<Impact>;
  readonly publish: (tx: Tx, event: PageEvent) => Promise<void>;
  /** Called after a publication: this process need not wait until it hears itself. */
  readonly published: () => Promise<void>;
};

/** Opens the desk where versions are proposed and decided. */
export function createProposals(deps: ProposalsDeps): Proposals {
  const { db, clock, edition, sealer } = deps;

  const judge = async (
    before: Version,
    files: Files,
  ): Promise<Result<{ readonly passed: Passed; readonly impact: Impact }, DefinitionFailure>> => {
    const passed = await deps.gate.run({ flow: before.flow, files, before: before.files, edition });
    if (passed.kind === "not-judged") return fail({ code: passed.code });
    if (passed.kind === "unsound") return fail({ code: "definition-unsound", findings: passed.findings });
    return ok({ passed, impact: await deps.impact(before, passed) });
  };

  const isBroken = (version: Version): boolean => standingOf(sealer, version) === "broken";

  const sealed = (content: Evidence) =>
    asJson({
      basedOn: content.basedOn,
      proposal: sealer.seal(content),
      approval: null,
    } satisfies VersionEvidence);

  const keep = async (
    given: Pick<Evidence, "note" | "proposedBy" | "restores"> & {
      readonly before: Version;
      readonly files: Files;
      readonly passed: Passed;
      readonly impact: Impact;
      readonly unless?: (tx: Tx) => Promise<boolean>;
    },
  ): Promise<Version | null> => {
    const { before, files, passed, impact, note, proposedBy, restores } = given;
    const { flow } = before;
    const { hash, findings } = passed.judged;
    const changed = changedPaths(before.files, files);
    return await db.transaction().execute(async (tx) => {
      await lockFlow(tx, flow);
      if ((await given.unless?.(tx)) === true) return null;
      const at = clock.now().toJSDate();
      const id = randomUUID();
      const content: Evidence = {
        kind: "evidence",
        format: 1,
        version: id,
        flow,
        basedOn: before.id,
        restores,
        changed,
        judged: passed.judged,
        impact,
        note,
        proposedBy,
        proposedAt: at.toISOString(),
      };
      const source = proposedBy === null ? ("draft" as const) : ("proposal" as const);
      const evidence = sealed(content);
      const by = proposedBy;
      const row = { id, flow, hash, source, files, changed, findings, evidence, note, by, at };
      const version = await addProposed(tx, row);
      if (by !== null)
        await record(tx, clock, {
          actor: `person:${by}`,
          action: "definitions.propose",
          subject: `definition:${flow}`,
          from: before.hash,
          to: hash,
          detail: {
            version: id,
            changed: [...changed],
            evidence: summaryOf(version).evidence_hash,
            ...(restores === null ? {} : { restores }),
          },
        });
      return version;
    });
  };

  const proposeFiles = async (given: {
    readonly before: Version;
    readonly files: Files;
    readonly note: string | null;
    readonly by: string;
    readonly restores: string | null;
  }): Answer => {
    const { before, files, note, by: proposedBy, restores } = given;
    if (changedPaths(before.files, files).length === 0 && !isBroken(before))
      return fail({ code: "nothing-changed" });
    const judged = await judge(before, files);
    if (!judged.ok) return judged;
    const version = await keep({ before, files, ...judged.value, note, proposedBy, restores });
    if (version === null) throw new Error("proposals: nothing was kept");
    return ok(summaryOf(version));
  };

  /** Whether it may be decided now, and by this person; asked again behind the lock. */
  const open = async (
    on: Db | Tx,
    { id, by }: { readonly id: string; readonly by: string },
  ): Promise<Result<Version, DefinitionFailure>> => {
    const version = await readVersion(on, id);
    if (version === null) return fail({ code: "version-unknown" });
    if (version.state !== "proposed" && version.state !== "draft") return fail({ code: "already-decided" });
    if (version.proposed_by === by) return fail({ code: "four-eyes" });
    return ok(version);
  };

  type Approvable = {
    readonly version: Version;
    readonly before: Version;
    readonly stored: VersionEvidence;
    readonly proposal: Sealed<Evidence>;
  };
  const approvable = async (
    on: Db | Tx,
    given: { readonly id: string; readonly by: string; readonly evidence?: string },
  ): Promise<Result<Approvable, DefinitionFailure>> => {
    const found = await open(on, given);
    if (!found.ok) return found;
    const version = found.value;
    const before = await readCurrentOf(on, version.flow);
    // It was written on top of another version: publishing it would silently undo what came between.
    if (before === null || version.evidence.basedOn !== before.id) return fail({ code: "version-outdated" });
    const stored = evidenceOf(version);
    if (stored === null || !covers(sealer, version)) return fail({ code: "evidence-broken" });
    const { proposal } = stored;
    if (given.evidence !== undefined && given.evidence !== proposal.hash)
      return fail({ code: "evidence-changed" });
    return ok({ version, before, stored, proposal });
  };

  const publish = async (
    tx: Tx,
    given: {
      readonly looked: Approvable;
      readonly passed: Passed;
      readonly impact: Impact;
      readonly by: string;
      readonly note: string | null;
    },
  ): Promise<Version> => {
    const { looked, passed, impact, by, note } = given;
    const { version, before, stored, proposal } = looked;
    const { flow } = version;
    const { hash } = passed.judged;
    const at = clock.now().toJSDate();
    const approval = sealer.seal<Approval>({
      kind: "approval",
      format: 1,
      evidence: proposal.hash,
      approvedBy: by,
      approvedAt: at.toISOString(),
      note,
      impact,
    });
    const { module } = passed;
    const seal = sealOf(sealer, { hash, edition, module });
    await addModule(tx, { hash, edition, flow, module, seal, at: clock.wall() });
    const evidence = asJson({ ...stored, approval } satisfies VersionEvidence);
    const published = await publishVersion(tx, { version, hash, evidence, by, note, at });
    await record(tx, clock, {
      actor: `person:${by}`,
      action: "definitions.publish",
      subject: `definition:${flow}`,
      from: before.hash,
      to: hash,
      version: hash,
      detail: { version: version.id, number: published.number, evidence: proposal.hash },
    });
    await deps.publish(tx, { event: "definition", data: { flow, hash } });
    return published;
  };

  return {
    propose: async ({ flow, changes, note, by }) => {
      const before = await readCurrentOf(db, flow);
      if (before === null) return fail({ code: "flow-unknown" });
      const forbidden = Object.keys(changes).filter((path) => !isEditable(path, flow));
      if (forbidden.length > 0) return fail({ code: "file-not-editable", paths: forbidden });
      if (isBroken(before)) return fail({ code: "version-broken" });
      const files = withChanges(before.files, changes);
      return await proposeFiles({ before, files, note, by, restores: null });
    },

    proposeAgain: async ({ id, note, by }) => {
      const earlier = await readVersion(db, id);
      if (earlier?.state !== "published") return fail({ code: "version-unknown" });
      if (isBroken(earlier)) return fail({ code: "evidence-broken" });
      const before = await readCurrentOf(db, earlier.flow);
      if (before === null) return fail({ code: "flow-unknown" });
      // The way out of a version that somebody edited: nothing of it is kept.
      if (isBroken(before))
        return await proposeFiles({ before, files: earlier.files, note, by, restores: id });
      // Effects, facts and switches are as the program has them now: a version brings back what a person may propose.
      const back = changedPaths(before.files, earlier.files).filter((path) => isEditable(path, earlier.flow));
      const changes = Object.fromEntries(back.map((path) => [path, earlier.files[path] ?? null]));
      const files = withChanges(before.files, changes);
      return await proposeFiles({ before, files, note, by, restores: id });
    },

    keepDraft: async ({ flow, files, before }) => {
      const judged = await judge(before, files);
      if (!judged.ok) return judged;
      const { hash } = judged.value.passed.judged;
      const kept = await keep({
        before,
        files,
        ...judged.value,
        note: null,
        proposedBy: null,
        restores: null,
        unless: async (tx) => {
          let known = tx
            .selectFrom("definition_versions")
            .select("id")
            .where("flow", "=", flow)
            .where("hash", "=", hash);
          if (isBroken(before)) known = known.where("state", "in", ["draft", "proposed"]);
          return (await known.executeTakeFirst()) !== undefined;
        },
      });
      if (kept !== null)
        deps.log.info(
          { flow, hash },
          "definitions: files differ from the published version; kept as a draft",
        );
      return ok(null);
    },

    approve: async (given) => {
      // Judged before anything is locked: other flows and other people go on meanwhile.
      const seen = await approvable(db, given);
      if (!seen.ok) return seen;
      const judged = await judge(seen.value.before, seen.value.version.files);
      if (!judged.ok) return judged;
      const { passed, impact } = judged.value;
      const decided = await db.transaction().execute(async (tx): Answer => {
        await lockFlow(tx, seen.value.version.flow);
        const looked = await approvable(tx, { ...given, evidence: seen.value.proposal.hash });
        if (!looked.ok) return looked;
        const { content } = looked.value.proposal;
        if (canonicalJson(asJson(passed.judged)) !== canonicalJson(asJson(content.judged))) {
          // A newer release judges otherwise: what it says is there to be looked at before anybody approves.
          await keepEvidence(tx, given.id, sealed({ ...content, judged: passed.judged, impact }));
          return fail({ code: "evidence-changed" });
        }
        const { by, note = null } = given;
        return ok(summaryOf(await publish(tx, { looked: looked.value, passed, impact, by, note })));
      });
      if (decided.ok) await deps.published();
      return decided;
    },

    refuse: async ({ id, by, note }) =>
      await db.transaction().execute(async (tx): Answer => {
        const found = await open(tx, { id, by });
        if (!found.ok) return found;
        await lockFlow(tx, found.value.flow);
        // Read again behind the lock: another person may have decided meanwhile.
        const again = await open(tx, { id, by });
        if (!again.ok) return again;
        const version = again.value;
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

function withChanges(files: Files, changes: Changes): Files {
  const next: Record<string, Json> = { ...files };
  for (const [path, content] of Object.entries(changes)) {
    if (content === null) delete next[path];
    else next[path] = content;
  }
  return next;
}
