import { type FlagCatalogue, type FlagSet, reachIn } from "../../engine/flags/index.ts";
import { canonicalJson } from "../../engine/values/canonical-json.ts";
import type { Words } from "../../engine/verify/words/index.ts";
import type { Definitions } from "../definitions/index.ts";
import { type FlagChanges, type FlowChanges, flagChanges } from "../differences/index.ts";
import { type SwitchedFlow, switchBeside } from "./switch-runner.ts";

/** The maximum number of flows whose changed steps are cached. */
const MOST_KEPT = 200;

/** Creates the functions that show what a change of flags does to the published flows. */
export function createSwitchEffects(deps: {
  readonly definitions: Pick<Definitions, "current" | "flows" | "compiled" | "titleOf" | "get">;
  readonly catalogue: () => FlagCatalogue;
  readonly titleOf: (flag: string) => Words;
}) {
  const { definitions, catalogue, titleOf } = deps;
  const steps = keptSteps();
  /** Returns the published flows with the flags that they use. */
  const published = async () => {
    const all = await Promise.all(
      definitions.flows().map(async (flow) => {
        const current = definitions.current(flow);
        const compiled = current === null ? null : await definitions.compiled(current.hash).catch(() => null);
        const flags = compiled?.definition.flow.flags ?? [];
        return current === null || flags.length === 0 ? [] : [{ ...current, flags }];
      }),
    );
    return all.flat();
  };
  return {
    /** Returns, for each flag, the flows that use it. */
    flowsOf: async () => {
      const named = new Map<string, { readonly flow: string; readonly title: Words }[]>();
      for (const { flow, flags } of await published()) {
        const title = await definitions.titleOf(flow);
        for (const flag of flags) named.set(flag, [...(named.get(flag) ?? []), { flow, title }]);
      }
      return named;
    },
    /**
     * Returns the differences between two flag sets: the people for whom each flag is on, and the steps that
     * become active or inactive.
     */
    compare: async (sets: { readonly before: FlagSet; readonly after: FlagSet }): Promise<FlagChanges> => {
      const { lost, switches } = flagChanges(sets, { catalogue: catalogue(), titleOf, definitions: [] });
      const moved = new Set(switches.map(({ flag }) => flag));
      const reaches = { before: reachIn(sets.before), after: reachIn(sets.after) };
      const flows = (await published()).filter(({ flags }) => flags.some((flag) => moved.has(flag)));
      const changes = await steps(
        flows.map(({ id, flow, flags }) => {
          const own = (reach: typeof reaches.before) =>
            Object.fromEntries(flags.map((flag) => [flag, reach[flag] ?? "nobody"]));
          const between = { before: own(reaches.before), after: own(reaches.after) };
          return {
            key: canonicalJson([id, between.before, between.after]),
            read: async () => ({ flow, files: (await definitions.get(id))?.files ?? {}, ...between }),
          };
        }),
      );
      return {
        lost: [...lost, ...changes.flatMap((flow) => flow.lost)],
        switches,
        says: changes.flatMap((flow) => flow.says),
      };
    },
  };
}

type Wanted = { readonly key: string; readonly read: () => Promise<SwitchedFlow> };

/**
 * Returns a function that compares flows under two flag sets. Each comparison is computed once and then
 * cached. Calls wait for each other.
 */
function keptSteps(): (wanted: readonly Wanted[]) => Promise<readonly FlowChanges[]> {
  const known = new Map<string, FlowChanges>();
  let last: Promise<unknown> = Promise.resolve();
  const look = async (wanted: readonly Wanted[]) => {
    const missing = wanted.filter(({ key }) => !known.has(key));
    const sources = await Promise.all(missing.map(({ read }) => read()));
    const found = missing.length === 0 ? [] : await switchBeside(sources);
    const all = wanted.map(
      ({ key }) => known.get(key) ?? (found[missing.findIndex((one) => one.key === key)] as FlowChanges),
    );
    for (const [at, { key }] of wanted.entries()) {
      const oldest = known.keys().next();
      if (known.size >= MOST_KEPT && !oldest.done) known.delete(oldest.value);
      known.set(key, all[at] as FlowChanges);
    }
    return all;
  };
  return (wanted) => {
    const looking = last.then(() => look(wanted));
    last = looking.catch(() => {});
    return looking;
  };
}
