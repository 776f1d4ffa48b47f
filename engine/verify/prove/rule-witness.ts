import type { Definition } from "../../flow/definition.ts";
import { scopeOf } from "../../rules/check-cases.ts";
import type { Expression } from "../../rules/expression.ts";
import type { CheckedRule } from "../../rules/program.ts";
import type { Json, JsonObject } from "../../values/json.ts";
import { type Cube, evaluator, type Leaf, linksOf, type Node, personOf, type Space } from "../model/index.ts";
import { memberOf, type OrdinaryValues } from "../witness/index.ts";
import { inBoth, type Naming, type Words, wordsOfCube, wordsOfPerson } from "../words/index.ts";

/** What is needed to find witnesses about a rule or condition. */
export type Ground = {
  readonly definition: Definition;
  readonly space: Space;
  readonly rules: readonly CheckedRule[];
  readonly naming: Naming;
  /** Returns everyone who can reach the rule or condition. */
  readonly care: () => Node;
  /**
   * Evaluates a diagram at the place of the rule or condition. Values that people have not given there yet
   * are missing.
   */
  readonly reading: (node: Node) => Node;
  /** Ordinary person; `null` if none is defined. Witnesses differ from this person only where necessary. */
  readonly ordinary: OrdinaryValues | null;
};

/**
 * Returns a witness for a rule that has only one result. The engine's evaluator confirms the result for this
 * person.
 */
export function witnessOfOnly(ground: Ground, whole: Expression): JsonObject {
  const person = someone(ground, ground.care(), whole);
  const answer = answerOf(ground, whole, person.scope);
  const node = ground.reading(ground.space.diagramOf(whole));
  const expected = ground.space.diagrams.leavesOf(node);
  return { ...person, answer, replayed: expected.some((leaf) => spelled(leaf) === answer) };
}

/**
 * A condition that decides nothing (`condition`), the whole expression, and the whole expression with a
 * constant instead (`other`).
 */
export type Dead = { readonly condition: Expression; readonly whole: Expression; readonly other: Expression };

/**
 * Returns two people for whom a part that decides nothing has different values. The witness also contains the
 * result with a constant instead of the part, which the engine's evaluator confirms to be the same. Returns
 * only one person if the part has the same value for everyone, or if no second person is found.
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
 * Returns a person of a set, as ordinary as possible. The person is described in words by the values that
 * decide, and given as a scope with all necessary values.
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

/**
 * Returns true if a cell contains a value. Other cells state only that a whole fact is present or that a step
 * was passed.
 */
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
  // One derived value can depend on another. The computation is repeated, so that each value is computed
  // again after those on which it depends.
  for (const _ of made)
    for (const { name, value } of made)
      scope = { ...scope, derived: { ...scope.derived, [name]: value(scope) as Json } };
  return spelled(evaluator(expression, links)(scope));
}

function spelled(leaf: Leaf): Json {
  return leaf ?? "unknown";
}
