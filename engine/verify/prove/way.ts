import { type Cell, type Cube, levelsBelow, type Node, type Variable } from "../model/index.ts";
import { withKnownFacts } from "./known-facts.ts";
import { ageLevels, type Cells, missingCell } from "./levels.ts";
import { basesOf } from "./suppliers.ts";
import type { Edge, SymbolicWalk, Way } from "./symbolic-walk.ts";

/**
 * One step of a person's way: how the person left the step, and the cells of their answers and of the step's
 * output.
 */
export type Stage = {
  readonly step: string;
  /** Way in which the person left the step; `null` at the last step. */
  readonly way: Way | null;
  readonly to: string | null;
  /** Cells of the person's answers at the step. */
  readonly answers: Cells;
  /** Cells of the outputs of the effect, or of the data of the event. */
  readonly output: Cells;
  /** Index, in `times`, of the period in which the step lies. A receipt ends each period. */
  readonly time: number;
};

/** A person's way to a step. */
export type PersonalWay = {
  readonly stages: readonly Stage[];
  /** Cells of facts, switches and derived values, for each period between receipts. */
  readonly times: readonly Cells[];
  /** The cells of `times`, together with the values that assumptions about the facts require. */
  readonly known: readonly Cells[];
  /** Cells of all variables that were selected for the person at the last step. */
  readonly cells: Cells;
};

/**
 * Selects a person from a set of people at a step, and finds how the person came there from the start. `set`
 * is about the variables that are known on arrival. With `answered`, it is also about the step's own answers.
 * Goes back edge by edge, and selects values on arrival at each step that fit the values after it. Returns
 * `null` if no way back fits the selected values.
 */
export function wayOf(
  walk: SymbolicWalk,
  step: string,
  set: Node,
  answered: boolean,
  /** Priority of an edge. Edges with a higher priority are tried first when the way back is searched. */
  prefer: (edge: Edge) => number = () => 0,
  /** Selects one assignment of a non-empty set. */
  pick: (set: Node) => Cells = walk.flow.space.diagrams.pick,
): PersonalWay | null {
  const { diagrams } = walk.flow.space;
  const noted = notedLevels(walk);
  const stages: Stage[] = [];
  const times: Map<number, number>[] = [new Map()];
  let cells: Map<number, number> | null = new Map(pick(set));
  const standing: Cells = new Map(cells);
  let at = walk.sets.get(step) as NonNullable<ReturnType<typeof walk.sets.get>>;
  note(cells);
  stages.push({
    step,
    way: null,
    to: null,
    answers: answered ? ownOf(cells) : new Map(),
    output: new Map(),
    time: 0,
  });
  cells = backToArrival(cells);
  while (at.into.length > 0) {
    const edge: Edge | undefined = cells === null ? undefined : edgeTo(cells);
    const onEdge = cells === null || edge === undefined ? null : pickWithin(edge.set, cells);
    if (edge === undefined || onEdge === null) return null;
    const from = walk.sets.get(edge.from) as typeof at;
    at = from;
    note(onEdge);
    const output = outputOf(onEdge);
    let inside: Map<number, number> = onEdge;
    if (edge.crossed) {
      times.push(new Map());
      const before = pickWithin(from.passing, kept(onEdge, from.passing));
      if (before === null) return null;
      inside = before;
      note(inside);
    }
    stages.push({
      step: edge.from,
      way: edge.way,
      to: edge.to,
      // If the effect failed, the answers to its own form do not count.
      answers: edge.way.kind === "error" ? new Map() : ownOf(inside),
      output,
      time: times.length - 1,
    });
    cells = backToArrival(inside);
  }
  if (cells === null) return null;
  const last = times.length - 1;
  return {
    stages: stages.reverse().map((stage) => ({ ...stage, time: last - stage.time })),
    times: times.reverse(),
    known: times.map((found) => withKnownFacts(walk.flow, found, pick)),
    cells: standing,
  };

  function note(found: Cells): void {
    const time = times[times.length - 1] as Map<number, number>;
    for (const [level, cell] of found) if (noted.has(level) && !time.has(level)) time.set(level, cell);
  }

  function ownOf(found: Cells): Cells {
    return new Map([...found].filter(([level]) => walk.suppliers.answers(at.step).levels.has(level)));
  }

  function outputOf(found: Cells): Cells {
    const output = levelsBelow(walk.flow.space, `effects.${at.step}`);
    return new Map([...found].filter(([level]) => output.has(level)));
  }

  /**
   * Returns the person's cells on arrival at the step: the given cells without those that the step supplied,
   * completed by a fitting assignment.
   */
  function backToArrival(found: Cells): Map<number, number> | null {
    const before = new Map([...found].filter(([level]) => !at.own.has(level)));
    return pickWithin(at.arrive, before);
  }

  /** Returns the cells that a receipt does not change. */
  function kept(found: Cells, set: Node): Cells {
    const frozen = [...found].filter(
      ([level]) =>
        !walk.renewed.has(level) && !walk.suppliers.output(at.step).levels.has(level) && !isPassed(level),
    );
    const older = new Map(frozen);
    for (const level of ageLevels(walk.flow)) {
      const cell = found.get(level);
      if (cell === undefined) continue;
      for (let young = cell; young >= 0; young -= 1) {
        older.set(level, young);
        if (diagrams.fix(set, older) !== diagrams.no) break;
      }
    }
    return older;
  }

  function isPassed(level: number): boolean {
    return walk.flow.space.variables[level]?.path.startsWith("passed.") === true;
  }

  /** Returns a person of a set with all these cells, or `null` if no person has them. */
  function pickWithin(set: Node, found: Cells): Map<number, number> | null {
    const fitting = diagrams.fix(set, found);
    return fitting === diagrams.no ? null : new Map([...found, ...pick(fitting)]);
  }

  /**
   * Returns an edge into the step whose set contains a person with all these cells. There is such an edge,
   * because everyone who arrives came by an edge.
   */
  function edgeTo(found: Cells): Edge | undefined {
    return [...at.into]
      .sort((left, right) => prefer(right) - prefer(left))
      .find(
        (edge) =>
          [...found].every(
            ([level, cell]) => edge.given.has(level) || cell === missingCell(walk.flow, level),
          ) && diagrams.fix(edge.set, found) !== diagrams.no,
      );
  }
}

/**
 * Returns the variables whose cells are recorded for each period between receipts. These are the variables
 * that a receipt renews, and values derived from answers, because all of these must be consistent.
 */
function notedLevels({ renewed, suppliers, flow }: SymbolicWalk): ReadonlySet<number> {
  const made = suppliers.functions.filter(
    (name) => !basesOf(flow.definition, name).some((path) => path.startsWith("effects.")),
  );
  return new Set([...renewed, ...made.map((name) => flow.space.levelOf(`derived.${name}`) as number)]);
}

/**
 * Returns the class that describes the person of a way. It contains the answers on the way, and the facts and
 * switches of the last period.
 */
export function cubeOfWay({ flow, sets }: SymbolicWalk, way: PersonalWay, step: string): Cube {
  const cells = new Map<number, number>();
  for (const stage of way.stages) for (const [level, cell] of stage.answers) cells.set(level, cell);
  for (const [level, cell] of way.times[way.times.length - 1] ?? []) cells.set(level, cell);
  return [...cells]
    .sort(([left], [right]) => left - right)
    .map(([level, cell]) => {
      const variable = flow.space.variables[level] as Variable;
      return { variable, cells: [variable.cells[cell] as Cell] };
    })
    .filter(({ variable, cells: [cell] }) => {
      if (cell?.value !== undefined) return !variable.presence;
      const level = flow.space.levelOf(variable.path) as number;
      return sets.get(step)?.given.has(level) === true || sets.get(step)?.own.has(level) === true;
    });
}
