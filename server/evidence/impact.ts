import type { Compiled } from "../../engine/flow/index.ts";
import { inBoth, namingOf, type Words } from "../../engine/verify/words/index.ts";
import { titleOfStep } from "../sources/index.ts";

/**
 * What a new version does to an open instance. The instance keeps its version (`stays`) or continues at its
 * step (`goesOn`). Or its person must answer something earlier or again (`asked`), or it cannot continue
 * (`stuck`).
 */
export type PathResult = "stays" | "goesOn" | "asked" | "stuck";
type Counts = { readonly [result in PathResult]: number };

/** What a version does to the open instances, by the step at which they are now. */
export type Survey = {
  /** Number of open instances of the flow. */
  readonly open: number;
  /**
   * Number of instances that were walked, the newest first. `all` tells whether these are all open instances.
   */
  readonly walked: number;
  readonly all: boolean;
  readonly totals: Counts;
  /**
   * The counts for each step, in the order of the current version. The step `?` counts instances that cannot
   * be walked even with the current version.
   */
  readonly steps: readonly (Counts & {
    readonly step: string;
    /**
     * The steps at which people must answer in `asked` instances, each with the number of instances and the
     * fields.
     */
    readonly asks: readonly {
      readonly step: string;
      readonly instances: number;
      readonly fields: { readonly [field: string]: number };
    }[];
  })[];
};

/** The limit of a survey, and its progress callback. */
export type SurveyOptions = {
  /** Maximum number of instances to walk; by default all. */
  readonly most?: number;
  readonly onProgress?: (progress: { readonly walked: number; readonly open: number }) => void;
  /** Signal that ends the survey early. The survey then returns what it has counted so far. */
  readonly signal?: AbortSignal;
};

/**
 * Walks the open instances of a flow with a version that is not yet published, and counts what it would do to
 * them. The flows room implements it.
 */
export type SurveyOpen = (next: Compiled, options?: SurveyOptions) => Promise<Survey>;

type SurveyedStep = Survey["steps"][number];

/**
 * What a version does to the open instances, by the step at which they are now, with titles of steps and
 * fields.
 */
export type Impact = Omit<Survey, "steps"> & {
  readonly steps: readonly (Omit<SurveyedStep, "asks"> & {
    readonly title: Words;
    readonly asks: readonly (SurveyedStep["asks"][number] & {
      // Titles of steps and fields. They are absent in old evidence.
      readonly title?: Words;
      readonly names?: { readonly [field: string]: Words };
    })[];
  })[];
};

// Limits of the count. They are needed because a proposal waits for its result. The evidence states how many
// instances were not counted.
const MOST_INSTANCES = 1_000;
const MOST_MS = 5_000;

/** Counts what a version would do to the open instances. The result has titles from both versions. */
export async function impactOf(given: {
  readonly current: Compiled;
  readonly next: Compiled;
  readonly survey: SurveyOpen;
  /** Limits of the count. By default it takes only as long as a proposal can wait. */
  readonly options?: SurveyOptions;
}): Promise<Impact> {
  const { current, next, survey } = given;
  const options = given.options ?? { most: MOST_INSTANCES, signal: AbortSignal.timeout(MOST_MS) };
  const counted = await survey(next, options);
  const definitions = [next.definition, current.definition];
  const naming = namingOf(next.definition);
  const nameOf = (step: string, field: string): Words =>
    inBoth((language) => naming.place(`answers.${step}.${field}`, language));
  return {
    ...counted,
    steps: counted.steps.map((step) => ({
      ...step,
      title: titleOfStep(definitions, step.step),
      asks: step.asks.map((ask) => ({
        ...ask,
        title: titleOfStep(definitions, ask.step),
        names: Object.fromEntries(Object.keys(ask.fields).map((field) => [field, nameOf(ask.step, field)])),
      })),
    })),
  };
}

/** The impact of a new flow, which has no instances. */
export const NOBODY: Impact = {
  open: 0,
  walked: 0,
  all: true,
  totals: { stays: 0, goesOn: 0, asked: 0, stuck: 0 },
  steps: [],
};

/** The impact in case nothing was counted, for example because the server was starting. */
export const NOT_COUNTED: Impact = {
  open: 0,
  walked: 0,
  all: false,
  totals: { stays: 0, goesOn: 0, asked: 0, stuck: 0 },
  steps: [],
};
