import { canonicalJson } from "../../engine/values/canonical-json.ts";
import { fail, ok, type Result } from "../../engine/values/result.ts";
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
} from "../evidence/index.ts";
import type { Passed } from "../gate/index.ts";
import type { Judging } from "./judging.ts";
import type { OpenWork } from "./open-work.ts";
import type { Answer, DefinitionFailure, Proposals } from "./proposal-types.ts";

/** Deciding: never by who proposed, of exactly the evidence that was looked at, judged again; and taking back, by who proposed alone. */
export function createDeciding(deps: {
  readonly db: Db;
  readonly clock: Clock;
  readonly definitions: Pick<Definitions, "edition" | "sealer" | "publish" | "refresh">;
  readonly judging: Judging;
  readonly openWork: OpenWork;
  /** Whether somebody may decide about proposals at this moment. */
  readonly mayDecide: (on: Db | Tx, personId: string) => Promise<boolean>;
}): Pick<Proposals, "approve" | "refuse" | "withdraw"> {
  const { db, clock, definitions, openWork } = deps;
  const { edition, sealer } = definitions;
  const { judge, sealed } = deps.judging;

  /** Whether it may be decided now, and by this person; asked again behind the lock. */
  const open = async (
    on: Db | Tx,
    { id, by }: { readonly id: string; readonly by: string },
  ): Promise<Result<Version, DefinitionFailure>> => {
    if (!(await deps.mayDecide(on, by))) return fail({ code: "not-allowed" });
    const version = await readVersion(on, id);
    if (version === null) return fail({ code: "version-unknown" });
    if (version.state !== "proposed" && version.state !== "draft") return fail({ code: "already-decided" });
    if (version.proposed_by === by) return fail({ code: "four-eyes" });
    return ok(version);
  };

  type Approvable = {
    readonly version: Version;
    /** `null` of a flow that is new. */
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
    // It was written on top of another version: publishing it would silently undo what came between.
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
      detail: { version: version.id, number: published.number, evidence: proposal.hash },
    });
    await definitions.publish(tx, { event: "definition", data: { flow, hash } });
    return published;
  };

  return {
    approve: async (given) => {
      // Judged before anything is locked: other flows and other people go on meanwhile.
      const seen = await approvable(db, given);
      if (!seen.ok) return seen;
      const judged = await judge(seen.value.before, seen.value.version);
      if (!judged.ok) return judged;
      const passed = judged.value;
      const impact = await openWork.ofPassed(seen.value.before, passed);
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
      // This process knows of it before it hears itself.
      if (decided.ok) await definitions.refresh();
      return decided;
    },

    withdraw: async ({ id, by }) =>
      await db.transaction().execute(async (tx): Answer => {
        const flow = (await readVersion(tx, id))?.flow;
        if (flow === undefined) return fail({ code: "version-unknown" });
        // Behind the lock: somebody may be deciding at this moment.
        await lockFlow(tx, flow);
        const version = await readVersion(tx, id);
        if (version === null) return fail({ code: "version-unknown" });
        if (version.proposed_by !== by) return fail({ code: "not-your-proposal" });
        if (version.state !== "proposed") return fail({ code: "already-decided" });
        const withdrawn = await withdrawVersion(tx, { id, at: clock.now().toJSDate() });
        await record(tx, clock, {
          actor: `person:${by}`,
          action: "definitions.withdraw",
          subject: `definition:${flow}`,
          from: version.hash,
          to: null,
          detail: { version: id },
        });
        return ok(summaryOf(withdrawn));
      }),

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
