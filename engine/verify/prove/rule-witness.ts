import type { Definition } from "../../flow/definition.ts";
import { scopeOf } from "../../rules/check-cases.ts";
import type { Expression } from "../../rules/expression.ts";
import type { CheckedRule } from "../../rules/program.ts";
import type { Json, JsonObject } from "../../values/json.ts";
import { type Cube, evaluator, type Leaf, linksOf, type Node, personOf, type Space } from "../model/index.ts";
import { memberOf, type OrdinaryValues } from "../witness/index.ts";
import { inBoth, type Naming, type Words, wordsOfCube, wordsOfPerson } from "../words/index.ts";

/** The inputs for witnesses about a rule or condition. */
export type Ground = {
  readonly definition: Definition;
  readonly space: Space;
  readonly rules: readonly CheckedRule[];
  readonly naming: Naming;
  /** Returns everyone who can reach the rule or condition. */
  readonly care: () => Node;
  /** Reads a diagram at the rule's position. Values that were not given yet are missing. */
  readonly reading: (node: Node) => Node;
  /** Ordinary person; `null` if none is defined. Witnesses differ from this person only where necessary. */
  readonly ordinary: OrdinaryValues | null;
};

/** Returns a witness of the rule's only result. The engine's evaluator checks the witness. */
export function witnessOfOnly(ground: Ground, whole: Expression): JsonObject {
  const person = someone(ground, ground.care(), whole);
  const answer = answerOf(ground, whole, person.scope);
  const node = ground.reading(ground.space.diagramOf(whole));
  const expected = ground.space.diagrams.leavesOf(node);
  return { ...person, answer, replayed: expected.some((leaf) => spelled(leaf) === answer) };
}

/**
 * A part of a condition, the whole condition, and the whole condition with a constant instead of the part.
 */
export type Dead = { readonly condition: Expression; readonly whole: Expression; readonly other: Expression };

/**
 * Returns two people for whom a part that decides nothing has different values. With a constant instead of
 * the part (`instead`), each person gets the same result as before, which the engine's evaluator confirms.
 * Returns only one person if the part has the same value for all people, or if no second person is known.
 */
export function witnessOfDead(ground: Ground, { condition, whole, other }: Dead): JsonObject {
  const { diagrams } = ground.space;
  const truth = ground.reading(ground.space.diagramOf(condition));
  const answer = ground.reading(ground.space.diagramOf(whole));
  const care = ground.care();
  const sides = [true, false].map((side) => diagrams.both(care, diagrams.where(truth, side)));
  const alike = diagrams
    .leavesOf(answer)
    .map((leaf) => sides.map((set) => diagrams.both(set, diagrams.where(answer, leaf))))
    .find((sets) => sets.every((set) => set !== diagrams.no));
  const differing = sides.filter((set) => set !== diagrams.no);
  const people = (alike ?? (differing.length === 0 ? [care] : differing)).map((set) => {
    const person = someone(ground, set, whole);
    const say = (expression: Expression) => answerOf(ground, expression, person.scope);
    return { ...person, part: say(condition), answer: say(whole), instead: say(other) };
  });
  return {
    words: inBoth((language) => people.map(({ words }) => words[language]).join("; ")),
    ...(ground.ordinary
      ? { all: inBoth((language) => people.map(({ all, words }) => (all ?? words)[language]).join("; ")) }
      : {}),
    people,
    replayed: people.every((one) => one.answer === one.instead),
  };
}

type Someone = { readonly words: Words; readonly all?: Words; readonly scope: JsonObject };

/**
 * Returns a person of a set, as ordinary as possible: the deciding values in words, and all necessary values
 * as a scope.
 */
function someone({ space, naming, ordinary }: Ground, set: Node, about: Expression): Someone {
  const read = space.levelsRead([about]);
  const { all, decides } = memberOf(space, set, ordinary);
  const isRead = ({ variable }: Cube[number]) => read.has(space.levelOf(variable.path) as number);
  return {
    words: (ordinary ? wordsOfPerson : wordsOfCube)(decides.filter(isValue).filter(isRead), naming),
    ...(ordinary ? { all: wordsOfCube(all.filter(isValue).filter(isRead), naming) } : {}),
    scope: personOf(all.filter(isValue)),
  };
}

/** Returns true if a cell is a value of a person, not the presence of a whole fact or of a passed step. */
function isValue({ variable, cells: [cell] }: Cube[number]): boolean {
  const value = cell?.value;
  return !variable.path.startsWith("passed.") && (typeof value !== "object" || Array.isArray(value));
}

function answerOf({ definition, rules }: Ground, expression: Expression, person: JsonObject): Json {
  const links = linksOf(rules);
  let scope = scopeOf(person);
  const made = Object.entries(definition.flow.derived).flatMap(([name, file]) =>
    "rule" in file ? [{ name, value: links.valueOf(file.rule) }] : [],
  );
  // A derived value that depends on another is computed in a later round, so their order does not matter.
  for (const _ of made)
    for (const { name, value } of made)
      scope = { ...scope, derived: { ...scope.derived, [name]: value(scope) as Json } };
  return spelled(evaluator(expression, links)(scope));
}

function spelled(leaf: Leaf): Json {
  return leaf ?? "unknown";
}
