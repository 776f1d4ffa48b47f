import { fail, ok, type Result } from "../../engine/values/result.ts";
import type { SpokenFinding } from "../../engine/verify/words/index.ts";
import type { Clock } from "../clock/index.ts";
import type { Db } from "../db/index.ts";
import { type Definitions, readCurrent, type Version } from "../definitions/index.ts";
import { asJson, type Evidence, type VersionEvidence } from "../evidence/index.ts";
import { type GateRunner, holdingOf, type Passed, titleIn } from "../gate/index.ts";
import type { Log } from "../http/index.ts";
import type { Files } from "../sources/index.ts";
import type { DefinitionFailure } from "./proposal-types.ts";

/** The files of this release. */
export type ReleaseFiles = {
  /** Returns the files that a flow of this name shares with all others. */
  readonly shared: (flow: string) => Promise<Files>;
  /** Returns the names of the release's flows, published or not. */
  readonly flows: () => Promise<readonly string[]>;
};

/** Checks versions and files, and seals the results. */
export type Judging = {
  /**
   * Checks files based on the current version, or for a new flow on the shared files. `together` has versions
   * to be published with it, which replace their predecessors in the checks.
   */
  readonly judge: (
    before: Version | null,
    next: Pick<Version, "flow" | "files" | "source">,
    together?: readonly Pick<Version, "flow" | "files">[],
  ) => Promise<Result<Passed, DefinitionFailure>>;
  /** Returns the errors that files would have if published next to these flows, without a predecessor. */
  readonly errorsIn: (
    flow: string,
    files: Files,
    flows: readonly string[],
  ) => Promise<readonly SpokenFinding[]>;
  /** Returns whether a stored version differs from the signed one. */
  readonly isBroken: (version: Version) => boolean;
  /** Seals the evidence of a version that is not yet decided. */
  readonly sealed: (content: Evidence) => ReturnType<typeof asJson>;
};

/** Creates the functions that check versions and files. */
export function createJudging(deps: {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Pick<Log, "warn">;
  readonly definitions: Pick<Definitions, "edition" | "sealer" | "standing">;
  readonly gate: GateRunner;
  readonly release: ReleaseFiles;
}): Judging {
  const { db, clock, log, definitions, gate } = deps;
  const { edition, sealer } = definitions;
  const isBroken = (version: Version): boolean => definitions.standing(version) === "broken";
  return {
    isBroken,
    judge: async (before, { flow, files, source }, together = []) => {
      const replaced = new Set(together.map((one) => one.flow));
      const stays = (await readCurrent(db)).filter((one) => !replaced.has(one.flow));
      const beside = [...stays, ...together];
      const passed = await gate.run({
        flow,
        files,
        before: before?.files ?? null,
        ...(before === null ? { base: await deps.release.shared(flow) } : {}),
        // A version manipulated in the database is no valid basis for restoring an earlier version.
        keepsOffers: source === "proposal" && before !== null && !isBroken(before),
        flows: [...new Set([...beside.map((version) => version.flow), flow])],
        taken: takenBeside(flow, beside),
        titles: Object.fromEntries(
          beside.filter((one) => one.flow !== flow).map((one) => [one.flow, titleIn(one)]),
        ),
        // Versions manipulated in the database are also no valid neighbours to check against.
        ...(before === null
          ? { beside: [...stays.filter((one) => !isBroken(one)), ...together].map(holdingOf) }
          : {}),
        today: clock.today(),
        edition,
      });
      if (passed.kind === "not-judged") return fail({ code: passed.code });
      if (passed.kind === "unsound") return fail({ code: "definition-unsound", findings: passed.findings });
      return ok(passed);
    },
    errorsIn: async (flow, files, flows) => {
      const today = clock.today();
      const judged = await gate.run({ flow, files, before: null, keepsOffers: false, flows, today, edition });
      if (judged.kind === "not-judged") log.warn({ flow, code: judged.code }, "definitions: not judged");
      return judged.kind === "unsound" ? judged.findings.filter(({ severity }) => severity === "error") : [];
    },
    sealed: (content) => {
      const { basedOn } = content;
      const proposal = sealer.seal(content);
      return asJson({ basedOn, proposal, approval: null } satisfies VersionEvidence);
    },
  };
}

/** Returns the page addresses of other flows. */
function takenBeside(
  flow: string,
  current: readonly Pick<Version, "flow" | "files">[],
): { readonly [address: string]: string } {
  const others = current.filter((version) => version.flow !== flow);
  return Object.fromEntries(
    others.flatMap((version) => {
      const address = addressIn(version);
      return typeof address === "string" ? [[address, version.flow]] : [];
    }),
  );
}

function addressIn({ flow, files }: Pick<Version, "flow" | "files">): unknown {
  const file = files[`flows/${flow}/flow.json`];
  return typeof file === "object" && file !== null && "address" in file ? file.address : undefined;
}
