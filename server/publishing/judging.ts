import { fail, ok, type Result } from "../../engine/values/result.ts";
import type { Clock } from "../clock/index.ts";
import type { Db, Tx } from "../db/index.ts";
import type { PageEvent } from "../definitions/announcements.ts";
import { currentVersions } from "../definitions/current-versions.ts";
import type { Version } from "../definitions/version-store.ts";
import { type Evidence, standingOf, type VersionEvidence } from "../evidence/evidence.ts";
import type { Impact } from "../evidence/impact.ts";
import { asJson, type Sealer } from "../evidence/seal.ts";
import type { Passed } from "../gate/gate.ts";
import type { GateRunner } from "../gate/gate-runner.ts";
import type { Log } from "../http/index.ts";
import type { DefinitionFailure } from "./proposal-types.ts";

/** What proposing and deciding work with. */
export type ProposalsDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Pick<Log, "info">;
  readonly edition: string;
  readonly sealer: Sealer;
  readonly gate: GateRunner;
  readonly impact: (before: Version, passed: Passed) => Promise<Impact>;
  /** Whether somebody may decide about proposals at this moment. */
  readonly mayDecide: (on: Db | Tx, personId: string) => Promise<boolean>;
  readonly publish: (tx: Tx, event: PageEvent) => Promise<void>;
  /** Called after a publication: this process need not wait until it hears itself. */
  readonly published: () => Promise<void>;
};

/** A version that passed the gate, and whom it touches. */
export type JudgedNow = { readonly passed: Passed; readonly impact: Impact };

/** How both sides of a proposal have it judged, and seal what was found. */
export type Judging = ReturnType<typeof createJudging>;

/** Opens the judging of versions. */
export function createJudging(deps: ProposalsDeps) {
  const { db, edition, sealer } = deps;

  const isBroken = (version: Version): boolean => standingOf(sealer, version) === "broken";

  const judge = async (
    before: Version,
    next: Pick<Version, "files" | "source">,
  ): Promise<Result<JudgedNow, DefinitionFailure>> => {
    const { files, source } = next;
    const flows = (await currentVersions(db)).map(({ flow }) => flow);
    const passed = await deps.gate.run({
      flow: before.flow,
      files,
      before: before.files,
      // What somebody edited in the database is no yardstick for what brings an earlier version back.
      keepsOffers: source === "proposal" && !isBroken(before),
      flows,
      today: deps.clock.today(),
      edition,
    });
    if (passed.kind === "not-judged") return fail({ code: passed.code });
    if (passed.kind === "unsound") return fail({ code: "definition-unsound", findings: passed.findings });
    return ok({ passed, impact: await deps.impact(before, passed) });
  };

  const sealed = (content: Evidence) =>
    asJson({
      basedOn: content.basedOn,
      proposal: sealer.seal(content),
      approval: null,
    } satisfies VersionEvidence);

  return { judge, isBroken, sealed };
}
