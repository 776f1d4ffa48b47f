import { type Cell, type Cube, cubesOf, type Node, type Space, type Variable } from "../model/index.ts";

/**
 * Describes a set of people as simply as possible, by classes that do not overlap. Omits a condition that
 * holds for all possible people or that follows from the rest of the description. For possible people the
 * classes are exact. `forgotten`: variables that no class may name.
 */
export function plainClasses(
  space: Space,
  people: Node,
  among: { readonly possible: Node; readonly forgotten: ReadonlySet<number> },
): { readonly cubes: readonly Cube[]; readonly more: boolean } {
  const { diagrams } = space;
  const forgotten = new Set(among.forgotten);
  const isClearWithout = (level: number): boolean => {
    const wider = diagrams.forget(people, new Set([...forgotten, level]));
    return diagrams.both(wider, among.possible) === people;
  };
  const asked = diagrams.support(people);
  // A value of one variable can follow from others only if the possible people restrict the variable. Of
  // these variables, those that the rule reads first are removed last, because the rule is about them.
  const following = [...diagrams.support(among.possible)].filter((level) => asked.has(level));
  for (const level of following.sort((one, other) => other - one))
    if (!forgotten.has(level) && isClearWithout(level)) forgotten.add(level);
  const possible = diagrams.forget(among.possible, forgotten);
  const set = within(space, diagrams.forget(people, forgotten), possible);
  const ordered = [...diagrams.support(set)]
    .map((level) => space.variables[level] as Variable)
    .filter(isOrdered);
  const { cubes, more } = cubesOf(space, set);
  const plain = cubes.map((cube) => plainest(space, cube, possible));
  // Most rules do not compare data paths with each other. For such a rule the classes are now complete.
  if (ordered.length === 0) return { cubes: plain, more };
  return { cubes: plain.flatMap((cube) => knownOrNot(cube, ordered)), more };
}

/**
 * Returns true if the cells of a variable represent its order relative to other variables. A single cell of
 * such a variable says nothing about its value.
 */
function isOrdered({ comparedWith }: Variable): boolean {
  return comparedWith !== undefined;
}

/**
 * Returns a set that is simpler but has the same members among possible people. People who cannot exist may
 * be added or removed.
 */
function within({ diagrams, variables }: Space, set: Node, possible: Node): Node {
  const known = new Map<string, Node>();
  const visit = (one: Node, among: Node): Node => {
    if (among === diagrams.no) return diagrams.no;
    if (among === diagrams.yes || diagrams.isLeaf(one)) return one;
    const key = `${one} ${among}`;
    const node = known.get(key) ?? narrowed(one, among);
    known.set(key, node);
    return node;
  };
  const narrowed = (one: Node, among: Node): Node => {
    const [level, other] = [diagrams.levelOf(one), diagrams.levelOf(among)];
    if (other < level) return visit(one, diagrams.branchesOf(among).reduce(diagrams.either));
    // Equal branches must stay equal. So each branch is simplified only once, for everyone who reaches it or
    // an equal branch.
    const branches = diagrams.branchesOf(one);
    const coming = (cell: number): Node =>
      other > level ? among : (diagrams.branchesOf(among)[cell] as Node);
    const comers = new Map<Node, Node>();
    branches.forEach((branch, cell) => {
      comers.set(branch, diagrams.either(comers.get(branch) ?? diagrams.no, coming(cell)));
    });
    const inside = branches.map((branch) => visit(branch, comers.get(branch) as Node));
    const [single, ...more] = new Set(inside.filter((_, cell) => coming(cell) !== diagrams.no));
    if (more.length === 0 && !isOrdered(variables[level] as Variable)) return single as Node;
    return diagrams.ask(
      level,
      inside.map((branch, cell) => (coming(cell) === diagrams.no ? diagrams.no : branch)),
    );
  };
  return visit(set, possible);
}

/**
 * Removes conditions from a class. A condition is removed if, for possible people, it follows from the other
 * conditions.
 */
function plainest(space: Space, cube: Cube, possible: Node): Cube {
  const { diagrams } = space;
  if (possible === diagrams.yes) return cube;
  const held = (parts: Cube): Node => diagrams.both(nodeOf(space, parts), possible);
  const people = held(cube);
  return [...cube].reverse().reduce<Cube>((kept, part) => {
    const rest = kept.filter((one) => one !== part);
    return !isOrdered(part.variable) && held(rest) === people ? rest : kept;
  }, cube);
}

/**
 * Splits a class so that each ordered variable is known for everyone in a part, or missing for everyone. Does
 * the same for the variables that are compared with it.
 */
function knownOrNot(cube: Cube, ordered: readonly Variable[]): readonly Cube[] {
  const known = cube.filter(({ cells }) => cells.some(({ value }) => value !== undefined));
  const besides = ordered.filter(
    ({ path }) =>
      cube.every(({ variable }) => variable.path !== path) &&
      known.some(({ variable }) => variable.comparedWith?.includes(path) === true),
  );
  const whole = [...cube, ...besides.map((variable) => ({ variable, cells: variable.cells }))];
  return whole.reduce<readonly Cube[]>(
    (classes, { variable, cells }) => {
      const there = cells.filter(({ value }) => value !== undefined);
      const isApart = isOrdered(variable) && there.length > 0 && there.length < cells.length;
      const parts = isApart ? [there, cells.filter((cell) => !there.includes(cell))] : [cells];
      return classes.flatMap((one) => parts.map((part) => [...one, { variable, cells: part }]));
    },
    [[]],
  );
}

/** Returns the diagram of everyone in a class. */
export function nodeOf({ diagrams, levelOf }: Space, cube: Cube): Node {
  return cube
    .map(({ variable, cells }) => {
      const isIn = (cell: Cell) => (cells.includes(cell) ? diagrams.yes : diagrams.no);
      return diagrams.ask(levelOf(variable.path) as number, variable.cells.map(isIn));
    })
    .reduce(diagrams.both, diagrams.yes);
}
