import type { Definition, FactDeclaration } from "../../flow/definition.ts";
import { argsOf, callOf, type DerivedCall } from "../../flow/derived-call.ts";
import type { DerivedFile } from "../../flow/flow-file.ts";
import { pathsOfDerived, sourcesOf } from "../../flow/paths-read.ts";
import { tradeOf } from "../../flow/trade.ts";
import type { Path } from "../../rules/rule.ts";
import {
  allMissing,
  allowedBy,
  complement,
  lawOf,
  levelsBelow,
  type Node,
  rootSchema,
} from "../model/index.ts";
import type { FlowSpace } from "./flow-space.ts";

/**
 * Variables that get their values together. `law`: the condition that these values satisfy. `reads`: the same
 * condition without assumptions. It decides which variables are needed, because assumptions connect more data
 * paths of a fact than later steps read.
 */
export type Supply = { readonly levels: ReadonlySet<number>; readonly law: Node; readonly reads: Node };

/**
 * The sources of values in a flow. A form supplies its answers. A fact or derived value is supplied as soon
 * as its arguments are known. An effect supplies its outputs when it is done.
 */
export type Suppliers = {
  readonly answers: (step: string) => Supply;
  /**
   * Returns what the output of an effect or the data of an event supplies. Includes the derived values that
   * depend on it.
   */
  readonly output: (step: string) => Supply;
  /**
   * Returns what a wait supplies if its event never came. The variables are those of `output`, and derived
   * values get no event data.
   */
  readonly nothing: (step: string) => readonly Supply[];
  readonly fact: (fact: string) => Supply;
  readonly derived: (name: string) => Supply;
  readonly facts: readonly string[];
  /**
   * Names of the derived values that are functions and variables of the space. Each comes after those on
   * which it depends. `derived` accepts only these names.
   */
  readonly functions: readonly string[];
  readonly flags: ReadonlySet<number>;
  /** Returns the facts that depend on an answer of a step. */
  readonly factsOf: (step: string) => readonly string[];
  /**
   * Returns true if a derived value depends on one of these facts or on an answer of this step, directly or
   * indirectly. If no step is given, also returns true for a value that needs no arguments. Such a value can
   * exist from the start.
   */
  readonly madeOf: (
    name: string,
    from: { readonly step?: string; readonly facts: ReadonlySet<string> },
  ) => boolean;
};

/** Returns all sources that supply values in a flow. */
export function suppliersOf(flow: FlowSpace): Suppliers {
  const { definition, space } = flow;
  const { diagrams } = space;
  const levelsUnder = (prefix: Path): ReadonlySet<number> => {
    const own = space.levelOf(prefix);
    const below = levelsBelow(space, prefix);
    return own === undefined ? below : new Set([own, ...below]);
  };
  const kept = new Map<string, Supply>();
  const keep = (key: string, make: () => Supply): Supply => {
    const supply = kept.get(key) ?? make();
    kept.set(key, supply);
    return supply;
  };
  const given = (root: "answers" | "effects", step: string): Supply =>
    keep(`${root}.${step}`, () => {
      const path = `${root}.${step}`;
      const schema = rootSchema(definition, root, step);
      return supplyOf(levelsUnder(path), schema ? lawOf(space, schema, path) : diagrams.yes);
    });
  const present = (path: Path): Node => presentAt(flow, path);
  const fact = (name: string): Supply =>
    keep(`facts.${name}`, () => {
      const levels = levelsUnder(`facts.${name}`);
      if (levels.size === 0) return supplyOf(levels, diagrams.yes);
      const declaration = definition.facts[name] as FactDeclaration;
      const there = present(`facts.${name}`);
      const asked = Object.values(definition.flow.facts[name] ?? {})
        .map(present)
        .reduce(diagrams.both, diagrams.yes);
      const inside = lawOf(space, declaration.schema, `facts.${name}`);
      const nothing = allMissing(space, levels);
      const whenThere = diagrams.both(diagrams.both(there, asked), inside);
      const mayBeNothing = declaration.mayBeAbsent ? diagrams.yes : complement(space, asked);
      const absent = diagrams.both(nothing, mayBeNothing);
      return {
        levels,
        law: diagrams.either(diagrams.both(whenThere, assumedOf(flow, name)), absent),
        reads: diagrams.either(whenThere, absent),
      };
    });
  const derived = (name: string): Supply =>
    keep(`derived.${name}`, () => {
      const path = `derived.${name}`;
      const level = space.levelOf(path) as number;
      const call = callOf(tradeOf(definition), definition.flow.derived[name] as DerivedFile) as DerivedCall;
      const made = call.args.map(present).reduce(diagrams.both, diagrams.yes);
      const there = present(path);
      const law = call.known?.isTotal
        ? diagrams.either(diagrams.both(made, there), complement(space, diagrams.either(made, there)))
        : diagrams.either(made, complement(space, there));
      return supplyOf(new Set([level]), law);
    });
  const all = Object.keys(definition.flow.derived).map((name) => `derived.${name}`);
  const functions = sourcesOf(definition, all).derived.filter(
    (name) => space.levelOf(`derived.${name}`) !== undefined,
  );
  const madeOfOutput = (step: string): readonly Supply[] =>
    functions
      .filter((name) => sourcesUnder(definition, name).some((path) => path.startsWith(`effects.${step}.`)))
      .map(derived);
  const output = (step: string): Supply =>
    keep(`done.${step}`, () =>
      madeOfOutput(step).reduce(
        (supply, made) =>
          supplyOf(new Set([...supply.levels, ...made.levels]), diagrams.both(supply.law, made.law)),
        given("effects", step),
      ),
    );
  return {
    answers: (step) => given("answers", step),
    output,
    nothing: (step) => {
      const { levels } = given("effects", step);
      return [supplyOf(levels, allMissing(space, levels)), ...madeOfOutput(step)];
    },
    fact,
    derived,
    facts: Object.keys(definition.flow.facts).filter((name) => levelsUnder(`facts.${name}`).size > 0),
    functions,
    flags: new Set(
      definition.flow.flags.flatMap((flag) => {
        const level = space.levelOf(`flags.${flag}`);
        return level === undefined ? [] : [level];
      }),
    ),
    factsOf: (step) =>
      Object.entries(definition.flow.facts)
        .filter(([, args]) => Object.values(args).some((path) => path.startsWith(`answers.${step}.`)))
        .map(([name]) => name),
    madeOf: (name, { step, facts }) => {
      if (step === undefined && needsNothing(definition, name)) return true;
      return sourcesUnder(definition, name).some((path) => {
        const [root, from = ""] = path.split(".");
        return root === "facts" ? facts.has(from) : root === "answers" && from === step;
      });
    },
  };
}

function supplyOf(levels: ReadonlySet<number>, law: Node): Supply {
  return { levels, law, reads: law };
}

/** Returns the values that a fact's provider can return, according to the fact's schema and assumptions. */
export function answersOf(flow: FlowSpace, fact: string): Node {
  const { definition, space } = flow;
  const { schema } = definition.facts[fact] as FactDeclaration;
  return space.diagrams.both(lawOf(space, schema, `facts.${fact}`), assumedOf(flow, fact));
}

function assumedOf({ assumptions, space }: FlowSpace, fact: string): Node {
  return assumptions
    .filter((assumed) => assumed.fact === fact)
    .map((assumed) => allowedBy(space, assumed))
    .reduce(space.diagrams.both, space.diagrams.yes);
}

/** Returns the people for whom a data path has a value. */
export function presentAt({ space, absent }: FlowSpace, path: Path): Node {
  return space.diagrams.where(space.diagramOf(absent(path)), false);
}

/**
 * Returns the answers, facts and outputs that a derived value depends on, directly or through other derived
 * values and rules.
 */
export function basesOf(definition: Definition, name: string): readonly Path[] {
  return sourcesUnder(definition, name).filter((path) => !path.startsWith("flags."));
}

/**
 * Returns true if a derived value needs no arguments, or if it depends on a derived value that needs none.
 * The value of a rule and a function without arguments need none.
 */
function needsNothing(definition: Definition, name: string): boolean {
  return sourcesOf(definition, [`derived.${name}`]).derived.some((one) => {
    return argsOf(definition.flow.derived[one] as DerivedFile).length === 0;
  });
}

/** Returns every answer, fact, output and switch on which a derived value depends, directly or indirectly. */
export function sourcesUnder(definition: Definition, name: string): readonly Path[] {
  const sources = new Set<Path>();
  const seen = new Set<string>();
  const visit = (at: string): void => {
    if (seen.has(at)) return;
    seen.add(at);
    for (const path of pathsOfDerived(definition, at)) {
      const [root, inner = ""] = path.split(".");
      if (root === "derived") visit(inner);
      else sources.add(path);
    }
  };
  visit(name);
  return [...sources];
}
