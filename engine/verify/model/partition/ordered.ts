import type { Type } from "../../../rules/types.ts";
import { formatDecimal, parseDecimal } from "../../../values/decimal.ts";
import type { Json, JsonSchema } from "../../../values/json.ts";

/**
 * The number line of an ordered type. It has whole steps (days, whole numbers, smallest decimals) or is
 * continuous.
 */
export type Scale = {
  readonly toPoint: (value: Json) => number;
  readonly fromPoint: (point: number) => Json;
  /** Whether values lie only on whole steps, so that no value lies between two neighbouring steps. */
  readonly whole: boolean;
  readonly least: number;
  readonly most: number;
};

const DAY_MS = 86_400_000;
const FIRST_DAY = Date.parse("0001-01-01T00:00:00Z") / DAY_MS;
const LAST_DAY = Date.parse("9999-12-31T00:00:00Z") / DAY_MS;
const NEVER = Number.POSITIVE_INFINITY;

/**
 * Returns the number line of a type within its schema's bounds, or `undefined` for a type without an order.
 */
export function scaleOf(type: Type, schema: JsonSchema): Scale | undefined {
  switch (type.kind) {
    case "integer":
    case "number":
      return {
        toPoint: (value) => value as number,
        fromPoint: (point) => point,
        whole: type.kind === "integer",
        ...numberBounds(schema, type.kind === "integer"),
      };
    case "decimal":
      return decimalScale(type.of.places);
    case "date":
      return {
        toPoint: (value) => Date.parse(`${value as string}T00:00:00Z`) / DAY_MS,
        fromPoint: (point) => new Date(point * DAY_MS).toISOString().slice(0, 10),
        whole: true,
        least: FIRST_DAY,
        most: LAST_DAY,
      };
    case "instant":
      return {
        toPoint: (value) => Date.parse(value as string),
        fromPoint: (point) => new Date(point).toISOString(),
        whole: true,
        least: FIRST_DAY * DAY_MS,
        most: (LAST_DAY + 1) * DAY_MS - 1,
      };
    default:
      return undefined;
  }
}

function decimalScale(places: number): Scale {
  return {
    toPoint: (value) => {
      const parsed = parseDecimal(value as string, places);
      if (!parsed.ok) throw new Error(`scaleOf: ${value as string} is not a decimal`);
      return Number(parsed.value);
    },
    fromPoint: (point) => formatDecimal(BigInt(point), places),
    whole: true,
    least: 0,
    most: NEVER,
  };
}

function numberBounds(schema: JsonSchema, whole: boolean): { readonly least: number; readonly most: number } {
  const bound = (name: string) => (typeof schema[name] === "number" ? (schema[name] as number) : undefined);
  const over = bound("exclusiveMinimum") ?? -NEVER;
  const under = bound("exclusiveMaximum") ?? NEVER;
  if (whole)
    return {
      least: Math.ceil(bound("minimum") ?? Math.floor(over) + 1),
      most: Math.floor(bound("maximum") ?? Math.ceil(under) - 1),
    };
  return {
    least: bound("minimum") ?? over + Number.MIN_VALUE,
    most: bound("maximum") ?? under - Number.MIN_VALUE,
  };
}

/** A range between constants, or a single constant. The point `at` represents it. */
export type Stretch = { readonly at: number; readonly from: number; readonly to: number };

/**
 * Cuts a number line at constants. Each constant within the bounds is a cell. Between two constants there are
 * `copies` points: as many as there are variables that are compared with each other, so that the points can
 * represent every order of them. The ranges are in order.
 */
export function cutLine(
  scale: Scale,
  cut: { readonly constants: readonly number[]; readonly copies: number },
): readonly Stretch[] {
  const constants = [...new Set(cut.constants)].sort((left, right) => left - right);
  const stretches: Stretch[] = [];
  let below = Number.NEGATIVE_INFINITY;
  for (const constant of constants) {
    stretches.push(...between(scale, below, constant, cut.copies));
    if (constant >= scale.least && constant <= scale.most && (!scale.whole || Number.isInteger(constant)))
      stretches.push({ at: constant, from: constant, to: constant });
    below = constant;
  }
  stretches.push(...between(scale, below, NEVER, cut.copies));
  return stretches;
}

/** Returns points strictly between two constants and within the bounds. */
function between(scale: Scale, below: number, above: number, copies: number): readonly Stretch[] {
  if (!scale.whole) return denseBetween(scale, below, above, copies);
  const first = Math.max(Math.floor(below) + 1, scale.least);
  const last = Math.min(Math.ceil(above) - 1, scale.most);
  if (first > last) return [];
  const room = last - first + 1;
  const points: number[] = [];
  for (let at = 0; at < Math.min(copies, room); at += 1)
    points.push(Number.isFinite(first) ? first + at : Number.isFinite(last) ? last - at : at + 1);
  if (copies === 1) return [{ at: points[0] as number, from: first, to: last }];
  return points.sort((left, right) => left - right).map((at) => ({ at, from: at, to: at }));
}

function denseBetween(scale: Scale, below: number, above: number, copies: number): readonly Stretch[] {
  const low = Math.max(below, scale.least);
  const high = Math.min(above, scale.most);
  if (low > high || (low === high && (low === below || high === above))) return [];
  const from = Number.isFinite(low) ? low : Number.isFinite(high) ? high - copies - 1 : 0;
  const to = Number.isFinite(high) ? high : from + copies + 1;
  const points = Array.from({ length: copies }, (_, at) => from + ((to - from) * (at + 1)) / (copies + 1));
  if (copies === 1) return [{ at: points[0] as number, from: low, to: high }];
  return points.map((at) => ({ at, from: at, to: at }));
}
