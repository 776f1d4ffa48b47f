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

/** The publishing room: how a new version of a flow comes to be. */
export type Publishing = Omit<Proposals, "keepDraft"> & {
  /** Reads the files again: development publishes what is sound, runtime makes drafts. Answers what was wrong per flow. */
  readonly reloadFiles: () => Promise<ReadonlyMap<string, readonly SpokenFinding[]>>;
  /** Counts what becomes of every open instance on a version that waits for its decision; as long as it takes. */
  readonly countOpen: (id: string, options: SurveyOptions) => Promise<Result<Impact, DefinitionFailure>>;
  /** The files that every flow shares, on which a new one of this name is written. */
  readonly shared: ReleaseFiles["shared"];
  readonly stop: () => Promise<void>;
};

/**
 * Opens the room: registers the files of flows that the database does not know as version 1, and compares the others.
 * Throws when a flow has no sound version at all.
 */
export async function createPublishing(deps: {
  readonly db: Db;
  readonly clock: Clock;
  readonly config: Pick<Config, "env" | "rootDir">;
  readonly log: Log;
  readonly definitions: Definitions;
  /** Whom to ask about open instances. */
  readonly survey: SurveyOpen;
  /** Whether somebody may decide about proposals at this moment: a role may go while the gate still judges. */
  readonly mayDecide: (on: Db | Tx, personId: string) => Promise<boolean>;
  readonly letters?: Letters;
  /** The gate's thread, where several portals of one process share it; else it has one of its own. */
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
  const { keepDraft, ...proposing } = createProposing({ ...floor, judging, openWork, release, letters });
  const deciding = createDeciding({ ...floor, judging, openWork, letters, mayDecide: deps.mayDecide });
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
