import { fail, ok, type Result } from "../../engine/values/result.ts";
import { record } from "../audit/index.ts";
import type { Db, Tx } from "../db/index.ts";
import {
  readVersion,
  refuseVersion,
  summaryOf,
  type Version,
  type VersionSummary,
  withdrawVersion,
} from "../definitions/index.ts";
import { evidenceOf } from "../evidence/index.ts";
import { approveVersions } from "./approve.ts";
import { decidable, lockFlowsOf, titleInLetters } from "./decidable.ts";
import type { Answers, DefinitionFailure, Proposals } from "./proposal-types.ts";
import type { Room } from "./room.ts";

/**
 * Creates the functions with which people decide about proposals. Nobody who wrote a part of a proposal can
 * decide about it. An approval is valid only for the evidence that the approver reviewed, and the version is
 * checked again. Only the author can withdraw a proposal.
 */
export function createDeciding(
  room: Room,
): Pick<
  Proposals,
  "approve" | "approveTogether" | "refuse" | "refuseTogether" | "withdraw" | "withdrawTogether"
> {
  return {
    approve: async ({ id, evidence, by, note = null }) =>
      oneOf(await approveVersions(room, { versions: [{ id, evidence }], by, note })),

    approveTogether: async ({ evidence, by, note }) => {
      const versions = Object.entries(evidence).map(([id, hash]) => ({ id, evidence: hash }));
      return await approveVersions(room, { versions, by, note });
    },

    refuse: async ({ id, by, note }) => {
      const code = await others(room.db, id);
      return code === null ? oneOf(await refuseVersions(room, { ids: [id], by, note })) : fail({ code });
    },

    refuseTogether: async (given) => await refuseVersions(room, given),

    withdraw: async ({ id, by }) => {
      const code = await others(room.db, id);
      return code === null ? oneOf(await withdrawVersions(room, { ids: [id], by })) : fail({ code });
    },

    withdrawTogether: async (given) => await withdrawVersions(room, given),
  };
}

/**
 * Returns `decided-together` if the version was submitted with others, so that it cannot be decided alone.
 * Otherwise returns `null`.
 */
async function others(db: Db, id: string): Promise<"decided-together" | null> {
  const version = await readVersion(db, id);
  const { change } = (version === null ? null : evidenceOf(version))?.proposal.content ?? {};
  return (change?.versions.length ?? 0) > 1 ? "decided-together" : null;
}

/** Returns the version of a result that has only one. */
function oneOf(
  answer: Result<readonly VersionSummary[], DefinitionFailure>,
): Result<VersionSummary, DefinitionFailure> {
  if (!answer.ok) return answer;
  const [one] = answer.value;
  return one === undefined ? fail({ code: "version-unknown" }) : ok(one);
}

async function refuseVersions(
  room: Room,
  given: { readonly ids: readonly string[]; readonly by: string; readonly note: string | null },
): Answers {
  const { ids, by, note } = given;
  const { db, clock, letters } = room;
  const open = await allDecidable(room, db, given);
  if (!open.ok) return open;
  const title = await titleInLetters(room, ids[0] ?? "");
  return await db.transaction().execute(async (tx): Answers => {
    await lockFlowsOf(tx, ids);
    // The versions are read again after they were locked, because another person may have decided in the
    // meantime.
    const found = await allDecidable(room, tx, given);
    if (!found.ok) return found;
    const refused: VersionSummary[] = [];
    for (const { id, flow, hash } of found.value) {
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
}

async function allDecidable(
  room: Room,
  on: Db | Tx,
  { ids, by }: { readonly ids: readonly string[]; readonly by: string },
): Promise<Result<readonly Version[], DefinitionFailure>> {
  const all: Version[] = [];
  for (const id of ids) {
    const one = await decidable(room, on, { id, by });
    if (!one.ok) return one;
    all.push(one.value);
  }
  return ok(all);
}

async function withdrawVersions(
  { db, clock }: Room,
  { ids, by }: { readonly ids: readonly string[]; readonly by: string },
): Answers {
  return await db.transaction().execute(async (tx): Answers => {
    // The flows are locked before the versions are read, because another person may be deciding about them at
    // this moment.
    await lockFlowsOf(tx, ids);
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
}
