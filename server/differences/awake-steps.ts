import type { Reach } from "../../engine/flags/index.ts";
import type { Definition } from "../../engine/flow/definition.ts";
import type { Step } from "../../engine/flow/flow-file.ts";
import { reachableFrom } from "../../engine/verify/model/index.ts";
import { sleepingSteps } from "../../engine/verify/prove/index.ts";

/** Which steps of a flow sleep under a set of flags: for everybody, and for some, by which flags. */
export type Sleep = {
  readonly nobody: readonly string[];
  /** Awake for some people only; empty where no flag of the flow tells people apart. */
  readonly some: readonly string[];
  readonly by: readonly string[];
  /** Of these, what stands before effects that are awake: codes, reviews, what is checked or waited for. */
  readonly guards: readonly Guard[];
};
/** A step that sleeps, for everybody or for some, and the steps of effects that are then done without it. */
export type Guard = { readonly step: string; readonly before: readonly string[] };

/** `unknown` stands in the place of steps where it cannot be decided. */
const UNDECIDED: Sleep = { nobody: ["unknown"], some: [], by: [], guards: [] };

/** Whether it could not be decided which steps sleep. */
export function isUndecided(sleep: Sleep): boolean {
  return sleep === UNDECIDED;
}

/** Looks who comes to which step where each flag is on for whom the set lets in. A flag that the set leaves out is off. */
export function sleepUnder(definition: Definition, reach: { readonly [flag: string]: Reach }): Sleep {
  const by = definition.flow.flags.filter((flag) => reach[flag] === "some");
  const asleep = (some: boolean | null) =>
    sleepingSteps(
      definition,
      Object.fromEntries(
        definition.flow.flags.map((flag) => [
          flag,
          reach[flag] === "some" ? some : reach[flag] === "everybody",
        ]),
      ),
    );
  const nobody = asleep(null);
  if (nobody === null) return UNDECIDED;
  const partly = by.length === 0 ? [] : [...(asleep(true) ?? []), ...(asleep(false) ?? [])];
  const some = Object.keys(definition.flow.steps).filter(
    (step) => partly.includes(step) && !nobody.includes(step),
  );
  return { nobody, some, by, guards: guardsAmong(definition, { asleep: [...nobody, ...some], nobody }) };
}

const GUARDING: readonly Step["kind"][] = ["challenge", "review", "effect", "wait"];

function guardsAmong(
  definition: Definition,
  { asleep, nobody }: { readonly asleep: readonly string[]; readonly nobody: readonly string[] },
): readonly Guard[] {
  const { steps } = definition.flow;
  return asleep.flatMap((step) => {
    if (!GUARDING.includes((steps[step] as Step).kind)) return [];
    const before = [...reachableFrom(definition, step)].filter(
      (later) => later !== step && steps[later]?.kind === "effect" && !nobody.includes(later),
    );
    return before.length === 0 ? [] : [{ step, before }];
  });
}
