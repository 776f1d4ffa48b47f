import type { Definition } from "../../flow/definition.ts";
import type { Path } from "../../rules/rule.ts";
import { allowedBy } from "../assume/possible.ts";
import { rootSchema } from "../cells/domain.ts";
import type { Node } from "../diagram/diagram.ts";
import { lawOf } from "../diagram/schema-law.ts";
import { allMissing, complement, levelsBelow } from "../diagram/sets.ts";
import { type FlowSpace, TOTAL_FUNCTIONS } from "./flow-space.ts";

/**
 * Variables that get their values together, and what is true of those values then. `reads`: what must be known with them;
 * an assumption ties more of a fact together, and what nobody asks about any more is left out of it.
 */
export type Gift = { readonly levels: ReadonlySet<number>; readonly law: Node; readonly reads: Node };

/** What is given when: answers at their form, facts with their arguments, derived values with theirs, outputs when done. */
export type Givers = {
  readonly answers: (step: string) => Gift;
  readonly output: (step: string) => Gift;
  readonly fact: (fact: string) => Gift;
  readonly derived: (name: string) => Gift;
  readonly facts: readonly string[];
  /** Derived functions that are variables, each after those it is made of. */
  readonly functions: readonly string[];
  readonly flags: ReadonlySet<number>;
  /** Facts that depend on an answer of a step. */
  readonly factsOf: (step: string) => readonly string[];
  /** Whether a derived value is made, over whatever, of one of these facts or of answers of this step. */
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
      const levels = levelsUnder(`${root}.${step}`);
      const schema = rootSchema(definition, root, step);
      return giftOf(
        levels,
        levels.size === 0 || !schema ? diagrams.yes : lawOf(space, schema, `${root}.${step}`),
      );
    });
  const present = (path: Path): Node => presentAt(flow, path);
  const fact = (name: string): Gift =>
    keep(`facts.${name}`, () => {
      const levels = levelsUnder(`facts.${name}`);
      const declaration = definition.facts[name];
      if (levels.size === 0 || declaration === undefined) return giftOf(levels, diagrams.yes);
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
      const level = space.levelOf(path);
      const file = definition.flow.derived[name];
      if (level === undefined || file === undefined || "rule" in file) return giftOf(NONE, diagrams.yes);
      const made = file.args.map(present).reduce(diagrams.both, diagrams.yes);
      const there = present(path);
      const total = TOTAL_FUNCTIONS.has(file.fn);
      const law = total
        ? diagrams.either(diagrams.both(made, there), complement(space, diagrams.either(made, there)))
        : diagrams.either(made, complement(space, there));
      return giftOf(new Set([level]), law);
    });
  const functions = inMakingOrder(definition).filter(
    (name) => space.levelOf(`derived.${name}`) !== undefined,
  );
  return {
    answers: (step) => given("answers", step),
    output: (step) => given("effects", step),
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
    madeOf: (name, { step, facts }) =>
      basesOf(definition, name).some((path) => {
        const [root, from = ""] = path.split(".");
        return root === "facts" ? facts.has(from) : step !== undefined && root === "answers" && from === step;
      }),
  };
}

const NONE: ReadonlySet<number> = new Set();

function giftOf(levels: ReadonlySet<number>, law: Node): Gift {
  return { levels, law, reads: law };
}

/** What a fact's provider may answer, where it answers: as its schema and its assumptions say. */
export function answersOf(flow: FlowSpace, fact: string): Node {
  const { definition, space } = flow;
  const declaration = definition.facts[fact];
  if (declaration === undefined) return space.diagrams.yes;
  return space.diagrams.both(lawOf(space, declaration.schema, `facts.${fact}`), assumedOf(flow, fact));
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

/** The answers and facts that a derived value is made of, over other derived values too. */
export function basesOf(definition: Definition, name: string): readonly Path[] {
  const bases = new Set<Path>();
  const seen = new Set<string>();
  const visit = (at: string): void => {
    if (seen.has(at)) return;
    seen.add(at);
    const file = definition.flow.derived[at];
    if (file === undefined) return;
    const paths = "rule" in file ? [] : file.args;
    for (const path of paths) {
      const [root, inner = ""] = path.split(".");
      if (root === "derived") visit(inner);
      else bases.add(path);
    }
  };
  visit(name);
  return [...bases];
}

function inMakingOrder(definition: Definition): readonly string[] {
  const done = new Set<string>();
  const visit = (name: string, open: readonly string[]): void => {
    const file = definition.flow.derived[name];
    if (done.has(name) || open.includes(name) || file === undefined || "rule" in file) return;
    for (const path of file.args)
      if (path.startsWith("derived.")) visit(path.slice("derived.".length), [...open, name]);
    done.add(name);
  };
  for (const name of Object.keys(definition.flow.derived)) visit(name, []);
  return [...done];
}
