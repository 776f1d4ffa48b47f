import type { Expression } from "../../../rules/expression.ts";
import type { JsonObject } from "../../../values/json.ts";
import { type Cube, cubesOf, personOf } from "./cubes.ts";
import type { Leaf, Node } from "./diagram.ts";
import { createSpace, type Space, type SpaceParts } from "./space.ts";
import { Undecided, type Why } from "./undecided.ts";

/** Somebody who shows an answer: the class they belong to, and one such person as a scope. */
export type Witness = { readonly cube: Cube; readonly person: JsonObject };

/** The answer to a question; `unknown` says why it could not be decided. */
export type Answer =
  | { readonly kind: "yes"; readonly witness?: Witness }
  | { readonly kind: "no"; readonly witness?: Witness }
  | { readonly kind: "unknown"; readonly why: Why };

/** Questions about expressions over common places. */
export type Questions = {
  readonly space: Space;
  /** Whether anybody gets this answer (`undefined`: unknown), and who. */
  readonly satisfiable: (expression: Expression, answer?: Leaf) => Answer;
  /** Whether both give everybody the same answer; if not, somebody to whom they do not. */
  readonly equivalent: (left: Expression, right: Expression) => Answer;
  /** Whether the second holds for everybody for whom the first does; if not, somebody for whom it does not. */
  readonly implied: (premise: Expression, conclusion: Expression) => Answer;
  /** Whether everybody gets the same answer; if not, somebody who gets another one than the first person. */
  readonly constant: (expression: Expression) => Answer;
};

/** Opens questions about the expressions that the parts name. Throws nothing: what is not followed is answered `unknown`. */
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

/** Where two diagrams answer differently. */
export function differenceOf({ diagrams }: Space, left: Node, right: Node): Node {
  return diagrams.combine(
    "different",
    (a, b) => a !== b,
    left,
    right,
    (a, b) => (a === b ? diagrams.no : undefined),
  );
}

/** Somebody of a set that is not empty. */
export function witnessOf(space: Space, set: Node): Witness {
  const [cube = []] = cubesOf(space, set, 1).cubes;
  return { cube, person: personOf(cube) };
}

/** Why finding nobody is no proof that there is nobody. `null` where it is one: the cells hold every value of every place. */
export function sampledWhy(space: Space, expressions: readonly Expression[]): Why | null {
  const sampled = space.sampled(expressions);
  if (sampled.length === 0) return null;
  return { key: "why.values", params: { places: sampled.map((variable) => variable.path) } };
}

/** Thrown where nobody was found and that is no proof. */
export class NotDecided extends Undecided {}

/** Does nothing where a question was given up as undecided; throws any other error again. */
export function onlyUndecided(error: unknown): void {
  whyNot(error);
}

/** Why a question was given up as undecided; throws any other error again. */
export function whyNot(error: unknown): Why {
  if (error instanceof Undecided) return error.why;
  throw error;
}
