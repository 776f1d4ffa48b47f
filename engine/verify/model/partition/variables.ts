import { fitsSchema } from "../../../flow/fits-schema.ts";
import type { Constant } from "../../../rules/expression.ts";
import type { Formats } from "../../../rules/format.ts";
import type { Path } from "../../../rules/rule.ts";
import type { Type } from "../../../rules/types.ts";
import type { Json, JsonSchema } from "../../../values/json.ts";
import type { Cell } from "./cell.ts";
import type { DomainOf } from "./domain.ts";
import { listCells } from "./list-cells.ts";
import { cutLine, type Scale, type Stretch, scaleOf } from "./ordered.ts";
import { samplesOf } from "./samples.ts";
import type { Use, Uses } from "./uses.ts";

/**
 * A data path with its cells. `exact`: the cells contain every value of the domain, and no expression
 * distinguishes values within a cell.
 */
export type Variable = {
  readonly path: Path;
  readonly type: Type;
  readonly schema: JsonSchema;
  readonly cells: readonly Cell[];
  readonly exact: boolean;
  /** Whether only the presence of the value matters. */
  readonly presence: boolean;
  /**
   * Data paths with which the value is compared. Omitted if arithmetic uses the value. If present, only the
   * order of these values matters (for texts, only whether they are equal).
   */
  readonly comparedWith?: readonly Path[];
};

/** Maximum range of whole numbers in arithmetic. Within it, each number gets its own cell. */
const SMALL = 64;

/**
 * Returns the variables for some uses of data paths. Variables that are compared with each other are
 * adjacent. Data paths without a domain are omitted.
 */
export function variablesOf(uses: Uses, domainOf: DomainOf): readonly Variable[] {
  const variables: Variable[] = [];
  for (const group of groupsOf(uses)) {
    const members = group.flatMap((use) => {
      const domain = domainOf(use.path);
      return domain ? [{ use, ...domain }] : [];
    });
    for (const member of members) variables.push(variableOf(member, members));
  }
  return variables;
}

type Member = {
  readonly use: Use;
  readonly type: Type;
  readonly schema: JsonSchema;
  readonly formats: Formats;
};
type Cells = { readonly cells: readonly Cell[]; readonly exact: boolean };

function variableOf(member: Member, group: readonly Member[]): Variable {
  const { use, type, schema } = member;
  const { cells, exact } = presentCells(member, group);
  const all = use.path.startsWith("flags.") ? cells : [...cells, MISSING];
  const comparedWith = isOrder(group) ? { comparedWith: [...use.linked] } : {};
  return { path: use.path, type, schema, cells: all, exact, presence: !use.valued, ...comparedWith };
}

/** Returns true if only the order of compared data paths matters, because no arithmetic uses them. */
function isOrder(group: readonly Member[]): boolean {
  return (
    group.length > 1 &&
    group.every(({ use, type, schema }) => {
      if (use.calculated) return false;
      return scaleOf(type, schema) !== undefined || (type.kind === "string" && use.constants.size === 0);
    })
  );
}

const MISSING: Cell = { value: undefined, covers: (value) => value === undefined };

function presentCells(member: Member, group: readonly Member[]): Cells {
  const { use, type, schema, formats } = member;
  if (type.kind === "boolean")
    return {
      cells: pointCells([true, false].filter((word) => fitsSchema(word, schema, formats))),
      exact: true,
    };
  if (type.kind === "list") return listCells(use, type.item, { schema, formats });
  if (!use.valued) return anything(schema, formats);
  const apart = group.length > 1 || use.calculated;
  if (type.kind === "enum") return wordCells(type.words, member, apart);
  if (type.kind === "integer" && type.values) return { cells: pointCells(type.values), exact: true };
  const scale = scaleOf(type, schema);
  return scale ? lineCells(scale, member, group) : textCells(member, group);
}

/** Returns the cells of a data path of which only the presence matters. One sample represents all values. */
function anything(schema: JsonSchema, formats: Formats): Cells {
  const [sample] = samplesOf(schema, formats);
  const value = sample ?? (schema.type === "object" ? {} : "x");
  return { cells: [{ value, covers: (other) => other !== undefined }], exact: sample !== undefined };
}

function wordCells(words: readonly string[], { use, schema, formats }: Member, apart: boolean): Cells {
  const fitting = words.filter((word) => fitsSchema(word, schema, formats));
  const named = fitting.filter((word) => apart || use.constants.has(word));
  const [other, ...more] = fitting.filter((word) => !named.includes(word));
  const cells = [...pointCells(named)];
  if (other !== undefined)
    cells.push({
      value: other,
      covers: (value) => typeof value === "string" && [other, ...more].includes(value),
      words: [other, ...more],
    });
  return { cells, exact: true };
}

function lineCells(scale: Scale, member: Member, group: readonly Member[]): Cells {
  const { use } = member;
  const calculated = group.some((one) => one.use.calculated);
  const small = scale.whole && scale.most - scale.least <= SMALL;
  const scales = group.map((one) => scaleOf(one.type, one.schema));
  const named = group.flatMap((one) => pointsOf(one.use.constants, scale));
  const constants = [...named];
  if (group.length > 1)
    for (const [index, other] of scales.entries()) {
      const { type: kind } = group[index] as Member;
      if (kind.kind === "integer" && kind.values) constants.push(...kind.values);
      for (const bound of [other?.least, other?.most])
        if (bound !== undefined && Number.isFinite(bound)) constants.push(bound);
    }
  if ((calculated || group.length > 1) && small)
    for (let point = scale.least; point <= scale.most; point += 1) constants.push(point);
  const stretches = cutLine(scale, { constants, copies: group.length });
  const cut = new Set(constants);
  const single = stretches.flatMap((stretch) => stretchCell({ scale, stretch, cut }, member));
  const cells =
    group.length > 1 ? single.map((cell) => ({ ...cell, reach: reachOf(cell, scale, named) })) : single;
  const everySmall = group.every((one, at) => isSmall(one, scales[at]));
  const sameKind = scales.every((one) => one?.whole === scale.whole);
  const safe = constants.every((point) => Math.abs(point) <= Number.MAX_SAFE_INTEGER);
  return {
    cells,
    exact: safe && sameKind && (!calculated || everySmall) && cells.length === stretches.length && use.valued,
  };
}

function isSmall({ type }: Member, scale: Scale | undefined): boolean {
  if (type.kind === "integer" && type.values) return type.values.length <= SMALL;
  return scale?.whole === true && scale.most - scale.least <= SMALL;
}

function pointsOf(constants: ReadonlySet<Constant>, scale: Scale): number[] {
  return [...constants]
    .filter((constant) => typeof constant !== "boolean")
    .map((constant) => scale.toPoint(constant))
    .filter((point) => !Number.isNaN(point));
}

/** Returns the range between constants of rules that contains the value of a cell. */
function reachOf({ value }: Cell, scale: Scale, constants: readonly number[]): NonNullable<Cell["reach"]> {
  const at = scale.toPoint(value as Json);
  const stretch = cutLine(scale, { constants, copies: 1 }).find(({ from, to }) => at >= from && at <= to);
  const { from = at, to = at } = stretch ?? {};
  return {
    ...(Number.isFinite(from) ? { from: scale.fromPoint(from) } : {}),
    ...(Number.isFinite(to) ? { to: scale.fromPoint(to) } : {}),
  };
}

type Line = { readonly scale: Scale; readonly stretch: Stretch; readonly cut: ReadonlySet<number> };

/**
 * Returns the cell of a range, with a value that the schema accepts. Returns no cell if none of a few tried
 * values is accepted.
 */
function stretchCell({ scale, stretch, cut }: Line, { schema, formats }: Member): readonly Cell[] {
  // The ends of a continuous range are excluded if they are constants, because each constant has its own
  // cell.
  const holds = (one: number): boolean =>
    one >= stretch.from && one <= stretch.to && (stretch.from === stretch.to || !cut.has(one));
  const tries = [stretch.at, stretch.from, stretch.to];
  for (let more = 1; more <= 20; more += 1) tries.push(stretch.at + more, stretch.at - more);
  const point = tries.find(
    (one) => Number.isFinite(one) && holds(one) && fitsSchema(scale.fromPoint(one), schema, formats),
  );
  if (point === undefined) return [];
  return [
    {
      value: scale.fromPoint(point),
      covers: (value) => value !== undefined && holds(scale.toPoint(value)),
      ...(Number.isFinite(stretch.from) ? { from: scale.fromPoint(stretch.from) } : {}),
      ...(Number.isFinite(stretch.to) ? { to: scale.fromPoint(stretch.to) } : {}),
    },
  ];
}

function textCells({ schema, formats }: Member, group: readonly Member[]): Cells {
  const named = [...new Set(group.flatMap((one) => [...one.use.constants]))].filter(
    (constant): constant is string => typeof constant === "string",
  );
  const wanted = group.length;
  const pool = [
    ...new Set(
      group.flatMap((one) => [
        ...(one.type.kind === "enum" ? one.type.words : []),
        ...samplesOf(one.schema, formats, wanted + named.length + 1),
      ]),
    ),
  ].filter((text): text is string => typeof text === "string" && !named.includes(text));
  const points = named.filter((text) => fitsSchema(text, schema, formats));
  const others = pool.filter((text) => fitsSchema(text, schema, formats));
  const calculated = group.some((one) => one.use.calculated);
  if (group.length > 1)
    return { cells: pointCells([...points, ...others]), exact: !calculated && others.length >= wanted };
  const [other] = others;
  const cells = [...pointCells(points)];
  if (other !== undefined)
    cells.push({
      value: other,
      covers: (value) => typeof value === "string" && !points.includes(value),
      except: named,
    });
  return { cells, exact: !calculated && other !== undefined };
}

function pointCells(values: readonly Json[]): readonly Cell[] {
  return values.map((value) => ({ value, covers: (other) => other === value }));
}

/**
 * Groups uses that are compared with each other, directly or indirectly. The groups are in the order of their
 * first member.
 */
function groupsOf(uses: Uses): readonly (readonly Use[])[] {
  const done = new Set<Path>();
  const groups: Use[][] = [];
  for (const first of uses.values()) {
    const group: Use[] = [];
    const open = [first.path];
    for (let path = open.shift(); path !== undefined; path = open.shift()) {
      const use = uses.get(path);
      if (use === undefined || done.has(path)) continue;
      done.add(path);
      group.push(use);
      open.push(...use.linked);
    }
    groups.push(group);
  }
  return groups;
}
