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
 * Variables that get their values together, and what is true of those values then. `reads`: what must be known with them;
 * an assumption ties more of a fact together, and what nobody asks about any more is left out of it.
 */
export type Gift = { readonly levels: ReadonlySet<number>; readonly law: Node; readonly reads: Node };

/** What is given when: answers at their form, facts with their arguments, derived values with theirs, outputs when done. */
export type Givers = {
  readonly answers: (step: string) => Gift;
  /** The output of an effect or the data of an event, with the derived values that are made of it. */
  readonly output: (step: string) => Gift;
  /** The same where the event never came: its data are missing, and what is made of them is as that makes it. */
  readonly nothing: (step: string) => readonly Gift[];
  readonly fact: (fact: string) => Gift;
  readonly derived: (name: string) => Gift;
  readonly facts: readonly string[];
  /** Derived functions that are variables, each after those it is made of; only these are given as `derived`. */
  readonly functions: readonly string[];
  readonly flags: ReadonlySet<number>;
  /** Facts that depend on an answer of a step. */
  readonly factsOf: (step: string) => readonly string[];
  /**
   * Whether a derived value is made, over whatever, of one of these facts or of answers of this step; where there is no
   * step, also whether it may be there from the start: a rule may answer before anything is known.
   */
  readonly madeOf: (
    name: string,
    from: { readonly step?: string; readonly facts: ReadonlySet<string> },
  ) => boolean;
};

/** The givers of a flow. */
export function giversOf(flow: FlowSpace): Givers {
  const { definition, space } = flow;
  const { diagrams } = space;
  const levelsUnder = (prefix: Path): ReadonlySet<number> => {
    const own = space.levelOf(prefix);
    const below = levelsBelow(space, prefix);
    return own === undefined ? below : new Set([own, ...below]);
  };
  const kept = new Map<string, Gift>();
  const keep = (key: string, make: () => Gift): Gift => {
    const gift = kept.get(key) ?? make();
    kept.set(key, gift);
    return gift;
  };
  const given = (root: "answers" | "effects", step: string): Gift =>
    keep(`${root}.${step}`, () => {
      const path = `${root}.${step}`;
      const schema = rootSchema(definition, root, step);
      return giftOf(levelsUnder(path), schema ? lawOf(space, schema, path) : diagrams.yes);
    });
  const present = (path: Path): Node => presentAt(flow, path);
  const fact = (name: string): Gift =>
    keep(`facts.${name}`, () => {
      const levels = levelsUnder(`facts.${name}`);
      if (levels.size === 0) return giftOf(levels, diagrams.yes);
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
  const derived = (name: string): Gift =>
    keep(`derived.${name}`, () => {
      const path = `derived.${name}`;
      const level = space.levelOf(path) as number;
      const call = callOf(tradeOf(definition), definition.flow.derived[name] as DerivedFile) as DerivedCall;
      const made = call.args.map(present).reduce(diagrams.both, diagrams.yes);
      const there = present(path);
      const law = call.known?.isTotal
        ? diagrams.either(diagrams.both(made, there), complement(space, diagrams.either(made, there)))
        : diagrams.either(made, complement(space, there));
      return giftOf(new Set([level]), law);
    });
  const all = Object.keys(definition.flow.derived).map((name) => `derived.${name}`);
  const functions = sourcesOf(definition, all).derived.filter(
    (name) => space.levelOf(`derived.${name}`) !== undefined,
  );
  const madeOfOutput = (step: string): readonly Gift[] =>
    functions
      .filter((name) => sourcesUnder(definition, name).some((path) => path.startsWith(`effects.${step}.`)))
      .map(derived);
  const output = (step: string): Gift =>
    keep(`done.${step}`, () =>
      madeOfOutput(step).reduce(
        (gift, made) => giftOf(new Set([...gift.levels, ...made.levels]), diagrams.both(gift.law, made.law)),
        given("effects", step),
      ),
    );
  return {
    answers: (step) => given("answers", step),
    output,
    nothing: (step) => {
      const { levels } = given("effects", step);
      return [giftOf(levels, allMissing(space, levels)), ...madeOfOutput(step)];
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

function giftOf(levels: ReadonlySet<number>, law: Node): Gift {
  return { levels, law, reads: law };
}

/** What a fact's provider may answer, where it answers: as its schema and its assumptions say. */
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

/** Where a place is there. */
export function presentAt({ space, absent }: FlowSpace, path: Path): Node {
  return space.diagrams.where(space.diagramOf(absent(path)), false);
}

/** The answers, facts and outputs that a derived value is made of, over other derived values and rules too. */
export function basesOf(definition: Definition, name: string): readonly Path[] {
  return sourcesUnder(definition, name).filter((path) => !path.startsWith("flags."));
}

/** Whether a derived value, or one that it is made of, has no arguments that must be there: a rule's value, or one of none. */
function needsNothing(definition: Definition, name: string): boolean {
  return sourcesOf(definition, [`derived.${name}`]).derived.some((one) => {
    return argsOf(definition.flow.derived[one] as DerivedFile).length === 0;
  });
}

/** Everything that a derived value is made of in the end. */
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
