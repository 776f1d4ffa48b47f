import { randomUUID } from "node:crypto";
import type { SpokenFinding } from "../../engine/verify/words/index.ts";
import { record } from "../audit/index.ts";
import type { Clock } from "../clock/index.ts";
import type { Config } from "../config.ts";
import type { Db } from "../db/index.ts";
import type { Definitions } from "../definitions/index.ts";
import {
  addPublished,
  keepModule,
  lockFlow,
  readCurrentOf,
  readCurrentStored,
  readLastOfFiles,
  type StoredVersion,
  type Version,
} from "../definitions/index.ts";
import type { Release } from "../evidence/index.ts";
import { asJson } from "../evidence/index.ts";
import type { Files } from "../sources/index.ts";
import {
  assess,
  changedPaths,
  compileModule,
  hashesOf,
  listFlows,
  type Sound,
  sameHashes,
  sourceReader,
  unsound,
} from "../sources/index.ts";
import type { Judging } from "./judging.ts";
import type { Proposals } from "./proposal-types.ts";

/** Reads the files of the flows on disk. */
export type FilesOnDisk = {
  /**
   * Reads all files. If a flow is unknown, its files become version 1. If the files of a flow were changed,
   * they are published in development, and stored as a draft in runtime. In development every change is
   * checked first, and so is a new flow if the portal already has flows. Returns the findings per flow.
   */
  readonly reload: () => Promise<ReadonlyMap<string, readonly SpokenFinding[]>>;
};

type Deps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly config: Pick<Config, "env" | "rootDir">;
  readonly definitions: Pick<Definitions, "edition" | "sealer" | "standing" | "publish">;
  readonly keepDraft: Proposals["keepDraft"];
  readonly errorsIn: Judging["errorsIn"];
};

/** Creates the functions that read the files of flows on disk. */
export function createFilesOnDisk(deps: Deps): FilesOnDisk {
  return { reload: async () => await reload(deps) };
}

async function reload(deps: Deps): Promise<ReadonlyMap<string, readonly SpokenFinding[]>> {
  const { db, config } = deps;
  const wrong = new Map<string, readonly SpokenFinding[]>();
  const flows = await listFlows(config.rootDir);
  const [readings, current] = await Promise.all([
    Promise.all(flows.map(sourceReader(config.rootDir))),
    readCurrentStored(db),
  ]);
  // The first flows of a new portal are accepted as they are. A flow that is added later is a change by a
  // person, so it is checked like a proposal.
  const isFresh = current.length === 0;
  for (const { source, findings } of readings) {
    const { flow, files } = source;
    const stored = current.find((version) => version.flow === flow);
    const isWritten =
      stored !== undefined && sameHashes(stored.hashes, hashesOf(files)) && !isBroken(deps, stored);
    if (findings.length === 0 && isWritten) continue;
    const before = await readCurrentOf(db, flow);
    const edited = { flow, files, before };
    if (findings.length === 0 && isSame(deps, edited)) continue;
    const assessed = findings.length > 0 ? unsound(findings) : assess(flow, files);
    const faults =
      assessed.kind === "unsound"
        ? assessed.findings
        : await take(deps, edited, assessed, { flows, isFresh });
    if (faults !== null) wrong.set(flow, faults);
  }
  return wrong;
}

/** The files of a flow on disk, and the flow's current version (`null` for a new flow). */
type Edited = { readonly flow: string; readonly files: Files; readonly before: Version | null };

function isBroken({ definitions }: Deps, version: StoredVersion): boolean {
  return definitions.standing(version) === "broken";
}

function isSame(deps: Deps, { files, before }: Edited): boolean {
  return before !== null && !isBroken(deps, before) && changedPaths(before.files, files).length === 0;
}

/**
 * Publishes edited files, or stores them as a draft. Does nothing if they change nothing. Returns the errors,
 * if the files have any.
 */
async function take(
  deps: Deps,
  edited: Edited,
  assessed: Sound,
  { flows, isFresh }: { readonly flows: readonly string[]; readonly isFresh: boolean },
): Promise<readonly SpokenFinding[] | null> {
  const { flow, files, before } = edited;
  const isWhole = before !== null && !isBroken(deps, before);
  // The hash is the same, so no definition changed. The files differ only in a portal text that this flow
  // does not use, or in the order of values.
  if (isWhole && before.hash === assessed.hash) return null;
  // The files were not edited since they were last read. A proposal that was approved in the meantime
  // therefore stays in force.
  if (isWhole && before.source === "proposal" && (await readLastOfFiles(deps.db, flow)) === assessed.hash)
    return null;
  const isDevelopment = deps.config.env === "development";
  if (before !== null && !isDevelopment) {
    const kept = await deps.keepDraft({ flow, files, before });
    return !kept.ok && kept.error.code === "definition-unsound" ? kept.error.findings : null;
  }
  const isJudged = before === null ? isDevelopment && !isFresh : isWhole;
  const errors = isJudged ? await newErrors(deps, edited, flows) : [];
  if (errors.length > 0) return errors;
  await publishFiles(deps, edited, assessed);
  return null;
}

/**
 * Returns those errors of edited files that the current version does not have. A proposal with such errors
 * would be rejected.
 */
async function newErrors(
  { errorsIn }: Deps,
  { flow, files, before }: Edited,
  flows: readonly string[],
): Promise<readonly SpokenFinding[]> {
  const errors = await errorsIn(flow, files, flows);
  if (errors.length === 0 || before === null) return errors;
  const key = ({ code, file, pointer }: SpokenFinding): string => `${code} ${file}#${pointer}`;
  const known = new Set((await errorsIn(flow, before.files, flows)).map(key));
  return errors.filter((error) => !known.has(key(error)));
}

async function publishFiles(
  deps: Deps,
  { flow, files, before }: Edited,
  { definition, hash, findings }: Sound,
): Promise<void> {
  const { db, clock, definitions } = deps;
  const { sealer } = definitions;
  const { source: module } = await compileModule(definition);
  await db.transaction().execute(async (tx) => {
    await lockFlow(tx, flow);
    const now = await readCurrentOf(tx, flow);
    // Another process has already published the same files.
    if (now?.hash === hash && !isBroken(deps, now)) return;
    await keepModule(tx, { clock, definitions }, { flow, hash, module });
    const id = randomUUID();
    const at = clock.now().toJSDate();
    const publishedAt = at.toISOString();
    const release: Release = {
      kind: "release",
      format: 1,
      version: id,
      flow,
      files: hashesOf(files),
      hash,
      publishedAt,
    };
    const version = await addPublished(tx, {
      id,
      flow,
      hash,
      files,
      findings,
      source: before === null ? "files" : "development",
      changed: before === null ? [] : changedPaths(before.files, files),
      evidence: asJson({ release: sealer.seal(release) }),
      at,
    });
    await record(tx, clock, {
      actor: "system:definitions",
      action: "definitions.publish",
      subject: `definition:${definition.flow.id}`,
      from: before?.hash ?? null,
      to: hash,
      version: hash,
      detail: { number: version.number, source: version.source },
    });
    await definitions.publish(tx, { event: "definition", data: { flow, hash } });
  });
}
