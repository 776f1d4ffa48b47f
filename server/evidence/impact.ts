import type { Compiled } from "../../engine/flow/index.ts";
import { inBoth, namingOf, type Words } from "../../engine/verify/words/index.ts";
import { titleOfStep } from "../sources/index.ts";

/**
 * The effect of a new version on an open instance: it keeps its version (`stays`), continues at its step
 * (`goesOn`), its person must answer something earlier or again (`asked`), or it cannot continue (`stuck`).
 */
export type PathResult = "stays" | "goesOn" | "asked" | "stuck";
type Counts = { readonly [result in PathResult]: number };

/** The effect of a version on the open instances, by their current step. */
export type Survey = {
  /** Number of open instances of the flow. */
  readonly open: number;
  /** Number of instances walked, newest first. `all` tells whether every open instance was walked. */
  readonly walked: number;
  readonly all: boolean;
  readonly totals: Counts;
  /**
   * Counts per step, in the sequence of the current version's steps. The step `?` counts instances that
   * cannot be walked even with the current version.
   */
  readonly steps: readonly (Counts & {
    readonly step: string;
    /** Steps at which the `asked` instances must answer, with their number and the fields. */
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
  /** Signal that aborts the survey, which then returns the counts so far. */
  readonly signal?: AbortSignal;
};

/**
 * Walks a flow's open instances on an unpublished version, to count the effects. The flows room implements
 * it.
 */
export type SurveyOpen = (next: Compiled, options?: SurveyOptions) => Promise<Survey>;

type SurveyedStep = Survey["steps"][number];

/** The effect of a version on the open instances, by their current step, with titles. */
export type Impact = Omit<Survey, "steps"> & {
  readonly steps: readonly (Omit<SurveyedStep, "asks"> & {
    readonly title: Words;
    readonly asks: readonly (SurveyedStep["asks"][number] & {
      // Titles, absent in evidence that was stored before steps and fields had titles.
      readonly title?: Words;
      readonly names?: { readonly [field: string]: Words };
    })[];
  })[];
};

// Limits of the count, because a proposal waits for it. The evidence states the number of instances that were
// not counted.
const MOST_INSTANCES = 1_000;
const MOST_MS = 5_000;

/** Counts the effect of a version on the open instances, with titles of both versions. */
export async function impactOf(given: {
  readonly current: Compiled;
  readonly next: Compiled;
  readonly survey: SurveyOpen;
  /** Limits of the count. The default is a time that a proposal can wait. */
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

/** The impact if nothing was counted, for example at server start. */
export const NOT_COUNTED: Impact = {
  open: 0,
  walked: 0,
  all: false,
  totals: { stays: 0, goesOn: 0, asked: 0, stuck: 0 },
  steps: [],
};
