import type { Compiled } from "../../engine/flow/index.ts";
import type { Words } from "../../engine/verify/words/people.ts";
import { titleOfStep } from "./differences.ts";

type Fate = "stays" | "goesOn" | "asked" | "stuck";
type Counts = { readonly [fate in Fate]: number };

/** What becomes of the instances that are open now; `Survey` of the flows room. */
type Counted = {
  readonly open: number;
  readonly walked: number;
  readonly all: boolean;
  readonly totals: Counts;
  readonly steps: readonly (Counts & {
    readonly step: string;
    readonly asks: readonly {
      readonly step: string;
      readonly instances: number;
      readonly fields: { readonly [field: string]: number };
    }[];
  })[];
};

/** Walks the open instances of a flow on a version that is not published: `survey` of the flows room. */
export type SurveyOpen = (
  next: Compiled,
  options?: {
    readonly most?: number;
    readonly onProgress?: (progress: { readonly walked: number; readonly open: number }) => void;
    readonly signal?: AbortSignal;
  },
) => Promise<Counted>;

/** What a version does to the instances that are open now, by the step at which they are, with the steps' titles. */
export type Impact = Omit<Counted, "steps"> & {
  readonly steps: readonly (Counted["steps"][number] & { readonly title: Words })[];
};

// A proposal waits for it: what it cannot count in this time, its evidence says that it has not counted.
const MOST_INSTANCES = 1_000;
const MOST_MS = 5_000;

/** `null`: there is nobody to ask yet, as while the server starts. */
export async function impactOf(given: {
  readonly current: Compiled;
  readonly next: Compiled;
  readonly survey: SurveyOpen | null;
  /** How far to count; what a proposal can wait for, where nothing is said. */
  readonly options?: NonNullable<Parameters<SurveyOpen>[1]>;
}): Promise<Impact> {
  const { current, next, survey } = given;
  if (survey === null) return NOT_COUNTED;
  const options = given.options ?? { most: MOST_INSTANCES, signal: AbortSignal.timeout(MOST_MS) };
  const counted = await survey(next, options);
  const definitions = [next.definition, current.definition];
  return {
    ...counted,
    steps: counted.steps.map((step) => ({ ...step, title: titleOfStep(definitions, step.step) })),
  };
}

/** Nobody was asked: how many are open is not known. */
export const NOT_COUNTED: Impact = {
  open: 0,
  walked: 0,
  all: false,
  totals: { stays: 0, goesOn: 0, asked: 0, stuck: 0 },
  steps: [],
};
