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

/** The public interface of the publishing room. The room creates new versions of flows. */
export type Publishing = Omit<Proposals, "keepDraft"> & {
  /**
   * Reads the files on disk again. Valid changes are published in development and stored as drafts in
   * runtime. Returns the findings per flow.
   */
  readonly reloadFiles: () => Promise<ReadonlyMap<string, readonly SpokenFinding[]>>;
  /** Counts what a waiting version would do to all open instances. The time is not limited. */
  readonly countOpen: (id: string, options: SurveyOptions) => Promise<Result<Impact, DefinitionFailure>>;
  /** Returns the shared files to which a new flow of this name would be added. */
  readonly shared: ReleaseFiles["shared"];
  readonly stop: () => Promise<void>;
};

/**
 * Creates the publishing room. Files of unknown flows are published as version 1. All other files are
 * compared with the current versions. Throws if a flow has no valid version.
 */
export async function createPublishing(deps: {
  readonly db: Db;
  readonly clock: Clock;
  readonly config: Pick<Config, "env" | "rootDir">;
  readonly log: Log;
  readonly definitions: Definitions;
  /** Counts what a version would do to open instances. */
  readonly survey: SurveyOpen;
  /**
   * Returns whether a person has the role to decide about proposals at this moment. It is called again after
   * the checks, because the role can end meanwhile.
   */
  readonly mayDecide: (on: Db | Tx, personId: string) => Promise<boolean>;
  readonly letters?: Letters;
  /**
   * The thread that runs the checks. Several portals in one process can share it. By default, the room starts
   * its own.
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
