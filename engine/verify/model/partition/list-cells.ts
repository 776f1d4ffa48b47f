import { fitsSchema } from "../../../flow/fits-schema.ts";
import { fieldsOf } from "../../../flow/form-schema.ts";
import type { Constant } from "../../../rules/expression.ts";
import type { Formats } from "../../../rules/format.ts";
import type { Type } from "../../../rules/types.ts";
import type { Json, JsonObject, JsonSchema } from "../../../values/json.ts";
import type { Cell } from "./cell.ts";
import { schemaOfType } from "./domain.ts";
import { cutLine, scaleOf } from "./ordered.ts";
import { samplesOf } from "./samples.ts";
import type { Use } from "./uses.ts";

/** Maximum number of kinds of items. Above it, not every combination of kinds becomes a list. */
const MOST_KINDS = 6;
/** Maximum length of the lists that are built to exceed a length in an expression. */
const LONGEST = 60;

/**
 * Returns lists that represent all lists. There is one for every set of kinds of items that expressions
 * distinguish, and for the lengths in expressions. `exact`: the lists represent every list. This requires few
 * kinds, and a list of every possible length for each set.
 */
export function listCells(
  use: Use,
  item: Type,
  list: { readonly schema: JsonSchema; readonly formats: Formats },
): { readonly cells: readonly Cell[]; readonly exact: boolean } {
  const { schema, formats } = list;
  const inner = (typeof schema.items === "object" ? schema.items : schemaOfType(item)) as JsonSchema;
  const kinds = kindsOf(use, item, { list: schema, schema: inner, formats });
  const few = kinds.values.length <= MOST_KINDS;
  const sets = few ? subsets(kinds.values) : [[], ...kinds.values.map((one) => [one]), kinds.values];
  const found = new Map<string, readonly Json[]>();
  let fitted = [...use.sizes].every((size) => size < LONGEST);
  for (const set of sets)
    for (const length of lengthsFor(use, set.length, schema)) {
      if (!isPossible(set, length, { schema, kinds, inner, formats })) continue;
      const list = stretched(set, length, { schema, inner, formats });
      if (list !== undefined && fitsSchema(list, schema, formats)) found.set(JSON.stringify(list), list);
      else fitted = false;
    }
  if (found.size === 0)
    for (const sample of samplesOf(schema, formats))
      found.set(JSON.stringify(sample), sample as readonly Json[]);
  const cells = [...found.values()].map((list) => ({
    value: list,
    covers: (value: Json | undefined) => JSON.stringify(value) === JSON.stringify(list),
  }));
  const exact = few && fitted && kinds.exact && !use.calculated && use.linked.size === 0 && found.size > 0;
  return { cells, exact };
}

type Lists = { readonly schema: JsonSchema; readonly inner: JsonSchema; readonly formats: Formats };

/**
 * Returns true if a list of this length can contain exactly these kinds. If items must be unique, the list
 * cannot be longer than the number of different items.
 */
function isPossible(set: readonly Json[], length: number, of: Lists & { readonly kinds: Kinds }): boolean {
  if (!allowed(length, of.schema)) return false;
  if (set.length === 0) return length === 0;
  if (of.schema.uniqueItems !== true) return true;
  return of.kinds.single ? length === set.length : length <= differentItems(of.inner, of.formats);
}

/** Returns the number of different items, or infinity if the items are not a closed list. */
function differentItems(inner: JsonSchema, formats: Formats): number {
  if (Array.isArray(inner.enum)) return inner.enum.filter((word) => fitsSchema(word, inner, formats)).length;
  return inner.type === "boolean" ? 2 : Number.POSITIVE_INFINITY;
}

type Kinds = {
  readonly values: readonly Json[];
  readonly exact: boolean;
  /** Whether each kind consists of a single item. */
  readonly single?: boolean;
};

type Inside = { readonly schema: JsonSchema; readonly formats: Formats };

/** Returns one item of each kind. Two items have the same kind if no expression distinguishes them. */
function kindsOf(
  use: Use,
  item: Type,
  { list, schema, formats }: Inside & { readonly list: JsonSchema },
): Kinds {
  if (use.items.size === 0) return { values: samplesOf(schema, formats), exact: true };
  const whole = use.items.get("");
  // If items must be unique, each item is a separate kind. The number of items then limits the length of
  // lists.
  if (list.uniqueItems === true && (use.sizes.size > 0 || leastLength(list) > 1)) {
    const words = Array.isArray(schema.enum)
      ? schema.enum.filter((word) => fitsSchema(word, schema, formats))
      : [];
    return { values: words, exact: words.length > 0, single: true };
  }
  if (item.kind !== "object") return plainKinds(whole ?? new Set(), item, { schema, formats });
  let objects: readonly JsonObject[] = samplesOf(schema, formats) as readonly JsonObject[];
  let exact = objects.length > 0;
  for (const [path, constants] of use.items) {
    const field = fieldsOf(schema).find(({ name }) => name === path);
    const type = item.fields[path];
    if (type === undefined || path.includes(".")) {
      exact = false;
      continue;
    }
    const kinds = plainKinds(constants, type, { schema: field?.schema ?? schemaOfType(type), formats });
    exact &&= kinds.exact;
    objects = objects.flatMap((object) => {
      const { [path]: _, ...without } = object;
      const present = kinds.values.map((value) => ({ ...object, [path]: value }));
      return field?.required ? present : [...present, without];
    });
  }
  const fitting = objects.filter((object) => fitsSchema(object, schema, formats));
  return { values: fitting, exact };
}

function plainKinds(constants: ReadonlySet<Constant>, type: Type, { schema, formats }: Inside): Kinds {
  if (type.kind === "boolean")
    return { values: [true, false].filter((one) => fitsSchema(one, schema, formats)), exact: true };
  const scale = scaleOf(type, schema);
  if (scale && !Array.isArray(schema.enum)) {
    const points = [...constants].filter((one) => typeof one !== "boolean").map((one) => scale.toPoint(one));
    const values = cutLine(scale, { constants: points, copies: 1 }).map(({ at }) => scale.fromPoint(at));
    return { values: values.filter((value) => fitsSchema(value, schema, formats)), exact: true };
  }
  const named = [...constants].filter((one) => fitsSchema(one, schema, formats));
  const other = samplesOf(schema, formats, named.length + 1).find((one) => !named.includes(one as Constant));
  const closed = type.kind === "enum" || Array.isArray(schema.enum);
  return {
    values: other === undefined ? named : [...named, other],
    exact: other !== undefined || closed,
  };
}

function subsets(values: readonly Json[]): readonly (readonly Json[])[] {
  return Array.from({ length: 2 ** values.length }, (_, bits) =>
    values.filter((_, at) => (bits & (1 << at)) !== 0),
  );
}

/**
 * Returns the lengths to try: the set's own length, the schema's minimum, and the lengths just below, at and
 * above each compared length.
 */
function lengthsFor(use: Use, own: number, schema: JsonSchema): readonly number[] {
  const lengths = new Set([own, Math.max(own, leastLength(schema))]);
  for (const size of use.sizes)
    for (const length of [Math.ceil(size) - 1, Math.floor(size), Math.floor(size) + 1])
      if (length >= own && length <= LONGEST) lengths.add(length);
  return [...lengths];
}

function leastLength({ minItems }: JsonSchema): number {
  return typeof minItems === "number" ? minItems : 0;
}

function allowed(length: number, schema: JsonSchema): boolean {
  const { minItems, maxItems } = schema;
  return !(
    (typeof minItems === "number" && length < minItems) ||
    (typeof maxItems === "number" && length > maxItems)
  );
}

/** Returns a list of the wanted length with exactly these kinds of items, or `undefined` if none is found. */
function stretched(set: readonly Json[], length: number, of: Lists): readonly Json[] | undefined {
  if (set.length === length) return set;
  if (of.schema.uniqueItems !== true)
    return Array.from({ length }, (_, at) => set[at] ?? (set.at(-1) as Json));
  // If items must be unique, a set with several items per kind occurs only if expressions do not distinguish
  // items. Any different items then suffice.
  const different = samplesOf(of.inner, of.formats, length);
  return different.length === length ? different : undefined;
}
