import type { Step } from "../../flow/flow-file.ts";
import { withKnownFacts } from "./known-facts.ts";
import { ageLevels, type Edge, type SymbolicWalk } from "./symbolic-walk.ts";
import type { Cells, PersonalWay, Stage } from "./way.ts";

/**
 * Goes on from where somebody stands to an end, at each step by the edge that is preferred among those that are open to
 * her. `null` where none is: what she has decided so far leads no further.
 */
export function goOn(
  walk: SymbolicWalk,
  way: PersonalWay,
  prefer: (edge: Edge) => number,
): PersonalWay | null {
  const { definition, space } = walk.flow;
  const { diagrams } = space;
  const stages: Stage[] = way.stages.slice(0, -1);
  const times = way.times.map((cells) => new Map(cells));
  let cells = new Map(way.cells);
  let at = way.stages[way.stages.length - 1]?.step as string;
  while ((definition.flow.steps[at] as Step).kind !== "end") {
    const sets = walk.sets.get(at);
    if (sets === undefined) return null;
    const inside = picked(sets.passing, cells);
    if (inside === null) return null;
    note(inside);
    const open = [...sets.edges]
      .sort((left, right) => prefer(right) - prefer(left))
      .map((edge) => ({ edge, after: picked(edge.set, edge.crossed ? kept(inside) : inside) }))
      .find(({ after }) => after !== null);
    if (open === undefined || open.after === null) return null;
    const levels = (gift: ReadonlySet<number>, from: Cells) =>
      new Map([...from].filter(([level]) => gift.has(level)));
    const { edge, after } = open;
    stages.push({
      step: at,
      way: edge.way,
      to: edge.to,
      answers: levels(walk.givers.answers(at).levels, edge.crossed ? inside : after),
      output: levels(walk.givers.output(at).levels, after),
      time: times.length - 1,
    });
    if (edge.crossed) times.push(new Map());
    note(after);
    cells = after;
    at = edge.to;
  }
  stages.push({
    step: at,
    way: null,
    to: null,
    answers: new Map(),
    output: new Map(),
    time: times.length - 1,
  });
  return {
    stages,
    times,
    known: times.map((found) => withKnownFacts(walk.flow, found, diagrams.pick)),
    cells,
  };

  function picked(set: number, found: Cells): Map<number, number> | null {
    const rest = diagrams.fix(set, found);
    return rest === diagrams.no ? null : new Map([...found, ...diagrams.pick(rest)]);
  }

  /** What a receipt leaves as it is: answers and outputs; an age may have risen, so it is chosen anew. */
  function kept(found: Cells): Cells {
    const ages = ageLevels(walk.flow);
    return new Map(
      [...found].filter(
        ([level]) =>
          (!walk.renewed.has(level) || ages.has(level)) &&
          !space.variables[level]?.path.startsWith("passed."),
      ),
    );
  }

  function note(found: Cells): void {
    const time = times[times.length - 1] as Map<number, number>;
    for (const [level, cell] of found) if (walk.renewed.has(level)) time.set(level, cell);
  }
}
