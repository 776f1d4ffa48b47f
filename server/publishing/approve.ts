import { canonicalJson } from "../../engine/values/canonical-json.ts";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { record } from "../audit/index.ts";
import type { Db, Tx } from "../db/index.ts";
import {
  addModule,
  keepEvidence,
  publishVersion,
  readCurrentOf,
  sealOf,
  summaryOf,
  type Version,
  type VersionSummary,
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
} from "../evidence/index.ts";
import type { Passed } from "../gate/index.ts";
import { decidable, lockFlowsOf, titleInLetters } from "./decidable.ts";
import type { Answers, DefinitionFailure } from "./proposal-types.ts";
import type { Room } from "./room.ts";

/**
 * Approves and publishes versions, all or none, in one transaction. Each version must still be based on the
 * current one, and its signature must be valid. If the approver names the reviewed evidence, the stored one
 * must be the same. All versions are checked again before.
 */
export async function approveVersions(
  room: Room,
  given: {
    readonly versions: readonly { readonly id: string; readonly evidence?: string | undefined }[];
    readonly by: string;
    readonly note: string | null;
  },
): Answers {
  const { by, note } = given;
  const ids = given.versions.map(({ id }) => id);
  // The versions are checked before any lock is taken. In this way, other flows and other people need not
  // wait for the checks.
  const seen = await approvables(room, room.db, { versions: given.versions, by });
  if (!seen.ok) return seen;
  const isWhole = seen.value.every(({ proposal }) =>
    (proposal.content.change?.versions ?? []).every((id) => ids.includes(id)),
  );
  if (!isWhole) return fail({ code: "decided-together" });
  const judged = await judgeAgain(room, seen.value);
  if (!judged.ok) return judged;
  const title = await titleInLetters(room, ids[0] ?? "");
  const decided = await room.db.transaction().execute(async (tx): Answers => {
    await lockFlowsOf(tx, ids);
    const again = await lookAgain(room, tx, judged.value, by);
    if (!again.ok) return again;
    if (await keepNewJudgements(room, tx, again.value)) return fail({ code: "evidence-changed" });
    const published: VersionSummary[] = [];
    for (const one of again.value) published.push(summaryOf(await publish(room, tx, { ...one, by, note })));
    await room.letters?.decided(tx, { versions: published, title });
    return ok(published);
  });
  // This process reads the current versions at once. The notification for all processes may arrive later.
  if (decided.ok) await room.definitions.refresh();
  return decided;
}

/** A version that this person can approve now. */
type Approvable = {
  readonly version: Version;
  /** The version that is current now; `null` for a new flow. */
  readonly before: Version | null;
  readonly stored: VersionEvidence;
  readonly proposal: Sealed<Evidence>;
};

/** A version that was checked again, with the new result of the checks and its effect on open instances. */
type Looked = {
  readonly looked: Approvable;
  readonly passed: Passed;
  readonly impact: Impact;
};

async function approvables(
  room: Room,
  on: Db | Tx,
  {
    versions,
    by,
  }: {
    readonly versions: readonly { readonly id: string; readonly evidence?: string | undefined }[];
    readonly by: string;
  },
): Promise<Result<readonly Approvable[], DefinitionFailure>> {
  const all: Approvable[] = [];
  for (const { id, evidence } of versions) {
    const one = await approvable(room, on, { id, by, evidence });
    if (!one.ok) return one;
    all.push(one.value);
  }
  return ok(all);
}

async function approvable(
  room: Room,
  on: Db | Tx,
  given: { readonly id: string; readonly by: string; readonly evidence: string | undefined },
): Promise<Result<Approvable, DefinitionFailure>> {
  const found = await decidable(room, on, given);
  if (!found.ok) return found;
  const version = found.value;
  const before = await readCurrentOf(on, version.flow);
  // The version is based on an older version than the current one. To publish it would silently undo the
  // changes between them.
  const { basedOn = null } = version.evidence;
  if (basedOn !== (before?.id ?? null)) return fail({ code: "version-outdated" });
  const stored = evidenceOf(version);
  if (stored === null || !covers(room.definitions.sealer, version)) return fail({ code: "evidence-broken" });
  const { proposal } = stored;
  if (given.evidence !== undefined && given.evidence !== proposal.hash)
    return fail({ code: "evidence-changed" });
  return ok({ version, before, stored, proposal });
}

/** Checks the versions again, each of them together with the others. */
async function judgeAgain(
  { judging, openWork }: Room,
  seen: readonly Approvable[],
): Promise<Result<readonly Looked[], DefinitionFailure>> {
  const all: Looked[] = [];
  for (const looked of seen) {
    const { version, before } = looked;
    const others = seen.flatMap((one) => (one.version.flow === version.flow ? [] : [one.version]));
    const judged = await judging.judge(before, version, others);
    if (!judged.ok) return judged;
    all.push({ looked, passed: judged.value, impact: await openWork.ofPassed(before, judged.value) });
  }
  return ok(all);
}

/**
 * Reads the checked versions again, now that they are locked. Fails if this person can no longer approve all
 * of them.
 */
async function lookAgain(
  room: Room,
  tx: Tx,
  judged: readonly Looked[],
  by: string,
): Promise<Result<readonly Looked[], DefinitionFailure>> {
  const versions = judged.map(({ looked }) => ({ id: looked.version.id, evidence: looked.proposal.hash }));
  const again = await approvables(room, tx, { versions, by });
  if (!again.ok) return again;
  return ok(
    judged.flatMap((one, index) => {
      const looked = again.value[index];
      return looked === undefined ? [] : [{ ...one, looked }];
    }),
  );
}

/**
 * Stores new results of the checks if they differ from those that the approver reviewed. This happens if a
 * newer release checks in another way. The new results must be reviewed before anyone can approve. Returns
 * whether any differ.
 */
async function keepNewJudgements({ judging }: Room, tx: Tx, versions: readonly Looked[]): Promise<boolean> {
  const differs = versions.filter(({ looked, passed }) => {
    const { judged } = looked.proposal.content;
    return canonicalJson(asJson(passed.judged)) !== canonicalJson(asJson(judged));
  });
  for (const { looked, passed, impact } of differs) {
    const { content } = looked.proposal;
    const evidence = judging.sealed({ ...content, judged: passed.judged, impact });
    await keepEvidence(tx, looked.version.id, evidence);
  }
  return differs.length > 0;
}

async function publish(
  { clock, definitions }: Room,
  tx: Tx,
  given: Looked & { readonly by: string; readonly note: string | null },
): Promise<Version> {
  const { looked, passed, impact, by, note } = given;
  const { version, before, stored, proposal } = looked;
  const { edition, sealer } = definitions;
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
}
