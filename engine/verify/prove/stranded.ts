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

/** People at the start, or after a receipt, who come no further whatever they answer from then on. */
export type Stranded = NonNullable<WalkOptions["only"]>;

/** An effect that only ever fails, with one error. */
type Failing = NonNullable<Stranded["fails"]>;

/**
 * Everybody who can go no further: with their facts, flags and frozen answers as they are, no answers to the forms ahead
 * lead to an end, a wait, or an effect that can be done. Found backwards from the ends: before a form, the people with a way
 * on are those whom some answer leads to one; only the form's own answers are forgotten there. An effect may also fail for
 * good if no answer gives it another input: people whom its error leads nowhere are stranded as well.
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

/** Errors that lead on, of effects to which no other answer gives another input. */
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

/** Whether an answer that nothing froze before a step decides about a value. */
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

  /** The people whom the entries of `next` lead to a way on. */
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
    // A done effect, a wait and an end are ways on; what follows them is judged from there.
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

  /** Where somebody starts, everything that was not given before is missing. */
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

/** Where a failure leads. */
function routeOf({ flow }: Definition, { step, code }: Failing): string {
  const file = flow.steps[step];
  const route = file?.kind === "effect" ? file.errors[code] : undefined;
  return route !== undefined && "to" in route ? route.to : step;
}
