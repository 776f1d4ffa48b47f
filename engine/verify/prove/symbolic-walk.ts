import type { ErrorRoute, Step } from "../../flow/flow-file.ts";
import { nextOf } from "../../flow/step-kinds.ts";
import type { Expression } from "../../rules/expression.ts";
import { allMissing, type Node, reachableFrom, type Variable } from "../model/index.ts";
import { byReceipt, isReopenedOver } from "./by-receipt.ts";
import { checksOf, type FlowSpace, passedPath, ruleReference } from "./flow-space.ts";
import { ageLevels, missingCell, renewedLevels } from "./levels.ts";
import { type Needs, needsOf } from "./needs.ts";
import { type Suppliers, type Supply, suppliersOf } from "./suppliers.ts";
import { entryOf, isPassed, keepersOf, suppliesOf } from "./taking.ts";
import { inTopologicalOrder } from "./topological-order.ts";

/** The kind of an edge: by which `next` entry, error or timeout people leave a step. */
export type Way =
  | { readonly kind: "next"; readonly index: number }
  /** People leave by an error: an effect failed permanently with this code, or a challenge was exhausted. */
  | { readonly kind: "error"; readonly code: string }
  | { readonly kind: "timeout" };

/**
 * An edge from one step to another, with the people who take it. `set` is a set of assignments to the
 * variables that are known at the first step.
 */
export type Edge = {
  readonly from: string;
  readonly to: string;
  readonly way: Way;
  readonly set: Node;
  /** Variables that can have a value when people take the edge. */
  readonly given: ReadonlySet<number>;
  /**
   * Whether the edge crosses a receipt, because an effect was done or a wait ended. Facts and switches may
   * then have new values.
   */
  readonly crossed: boolean;
};

/** Everyone who reaches a step, grouped by what happens to them at the step. */
export type StepSets = {
  readonly step: string;
  /** People who arrive at the step. */
  readonly arrive: Node;
  readonly given: ReadonlySet<number>;
  /** People after they answered the step, before the step's checks. */
  readonly answered: Node;
  /** People for whom the step's checks hold. */
  readonly passing: Node;
  /**
   * People after the step's receipt: after success (`done`), or after a timeout (`timeout`). For a step
   * without a receipt, `done` equals `passing`.
   */
  readonly done: Node;
  readonly timeout: Node;
  readonly edges: readonly Edge[];
  readonly into: readonly Edge[];
  /** Variables that get their values at the step. */
  readonly own: ReadonlySet<number>;
};

/** A symbolic walk through a flow: for each step, the sets of all people who reach and leave it. */
export type SymbolicWalk = {
  readonly flow: FlowSpace;
  readonly suppliers: Suppliers;
  readonly sets: ReadonlyMap<string, StepSets>;
  /** Returns the people who take an entry of `next`. Used for findings about conditions. */
  readonly takenOf: (step: string, index: number) => Node;
  /** Variables that get new values after a receipt. */
  readonly renewed: ReadonlySet<number>;
  /**
   * Returns the same walk without people who go back after a failed effect. Witnesses come from this walk.
   */
  readonly straight: () => SymbolicWalk;
};

/** Options that limit which people the walk contains. By default it contains everyone. */
export type WalkOptions = {
  /**
   * Switches with a fixed position, which does not change after receipts. `null` stands for a switch that can
   * be on or off. Switches that are not listed can also be on or off.
   */
  readonly fixed?: { readonly [flag: string]: boolean | null } | null;
  /**
   * If true, people leave by every edge whose condition is undecided because values were only sampled. So no
   * person is left out by mistake.
   */
  readonly generous?: boolean;
  /** Challenges that no person passes. People leave these steps only by errors. */
  readonly unpassed?: ReadonlySet<string>;
  /** If true, people neither go back after a failed effect nor pass an effect by an earlier receipt. */
  readonly straight?: boolean;
  /**
   * If given, only these people continue from this step. `start`: they begin the flow. `done`: the effect was
   * done or the wait ended. `timeout`: the wait timed out.
   */
  readonly only?: {
    readonly step: string;
    readonly at: "start" | "done" | "timeout";
    readonly set: Node;
    /** Effect that always fails for these people, with this error. */
    readonly fails?: { readonly step: string; readonly code: string };
  };
};

/**
 * Computes who reaches each step of a flow. Drops variables that neither the step nor a later one reads.
 * After a receipt (of an effect or a wait), facts and switches may have new values.
 */
export function walkSymbolically(flow: FlowSpace, how: WalkOptions = {}): SymbolicWalk {
  const { fixed = null, generous = false, unpassed = new Set<string>(), straight = false, only } = how;
  const { definition, space } = flow;
  const { diagrams } = space;
  const suppliers = suppliersOf(flow);
  const order = inTopologicalOrder(definition);
  const needs = needsOf(flow, suppliers, order);
  const renewed = renewedLevels(flow, suppliers);
  const flagged = [...suppliers.flags].reduce((set, level) => {
    const { path, cells } = space.variables[level] as Variable;
    const wanted = fixed === null ? null : fixed[path.slice("flags.".length)];
    if (wanted === null) return set;
    const on = wanted === true;
    const branches = cells.map(({ value }) => (value === on ? diagrams.yes : diagrams.no));
    return diagrams.both(set, diagrams.ask(level, branches));
  }, diagrams.yes);
  const sets = new Map<string, StepSets>();
  const arriving = new Map<string, Edge[]>();
  const takens = new Map<string, Node>();
  /** Evaluates a diagram. All variables that have no value yet are missing. */
  const reading = (node: Node, given: ReadonlySet<number>): Node => {
    const unknown = new Map<number, number>();
    for (const level of diagrams.support(node))
      if (!given.has(level)) unknown.set(level, missingCell(flow, level));
    return diagrams.fix(node, unknown);
  };
  const give = (set: Node, supply: Supply, given: Set<number>, live: ReadonlySet<number>): Node => {
    const levels = new Set([...supply.levels].filter((level) => live.has(level)));
    if (levels.size === 0) return set;
    const dead = new Set([...supply.levels].filter((level) => !live.has(level)));
    const law = diagrams.forget(reading(supply.law, new Set([...given, ...supply.levels])), dead);
    for (const level of levels) given.add(level);
    return diagrams.both(diagrams.forget(set, supply.levels), law);
  };

  const from = only === undefined || only.at === "start" ? null : only.step;
  const before = new Set(
    from === null ? [] : [from, ...order.filter((id) => reachableFrom(definition, id).has(from))],
  );
  /**
   * Returns true if the walk includes an edge. If only the people at one step continue, an edge before that
   * step is included only if it leads towards the step.
   */
  const goesOn = (id: string, to: string): boolean =>
    from === null || id === from || !before.has(id) || before.has(to);

  for (const id of order) {
    const step = definition.flow.steps[id] as Step;
    const into = arriving.get(id) ?? [];
    const live = needs.get(id) as Needs;
    const started = id === definition.flow.start ? begin() : { set: diagrams.no, given: new Set<number>() };
    const given = new Set<number>(started.given);
    for (const edge of into) for (const level of edge.given) if (live.all.has(level)) given.add(level);
    let arrive = id === definition.flow.start ? trimmed(started.set, live.all) : diagrams.no;
    for (const edge of into) {
      const absent = new Set([...given].filter((level) => !edge.given.has(level)));
      arrive = diagrams.either(arrive, diagrams.both(trimmed(edge.set, live.all), allMissing(space, absent)));
    }
    sets.set(id, leaveStep({ id, step, arrive, given, into, live }));
  }

  let alone: SymbolicWalk | null = null;
  const walk: SymbolicWalk = {
    flow,
    suppliers,
    sets,
    takenOf: (step, index) => takens.get(`${step}.${index}`) ?? diagrams.no,
    renewed,
    straight: () => {
      alone ??= straight ? walk : walkSymbolically(flow, { ...how, straight: true });
      return alone;
    },
  };
  return walk;

  function begin(): { readonly set: Node; readonly given: Set<number> } {
    const given = new Set<number>(suppliers.flags);
    const live = needs.get(definition.flow.start)?.all ?? new Set<number>();
    const set = renew(flagged, given, live);
    return { set: only?.at === "start" ? diagrams.both(set, only.set) : set, given };
  }

  /** Gives new values to all facts, and to the derived values that depend on facts. */
  function renew(set: Node, given: Set<number>, live: ReadonlySet<number>): Node {
    let next = set;
    for (const fact of suppliers.facts) next = give(next, suppliers.fact(fact), given, live);
    const facts = new Set(suppliers.facts);
    for (const name of suppliers.functions)
      if (suppliers.madeOf(name, { facts })) next = give(next, suppliers.derived(name), given, live);
    return next;
  }

  function trimmed(set: Node, live: ReadonlySet<number>): Node {
    const unread = [...diagrams.support(set)].filter((level) => !live.has(level));
    return diagrams.forget(set, new Set(unread));
  }

  function leaveStep(at: {
    readonly id: string;
    readonly step: Step;
    readonly arrive: Node;
    readonly given: ReadonlySet<number>;
    readonly into: readonly Edge[];
    readonly live: Needs;
  }): StepSets {
    const { id, step, arrive, into, live } = at;
    const given = new Set(at.given);
    const supplies = suppliesOf(suppliers, id);
    const own = new Set(supplies.flatMap(({ levels }) => [...levels]));
    let answered = arrive;
    for (const supply of supplies) answered = give(answered, supply, given, live.inside);
    const passed = space.levelOf(passedPath(id));
    if (passed !== undefined) {
      own.add(passed);
      if (live.inside.has(passed)) {
        given.add(passed);
        answered = diagrams.both(answered, isPassed(flow, id));
      }
    }
    let passing = answered;
    // A failed invariant stops people only at forms and effects.
    for (const rule of step.kind === "form" || step.kind === "effect" ? checksOf(definition, id) : []) {
      if (isOpen(ruleReference(rule))) continue;
      passing = diagrams.both(
        passing,
        keepersOf(flow, rule, (node) => reading(node, given)),
      );
    }

    const edges: Edge[] = [];
    const lead = (to: string, way: Way, all: Node, of: ReadonlySet<number>, crossed: boolean): void => {
      const isOther = only?.fails?.step === id && !(way.kind === "error" && way.code === only.fails.code);
      const set = goesOn(id, to) && (id !== from || crossed) && !isOther ? all : diagrams.no;
      const edge = { from: id, to, way, set, given: new Set(of), crossed };
      edges.push(edge);
      if (set === diagrams.no) return;
      const list = arriving.get(to) ?? [];
      list.push(edge);
      arriving.set(to, list);
    };
    let done = passing;
    let timeout = diagrams.no;
    let after: ReadonlySet<number> = given;
    const receipted =
      step.kind === "effect" && !straight ? byReceipt(flow, step, { answered, passing }) : passing;
    // Answers to an effect's own form count only after the effect is done, so they are dropped if it fails.
    const failed = diagrams.forget(receipted, own);
    const notOwn = new Set([...given].filter((level) => !own.has(level)));
    if (step.kind === "effect" || step.kind === "challenge")
      for (const [code, route] of Object.entries(step.errors) as readonly (readonly [string, ErrorRoute])[])
        if ("to" in route) lead(route.to, { kind: "error", code }, failed, notOwn, false);
    if (step.kind === "effect" || step.kind === "wait") {
      const crossing = cross(id, isReopenedOver(definition, id) ? receipted : passing, given, live.after);
      done = onlyAt(id, "done", crossing.done);
      after = crossing.given;
      if (step.kind === "wait") {
        timeout = onlyAt(id, "timeout", crossing.timeout);
        lead(step.onTimeout.to, { kind: "timeout" }, timeout, after, true);
      }
    }
    const crossed = step.kind === "effect" || step.kind === "wait";
    let rest = unpassed.has(id) ? diagrams.no : done;
    nextOf(step).forEach((entry, index) => {
      const condition = flow.conditionOf(id, index);
      if (condition !== null && isOpen(condition)) {
        lead(entry.to, { kind: "next", index }, rest, after, crossed);
        return;
      }
      const { taken, stays } = entryOf(flow, id, index, (node) => reading(node, after));
      takens.set(`${id}.${index}`, taken);
      lead(entry.to, { kind: "next", index }, diagrams.both(rest, taken), after, crossed);
      rest = diagrams.without(diagrams.without(rest, taken), stays);
    });
    return { step: id, arrive, given: at.given, answered, passing, done, timeout, edges, into, own };
  }

  function onlyAt(id: string, at: "done" | "timeout", set: Node): Node {
    if (only === undefined || id !== from) return set;
    return only.at === at ? diagrams.both(set, only.set) : diagrams.no;
  }

  /**
   * Returns the people after a receipt. The receipt freezes all earlier answers. Facts and switches can have
   * new values from then on.
   */
  function cross(id: string, passing: Node, given: ReadonlySet<number>, live: ReadonlySet<number>) {
    const fresh = new Set([...renewed].filter((level) => !ageLevels(flow).has(level)));
    let set = diagrams.both(flagged, diagrams.forget(passing, fresh));
    for (const level of ageLevels(flow))
      set = diagrams.onward(set, level, (space.variables[level] as Variable).cells.length - 1);
    const next = new Set([...given].filter((level) => !renewed.has(level) || ageLevels(flow).has(level)));
    for (const flag of suppliers.flags) next.add(flag);
    for (const step of flow.remembered) {
      const level = space.levelOf(passedPath(step)) as number;
      if (!given.has(level)) continue;
      set = diagrams.both(diagrams.forget(set, new Set([level])), allMissing(space, new Set([level])));
    }
    for (const fact of suppliers.facts) set = give(set, suppliers.fact(fact), next, live);
    for (const name of suppliers.functions) {
      const level = space.levelOf(`derived.${name}`) as number;
      if (renewed.has(level) && !ageLevels(flow).has(level))
        set = give(set, suppliers.derived(name), next, live);
    }
    const timeout = suppliers.nothing(id).reduce((rest, supply) => give(rest, supply, next, live), set);
    const done = give(set, suppliers.output(id), next, live);
    return { done, timeout, given: next };
  }

  function isOpen(condition: Expression): boolean {
    return generous && space.sampled([condition]).length > 0;
  }
}
