import type { Definition } from "../../flow/definition.ts";
import type { Step } from "../../flow/flow-file.ts";
import { nextOf } from "../../flow/step-kinds.ts";
import type { Path } from "../../rules/rule.ts";
import type { Node } from "../model/index.ts";
import { checksOf, passedPath } from "./flow-space.ts";
import { isFrozenBefore } from "./frozen-before.ts";
import { missingCell } from "./levels.ts";
import { sourcesUnder } from "./suppliers.ts";
import type { StepSets, SymbolicWalk, WalkOptions } from "./symbolic-walk.ts";
import { entryOf, keepersOf, suppliesOf } from "./taking.ts";
import { inTopologicalOrder } from "./topological-order.ts";

/** People at the start or after a receipt who cannot continue, whatever they answer later. */
export type Stranded = NonNullable<WalkOptions["only"]>;

/** An effect that always fails with the same error. */
type Failing = NonNullable<Stranded["fails"]>;

/**
 * Returns everyone who cannot continue. With their facts, switches and frozen answers, no later answers lead
 * to an end, a wait, or an effect that can be done. The sets are computed backwards from the ends. At a form,
 * people can continue if at least one answer to the form leads further. An effect whose input depends on no
 * answer may fail for ever. So the result also contains people who cannot continue after an error of such an
 * effect.
 */
export function strandedIn(walk: SymbolicWalk): readonly Stranded[] {
  const stuck = strandedWhere(walk, null);
  const { diagrams } = walk.flow.space;
  const known = new Map(stuck.map(({ step, at, set }) => [`${step} ${at}`, set]));
  return [
    ...stuck,
    ...failingIn(walk.flow.definition).flatMap((fails) =>
      strandedWhere(walk, fails).flatMap((one): readonly Stranded[] => {
        const set = diagrams.without(one.set, known.get(`${one.step} ${one.at}`) ?? diagrams.no);
        return set === diagrams.no ? [] : [{ ...one, set, fails }];
      }),
    ),
  ];
}

/**
 * Returns the errors that lead to another step, for effects whose input depends on no answer. Such an effect
 * may fail however often it runs, so people must be able to continue after the error.
 */
function failingIn(definition: Definition): readonly Failing[] {
  return Object.entries(definition.flow.steps).flatMap(([step, file]): readonly Failing[] => {
    if (
      file.kind !== "effect" ||
      Object.values(file.input).some((path) => isAnswered(definition, step, path))
    )
      return [];
    return Object.entries(file.errors).flatMap(([code, route]) => ("to" in route ? [{ step, code }] : []));
  });
}

/** Returns true if a value depends on an answer that people can still change at a step. */
function isAnswered(definition: Definition, step: string, path: Path): boolean {
  const [root = "", name = ""] = path.split(".");
  if (root === "form") return true;
  if (root === "answers") return !isFrozenBefore(definition, name, step);
  const behind =
    root === "facts"
      ? Object.values(definition.flow.facts[name] ?? {})
      : root === "derived"
        ? sourcesUnder(definition, name)
        : [];
  return behind.some((one) => isAnswered(definition, step, one));
}

function strandedWhere(walk: SymbolicWalk, fails: Failing | null): readonly Stranded[] {
  const { flow, suppliers, sets } = walk;
  const { definition, space } = flow;
  const { diagrams } = space;
  const asIs = (node: Node): Node => node;
  const ways = new Map<string, Node>();
  const wayFrom = (to: string): Node => ways.get(to) ?? diagrams.no;

  /** Returns the people who leave a step by a `next` entry to a step from which they can continue. */
  const led = (id: string): Node => {
    let out = diagrams.no;
    let rest = diagrams.yes;
    nextOf(definition.flow.steps[id] as Step).forEach((entry, index) => {
      const { taken, stays } = entryOf(flow, id, index, asIs);
      out = diagrams.either(out, diagrams.both(diagrams.both(rest, taken), wayFrom(entry.to)));
      rest = diagrams.without(diagrams.without(rest, taken), stays);
    });
    return out;
  };

  for (const id of [...inTopologicalOrder(definition)].reverse()) {
    const { kind } = definition.flow.steps[id] as Step;
    // People who finish an effect, reach a wait or reach an end count as able to continue. What follows an
    // effect or wait is searched separately.
    let on = ["end", "wait", "effect"].includes(kind) ? diagrams.yes : led(id);
    if (fails?.step === id) on = wayFrom(routeOf(definition, fails));
    if (kind === "form" || kind === "effect")
      for (const rule of checksOf(definition, id)) on = diagrams.both(on, keepersOf(flow, rule, asIs));
    const passed = space.levelOf(passedPath(id));
    if (passed !== undefined) on = diagrams.fix(on, new Map([[passed, 0]]));
    for (const { levels, law } of [...suppliesOf(suppliers, id)].reverse())
      if ([...diagrams.support(on)].some((level) => levels.has(level)))
        on = diagrams.forget(diagrams.both(on, law), levels);
    ways.set(id, on);
  }

  /** Returns the people of a set who cannot continue. Values not yet given at that time are missing. */
  const without = (set: Node, way: Node, given: ReadonlySet<number>): Node => {
    const unknown = new Map<number, number>();
    for (const level of diagrams.support(way))
      if (!given.has(level)) unknown.set(level, missingCell(flow, level));
    return diagrams.without(set, diagrams.fix(way, unknown));
  };
  const start = sets.get(definition.flow.start) as StepSets;
  return [
    { step: start.step, at: "start", set: without(start.arrive, wayFrom(start.step), start.given) } as const,
    ...Object.entries(definition.flow.steps).flatMap(([id, step]): readonly Stranded[] => {
      if (step.kind !== "effect" && step.kind !== "wait") return [];
      const { done, timeout, edges } = sets.get(id) as StepSets;
      const after = edges.find(({ crossed }) => crossed)?.given ?? new Set<number>();
      const late = step.kind === "wait" ? wayFrom(step.onTimeout.to) : diagrams.yes;
      return [
        { step: id, at: "done", set: without(done, led(id), after) },
        { step: id, at: "timeout", set: without(timeout, late, after) },
      ];
    }),
  ].filter(({ set }) => set !== diagrams.no);
}

/** Returns the step to which an effect's error leads. */
function routeOf({ flow }: Definition, { step, code }: Failing): string {
  const file = flow.steps[step];
  const route = file?.kind === "effect" ? file.errors[code] : undefined;
  return route !== undefined && "to" in route ? route.to : step;
}
