import type { Compiled } from "../../engine/flow/index.ts";
import { inBoth, namingOf, type Words } from "../../engine/verify/words/index.ts";
import { titleOfStep } from "../sources/index.ts";

/**
 * What becomes of an open instance: it keeps its own version (`stays`), goes on where it is (`goesOn`), its person is asked
 * something before or again (`asked`), or it can go no further (`stuck`).
 */
export type PathResult = "stays" | "goesOn" | "asked" | "stuck";
type Counts = { readonly [result in PathResult]: number };

/** What a version would do to the instances that are open now, by the step at which they are. */
export type Survey = {
  /** Open instances of the flow. */
  readonly open: number;
  /** How many of them were walked, those opened last first; `all`: whether none was left out. */
  readonly walked: number;
  readonly all: boolean;
  readonly totals: Counts;
  /** In the order of the current version's steps; `?` where an instance can be walked no more even now. */
  readonly steps: readonly (Counts & {
    readonly step: string;
    /** Where those that are asked are asked, how many, and for which fields. */
    readonly asks: readonly {
      readonly step: string;
      readonly instances: number;
      readonly fields: { readonly [field: string]: number };
    }[];
  })[];
};

/** How far a survey goes and who hears of it. */
export type SurveyOptions = {
  /** At most so many instances; all of them unless given. */
  readonly most?: number;
  readonly onProgress?: (progress: { readonly walked: number; readonly open: number }) => void;
  /** Aborted, the survey answers what it has counted. */
  readonly signal?: AbortSignal;
};

/** Walks the open instances of a flow on a version that is not published; the flows room does so, and is asked for it. */
export type SurveyOpen = (next: Compiled, options?: SurveyOptions) => Promise<Survey>;

type SurveyedStep = Survey["steps"][number];

/** What a version does to the instances that are open now, by the step at which they are, with names for people. */
export type Impact = Omit<Survey, "steps"> & {
  readonly steps: readonly (Omit<SurveyedStep, "asks"> & {
    readonly title: Words;
    readonly asks: readonly (SurveyedStep["asks"][number] & {
      // Evidence from before steps and fields were named has neither.
      readonly title?: Words;
      readonly names?: { readonly [field: string]: Words };
    })[];
  })[];
};

// A proposal waits for it: what it cannot count in this time, its evidence says that it has not counted.
const MOST_INSTANCES = 1_000;
const MOST_MS = 5_000;

/** Counts what a version does to the instances that are open now, in words of both versions. */
export async function impactOf(given: {
  readonly current: Compiled;
  readonly next: Compiled;
  readonly survey: SurveyOpen;
  /** How far to count; what a proposal can wait for, where nothing is said. */
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

/** Nobody is on the way: the flow is new. */
export const NOBODY: Impact = {
  open: 0,
  walked: 0,
  all: true,
  totals: { stays: 0, goesOn: 0, asked: 0, stuck: 0 },
  steps: [],
};

/** Nobody was asked, as while the server starts: how many are open is not known. */
export const NOT_COUNTED: Impact = {
  open: 0,
  walked: 0,
  all: false,
  totals: { stays: 0, goesOn: 0, asked: 0, stuck: 0 },
  steps: [],
};
