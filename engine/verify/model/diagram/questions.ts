import type { Expression } from "../../../rules/expression.ts";
import type { JsonObject } from "../../../values/json.ts";
import { type Cube, cubesOf, personOf } from "./cubes.ts";
import type { Leaf, Node } from "./diagram.ts";
import { createSpace, type Space, type SpaceParts } from "./space.ts";
import { Undecided, type Why } from "./undecided.ts";

/** An example for an answer: a class of people, and one person of the class as a scope. */
export type Witness = { readonly cube: Cube; readonly person: JsonObject };

/** The answer to a question. `unknown` contains the reason why the question could not be decided. */
export type Answer =
  | { readonly kind: "yes"; readonly witness?: Witness }
  | { readonly kind: "no"; readonly witness?: Witness }
  | { readonly kind: "unknown"; readonly why: Why };

/** Questions about expressions over common variables. */
export type Questions = {
  readonly space: Space;
  /** Decides whether any person gets this result (`undefined` means unknown), with an example. */
  readonly satisfiable: (expression: Expression, answer?: Leaf) => Answer;
  /** Decides whether both expressions give everyone the same result; if not, with a counterexample. */
  readonly equivalent: (left: Expression, right: Expression) => Answer;
  /**
   * Decides whether the conclusion holds for everyone for whom the premise holds; if not, with a
   * counterexample.
   */
  readonly implied: (premise: Expression, conclusion: Expression) => Answer;
  /**
   * Decides whether everyone gets the same result. If not, gives a person whose result differs from that of
   * another person.
   */
  readonly constant: (expression: Expression) => Answer;
};

/**
 * Prepares questions about the expressions in `parts`. Never throws: for an unsupported expression the answer
 * is `unknown`.
 */
export function askAbout(parts: SpaceParts): Questions {
  const space = createSpace(parts);
  const { diagrams } = space;
  const decide = (expressions: readonly Expression[], run: () => Node, yesWhenEmpty: boolean): Answer => {
    try {
      const set = run();
      if (set !== diagrams.no) {
        const witness = witnessOf(space, set);
        return { kind: yesWhenEmpty ? "no" : "yes", witness };
      }
      const why = sampledWhy(space, expressions);
      return why === null ? { kind: yesWhenEmpty ? "yes" : "no" } : { kind: "unknown", why };
    } catch (error) {
      return { kind: "unknown", why: whyNot(error) };
    }
  };
  return {
    space,
    satisfiable: (expression, ...answer) =>
      decide(
        [expression],
        () => diagrams.where(space.diagramOf(expression), answer.length === 0 ? true : answer[0]),
        false,
      ),
    equivalent: (left, right) =>
      decide([left, right], () => differenceOf(space, space.diagramOf(left), space.diagramOf(right)), true),
    implied: (premise, conclusion) =>
      decide(
        [premise, conclusion],
        () =>
          diagrams.without(
            diagrams.where(space.diagramOf(premise), true),
            diagrams.where(space.diagramOf(conclusion), true),
          ),
        true,
      ),
    constant: (expression) =>
      decide(
        [expression],
        () => {
          const node = space.diagramOf(expression);
          const first = diagrams.leavesOf(node)[0];
          return diagrams.without(diagrams.yes, diagrams.where(node, first));
        },
        true,
      ),
  };
}

/** Returns the set of people for whom two diagrams have different results. */
export function differenceOf({ diagrams }: Space, left: Node, right: Node): Node {
  return diagrams.combine(
    "different",
    (a, b) => a !== b,
    left,
    right,
    (a, b) => (a === b ? diagrams.no : undefined),
  );
}

/** Returns an example from a non-empty set: a class, and a person of the class. */
export function witnessOf(space: Space, set: Node): Witness {
  const [cube = []] = cubesOf(space, set, 1).cubes;
  return { cube, person: personOf(cube) };
}

/**
 * Returns the reason why an empty search result proves nothing. Returns `null` if the cells contain every
 * value of every data path, because the empty result is then a proof.
 */
export function sampledWhy(space: Space, expressions: readonly Expression[]): Why | null {
  const sampled = space.sampled(expressions);
  if (sampled.length === 0) return null;
  return { key: "why.values", params: { places: sampled.map((variable) => variable.path) } };
}

/** Thrown if a search finds no person but the empty result is not a proof. */
export class NotDecided extends Undecided {}

/** Ignores an error that only says that a question is undecided. Rethrows any other error. */
export function onlyUndecided(error: unknown): void {
  whyNot(error);
}

/** Returns the reason why a question is undecided. Rethrows any other error. */
export function whyNot(error: unknown): Why {
  if (error instanceof Undecided) return error.why;
  throw error;
}
