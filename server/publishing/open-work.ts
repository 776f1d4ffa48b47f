import type { Compiled } from "../../engine/flow/index.ts";
import { compileInProcess } from "../../engine/flow/loading.ts";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import type { Db } from "../db/index.ts";
import { type Definitions, readCurrentOf, readVersion, type Version } from "../definitions/index.ts";
import {
  type Impact,
  impactOf,
  NOBODY,
  NOT_COUNTED,
  type SurveyOpen,
  type SurveyOptions,
} from "../evidence/index.ts";
import { createTurns } from "../http/index.ts";
import { sha256 } from "../sha256.ts";
import { assess } from "../sources/index.ts";
import type { DefinitionFailure } from "./proposal-types.ts";

/** Counts what a version that is not yet published would do to open instances. */
export type OpenWork = {
  /**
   * Counts for a version that has passed the checks. The time is limited, because the proposal or the
   * approval waits for the result. `next` returns the version, ready to run.
   */
  readonly ofNext: (before: Version | null, next: () => Compiled) => Promise<Impact>;
  /** Counts for a version that waits for a decision. The time is not limited. */
  readonly ofWaiting: (id: string, options: SurveyOptions) => Promise<Result<Impact, DefinitionFailure>>;
};

/** Maximum number of waiting versions whose compiled form is cached. */
const MOST_NEXTS = 8;
/** Maximum number of versions for which open instances are counted at the same time. */
const COUNTS_AT_ONCE = 2;

/** Creates the functions that count effects on open instances. */
export function createOpenWork(deps: {
  readonly db: Db;
  readonly definitions: Pick<Definitions, "compiled" | "standing">;
  readonly survey: SurveyOpen;
}): OpenWork {
  const { db, definitions, survey } = deps;
  const nextOf = keptCompiled();
  const inTurn = createTurns({ each: 1, atOnce: COUNTS_AT_ONCE });
  return {
    ofNext: async (before, next) => {
      if (before === null) return NOBODY;
      if (definitions.standing(before) === "broken") return NOT_COUNTED;
      const current = before.hash === null ? null : await definitions.compiled(before.hash);
      if (current === null) throw new Error(`openWork: the current version ${before.id} has no module`);
      return await impactOf({ current, next: next(), survey });
    },

    ofWaiting: async (id, options) => {
      const version = await readVersion(db, id);
      if (version === null) return fail({ code: "version-unknown" });
      const before = await readCurrentOf(db, version.flow);
      // A new flow has no instances to count.
      if (before === null) return ok(NOBODY);
      const current = before?.hash ? await definitions.compiled(before.hash) : null;
      if (current === null) return fail({ code: "flow-unknown" });
      const next = nextOf(version);
      if (!next.ok) return next;
      return await inTurn(id, async () => ok(await impactOf({ current, next: next.value, survey, options })));
    },
  };
}

/**
 * Returns a function that checks and compiles a version that waits for a decision, with the loader of this
 * process. The results are cached, because people often count several times.
 */
function keptCompiled(): (version: Version) => Result<Compiled, DefinitionFailure> {
  const kept = new Map<string, Result<Compiled, DefinitionFailure>>();
  return ({ id, flow, files }) => {
    const key = `${id} ${sha256(JSON.stringify(files))}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const oldest = kept.keys().next();
    if (kept.size >= MOST_NEXTS && !oldest.done) kept.delete(oldest.value);
    const assessed = assess(flow, files);
    const next: Result<Compiled, DefinitionFailure> =
      assessed.kind === "unsound"
        ? fail({ code: "definition-unsound", findings: assessed.findings })
        : ok(compileInProcess(assessed.definition, assessed.hash));
    kept.set(key, next);
    return next;
  };
}
