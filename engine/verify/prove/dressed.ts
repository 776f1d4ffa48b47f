import { isObject } from "../../flow/form-schema.ts";
import { tradeOf } from "../../flow/trade.ts";
import type { Path } from "../../rules/rule.ts";
import type { Json, JsonObject } from "../../values/json.ts";
import { completed, putAt, rootSchema, type Variable } from "../model/index.ts";
import { type OrdinaryValues, ordinaryCell } from "../witness/index.ts";
import type { Cells } from "./levels.ts";
import type { Person } from "./person.ts";
import { basesOf } from "./suppliers.ts";
import type { SymbolicWalk } from "./symbolic-walk.ts";
import type { PersonalWay } from "./way.ts";

/**
 * Returns the person with ordinary values, as far as their path through the flow allows. Data paths of the
 * `loose` kinds get ordinary values in any case.
 */
export function dressed(
  { walk, ordinary }: { readonly walk: SymbolicWalk; readonly ordinary: OrdinaryValues },
  way: PersonalWay,
  person: Person,
  loose: ReadonlySet<string>,
): Person {
  const { definition, space } = walk.flow;
  const { formats } = tradeOf(definition);
  const needed = (cells: Cells): ReadonlySet<Path> => {
    const paths = new Set<Path>();
    for (const [level, at] of cells) {
      const { path, type } = space.variables[level] as Variable;
      const said = ordinary.at(path);
      if (ordinaryCell(space, level, ordinary) === at) continue;
      if (loose.has(type.kind) && said?.value !== undefined) continue;
      paths.add(path);
      if (path.startsWith("derived."))
        for (const base of basesOf(definition, path.slice("derived.".length))) paths.add(base);
    }
    return paths;
  };
  const everywhere = way.times.map(needed);
  const like = (root: string, name: string, own: JsonObject, needs: ReadonlySet<Path>): JsonObject => {
    const usual = ordinary.whole(root, name);
    const schema = rootSchema(definition, root, name);
    if (usual === undefined || schema === undefined) return own;
    const prefix = `${root}.${name}.`;
    let given: JsonObject = usual;
    for (const path of needs) {
      if (!path.startsWith(prefix)) continue;
      const place = path.slice(prefix.length);
      const value = place
        .split(".")
        .reduce<Json | undefined>((at, segment) => (at as JsonObject | undefined)?.[segment], own);
      given = value === undefined ? without(given, place) : putAt(given, place, value);
    }
    return completed(schema, { given, formats });
  };
  const inside = new Map(
    way.stages.map(({ step, time, answers, output }) => [
      step,
      new Set([...needed(answers), ...needed(output), ...(everywhere[time] as ReadonlySet<Path>)]),
    ]),
  );
  const ofSteps = (root: string, own: Person["answers"]): Person["answers"] =>
    Object.fromEntries(
      Object.entries(own).map(([step, value]) => [
        step,
        like(root, step, value, inside.get(step) as ReadonlySet<Path>),
      ]),
    );
  const times = person.times.map(({ flags, facts }, at) => ({
    flags: Object.fromEntries(
      Object.entries(flags).map(([flag, on]) => [flag, isAsked(way, at, `flags.${flag}`) ? on : true]),
    ),
    facts: Object.fromEntries(
      Object.entries(facts).map(([fact, own]) => [
        fact,
        own === null ? null : like("facts", fact, own, everywhere[at] as ReadonlySet<Path>),
      ]),
    ),
  }));
  return {
    ...person,
    answers: ofSteps("answers", person.answers),
    outputs: ofSteps("effects", person.outputs),
    times,
  };

  function isAsked({ times: cells }: PersonalWay, time: number, path: Path): boolean {
    const level = space.levelOf(path);
    return level !== undefined && cells[time]?.has(level) === true;
  }
}

export function without(object: JsonObject, place: string): JsonObject {
  const [name = "", ...rest] = place.split(".");
  if (rest.length === 0) return Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));
  const inner = object[name];
  return isObject(inner) ? { ...object, [name]: without(inner as JsonObject, rest.join(".")) } : object;
}
