import { randomUUID } from "node:crypto";
import type { SpokenFinding } from "../../engine/verify/words/index.ts";
import { record } from "../audit/index.ts";
import type { Clock } from "../clock/index.ts";
import type { Config } from "../config.ts";
import type { Db } from "../db/index.ts";
import type { Definitions } from "../definitions/index.ts";
import {
  addModule,
  addPublished,
  lockFlow,
  readCurrentOf,
  readCurrentStored,
  readLastOfFiles,
  type StoredVersion,
  sealOf,
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

/** The flows' files on disk. */
export type FilesOnDisk = {
  /**
   * Reads all files. An unknown flow becomes version 1. A changed one is published in development and stored as a
   * draft in runtime. In development every change is judged first, also a new flow next to others. Returns the
   * findings per flow.
   */
  readonly reload: () => Promise<ReadonlyMap<string, readonly SpokenFinding[]>>;
};

/** Creates the reader of the files. */
export function createFilesOnDisk(deps: {
  readonly db: Db;
  readonly clock: Clock;
  readonly config: Pick<Config, "env" | "rootDir">;
  readonly definitions: Pick<Definitions, "edition" | "sealer" | "standing" | "publish">;
  readonly keepDraft: Proposals["keepDraft"];
  readonly errorsIn: Judging["errorsIn"];
}): FilesOnDisk {
  const { db, clock, config, definitions, keepDraft, errorsIn } = deps;
  const { edition, sealer } = definitions;
  const isBroken = (version: StoredVersion): boolean => definitions.standing(version) === "broken";

  const publishFiles = async (
    given: { readonly flow: string; readonly files: Files; readonly before: Version | null },
    { definition, hash, findings }: Sound,
  ): Promise<void> => {
    const { flow, files, before } = given;
    const { source: module } = await compileModule(definition);
    await db.transaction().execute(async (tx) => {
      await lockFlow(tx, flow);
      const now = await readCurrentOf(tx, flow);
      // Another process was faster with the same files.
      if (now?.hash === hash && !isBroken(now)) return;
      const seal = sealOf(sealer, { hash, edition, module });
      await addModule(tx, { hash, edition, flow, module, seal, at: clock.wall() });
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
  };

  /**
   * Returns the errors of edited files that the current version does not have, i.e. those that would reject a
   * proposal.
   */
  const newErrors = async (
    {
      flow,
      files,
      before,
    }: { readonly flow: string; readonly files: Files; readonly before: Version | null },
    flows: readonly string[],
  ): Promise<readonly SpokenFinding[]> => {
    const errors = await errorsIn(flow, files, flows);
    if (errors.length === 0 || before === null) return errors;
    const key = ({ code, file, pointer }: SpokenFinding): string => `${code} ${file}#${pointer}`;
    const known = new Set((await errorsIn(flow, before.files, flows)).map(key));
    return errors.filter((error) => !known.has(key(error)));
  };

  const reload = async (): Promise<ReadonlyMap<string, readonly SpokenFinding[]>> => {
    const wrong = new Map<string, readonly SpokenFinding[]>();
    const flows = await listFlows(config.rootDir);
    const [readings, current] = await Promise.all([
      Promise.all(flows.map(sourceReader(config.rootDir))),
      readCurrentStored(db),
    ]);
    // The first flows of a portal are accepted as they are. A new flow next to others is a person's change.
    const isFresh = current.length === 0;
    for (const { source, findings } of readings) {
      const { flow, files } = source;
      const stored = current.find((version) => version.flow === flow);
      const isWritten =
        stored !== undefined && sameHashes(stored.hashes, hashesOf(files)) && !isBroken(stored);
      if (findings.length === 0 && isWritten) continue;
      const before = await readCurrentOf(db, flow);
      const isWhole = before !== null && !isBroken(before);
      if (findings.length === 0 && isWhole && changedPaths(before.files, files).length === 0) continue;
      const assessed = findings.length > 0 ? unsound(findings) : assess(flow, files);
      if (assessed.kind === "unsound") wrong.set(flow, assessed.findings);
      // Only a portal text that this flow does not use changed, or the order of values.
      else if (isWhole && before.hash === assessed.hash) continue;
      // The files were not edited since they were read, so the proposal approved on top of them stays.
      else if (isWhole && before.source === "proposal" && (await readLastOfFiles(db, flow)) === assessed.hash)
        continue;
      else if (before === null && (config.env !== "development" || isFresh))
        await publishFiles({ flow, files, before }, assessed);
      else if (before === null || config.env === "development") {
        const errors = before === null || isWhole ? await newErrors({ flow, files, before }, flows) : [];
        if (errors.length > 0) wrong.set(flow, errors);
        else await publishFiles({ flow, files, before }, assessed);
      } else {
        const kept = await keepDraft({ flow, files, before });
        if (!kept.ok && kept.error.code === "definition-unsound") wrong.set(flow, kept.error.findings);
      }
    }
    return wrong;
  };

  return { reload };
}
