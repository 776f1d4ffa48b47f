import { canonicalJson } from "../../engine/values/canonical-json.ts";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import type { Words } from "../../engine/verify/words/index.ts";
import { record } from "../audit/index.ts";
import type { Clock } from "../clock/index.ts";
import type { Db, Tx } from "../db/index.ts";
import type { Definitions } from "../definitions/index.ts";
import {
  addModule,
  keepEvidence,
  lockFlow,
  publishVersion,
  readCurrentOf,
  readVersion,
  refuseVersion,
  sealOf,
  summaryOf,
  type Version,
  type VersionSummary,
  withdrawVersion,
} from "../definitions/index.ts";
import {
  type Approval,
  asJson,
  covers,
  type Evidence,
  evidenceOf,
  type Impact,
  type Sealed,
  type VersionEvidence,
  writersOf,
} from "../evidence/index.ts";
import type { Passed } from "../gate/index.ts";
import type { Judging } from "./judging.ts";
import type { Letters } from "./letters.ts";
import type { OpenWork } from "./open-work.ts";
import type { Answers, DefinitionFailure, Proposals } from "./proposal-types.ts";

/**
 * Creates the functions that decide proposals: never by one of the writers, only for the evidence that was reviewed,
 * and judged again. Only the author can withdraw.
 */
export function createDeciding(deps: {
  readonly db: Db;
  readonly clock: Clock;
  readonly definitions: Pick<Definitions, "edition" | "sealer" | "publish" | "refresh" | "titleOf">;
  readonly judging: Judging;
  readonly openWork: OpenWork;
  /** Returns whether a person can decide proposals at this moment. */
  readonly mayDecide: (on: Db | Tx, personId: string) => Promise<boolean>;
  readonly letters?: Letters | undefined;
}): Pick<
  Proposals,
  "approve" | "approveTogether" | "refuse" | "refuseTogether" | "withdraw" | "withdrawTogether"
> {
  const { db, clock, definitions, openWork, letters } = deps;
  const { edition, sealer } = definitions;
  const { judge, sealed } = deps.judging;

  /** Returns the version if this person can decide it now. Called again under the lock. */
  const open = async (
    on: Db | Tx,
    { id, by }: { readonly id: string; readonly by: string },
  ): Promise<Result<Version, DefinitionFailure>> => {
    if (!(await deps.mayDecide(on, by))) return fail({ code: "not-allowed" });
    const version = await readVersion(on, id);
    if (version === null) return fail({ code: "version-unknown" });
    if (version.state !== "proposed" && version.state !== "draft") return fail({ code: "already-decided" });
    const content = evidenceOf(version)?.proposal.content;
    const isWriter = content !== undefined && writersOf(content).includes(by);
    if (version.proposed_by === by || isWriter) return fail({ code: "four-eyes" });
    return ok(version);
  };

  type Approvable = {
    readonly version: Version;
    /** `null` for a new flow. */
    readonly before: Version | null;
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
    // The version is based on another one than the current. Publishing it would silently undo the changes in between.
    const { basedOn = null } = version.evidence;
    if (basedOn !== (before?.id ?? null)) return fail({ code: "version-outdated" });
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
      from: before?.hash ?? null,
      to: hash,
      version: hash,
      detail: { version: version.id, number: published.number, evidence: proposal.hash, reason: note },
    });
    await definitions.publish(tx, { event: "definition", data: { flow, hash } });
    return published;
  };

  /** Returns the title for letters. Called before anything is locked. */
  const titleOf = async (id: string): Promise<Words> => {
    const version = await readVersion(db, id);
    const content = version === null ? undefined : evidenceOf(version)?.proposal.content;
    const { title } = content?.change ?? {};
    if (title !== undefined) return { th: title, en: title };
    return content?.judged.introduced?.title ?? (await definitions.titleOf(version?.flow ?? ""));
  };

  /** Locks the flows of these versions, in a fixed sequence. */
  const lockAll = async (tx: Tx, ids: readonly string[]): Promise<void> => {
    const flows = new Set<string>();
    for (const id of ids) flows.add((await readVersion(tx, id))?.flow ?? "");
    for (const flow of [...flows].sort()) await lockFlow(tx, flow);
  };

  type Looked = {
    readonly looked: Approvable;
    readonly passed: Passed;
    readonly impact: Impact;
  };
  const approve = async (given: {
    readonly versions: readonly { readonly id: string; readonly evidence?: string | undefined }[];
    readonly by: string;
    readonly note: string | null;
  }): Answers => {
    const { versions, by, note } = given;
    // Judged before locking, so that other flows and people are not blocked.
    const seen: Approvable[] = [];
    for (const { id, evidence } of versions) {
      const one = await approvable(db, { id, by, ...(evidence === undefined ? {} : { evidence }) });
      if (!one.ok) return one;
      seen.push(one.value);
    }
    const ids = versions.map(({ id }) => id);
    const isWhole = seen.every(({ proposal }) =>
      (proposal.content.change?.versions ?? []).every((id) => ids.includes(id)),
    );
    if (!isWhole) return fail({ code: "decided-together" });
    const all: Looked[] = [];
    for (const looked of seen) {
      const { version, before } = looked;
      const others = seen.flatMap((one) => (one.version.flow === version.flow ? [] : [one.version]));
      const judged = await judge(before, version, others);
      if (!judged.ok) return judged;
      all.push({ looked, passed: judged.value, impact: await openWork.ofPassed(before, judged.value) });
    }
    const title = await titleOf(ids[0] ?? "");
    const decided = await db.transaction().execute(async (tx): Answers => {
      await lockAll(tx, ids);
      const again: Looked[] = [];
      for (const { looked, ...rest } of all) {
        const { version, proposal } = looked;
        const one = await approvable(tx, { id: version.id, by, evidence: proposal.hash });
        if (!one.ok) return one;
        again.push({ ...rest, looked: one.value });
      }
      const differs = again.filter(({ looked, passed }) => {
        const { judged } = looked.proposal.content;
        return canonicalJson(asJson(passed.judged)) !== canonicalJson(asJson(judged));
      });
      // A newer release judges differently. The new evidence is stored for review before anyone can approve.
      for (const { looked, passed, impact } of differs) {
        const { content } = looked.proposal;
        await keepEvidence(tx, looked.version.id, sealed({ ...content, judged: passed.judged, impact }));
      }
      if (differs.length > 0) return fail({ code: "evidence-changed" });
      const published: VersionSummary[] = [];
      for (const one of again) published.push(summaryOf(await publish(tx, { ...one, by, note })));
      await letters?.decided(tx, { versions: published, title });
      return ok(published);
    });
    // This process updates itself without waiting for the notification.
    if (decided.ok) await definitions.refresh();
    return decided;
  };

  /** Returns `decided-together` if the version belongs to a change with several versions, otherwise `null`. */
  const others = async (id: string): Promise<"decided-together" | null> => {
    const version = await readVersion(db, id);
    const { change } = (version === null ? null : evidenceOf(version))?.proposal.content ?? {};
    return (change?.versions.length ?? 0) > 1 ? "decided-together" : null;
  };

  const refuse = async ({
    ids,
    by,
    note,
  }: {
    readonly ids: readonly string[];
    readonly by: string;
    readonly note: string | null;
  }): Answers => {
    for (const id of ids) {
      const one = await open(db, { id, by });
      if (!one.ok) return one;
    }
    const title = await titleOf(ids[0] ?? "");
    return await db.transaction().execute(async (tx): Answers => {
      await lockAll(tx, ids);
      // Read again under the lock, because another person may have decided meanwhile.
      const found: Version[] = [];
      for (const id of ids) {
        const one = await open(tx, { id, by });
        if (!one.ok) return one;
        found.push(one.value);
      }
      const refused: VersionSummary[] = [];
      for (const { id, flow, hash } of found) {
        refused.push(summaryOf(await refuseVersion(tx, { id, by, note, at: clock.now().toJSDate() })));
        await record(tx, clock, {
          actor: `person:${by}`,
          action: "definitions.refuse",
          subject: `definition:${flow}`,
          from: hash,
          to: null,
          detail: { version: id, reason: note },
        });
      }
      await letters?.decided(tx, { versions: refused, title });
      return ok(refused);
    });
  };

  const withdraw: Proposals["withdrawTogether"] = async ({ ids, by }) =>
    await db.transaction().execute(async (tx): Answers => {
      // Locked first, because someone may be deciding at this moment.
      await lockAll(tx, ids);
      const found: Version[] = [];
      for (const id of ids) {
        const version = await readVersion(tx, id);
        if (version === null) return fail({ code: "version-unknown" });
        if (version.proposed_by !== by) return fail({ code: "not-your-proposal" });
        if (version.state !== "proposed") return fail({ code: "already-decided" });
        found.push(version);
      }
      const withdrawn: VersionSummary[] = [];
      for (const { id, flow, hash } of found) {
        withdrawn.push(summaryOf(await withdrawVersion(tx, { id, at: clock.now().toJSDate() })));
        await record(tx, clock, {
          actor: `person:${by}`,
          action: "definitions.withdraw",
          subject: `definition:${flow}`,
          from: hash,
          to: null,
          detail: { version: id },
        });
      }
      return ok(withdrawn);
    });

  return {
    approve: async ({ id, evidence, by, note = null }) =>
      oneOf(await approve({ versions: [{ id, evidence }], by, note })),

    approveTogether: async ({ evidence, by, note }) => {
      const versions = Object.entries(evidence).map(([id, hash]) => ({ id, evidence: hash }));
      return await approve({ versions, by, note });
    },

    refuse: async ({ id, by, note }) => {
      const code = await others(id);
      return code === null ? oneOf(await refuse({ ids: [id], by, note })) : fail({ code });
    },

    refuseTogether: refuse,

    withdraw: async ({ id, by }) => {
      const code = await others(id);
      return code === null ? oneOf(await withdraw({ ids: [id], by })) : fail({ code });
    },

    withdrawTogether: withdraw,
  };
}

/** Returns the only version of an answer. */
function oneOf(
  answer: Result<readonly VersionSummary[], DefinitionFailure>,
): Result<VersionSummary, DefinitionFailure> {
  if (!answer.ok) return answer;
  const [one] = answer.value;
  return one === undefined ? fail({ code: "version-unknown" }) : ok(one);
}
