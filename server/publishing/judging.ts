import { fail, ok, type Result } from "../../engine/values/result.ts";
import type { SpokenFinding } from "../../engine/verify/words/index.ts";
import type { Clock } from "../clock/index.ts";
import type { Db } from "../db/index.ts";
import { type Definitions, readCurrent, type Version } from "../definitions/index.ts";
import { asJson, type Evidence, type VersionEvidence } from "../evidence/index.ts";
import {
  type GateInput,
  type GateRunner,
  gateEdition,
  holdingOf,
  inputsHash,
  type Passed,
  titleIn,
} from "../gate/index.ts";
import type { Log } from "../http/index.ts";
import type { Files } from "../sources/index.ts";
import type { DefinitionFailure } from "./proposal-types.ts";

/** Gives access to the files of this release. */
export type ReleaseFiles = {
  /** Returns the shared files that a flow of this name uses together with all other flows. */
  readonly shared: (flow: string) => Promise<Files>;
  /** Returns the names of all flows of the release, whether they are published or not. */
  readonly flows: () => Promise<readonly string[]>;
};

/** The versions that are current now, and the edition of the code that checks. Read once per change. */
export type Around = { readonly current: readonly Version[]; readonly engine: string };

/** Files that passed the checks, with the hash of everything that the checks read (`inputsHash`). */
export type Proved = Passed & { readonly inputs: string };

/** The files to check, with what is published beside them. */
type Checked = {
  /** The current version on which the files are based; `null` for a new flow. */
  readonly before: Version | null;
  readonly next: Pick<Version, "flow" | "files" | "source">;
  /**
   * Versions that would be published with them. In the checks, these versions stand in for the current ones
   * of their flows.
   */
  readonly together?: readonly Pick<Version, "flow" | "files">[];
  readonly around: Around;
};

/** Checks versions and files, and seals the results of the checks. */
export type Judging = {
  /** Reads the current versions. */
  readonly around: () => Promise<Around>;
  /** Checks files. They are based on the current version or, for a new flow, on the shared files. */
  readonly judge: (checked: Checked) => Promise<Result<Proved, DefinitionFailure>>;
  /** Returns whether the checks would read exactly what they read for this evidence. */
  readonly stillHolds: (checked: Checked, evidence: Evidence) => Promise<boolean>;
  /** Returns the errors that files would have if they were published as a new flow beside these flows. */
  readonly errorsIn: (
    flow: string,
    files: Files,
    flows: readonly string[],
  ) => Promise<readonly SpokenFinding[]>;
  /** Returns whether a stored version differs from the version that was signed. */
  readonly isBroken: (version: Version) => boolean;
  /** Seals the evidence of a version that waits for a decision. */
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
  const inputOf = async (checked: Checked): Promise<GateInput> =>
    await inputFor({ ...deps, isBroken }, checked);
  return {
    isBroken,
    around: async () => ({ current: await readCurrent(db), engine: gateEdition() }),
    judge: async (checked) => {
      const input = await inputOf(checked);
      const passed = await gate.run(input);
      if (passed.kind === "not-judged") return fail({ code: passed.code });
      if (passed.kind === "unsound") return fail({ code: "definition-unsound", findings: passed.findings });
      return ok({ ...passed, inputs: inputsHash(input, passed.judged.engine) });
    },
    stillHolds: async (checked, { inputs }) =>
      inputs !== undefined && inputs === inputsHash(await inputOf(checked), checked.around.engine),
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

/** Collects what the gate reads: the files, what is published beside them, and the business day. */
async function inputFor(
  {
    clock,
    definitions,
    release,
    isBroken,
  }: Pick<Parameters<typeof createJudging>[0], "clock" | "definitions" | "release"> &
    Pick<Judging, "isBroken">,
  { before, next, together = [], around }: Checked,
): Promise<GateInput> {
  const { flow, files, source } = next;
  const replaced = new Set(together.map((one) => one.flow));
  const stays = around.current.filter((one) => !replaced.has(one.flow));
  const beside = [...stays, ...together];
  return {
    flow,
    files,
    before: before?.files ?? null,
    ...(before === null ? { base: await release.shared(flow) } : {}),
    // If the current version was manipulated in the database, the new one need not keep what it offers.
    // Otherwise no earlier version could be restored.
    keepsOffers: source === "proposal" && before !== null && !isBroken(before),
    flows: [...new Set([...beside.map((version) => version.flow), flow])].sort(),
    taken: takenBeside(flow, beside),
    titles: Object.fromEntries(
      beside.filter((one) => one.flow !== flow).map((one) => [one.flow, titleIn(one)]),
    ),
    // Versions that were manipulated in the database are left out here too.
    ...(before === null
      ? { beside: [...stays.filter((one) => !isBroken(one)), ...together].map(holdingOf) }
      : {}),
    today: clock.today(),
    edition: definitions.edition,
  };
}

/** Returns the page addresses that other flows already use, each with its flow. */
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
