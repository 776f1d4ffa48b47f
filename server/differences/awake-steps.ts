import type { Reach } from "../../engine/flags/index.ts";
import type { Definition } from "../../engine/flow/definition.ts";
import type { Step } from "../../engine/flow/flow-file.ts";
import { reachableFrom } from "../../engine/verify/model/index.ts";
import { sleepingSteps } from "../../engine/verify/prove/index.ts";

/**
 * The inactive steps of a flow if its flags are on for certain people. `nobody` lists the steps that are
 * inactive for all people. `by` lists the flags that are on for some people only.
 */
export type Sleep = {
  readonly nobody: readonly string[];
  /** Steps that are active only for some people; empty if no flag of the flow distinguishes people. */
  readonly some: readonly string[];
  readonly by: readonly string[];
  /** Inactive steps that protect an effect which stays active, such as codes, reviews, checks and waits. */
  readonly guards: readonly Guard[];
};
/**
 * A step that is inactive for all or some people, and the effect steps that then run without its protection.
 */
export type Guard = { readonly step: string; readonly before: readonly string[] };

/** The result if the inactive steps cannot be determined. In place of steps it has the name `unknown`. */
const UNDECIDED: Sleep = { nobody: ["unknown"], some: [], by: [], guards: [] };

/** Returns whether the inactive steps could not be determined. */
export function isUndecided(sleep: Sleep): boolean {
  return sleep === UNDECIDED;
}

/**
 * Returns which steps are inactive, and for whom. `reach` tells for whom each flag is on: for all, some or no
 * people. A flag that is not listed is off for all.
 */
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
