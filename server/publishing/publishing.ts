import type { Result } from "../../engine/values/result.ts";
import { type SpokenFinding, spell } from "../../engine/verify/words/index.ts";
import type { Clock } from "../clock/index.ts";
import type { Config } from "../config.ts";
import type { Db, Tx } from "../db/index.ts";
import type { Definitions } from "../definitions/index.ts";
import type { Impact, SurveyOpen, SurveyOptions } from "../evidence/index.ts";
import { createGateRunner, type GateRunner } from "../gate/index.ts";
import type { Log } from "../http/index.ts";
import { listFlows, readSource } from "../sources/index.ts";
import { createDeciding } from "./decide.ts";
import { createFilesOnDisk } from "./files-on-disk.ts";
import { createJudging, type ReleaseFiles } from "./judging.ts";
import type { Letters } from "./letters.ts";
import { createOpenWork } from "./open-work.ts";
import type { DefinitionFailure, Proposals } from "./proposal-types.ts";
import { createProposing } from "./propose.ts";

/** The public interface of the publishing room, which creates new versions of flows. */
export type Publishing = Omit<Proposals, "keepDraft"> & {
  /**
   * Reads the files again: valid ones are published in development and stored as drafts in runtime. Returns
   * the findings per flow.
   */
  readonly reloadFiles: () => Promise<ReadonlyMap<string, readonly SpokenFinding[]>>;
  /** Counts the effect of a waiting version on all open instances, without a time limit. */
  readonly countOpen: (id: string, options: SurveyOptions) => Promise<Result<Impact, DefinitionFailure>>;
  /** Returns the shared files on which a new flow of this name is based. */
  readonly shared: ReleaseFiles["shared"];
  readonly stop: () => Promise<void>;
};

/**
 * Creates the room: publishes the files of unknown flows as version 1, and compares all other files with the
 * current versions. Throws if a flow has no valid version.
 */
export async function createPublishing(deps: {
  readonly db: Db;
  readonly clock: Clock;
  readonly config: Pick<Config, "env" | "rootDir">;
  readonly log: Log;
  readonly definitions: Definitions;
  /** Counts the effect of a version on open instances. */
  readonly survey: SurveyOpen;
  /**
   * Returns whether a person can decide about proposals at this moment, because a role can end during the
   * checks.
   */
  readonly mayDecide: (on: Db | Tx, personId: string) => Promise<boolean>;
  readonly letters?: Letters;
  /**
   * The thread that runs the checks, if several portals of a process share it; by default the room has its
   * own.
   */
  readonly gate?: GateRunner;
}): Promise<Publishing> {
  const { db, clock, config, log, definitions, letters } = deps;
  const gate = deps.gate ?? createGateRunner({ log });
  const openWork = createOpenWork({ db, definitions, survey: deps.survey });
  const floor = { db, clock, log, definitions };
  const release: ReleaseFiles = {
    shared: async (flow) => (await readSource(config.rootDir, flow)).source.files,
    flows: () => listFlows(config.rootDir),
  };
  const judging = createJudging({ ...floor, gate, release });
  const room = { ...floor, judging, openWork, release, letters, mayDecide: deps.mayDecide };
  const { keepDraft, ...proposing } = createProposing(room);
  const deciding = createDeciding(room);
  const filesOnDisk = createFilesOnDisk({ ...floor, config, keepDraft, errorsIn: judging.errorsIn });

  const reloadFiles = async () => {
    const wrong = await filesOnDisk.reload();
    await definitions.refresh();
    return wrong;
  };
  for (const [flow, findings] of await reloadFiles()) {
    if (definitions.current(flow) === null)
      throw new Error(`createPublishing: flow "${flow}" is unsound\n${findings.map(spell).join("\n")}`);
    log.warn({ flow, findings }, "definitions: files are unsound; the last sound version stays");
  }

  return {
    ...proposing,
    ...deciding,
    shared: release.shared,
    reloadFiles,
    countOpen: openWork.ofWaiting,
    stop: gate.stop,
  };
}
