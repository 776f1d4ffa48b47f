import type { FlowSpace } from "./flow-space.ts";
import { type Suppliers, sourcesUnder } from "./suppliers.ts";

/** The cell of each variable, by the variable's level. */
export type Cells = ReadonlyMap<number, number>;

/**
 * Returns the variables that get new values at a receipt: facts, switches, and the derived values that depend
 * on them.
 */
export function renewedLevels(flow: FlowSpace, suppliers: Suppliers): ReadonlySet<number> {
  const levels = new Set<number>(suppliers.flags);
  for (const fact of suppliers.facts) for (const level of suppliers.fact(fact).levels) levels.add(level);
  for (const name of suppliers.functions)
    if (sourcesUnder(flow.definition, name).some((path) => /^(facts|flags)\./.test(path)))
      for (const level of suppliers.derived(name).levels) levels.add(level);
  return levels;
}

const ages = new WeakMap<FlowSpace, ReadonlySet<number>>();

/**
 * Returns the variables that are ages computed from an answered birth date. An age only increases, because
 * time moves forward.
 */
export function ageLevels(flow: FlowSpace): ReadonlySet<number> {
  const known = ages.get(flow);
  if (known !== undefined) return known;
  const found = new Set<number>();
  for (const [name, file] of Object.entries(flow.definition.flow.derived)) {
    const level = flow.space.levelOf(`derived.${name}`);
    if (level !== undefined && "fn" in file && file.fn === "age" && file.args[0]?.startsWith("answers."))
      found.add(level);
  }
  ages.set(flow, found);
  return found;
}

/** Returns the cell that means that the variable is missing. */
export function missingCell(flow: FlowSpace, level: number): number {
  const cells = flow.space.variables[level]?.cells ?? [];
  const at = cells.findIndex(({ value }) => value === undefined);
  // A switch is never missing, because without a value it is off.
  return at >= 0 ? at : cells.findIndex(({ value }) => value === false);
}
