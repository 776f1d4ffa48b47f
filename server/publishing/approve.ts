import type { Compiled } from "../../engine/flow/index.ts";
import { compileInProcess } from "../../engine/flow/loading.ts";
import { canonicalJson } from "../../engine/values/canonical-json.ts";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import { record } from "../audit/index.ts";
import type { Db, Tx } from "../db/index.ts";
import {
  keepEvidence,
  keepModule,
  publishVersion,
  readCurrentOf,
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
import type { Judged } from "../gate/index.ts";
import { decidable, lockFlowsOf, titleInLetters } from "./decidable.ts";
import type { Around } from "./judging.ts";
import type { Answers, DefinitionFailure } from "./proposal-types.ts";
import type { Room } from "./room.ts";

/**
 * Approves and publishes versions, all or none, in one transaction. Each version must still be based on the
 * current one, and its signature must be valid. If the approver names the reviewed evidence, the stored one
 * must be the same. Versions are checked again before, unless the checks would read exactly what they read
 * when the versions were handed in.
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

/** The result of the checks that holds now, and the version ready to run. */
type Proof = {
  readonly judged: Judged;
  readonly inputs: string | undefined;
  /** The text of the module; `null` if it is stored already. */
  readonly module: string | null;
  readonly compiled: () => Compiled;
};

/** A version with the result of the checks that holds now, and with its effect on open instances. */
type Looked = { readonly looked: Approvable; readonly proof: Proof; readonly impact: Impact };

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

/** Returns what the checks say now about the versions, each of them together with the others. */
async function judgeAgain(
  room: Room,
  seen: readonly Approvable[],
): Promise<Result<readonly Looked[], DefinitionFailure>> {
  const around = await room.judging.around();
  const all: Looked[] = [];
  for (const looked of seen) {
    const others = seen.flatMap((one) => (one.version.flow === looked.version.flow ? [] : [one.version]));
    const proof = await proofOf(room, looked, { together: others, around });
    if (!proof.ok) return proof;
    const impact = await room.openWork.ofNext(looked.before, proof.value.compiled);
    all.push({ looked, proof: proof.value, impact });
  }
  return ok(all);
}

/**
 * Returns the sealed result of the checks while everything that they read is the same, and its module is
 * stored. Otherwise the version is checked again.
 */
async function proofOf(
  { judging, definitions }: Room,
  { version, before, proposal }: Approvable,
  beside: { readonly together: readonly Version[]; readonly around: Around },
): Promise<Result<Proof, DefinitionFailure>> {
  const checked = { before, next: version, ...beside };
  const { content } = proposal;
  if (await judging.stillHolds(checked, content)) {
    const { judged, inputs } = content;
    const compiled = await definitions.waiting(judged.hash, judged.module);
    if (compiled !== null) return ok({ judged, inputs, module: null, compiled: () => compiled });
  }
  const passed = await judging.judge(checked);
  if (!passed.ok) return passed;
  const { judged, inputs, module, definition } = passed.value;
  return ok({ judged, inputs, module, compiled: () => compileInProcess(definition, judged.hash) });
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
async function keepNewJudgements(room: Room, tx: Tx, versions: readonly Looked[]): Promise<boolean> {
  const differs = versions.filter(({ looked, proof }) => {
    const { judged } = looked.proposal.content;
    return canonicalJson(asJson(proof.judged)) !== canonicalJson(asJson(judged));
  });
  for (const { looked, proof, impact } of differs) {
    const { content } = looked.proposal;
    const { judged, inputs } = proof;
    const evidence = room.judging.sealed({ ...content, judged, impact, ...(inputs && { inputs }) });
    await keepEvidence(tx, looked.version.id, evidence);
    await keepProved(room, tx, looked.version.flow, proof);
  }
  return differs.length > 0;
}

/** Stores the module of a version that was checked again. */
async function keepProved(room: Room, tx: Tx, flow: string, { judged, module }: Proof): Promise<void> {
  if (module !== null) await keepModule(tx, room, { flow, hash: judged.hash, module });
}

async function publish(
  room: Room,
  tx: Tx,
  given: Looked & { readonly by: string; readonly note: string | null },
): Promise<Version> {
  const { clock, definitions } = room;
  const { looked, proof, impact, by, note } = given;
  const { version, before, stored, proposal } = looked;
  const { sealer } = definitions;
  const { flow } = version;
  const { hash } = proof.judged;
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
  await keepProved(room, tx, flow, proof);
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
